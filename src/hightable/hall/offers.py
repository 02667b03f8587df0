"""What the owner of a server offers besides a game's own values: recipe decks out of a folder, read once at the start.
A guest names one by its key, never by a file. Imports the engine and the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from hightable.engine import N_, Game, Option, Refused
from hightable.engine.options import Value
from hightable.engine.words import shown
from hightable.games import games

OPTION: Final = "deck"
MOST: Final = 40
KEY_LENGTH: Final = 40


class Offer(NamedTuple):
    """A further value of an option: what forms and requests call it, what players call it, and the value itself, which
    stands in records and needs no file any more."""

    key: str
    name: str
    value: Value


Offers = Mapping[tuple[str, str], Sequence[Offer]]  # by game and option
NO_OFFERS: Final[Offers] = {}


def read_decks(folder: Path) -> tuple[Offers, list[Refused]]:
    """The decks of a folder, and what is wrong with those that can't be played."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".toml")
    except OSError as error:
        raise Refused(
            N_("%(folder)s: this is no folder of decks: %(why)s."), "", {"folder": folder, "why": error.strerror}
        ) from None
    offers: dict[tuple[str, str], list[Offer]] = {}
    problems: list[Refused] = []
    for game in games().values():
        for option in game.options:
            if option.name == OPTION:
                offers[game.id, option.name] = _read(game, option, files, problems)
    return offers, problems


def _read(game: Game, option: Option, files: list[Path], problems: list[Refused]) -> list[Offer]:
    found: list[Offer] = []
    taken = {str(value) for seats in range(game.min_seats, game.max_seats + 1) for value in option.values(seats)}
    for path in files:
        key = path.stem
        try:
            if key in taken or not key.isprintable() or not 0 < len(key) <= KEY_LENGTH:
                raise Refused(N_("%(file)s: a deck can't be called so here; rename the file."), "", {"file": path})
            if len(found) == MOST:
                raise Refused(N_("%(file)s: there are %(most)s decks already."), "", {"file": path, "most": MOST})
            value = option.read(path)
        except Refused as refused:
            problems.append(refused)
            continue
        found.append(Offer(key, option.title(value), value))
    names = [offer.name for offer in found]
    return [offer if names.count(offer.name) == 1 else _told_apart(offer) for offer in found]


def _told_apart(offer: Offer) -> Offer:
    return offer._replace(name=f"{offer.name} ({offer.key})")


def chosen(game: Game, seats: int, options: Mapping[str, object], offers: Offers) -> dict[str, object]:
    """A table's options with the values that were chosen; Refused for one that neither the game lists nor the owner
    offers: all who come to a table know what is played there, and no text or file of a guest reaches the rules."""
    found = dict(options)
    for option in game.options if game.min_seats <= seats <= game.max_seats else ():
        given = options.get(option.name)
        if given is None or given == "":
            continue
        if option.listed(seats, given) is not None:
            continue
        offered = offers.get((game.id, option.name), ())
        offer = next((offer for offer in offered if given in (offer.key, offer.value)), None)
        if offer is None:
            values = ", ".join([*map(str, option.values(seats)), *(offer.key for offer in offered)])
            gaps = {"option": option.name, "given": shown(given)[:40], "values": values}
            raise Refused(
                N_("At a table in the hall, %(option)s can't be “%(given)s”. Possible: %(values)s."), option.rule, gaps
            )
        found[option.name] = offer.value
    return found
