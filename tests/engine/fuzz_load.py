"""Spoils stored positions at random and loads them: `python -m tests.engine.fuzz_load SEED CASES [GAME …]`. Each is
either refused with a reason, or can be looked at and played on. It runs in a process of its own, which the system ends
if a case hangs; the case it was at is the last line of its output. With PYTHONPATH=build/compiled it tries the
compiled form."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from hightable.engine import Fast, Game, State, compiled
from hightable.engine.fingerprint import fingerprint
from hightable.games import games

Data = dict[str, Any]
SECONDS = 30  # for one case, on the slowest machine
NUMBERS = (0, 1, -1, 2, 3, 7, 255, 1 << 31, (1 << 63) - 1, 1 << 63, -(1 << 63), 1 << 70)
OTHERS = (None, "1", 1.0, True, [], {}, "x" * 100)
LONGEST = 600  # decisions of a game that is spoiled
LOOKED_AT, FURTHER = 12, 120  # decisions after a position was accepted


def variants(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of seats, with every value of every option."""
    for seats in range(game.min_seats, game.max_seats + 1):
        values = {option.name: option.values(seats) for option in game.options}
        for i in range(max(map(len, values.values()))):
            yield seats, {name: some[i % len(some)] for name, some in values.items()}


def dumps(game: Game, seats: int, options: dict[str, Any], random: Random) -> list[Data]:
    """Some positions of one game: the first, the last, and some on the way. Each is what loading gives back."""
    state = game.start(seats, random.randrange(1 << 30), options, dice=random.choice(("keyed", "fast")))
    found = [state.dump()]
    for _decision in range(LONGEST):
        if state.over:
            break
        step(state, random)
        if random.random() < 0.1:
            found.append(state.dump())
    found.append(state.dump())
    for data in found:
        assert game.load(json.loads(json.dumps(data))).dump() == data
    return found


def step(state: State, random: Random) -> None:
    seat = random.choice(state.deciding)
    state.apply(seat, random.choice(state.legal(seat)))


def spoiled(data: Data, game: Game, random: Random) -> Data:
    data = deepcopy(data)
    if random.random() < 0.2:
        spoil_rest(data, random)
        return data
    for _change in range(random.choice((1, 1, 1, 2, 3))):
        random.choice((spoil_field, spoil_field, spoil_list, spoil_list, spoil_stack))(data, game, random)
    return data


def spoil_field(data: Data, game: Game, random: Random) -> None:
    name = random.choice(game.fields)
    value = data[name]
    if isinstance(value, list) and value and random.random() < 0.95:
        i = random.randrange(len(value))
        value[i] = other(value[i], random)
    else:
        data[name] = other(value, random)


def other(value: object, random: Random) -> object:
    """Another value, most often a number close by."""
    if isinstance(value, int) and random.random() < 0.5:
        return random.choice((value + 1, value - 1, value ^ 1 << random.randrange(20), -value))
    return random.choice(NUMBERS if random.random() < 0.9 else OTHERS)


def spoil_list(data: Data, game: Game, random: Random) -> None:
    lists = [name for name in game.fields if isinstance(data[name], list) and data[name]]
    items = data[random.choice(lists)]
    i, j = random.randrange(len(items)), random.randrange(len(items))
    match random.randrange(6):
        case 0:
            del items[i]
        case 1:
            items.insert(i, items[j])
        case 2:
            random.shuffle(items)
        case 3:
            items[i] = items[j]
        case _:
            items[i], items[j] = items[j], items[i]


def spoil_stack(data: Data, game: Game, random: Random) -> None:
    stack, steps = data["stack"], [type(step).__name__ for step in game.steps]
    if not stack or random.random() < 0.1:
        stack.append([random.choice(steps), random.randrange(1 << data["seats"]), 0, 0])
        return
    i, j = random.randrange(len(stack)), random.randrange(len(stack))
    match random.randrange(8):
        case 0:
            del stack[i]
        case 1:
            stack.insert(i, deepcopy(stack[j]))
        case 2:
            stack[i], stack[j] = stack[j], stack[i]
        case 3:
            stack[i] = [random.choice([*steps, "Nonsense"]), random.randrange(1 << data["seats"]), 0, 0]
        case 4:
            stack[i] = other(stack[i], random)
        case _:
            frame = stack[i]
            if isinstance(frame, list) and len(frame) == 4:
                k = random.randrange(1, 4)
                frame[k] = other(frame[k], random)


def spoil_rest(data: Data, random: Random) -> None:
    match random.randrange(6):
        case 0:
            del data[random.choice(list(data))]
        case 1:
            data["seats"] = other(data["seats"], random)
        case 2:
            data["options"] = random.choice([{}, None, [], {"x": 1}, {**data["options"], "events": "off"}])
        case _:
            dice = data.get("dice")
            if isinstance(dice, dict):
                name = random.choice([*dice, "key", "state"])
                dice[name] = random.choice(("", "zz", "00" * 32, "00" * 40, other(dice.get(name), random)))
            else:
                data["dice"] = None


def loaded(game: Game, data: Data) -> tuple[State | None, str]:
    """The position, or why it is refused."""
    try:
        return game.load(data), ""
    except ValueError as error:
        return None, str(error)


def can_be_played(game: Game, state: State, random: Random) -> None:
    """What anybody may ask of a position works, and goes on working."""
    dice = Fast(1)
    for number in range(LOOKED_AT + FURTHER):
        if number < LOOKED_AT:
            look(game, state, dice)
        if state.over:
            break
        step(state, random)
    if state.over:
        assert len(state.result.scores) == state.seats


def look(game: Game, state: State, dice: Fast) -> None:
    fingerprint(state)
    assert state.over or state.deciding
    assert state.copy().dump() == state.dump() == json.loads(json.dumps(state.dump()))
    for viewer in (None, *range(state.seats)):
        view = state.view(viewer)
        json.dumps([view, None if viewer is None else state.study(viewer)])
        assert bool(view["legal"]) == (viewer in view["deciding"])
        if not state.over:
            assert game.imagine(view, dice).view(viewer) == view, "imagination sees something else"
        if view["legal"] and len(view["legal"]) > 1:
            assert len(game.appraise(view)) == len(view["legal"])


def main(seed: str, cases: int, ids: list[str]) -> None:
    random = Random(seed)
    chosen = [game for game in games().values() if not ids or game.id in ids]
    accepted, reasons = dict.fromkeys(games(), 0), set[str]()
    for game in chosen:
        tables = list(variants(game))
        for seats, options in tables:
            signal.alarm(4 * SECONDS)
            found = dumps(game, seats, options, random)
            for _case in range(1 + cases // len(chosen) // len(tables)):
                data = spoiled(random.choice(found), game, random)
                print(json.dumps(data), flush=True)
                signal.alarm(SECONDS)
                state, said = loaded(game, data)
                if state is None:
                    start, _colon, reason = said.partition(": ")
                    assert start == f"this is no position of {game.id}" and len(reason) > 10, said
                    reasons.add(f"{game.id}: {reason}")
                else:
                    can_be_played(game, state, random)
                    accepted[game.id] += 1
    print(json.dumps({"compiled": compiled(), "accepted": accepted, "reasons": sorted(reasons)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
