"""`make bench`: the figures of the engine, the bots and the storage in one run. The server has `make load`."""

from bench import engine, play, storage

engine.report()
storage.report()
play.report()
