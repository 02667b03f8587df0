"""`make bench`: all figures in one run."""

from bench import engine, play, server

engine.report()
server.report()
play.report()
