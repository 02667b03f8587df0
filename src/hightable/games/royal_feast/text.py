"""The Royal Feast in words: what suits, tables and squares are called, the table as lines of text, the log as prose.
Imports the engine and the hall."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hightable.engine.contract import View
from hightable.engine.words import N_
from hightable.games.royal_feast.hall import RING, SQUARES, TILES, WIDTH
from hightable.games.text import Text, Translate, listed

SUIT_NAMES: Final = (N_("suns"), N_("moons"), N_("crowns"), N_("arms"))
VALUE_NAMES: Final = (N_("null"), N_("ace"), "2", "3", "4", "5")
TABLE_NAMES: Final = {
    "NW": N_("north-west corner table"),
    "N1": N_("north table 1"),
    "N2": N_("north table 2"),
    "NE": N_("north-east corner table"),
    "W1": N_("west table 1"),
    "E1": N_("east table 1"),
    "W2": N_("west table 2"),
    "E2": N_("east table 2"),
    "W3": N_("west table 3"),
    "E3": N_("east table 3"),
    "SW": N_("south-west corner table"),
    "S1": N_("south table 1"),
    "S2": N_("south table 2"),
    "SE": N_("south-east corner table"),
}
ACTIONS_LEFT: Final = (N_("no action left"), N_("one action left"), N_("two actions left"))
LINE_NAMES: Final = (N_("Side tables"), N_("Corner tables"), N_("Neglected"), N_("Kitchen"), N_("Jester"))
PHASE_NAMES: Final = {
    "tables": N_("setting the tables"),
    "placing": N_("placing the servers"),
    "service": N_("service"),
    "scoring": N_("the count"),
    "rest": N_("the count"),
    "over": N_("the feast is over"),
}


def tile_name(tile: Mapping[str, int], _: Translate = str) -> str:
    """A face-up tile: its suit and its value.

    >>> tile_name({"suit": 1, "value": 5})
    'moons 5'
    """
    return f"{_(SUIT_NAMES[tile['suit']])} {_(VALUE_NAMES[tile['value']])}"


def lines(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """RF-39 and what the viewer alone may know; the floor as a plan of letters."""
    return _told(view, names, _floor(view, _), _)


def spoken(view: View, names: Sequence[str], _: Translate = str) -> list[str]:
    """The same, with the floor in words."""
    return _told(view, names, _squares(view, _), _)


def _told(view: View, names: Sequence[str], floor: list[str], _: Translate) -> list[str]:
    told = [_(N_("Round %(round)s of 2: %(phase)s.")) % {**view, "phase": _(PHASE_NAMES[view["phase"]])}]
    told += [_player(view, names, seat, _) for seat in range(view["seats"])]
    told += [_table(table, names, _) for table in view["tables"] if table["laid"]]
    told += floor
    if view["phase"] != "tables":
        told += [_beside(_(N_("Kitchen")), view["kitchen"], names, _)]
        told += [_beside(_(N_("Jester")), view["jester"], names, _)]
    if view["hand"]:
        coins = listed([_(VALUE_NAMES[value]) for value in view["hand"]], _)
        told.append(_(N_("Your coins yet to place: %(coins)s.")) % {"coins": coins})
    if view["picked"] is not None:
        told.append(_(N_("In your hand: %(coin)s.")) % {"coin": _(VALUE_NAMES[view["picked"]])})
    asked = _asked(view, names, _)
    return [*told, asked] if asked else told


def _player(view: View, names: Sequence[str], seat: int, _: Translate) -> str:
    """One at the table: suit, points, servers on the floor or still to place."""
    floor = sum(coin is not None and coin["owner"] == seat for coin in view["squares"])
    gaps = {"name": names[seat], "suit": _(SUIT_NAMES[seat]), "points": view["totals"][seat], "floor": floor}
    words = N_("%(name)s (%(suit)s): points %(points)s, servers on the floor %(floor)s")
    if seat == view["viewer"]:
        words = N_("%(name)s (you, %(suit)s): points %(points)s, servers on the floor %(floor)s")
    told = _(words) % gaps
    if view["stacks"][seat]:
        told += ", " + _(N_("coins to place %(coins)s")) % {"coins": view["stacks"][seat]}
    return told + "."


def _servers(coins: Sequence[Mapping[str, Any]], names: Sequence[str], _: Translate) -> str:
    """Whose servers are at a place, with their values where these are known.

    >>> _servers([{"owner": 0, "value": None}, {"owner": 0, "value": 4}], ["Odo"], str)
    "2 of Odo's (one of them 4)"
    """
    told = []
    for seat in sorted({coin["owner"] for coin in coins}):
        own = [coin for coin in coins if coin["owner"] == seat]
        known = [_(VALUE_NAMES[coin["value"]]) for coin in own if coin["value"] is not None]
        words = _(N_("%(count)s of %(name)s's")) % {"count": len(own), "name": names[seat]}
        if len(known) == len(own):
            words += f" ({listed(known, _)})"
        elif known:
            words += " " + _(N_("(one of them %(value)s)")) % {"value": listed(known, _)}
        told.append(words)
    return listed(told, _)


def _table(table: Mapping[str, Any], names: Sequence[str], _: Translate) -> str:
    called = f"{_(TABLE_NAMES[table['name']]).capitalize()} ({table['name']})"
    if table["tile"] is None:
        return _(N_("%(table)s: face down.")) % {"table": called}
    gaps = {"table": called, "tile": tile_name(table["tile"], _), "holds": table["holds"]}
    if not table["coins"]:
        return _(N_("%(table)s: %(tile)s, holds %(holds)s, nobody there.")) % gaps
    gaps["servers"] = _servers(table["coins"], names, _)
    return _(N_("%(table)s: %(tile)s, holds %(holds)s; %(servers)s.")) % gaps


def _floor(view: View, _: Translate) -> list[str]:
    """The squares, row by row, and the tiles they are of: the initial of the suit with the value if it is known, a dot
    for an empty one."""
    rows = []
    for row in range(view["rows"]):
        squares = [
            "·" if coin is None else _(SUIT_NAMES[coin["owner"]])[0].upper() + _value(coin)
            for coin in view["squares"][row * WIDTH : row * WIDTH + WIDTH]
        ]
        halves = " | ".join((" ".join(squares[: WIDTH // 2]), " ".join(squares[WIDTH // 2 :])))
        tiles = f"{TILES[row // 2 * 2]} | {TILES[row // 2 * 2 + 1]}"
        gaps = {"row": row + 1, "squares": halves, "tiles": tiles}
        rows.append(_(N_("Row %(row)s, a to d: %(squares)s (tiles %(tiles)s)")) % gaps)
    return rows


def _squares(view: View, _: Translate) -> list[str]:
    """The tiles one by one, each with those who stand on it."""
    told = []
    for row, left in itertools.product(range(0, view["rows"], 2), range(0, WIDTH, 2)):
        there = []
        for square in (
            row * WIDTH + left,
            row * WIDTH + left + 1,
            (row + 1) * WIDTH + left,
            (row + 1) * WIDTH + left + 1,
        ):
            coin, name = view["squares"][square], f"{'abcd'[square % WIDTH]}{square // WIDTH + 1}"
            who = _(N_("nobody")) if coin is None else f"{_(SUIT_NAMES[coin['owner']])} {_value(coin)}".strip()
            there.append(f"{name} {who}")
        gaps = {"tile": TILES[row // 2 * 2 + left // 2], "squares": ", ".join(there)}
        told.append(_(N_("Tile %(tile)s: %(squares)s.")) % gaps)
    return told


def about(view: View, deed: str, names: Sequence[str], _: Translate = str) -> str:
    """Whose server is lifted."""
    verb, _gap, where = deed.partition(" ")
    coin = view["squares"]["abcd".index(where[0]) + WIDTH * (int(where[1:]) - 1)] if verb == "lift" else None
    return "" if coin is None else _(N_("a server of %(name)s")) % {"name": names[coin["owner"]]}


def _value(coin: Mapping[str, Any]) -> str:
    return "" if coin["value"] is None else str(coin["value"])


def _beside(called: str, place: Mapping[str, Any], names: Sequence[str], _: Translate) -> str:
    """Kitchen or Jester."""
    tile = _(N_("face down")) if place["tile"] is None else tile_name(place["tile"], _)
    if not place["coins"]:
        return _(N_("%(place)s: %(tile)s, nobody there.")) % {"place": called, "tile": tile}
    gaps = {"place": called, "tile": tile, "servers": _servers(place["coins"], names, _)}
    return _(N_("%(place)s: %(tile)s; %(servers)s.")) % gaps


def _asked(view: View, names: Sequence[str], _: Translate) -> str:
    """What is asked, and of whom."""
    if not view["deciding"]:
        return ""
    gaps = {"name": names[view["deciding"][0]], "left": _(ACTIONS_LEFT[view["actions"]])}
    if view["viewer"] not in view["deciding"]:
        if view["asked"] in ("act", "to"):
            return _(N_("Waiting for %(name)s: %(left)s.")) % gaps
        return _(N_("Waiting for %(name)s.")) % gaps
    match view["asked"]:
        case "table":
            return _(N_("Where do you lay a table?"))
        case "pick":
            return _(N_("Which of your coins do you place?"))
        case "place":
            return _(N_("On which square do you put it?"))
        case "to":
            return _(N_("Where do you carry the server at %(square)s?")) % {"square": SQUARES[view["lifted"]]}
    if view["finisher"] is not None:
        return _(N_("Your last turn: %(left)s.")) % gaps
    return _(N_("Your turn: %(left)s.")) % gaps


def event_line(name: str, args: Mapping[str, int], view: View, names: Sequence[str], _: Translate = str) -> str | None:
    """An event of the rules as a sentence; the view is the one right after it."""
    gaps: dict[str, object] = {**args}
    if "seat" in args:
        gaps["name"] = names[args["seat"]]
    if "table" in args:
        gaps["table"] = _(TABLE_NAMES[RING[args["table"]]])
        tile = next((t["tile"] for t in view["tables"] if t["name"] == RING[args["table"]]), None)
        gaps["tile"] = "" if tile is None else tile_name(tile, _)
    if "suit" in args:
        gaps["suit"] = _(SUIT_NAMES[args["suit"]])
    for square in ("square", "from", "to"):
        if square in args:
            gaps[square] = SQUARES[args[square]]
    if name == "rolled":
        gaps["value"] = _(VALUE_NAMES[args["value"]])
    if name == "rotated":
        gaps["tile"] = args["tile"] + 1
    if name == "over":
        return _winners(view, names, _)
    if name == "round-over":
        return _(N_("Round %(round)s: %(points)s.")) % {**args, "points": _round(view, args["round"], names)}
    if name == "moved" and (moved := view["squares"][args["to"]]):
        gaps["suit"] = _(SUIT_NAMES[moved["owner"]])
    words = SENTENCES.get(name)
    return None if words is None else _(words) % gaps


SENTENCES: Final = {
    "rolled": N_("%(name)s rolls %(value)s."),
    "starts": N_("Round %(round)s: %(name)s begins."),
    "laid": N_("%(name)s lays a face-down tile: %(table)s."),
    "set": N_("The tables are set, face down."),
    "picked": N_("%(name)s picks a coin."),
    "placed": N_("%(name)s places a coin on %(square)s."),
    "opened": N_("The tables are turned up, and service begins."),
    "lifted": N_("%(name)s lifts the server at %(square)s."),
    "rotated": N_("%(name)s turns server tile %(tile)s."),
    "moved": N_("%(name)s moves a server of %(suit)s from %(from)s to %(to)s."),
    "served": N_("%(name)s serves the %(table)s (%(tile)s) from %(from)s."),
    "jested": N_("%(name)s sends the server at %(from)s to the Jester."),
    "cooked": N_("%(name)s sends the server at %(from)s to the Kitchen."),
    "passed": N_("%(name)s is done."),
    "finished": N_("%(name)s has no server left on the floor: the others have one last turn."),
    "stalled": N_("No server has left the floor for a long time: the round ends."),
    "counted": N_("Round %(round)s is over, and the coins are turned up."),
    "table": N_("The %(table)s, %(tile)s: %(points)s for %(name)s."),
    "neglected": N_("The %(table)s, %(tile)s, is neglected: %(points)s for %(name)s."),
    "kitchen": N_("The Kitchen's suit: %(suit)s."),
    "kitchen-points": N_("The Kitchen: %(points)s for %(name)s."),
    "jester": N_("The Jester's suit: %(suit)s; tables of that suit: %(tables)s."),
    "jester-points": N_("The Jester: %(points)s for %(name)s."),
}


def _round(view: View, number: int, names: Sequence[str]) -> str:
    """What a round brought to each."""
    points = view["points"][number - 1]
    return ", ".join(f"{who} {sum(line[seat] for line in points)}" for seat, who in enumerate(names[: view["seats"]]))


def _winners(view: View, names: Sequence[str], _: Translate) -> str:
    """RF-38, RF-R8."""
    best = max(view["totals"])
    won = [names[seat] for seat, total in enumerate(view["totals"]) if total == best]
    gaps = {"names": listed(won, _), "points": best}
    if len(won) > 1:
        return _(N_("%(names)s share the victory with %(points)s points each.")) % gaps
    return _(N_("%(names)s wins the feast with %(points)s points.")) % gaps


TEXT = Text(
    lines,
    event_line,
    heads=("starts", "opened", "counted"),
    quiet=("picked", "lifted", "rolled"),
    spoken=spoken,
    about=about,
)
