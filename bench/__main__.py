"""`make bench`: all figures in one run."""

from bench import engine, server

engine.report()
server.report()
