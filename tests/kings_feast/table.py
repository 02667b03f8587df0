"""Sets the King's table: a position in the notation of the specification (`7` up, `(7)` down, `.` no seat), actions by
their texts, and what lies on the table afterwards in the same notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hightable.engine import Beat, Fast, State, View
from hightable.games.kings_feast import GAME
from hightable.games.kings_feast.rules import HOW, KingsFeast
from tests.kings_feast.oracle import Oracle, Place

REACTING = (2, 6, 12, 13, 14, 16)
SHIPPED = ("beginners-banquet", "full-feudal-feast", "surprise-party-soiree", "round-table-roast")
ODD = {  # own arrangements, each odd in its own way
    "smallest": "KA>1,18",
    "line": "DKUDADUUD>4,5,9,18,1,17,7,12,13",
    "column": "U/D/K/A/D/U/D>16/17/18/1/4/15/13",
    "ring": "UDK/D.U/UAD>9,17,18/16,.,12/13,1,4",
    "comb": "U.D.U/DKUAD/D.U.D/U.D.U>2,.,3,.,6/18,10,14,1,16/12,.,13,.,17/5,.,11,.,8",
    "tall": "UD/KA/DU/UD/DU/UD/DU/UD/DU>" + "/".join(f"{n},{n + 9}" for n in range(1, 10)),
    "stairs": "UD...../.UD..../..KA.../...DU../....UD./.....DU>13,16,.,.,.,.,./.,6,14,.,.,.,./.,.,18,1,.,.,./"
    ".,.,.,12,2,.,./.,.,.,.,17,4,./.,.,.,.,.,3,5",
    "windows": "UDUDU/K.A.D/DUDUD>16,6,14,13,12/18,.,1,.,2/17,11,4,9,15",
    "block": "DUDU/UKAD/DUDU/UDUD>2,4,5,6/7,18,1,9/10,12,13,14/15,16,17,8",
}


def seated(
    diagram: str,
    *,
    arrangement: str = "",
    goal: str = "",
    known: str | Mapping[str, Sequence[int]] = "nothing",
    how: Mapping[str, str] | None = None,
    completed: int = 1,
    seed: str = "table",
) -> KingsFeast:
    """A turn begins on this table. `goal` is a diagram too (as the cards lie where left out), for an arrangement of our
    own making; `known` is what the player knows of down cards: "nothing" but the Assassin, "everything", or the
    candidates of each cell that has more than its own number; `how` says how single ones are known."""
    seats = cells(diagram)
    if not arrangement:
        arrangement = own(diagram, goal or diagram)
    data = GAME.start(1, seed, {"arrangement": arrangement}).dump()
    names = GAME.load(data).view(0)["arrangement"]["cells"]
    assert names == [f"r{row}c{column}" for row, column in seats], "the diagram has other seats"
    cards = [card for card, _up in seats.values()]
    sides = [up for _card, up in seats.values()]
    if known == "nothing":
        oracle = oracle_of(seats)
        sets = [sorted(oracle.maybe[card]) for card in cards]
        ways = [oracle.how[card] for card in cards]
    else:
        given = {} if isinstance(known, str) else known
        sets = [sorted(given.get(name, [card])) for name, card in zip(names, cards, strict=True)]
        ways = ["placed" if card == 1 else "seen" for card in cards]
        ways = [(how or {}).get(name, way) for name, way in zip(names, ways, strict=True)]
    data.update(
        number=cards,
        up=sum(1 << cell for cell, up in enumerate(sides) if up),
        maybe=[sum(1 << number for number in numbers) for numbers in sets],
        how=[2 if up else HOW.index(way) if len(s) == 1 else 0 for up, way, s in zip(sides, ways, sets, strict=True)],
        completed=completed,
    )
    state = GAME.load(data)
    assert isinstance(state, KingsFeast)
    return state


def cells(diagram: str) -> dict[Place, tuple[int, bool]]:
    """A diagram as cards with their sides by place, in reading order."""
    rows = [line.split() for line in diagram.strip().splitlines()]
    return {
        (r, c): (int(sign.strip("()")), not sign.startswith("("))
        for r, row in enumerate(rows, 1)
        for c, sign in enumerate(row, 1)
        if sign != "."
    }


def own(diagram: str, goal: str) -> str:
    """The word for an arrangement with these seats."""

    def sign(card: str) -> str:
        fixed = {".": ".", "18": "K", "(18)": "K", "1": "A", "(1)": "A"}
        return fixed.get(card) or ("D" if card.startswith("(") else "U")

    setup = ["".join(map(sign, line.split())) for line in diagram.strip().splitlines()]
    wanted = [",".join(card.strip("()") for card in line.split()) for line in goal.strip().splitlines()]
    return "/".join(setup) + ">" + "/".join(wanted)


def oracle_of(seats: Mapping[Place, tuple[int, bool]]) -> Oracle:
    """The other implementation at the start of a turn, knowing nothing but the Assassin."""
    layout = {place: card for place, (card, _up) in seats.items()}
    return Oracle(layout, {card for card, up in seats.values() if up}, layout, lambda places: [])


def play(state: State, *texts: str) -> list[Beat]:
    """Carry these actions out; what happened."""
    beats: list[Beat] = []
    state.beats = beats
    for text in texts:
        state.apply(0, GAME.parse(text))
    state.beats = None
    return beats


def told(beats: Sequence[Beat], name: str) -> list[tuple[int, ...]]:
    """The numbers of all events of this name."""
    return [tuple(beat.args.values()) for beat in beats if beat.name == name]


def legal(state: State) -> list[str]:
    return [GAME.text(action) for action in state.legal(0)]


def targets(state: State, verb: str) -> list[str]:
    """The cells open to this verb."""
    return [text.removeprefix(verb + " ") for text in legal(state) if text.startswith(verb + " ")]


def numbers(state: State) -> list[int]:
    """The card on each cell, hidden ones too."""
    return list(state.dump()["number"])


def layout(state: State) -> str:
    """All cards, hidden ones too, as a diagram."""
    shape = state.view(0)["arrangement"]
    data = state.dump()
    signs = {
        name: str(number) if data["up"] >> cell & 1 else f"({number})"
        for cell, (name, number) in enumerate(zip(shape["cells"], data["number"], strict=True))
    }
    rows = range(1, shape["rows"] + 1)
    return "\n".join(
        " ".join(signs.get(f"r{row}c{column}", ".") for column in range(1, shape["columns"] + 1)) for row in rows
    )


def drawn(diagram: str) -> str:
    """A diagram as `layout` writes it."""
    return "\n".join(" ".join(line.split()) for line in diagram.strip().splitlines())


def at(state: State, name: str) -> dict[str, object]:
    """What the player sees of a cell."""
    view = state.view(0)
    found: dict[str, object] = view["cells"][view["arrangement"]["cells"].index(name)]
    return found


def maybe(state: State) -> list[list[int]]:
    """The candidates of all cells."""
    return [cell["maybe"] for cell in state.view(0)["cells"]]


def stack(state: State) -> list[tuple[int, list[str]]]:
    """The open effects, innermost first: the card, and the cells that it has still to flip."""
    view = state.view(0)
    names = view["arrangement"]["cells"]
    return [(effect["card"], [names[cell] for cell in effect["left"]]) for effect in view["stack"]]


def patient(view: View, dice: Fast) -> int:
    """A choice at random that mostly lets the game and the Assassin, where he is known to be, alone: so that games last
    and effects interrupt each other."""
    seen = dict(zip(view["arrangement"]["cells"], view["cells"], strict=True))
    feared = [place(name) for name, cell in seen.items() if 1 in cell["maybe"]]

    def rash(action: int) -> bool:
        verb, _blank, name = GAME.text(action).partition(" ")
        if verb == "activate" and seen[name]["number"] == 18:
            row, column = place(name)
            return any(abs(there[0] - row) <= 1 and abs(there[1] - column) <= 1 for there in feared)
        return verb == "end-game" or (verb in ("flip", "peek") and place(name) in feared)

    actions: list[int] = view["legal"]
    calm = [action for action in actions if not rash(action)]
    choice = calm if calm and dice.below(30) else actions
    return choice[dice.below(len(choice))]


def at_random(arrangement: str, dice: Fast) -> KingsFeast:
    """A turn begins with all cards anywhere, but those who react near the King, and most of them down."""
    view = GAME.start(1, "anywhere", {"arrangement": arrangement}).view(0)["arrangement"]
    places = [place(view["cells"][cell]) for cell in dice.shuffled(range(len(view["cells"])))]
    row, column = places[0]
    places.sort(key=lambda seat: dice.below(3) + abs(seat[0] - row) + abs(seat[1] - column))
    cards = sorted(dice.shuffled(view["goal"]), key=lambda card: (card != 18, card not in REACTING))
    signs = {
        seat: str(card) if card > 16 or (card > 1 and dice.below(3) == 0) else f"({card})"
        for seat, card in zip(places, cards, strict=True)
    }
    goal = {place(name): str(card) for name, card in zip(view["cells"], view["goal"], strict=True)}
    rows, columns = range(1, view["rows"] + 1), range(1, view["columns"] + 1)
    diagram, wanted = (
        "\n".join(" ".join(some.get((r, c), ".") for c in columns) for r in rows) for some in (signs, goal)
    )
    return seated(diagram, goal=wanted, seed=f"anywhere {dice.below(1000)}")


def eager(state: KingsFeast, actions: Sequence[int], dice: Fast) -> int:
    """A choice that sees all cards: mostly King and Queen, then those who react, and the Assassin last."""

    def card(action: int) -> tuple[str, int, bool]:
        """The verb, and which card it is done to and whether that lies up."""
        verb, _blank, name = GAME.text(action).partition(" ")
        if not name.startswith("r"):
            return verb, 0, True
        cell = state.table.cells.index(name)
        return verb, int(state.number[cell]), state.up >> cell & 1 == 1

    def bold(action: int) -> bool:
        verb, number, up = card(action)
        return number > 16 if verb == "activate" else verb == "flip" and number in REACTING and not up

    def calm(action: int) -> bool:
        verb, number, _up = card(action)
        return verb != "end-game" and number != 1

    for wanted in (bold, calm):
        some = [action for action in actions if wanted(action)]
        if some and dice.below(4):
            return some[dice.below(len(some))]
    some = [action for action in actions if calm(action)] or list(actions)
    return some[dice.below(len(some))]


def place(name: str) -> Place:
    row, column = name[1:].split("c")
    return int(row), int(column)


def games(arrangement: str, count: int, longest: int = 150) -> Iterator[KingsFeast]:
    """Every position of some games of a patient player, from the start; at the end, or after `longest` actions, the
    next game begins."""
    for number in range(count):
        state = GAME.start(1, f"{arrangement[:40]} {number}", {"arrangement": arrangement})
        assert isinstance(state, KingsFeast)
        dice = Fast.of(f"patient {number}")
        yield state
        for _action in range(longest):
            if state.over:
                break
            state.apply(0, patient(state.view(0), dice))
            yield state


def keeps_its_promises(state: State) -> None:
    """KF-6: the cards in play, one on each cell. KF-72: the truth is always among the candidates, up cards are known.
    KF-58: a turn has fewer than 140 flips, and its stack is far from full."""
    assert isinstance(state, KingsFeast)
    view, cards = state.view(0), numbers(state)
    assert sorted(cards) == sorted(view["arrangement"]["goal"])
    for card, cell in zip(cards, view["cells"], strict=True):
        assert card in cell["maybe"]
        assert cell["maybe"] == [card] or not (cell["up"] or state.over)
    assert len({cell["id"] for cell in view["cells"]}) == len(cards)
    assert view["flips"] < 140
    assert len(view["stack"]) <= 20 and state.depth <= 24
