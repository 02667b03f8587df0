"""High Table: five feast-themed games at one table.

>>> import hightable
>>> game = hightable.game("the-feast")
>>> state = game.start(seats=4, seed="anything")
>>> state.deciding
[0, 1, 2, 3]
>>> state.apply(0, state.legal(0)[0])
>>> state.deciding
[1, 2, 3]
"""

from hightable.games import game

__version__ = "0.4.0"
__all__ = ["game"]
