"""The engine: the contract of a game, chance, records, and the checks that a game keeps its contract. Pure: no I/O, no
clock, nothing from outside the standard library."""

from hightable.engine import contract
from hightable.engine.actions import Actions
from hightable.engine.check import check_game
from hightable.engine.contract import ALL, SPECTATOR, Advice, Beat, Event, Game, Moves, State, Step, View, playout, sees
from hightable.engine.dice import Dice, Fast, Keyed, commitment
from hightable.engine.match import REWIND, UNDO, Entry, Match, entry_action, entry_text
from hightable.engine.options import Option, Value
from hightable.engine.record import Damaged, Record
from hightable.engine.result import Line, Result
from hightable.engine.words import N_, Refused


def compiled() -> bool:
    """Whether this is the compiled form of engine, rules and bots, or plain Python."""
    return not contract.__file__.endswith(".py")


__all__ = [
    "ALL", "N_", "REWIND", "SPECTATOR", "UNDO", "Actions", "Advice", "Beat", "Damaged", "Dice", "Entry", "Event",
    "Fast", "Game", "Keyed", "Line", "Match", "Moves", "Option", "Record", "Refused", "Result", "State", "Step",
    "Value", "View", "check_game", "commitment", "compiled", "entry_action", "entry_text", "playout", "sees",
]  # fmt: skip
