"""What the public functions say to arguments of a wrong type or size, one line for each: `python -m
tests.bad_arguments`. The plain and the compiled form must say the same; tests/test_compiled.py compares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import hightable
from hightable.bots import bot
from hightable.engine import Fast, Keyed, Match, Record, commitment, compiled
from hightable.games import games
from hightable.lab import simulate

WRONG = (None, 1.5, "x", "1", b"x", [1], {}, (), object(), -1, 7, 99, True, 1 << 40, 1 << 64, -(1 << 64), 10**5000)


def calls() -> Iterator[tuple[str, Callable[[object], object]]]:
    """Public functions, each taking one thing that may be wrong."""
    yield "game", lambda wrong: hightable.game(wrong)
    yield "bot", lambda wrong: bot(wrong).level
    yield "Record.parse", lambda wrong: Record.parse(wrong)
    yield "commitment", commitment
    yield "Fast", lambda wrong: Fast(wrong).word()
    yield "Fast.of", lambda wrong: Fast.of(wrong).word()
    yield "Keyed.of", lambda wrong: Keyed.of(wrong).word()
    for id, game in games().items():
        seats = game.max_seats
        state, view = game.start(seats, 7), game.start(seats, 7).view(0)
        seat = state.deciding[0]
        yield f"{id} start seats", lambda wrong, game=game: game.start(wrong, "seed").dump()["seats"]
        yield f"{id} start seed", lambda wrong, game=game, n=seats: game.start(n, wrong).dump()["dice"]
        yield f"{id} start options", lambda wrong, game=game, n=seats: game.start(n, "seed", wrong).options
        yield f"{id} start dice", lambda wrong, game=game, n=seats: game.start(n, "seed", dice=wrong).dump()["dice"]
        yield f"{id} match seats", lambda wrong, game=game: Match(game, wrong, "seed").seed
        yield f"{id} match seed", lambda wrong, game=game, n=seats: Match(game, n, wrong).seed
        yield f"{id} resolve", lambda wrong, game=game: game.resolve(wrong)
        yield f"{id} text", lambda wrong, game=game: game.text(wrong)
        yield f"{id} parse", lambda wrong, game=game: game.parse(wrong)
        yield f"{id} load", lambda wrong, game=game: game.load(wrong)
        yield f"{id} imagine view", lambda wrong, game=game: game.imagine(wrong, Fast(1))
        yield f"{id} imagine dice", lambda wrong, game=game, view=view: game.imagine(view, wrong)
        yield f"{id} legal", lambda wrong, state=state: state.legal(wrong)
        yield f"{id} view", lambda wrong, state=state: state.view(wrong)["viewer"]
        yield f"{id} study", lambda wrong, state=state: state.study(wrong)["viewer"]
        yield f"{id} why_not seat", lambda wrong, state=state: str(state.why_not(wrong, 1))
        yield f"{id} why_not action", lambda wrong, state=state, seat=seat: str(state.why_not(seat, wrong))
        yield f"{id} apply seat", lambda wrong, state=state: state.copy().apply(wrong, 0)
        yield f"{id} apply action", lambda wrong, state=state, seat=seat: state.copy().apply(seat, wrong)
        yield f"{id} match apply", lambda wrong, game=game, n=seats: Match(game, n, "seed").apply(wrong, wrong)
        yield f"{id} undo", lambda wrong, game=game, n=seats: Match(game, n, "seed").undo(wrong)
        yield f"{id} rewind", lambda wrong, game=game, n=seats: Match(game, n, "seed").rewind(wrong)
        for option in game.options:
            name = f"{id} option {option.name}"
            yield name, lambda wrong, option=option, n=seats: option.resolve(n, wrong)
    for name in ("game_id", "bots", "games", "seed", "jobs", "options"):
        given = {"game_id": "the-feast", "bots": ["random"] * 4, "games": 0, "seed": 1, "jobs": 1, "options": None}
        yield f"simulate {name}", lambda wrong, name=name, given=given: simulate(**{**given, name: wrong})


def answer(call: Callable[[object], object], wrong: object) -> str:
    try:
        found = repr(call(wrong))
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    return found[:400].split(" object at 0x")[0]


def main() -> None:
    print(compiled())
    for name, call in calls():
        for number, wrong in enumerate(WRONG):
            print(f"{name} | {type(wrong).__name__} {number} | {answer(call, wrong)}")


if __name__ == "__main__":
    main()
