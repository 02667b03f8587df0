"""What the engine demands so that nobody learns more than the table shows: everything a viewer gets must be the same in
every world that looks the same to them. Part of `check_game`. Imports the engine only."""

from __future__ import annotations

import json
from typing import Any

from hightable.engine.check_trial import Trial, differing, listen, number, plain, position, shown
from hightable.engine.contract import ALL, SPECTATOR, Beat, State, View
from hightable.engine.words import Refused

ENOUGH = 20  # so often must something have been hidden before it is suspicious that re-dealing never changed it


def views(t: Trial) -> None:
    """A view is plain data of its own: no seed, no key, the viewer's legal actions and nobody else's, unchanged by
    looking; and only seats and spectators have one."""
    for beat in t.beats:
        for i in t.sample(range(len(t.viewers)), 4):
            view(t, beat.state, t.viewers[i])
    before = position(t.state)
    for viewer in t.viewers:
        data = view(t, t.state, viewer)
        text = plain(data)
        empty(data)
        t.same(f"the view of {viewer} is not the same twice", text, plain(t.state.view(viewer)))
    open_view(t, t.state)
    t.same("looking at a view changed the position", before, position(t.state))
    for stranger in (SPECTATOR, ALL, t.seats):
        try:
            t.state.view(stranger)
        except Refused:
            continue
        t.fail(f"there is no seat {stranger}, but it has a view")


def view(t: Trial, state: State, viewer: int | None) -> View:
    data = state.view(viewer)
    proper(t, state, data, f"the view of {viewer}")
    legal = [] if viewer is None else state.legal(viewer)
    if data["legal"] != legal or data["viewer"] != viewer or data["deciding"] != state.deciding:
        t.fail(f"the view of {viewer} has {data['legal']} as legal, not {legal}, or another viewer, or others deciding")
    return data


def open_view(t: Trial, state: State) -> None:
    """With all cards open a view has all that a spectator's has, offers nothing, and tells no chance to come."""
    data = state.open_view()
    proper(t, state, data, "the open view")
    if data["legal"] or data["viewer"] is not None or not data["open"] or not set(state.view(None)) <= set(data):
        t.fail("the open view is not a spectator's with more in it")


def proper(t: Trial, state: State, data: View, what: str) -> None:
    text = plain(data)
    if json.loads(text) != data:
        t.fail(f"{what} is not plain data")
    for name, secret in {"seed": t.seed, **state.dice.dump()}.items():
        if isinstance(secret, str) and len(secret) > 8 and secret in text:
            t.fail(f"{what} tells the {name}")


def empty(data: Any) -> None:
    """Spoil a view: if it shares anything with the position, that is spoilt too."""
    parts = list(data.values()) if isinstance(data, dict) else list(data)
    for part in parts:
        if isinstance(part, dict | list):
            empty(part)
    data.clear()


def leaks(t: Trial) -> None:
    """Deal anew what a viewer can't know: its view, its legal actions and its refusals stay the same to the byte."""
    table = range(1, len(t.game.actions))
    for viewer in t.viewers:
        state = t.state
        world = t.redealt(state, viewer)
        t.looks += 1
        t.same(f"the view of {viewer} tells what is hidden", t.sees(viewer), plain(world.view(viewer)))
        if state.unknown(number(viewer)) != world.unknown(number(viewer)):
            t.fail(f"re-dealing for {viewer} changes how much is unknown")
        if state.unknown(number(viewer)) > 1:
            t.ledger.asked[viewer] = t.ledger.asked.get(viewer, 0) + 1
        t.ledger.changed.setdefault(viewer, set()).update(differing(state, world))
        if viewer is None:
            continue
        notes = plain(state.study(viewer)), plain(world.study(viewer))
        t.same(f"the notes of {viewer} tell what is hidden", *notes)
        if state.legal(viewer) != world.legal(viewer):
            t.fail(f"the legal actions of seat {viewer} tell what is hidden from it")
        for action in t.sample(table, 6):
            mine, theirs = state.why_not(viewer, action), world.why_not(viewer, action)
            if str(mine) != str(theirs) or (mine and mine.rule) != (theirs and theirs.rule):
                t.fail(f"a refusal tells seat {viewer} what is hidden from it: “{mine}” or “{theirs}”")


def leaks_in_beats(t: Trial) -> None:
    """See `leaks`: also at every event on the way to the next decision."""
    for beat in t.beats:
        for i in t.sample(range(len(t.viewers)), 4):
            viewer = t.viewers[i]
            world = t.redealt(beat.state, viewer)
            mine, theirs = plain(beat.state.view(viewer)), plain(world.view(viewer))
            t.same(f"at the event {beat.name} the view of {viewer} tells what is hidden", mine, theirs)


def imagine(t: Trial) -> None:
    """What is imagined from a view gives that view again, and can be played to the end."""
    for viewer in t.viewers:
        seen = t.state.view(viewer)
        text = plain(seen)
        world = t.game.imagine(seen, t.dice.split())
        t.looks += 1
        t.same(f"imagining changed the view of {viewer}", text, plain(seen))
        t.same(f"what {viewer} imagines looks different", text, plain(world.view(viewer)))
        hidden = t.ledger.hidden.setdefault(viewer, {})
        for name in differing(t.state, world):
            hidden[name] = hidden.get(name, 0) + 1
        if t.invariant is not None:
            t.invariant(world)
        if t.sometimes(40):
            t.play_out(world)


