"""Two worlds for one viewer: two halls alike to the last random number, of which one holds other hidden things. In the
other world everything that the viewer can't know of a table is another: what is hidden in the position and in every
position on the way there, what others have chosen in secret, what only others were told, and the seed."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from hightable.engine import Advice, Beat, Fast, Game, Match, Refused, State, View
from hightable.engine.contract import SPECTATOR
from hightable.engine.dice import Keyed
from hightable.hall import Crew, Table
from hightable.hall.schema import TABLES
from hightable.web.limits import Allowance

OTHER = "ffffffffffffffffffffffffffffffff"  # the seed of a table in the other world


class Quiet(Crew):
    """A crew that thinks at once and in this process: an adviser tells of the view that it got, all of it."""

    async def advise(self, game_id: str, view: View) -> Advice | None:
        known = hashlib.sha256(json.dumps(view).encode()).hexdigest()
        return Advice(view["legal"][0], "", f"I know {known}.")


@contextmanager
def alike() -> Iterator[pytest.MonkeyPatch]:
    """All that is random by design is the same each time; nobody is too fast."""
    dice = random.Random(7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda n=32: dice.randbytes(n).hex())
        patch.setattr(secrets, "token_urlsafe", lambda n=32: dice.randbytes(n).hex()[:43])
        patch.setattr(secrets, "choice", dice.choice)
        patch.setattr(Allowance, "take", lambda self: True)
        yield patch


def number(viewer: int | None) -> int:
    return SPECTATOR if viewer is None else viewer


def redealt(state: State, viewer: int | None) -> State:
    """Another world that looks the same: really another one, where there is any."""
    world = state.copy()
    for attempt in range(20):
        world = state.copy()
        world.redeal(number(viewer), Fast.of(f"other world {attempt}"))
        if hidden(world) != hidden(state):
            break
    return world


def hidden(state: State) -> Any:
    data = state.dump()
    del data["dice"]
    return data


def told(beats: list[Beat], viewer: int | None) -> list[Any]:
    return [[beat.name, beat.args] for beat in beats if beat.known_to(viewer)]


def chosen_otherwise(match: Match, viewer: int | None) -> Match:
    """The same match in which others have chosen otherwise in secret, as far as the viewer can't tell."""
    found = match
    for i in reversed(range(len(match.entries))):
        entry = match.entries[i]
        if entry.seat == viewer or entry not in match._since:
            continue
        for action in again(found, found.entries[:i]).state.legal(entry.seat):
            try:
                other = again(found, [*found.entries[:i], entry._replace(action=action), *found.entries[i + 1 :]])
            except Refused:
                continue
            if action != entry.action and other.state.view(viewer) == match.state.view(viewer):
                found = other
                break
    return found


def again(match: Match, entries: list[Any]) -> Match:
    other = Match(match.game, int(match.state.seats), match.seed, match.state.options, dice=match.dice)
    for entry in entries:
        other.enter(entry)
    return other


class Otherwise:
    """The other world for a viewer: `enter` puts a table into it."""

    def __init__(self, patch: pytest.MonkeyPatch, viewer: int | None) -> None:
        self._patch = patch
        self._viewer = viewer

    async def enter(self, table: Table, store: Any) -> None:
        match = table.match
        assert match is not None
        key = Keyed.of(match.seed).key
        self._start_from(match.seed)
        self._tell_otherwise(key)
        other = chosen_otherwise(match, self._viewer)
        other.state = redealt(other.state, self._viewer)
        other.seed = OTHER
        table._play.match = other  # type: ignore[union-attr]
        table.saved = replace(table.saved, seed=OTHER)
        await store.write(
            lambda c: c.execute(update(TABLES).where(TABLES.c.id == table.id).values(seed=OTHER)) and None
        )

    def _start_from(self, seed: str) -> None:
        """Who plays the game again from its seed gets the same deal."""
        start = Game.start_told

        def start_told(game: Game, seats: int, given: str, *args: Any, **kinds: Any) -> Any:
            return start(game, seats, seed if given == OTHER else given, *args, **kinds)

        self._patch.setattr(Game, "start_told", start_told)

    def _tell_otherwise(self, key: bytes) -> None:
        """Every position on the way is another, and so is what only others are told."""
        tell, tell_only, viewer = State.tell, State.tell_only, self._viewer

        def told_otherwise(state: State, *event: int) -> None:
            tell(state, *event)
            if state.beats is not None and getattr(state.dice, "key", None) == key:
                state.beats[-1].state.redeal(number(viewer), Fast.of("other world"))

        def told_only_otherwise(state: State, mask: int, event: int, *numbers: int) -> None:
            if getattr(state.dice, "key", None) == key and (viewer is None or not mask >> viewer & 1):
                *first, last = numbers
                numbers = (*first, last - 1 if last > 1 else last + 1)
            tell_only(state, mask, event, *numbers)

        self._patch.setattr(State, "tell", told_otherwise)
        self._patch.setattr(State, "tell_only", told_only_otherwise)


def calm(state: State, viewer: int | None, seat: int) -> int | None:
    """An action of this seat after which the viewer sees and hears the same in both worlds, if there is one."""
    for action in state.legal(seat):
        seen = []
        for world in (state.copy(), redealt(state, viewer)):
            if action not in world.legal(seat):
                break
            beats: list[Beat] = []
            world.beats = beats
            world.apply(seat, action)
            seen.append([world.view(viewer), told(beats, viewer), len(beats)])
        if len(seen) == 2 and seen[0] == seen[1]:
            return action
    return None
