"""`make bench`: all figures in one run."""

from bench import engine

engine.report()