def redeal(t: Trial) -> None:
    """A re-dealt world can be played to the end, and its chance is a stream of its own."""
    viewer = t.viewers[t.dice.below(len(t.viewers))]
    world = t.redealt(t.state, viewer)
    if world.dice.dump() == t.state.dice.dump():
        t.fail(f"re-dealing for {viewer} keeps the dice of the game")
    if t.invariant is not None:
        t.invariant(world)
    if t.sometimes(10):
        t.play_out(world)


def redeal_at_the_end(t: Trial) -> None:
    """See `redeal`: over some games it really changes what is hidden, every field that imagination had to make up."""
    for viewer in t.viewers:
        changed = t.ledger.changed.get(viewer, set())
        if t.ledger.asked.get(viewer, 0) >= ENOUGH and not changed:
            t.fail(f"re-dealing for {viewer} never changed anything")
        for name, times in t.ledger.hidden.get(viewer, {}).items():
            if times >= ENOUGH and name not in changed:
                t.fail(f"re-dealing for {viewer} never changed {name}, which its view leaves open")


def ready(t: Trial) -> None:
    """Of those who decide at the same time nobody sees more than who is ready: another choice looks the same."""
    actions = t.before.legal(t.seat)
    if len(t.before.deciding) < 2 or len(actions) < 2:
        return
    other = actions[(actions.index(t.action) + 1 + t.dice.below(len(actions) - 1)) % len(actions)]
    world = t.before.copy()
    beats = listen(world, t.seat, other)
    if not t.state.deciding or t.state.deciding != world.deciding or t.state.awaited & ~t.before.awaited:
        return
    for viewer in t.viewers:
        if viewer != t.seat:
            mine, theirs = t.sees(viewer), plain(world.view(viewer))
            t.same(f"the view of {viewer} tells what seat {t.seat} chose", mine, theirs)
            mine, theirs = plain(shown(t.beats, viewer)), plain(shown(beats, viewer))
            t.same(f"an event tells {viewer} what seat {t.seat} chose", mine, theirs)


def events(t: Trial) -> None:
    """Every action tells something, so that everybody's picture moves on. In every world that looks the same to a
    viewer it looks the same and makes the same events known, until something hidden is shown or chance speaks."""
    if not any(beat.only < 0 for beat in t.beats):
        t.fail(f"“{t.game.text(t.action)}” tells nobody anything")
    for viewer in t.viewers:
        world = t.redealt(t.before, viewer)
        if t.action not in world.legal(t.seat):
            continue
        unknown, drawn = t.before.unknown(number(viewer)), world.dice.drawn
        theirs = quiet(listen(world, t.seat, t.action), viewer, unknown, drawn)
        mine = quiet(t.beats, viewer, unknown, t.before.dice.drawn)
        for one, other in zip(mine, theirs, strict=False):
            seen, instead = plain(shown([one], viewer)), plain(shown([other], viewer))
            t.same(f"an event tells {viewer} what is hidden", seen, instead)
            seen, instead = plain(one.state.view(viewer)), plain(other.state.view(viewer))
            t.same(f"the view of {viewer} at an event tells what is hidden", seen, instead)


def quiet(beats: list[Beat], viewer: int | None, unknown: int, drawn: int) -> list[Beat]:
    """The events known to a viewer before anything was shown to it."""
    known: list[Beat] = []
    for beat in beats:
        if beat.state.unknown(number(viewer)) != unknown or beat.state.dice.drawn != drawn:
            break
        if beat.known_to(viewer):
            known.append(beat)
    return known


def peeks(t: Trial) -> None:
    """An action that can be taken back has shown nobody anything: in every world that looked the same before it, the
    same action, or another one where that is not possible, tells the same and leads to the same view."""
    if not t.free:
        return
    for viewer in t.viewers:
        world = t.redealt(t.before, viewer)
        seen = [t.sees(viewer), told(t.beats, viewer)]
        if t.action in world.legal(t.seat):
            other = outcome(world, t.seat, t.action, viewer)
        elif t.sometimes(4):
            others = (outcome(world, t.seat, action, viewer) for action in world.legal(t.seat))
            other = next((found for found in others if found == seen), ["impossible", "impossible"])
        else:
            continue
        what = f"“{t.game.text(t.action)}” can be taken back, but showed {viewer} something"
        for mine, theirs in zip(seen, other, strict=True):
            t.same(what, mine, theirs)


def outcome(world: State, seat: int, action: int, viewer: int | None) -> list[str]:
    """What a viewer sees after an action, and is told on the way."""
    after = world.copy()
    beats: list[Beat] = []
    after.beats = beats
    after.apply(seat, action)
    return [plain(after.view(viewer)), told(beats, viewer)]


def told(beats: list[Beat], viewer: int | None) -> str:
    return plain([[beat.name, beat.args] for beat in beats if beat.known_to(viewer)])


def bots(t: Trial) -> None:
    """A bot chooses a legal action, leaves the view alone, and chooses the same in every world that looks the same."""
    if not t.choices or not t.sometimes(5):
        return
    seen = t.state.view(t.seat)
    text = plain(seen)
    for choose in t.choices:
        first = choose(seen)
        if first not in t.state.legal(t.seat):
            t.fail(f"a bot chose {first}, which is not legal")
        t.same("a bot changed its view", text, plain(seen))
        for _world in range(2):
            world = t.redealt(t.state, t.seat)
            again = choose(world.view(t.seat))
            if again != first:
                t.fail(f"a bot in seat {t.seat} chose {first}, but in a world that looks the same {again}")
