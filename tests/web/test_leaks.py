"""Two worlds: what a seat can't know is dealt anew, and its page must be the same to the byte: every region, every line
of the log, every move of a card, every word of a refusal."""

from __future__ import annotations

import json

import pytest

from hightable import game as find_game
from hightable.engine import Beat, Fast, Match, Refused
from hightable.games.page import Person, Told
from hightable.web.stage import stage_of, whole

GAME = find_game("the-feast")
STAGE = stage_of(GAME)


def page(state, viewer, people):
    """All that a viewer's page shows of a position."""
    view = state.view(viewer)
    regions = whole(STAGE.regions(view, people))
    refusals = []
    if viewer is not None:
        for action in range(len(GAME.actions)):
            why = state.why_not(viewer, action)
            refusals.append((str(why), why.rule) if why else None)
    return json.dumps([regions, view, refusals])


def story(beats: list[Beat], viewer, people):
    """All that a viewer hears of some events."""
    heard = []
    for beat in beats:
        if beat.known_to(viewer):
            view = beat.state.view(viewer)
            told = Told(beat.name, beat.args)
            heard.append(
                [STAGE.log_line(told, view, people), STAGE.page.moves(told, view), page(beat.state, viewer, people)]
            )
    return json.dumps(heard)


@pytest.mark.parametrize(("seats", "dummies"), [(2, 2), (2, 6), (3, 1), (4, 0), (5, 2), (8, 0)])
def test_a_page_is_the_same_in_every_world_it_allows(seats, dummies):
    people = [Person(f"Guest {i}", "guest") for i in range(seats)]
    match = Match(GAME, seats, f"leaks {seats} {dummies}", {"dummies": dummies})
    dice = Fast(seats * 10 + dummies)
    worlds = changed = 0
    while not match.state.over:
        viewers = [None, dice.below(seats)]
        for viewer in viewers:
            other = match.state.copy()
            other.redeal(-1 if viewer is None else viewer, dice)
            worlds += 1
            changed += other.dump() != match.state.dump()
            assert page(other, viewer, people) == page(match.state, viewer, people)
        seat = match.state.deciding[dice.below(len(match.state.deciding))]
        legal = match.state.legal(seat)
        action = legal[dice.below(len(legal))]
        others = []
        for viewer in (None, *range(seats)):
            other = match.state.copy()
            other.redeal(-1 if viewer is None else viewer, dice)
            beats: list[Beat] = []
            other.beats = beats
            if len(match.state.deciding) > 1 and other.why_not(seat, action) is None:
                other.apply(seat, action)  # a choice at the same time as others: nobody may learn from it
                others.append((viewer, beats))
        beats = match.apply(seat, action)
        for viewer, heard in others:
            assert story(heard, viewer, people) == story(beats, viewer, people)
    assert worlds > 60
    assert changed > worlds * 0.8, "the other worlds are really others"


def test_the_keys_of_a_page_are_unique_and_moves_lead_from_key_to_key():
    import re

    people = [Person(f"Guest {i}", "bot") for i in range(5)]
    match = Match(GAME, 5, "keys", {"dummies": 1})
    dice = Fast(3)
    known: dict[object, set[str]] = {}

    def check(beats: list[Beat]) -> int:
        moved = 0
        for viewer in (None, 0, 4):
            for beat in beats:
                if not beat.known_to(viewer):
                    continue
                view = beat.state.view(viewer)
                html = "".join(whole(STAGE.regions(view, people)).values())
                keys = re.findall(r'data-k="([^"]+)"', html)
                assert len(keys) == len(set(keys)), "two things have the same key"
                ids = re.findall(r'\sid="([^"]+)"', html)
                assert len(ids) == len(set(ids))
                for old, new in STAGE.page.moves(Told(beat.name, beat.args), view):
                    moved += 1
                    assert new in keys, f"{beat.name}: {old} moves to {new}, which is not there"
                    assert old in known.get(viewer, {old}), f"{beat.name}: {old} was not there"
                known[viewer] = set(keys)
        return moved

    moved = check(match.opening)
    while not match.state.over:
        seat = match.state.deciding[0]
        legal = match.state.legal(seat)
        moved += check(match.apply(seat, legal[dice.below(len(legal))]))
    assert moved > 300


def test_refusals_of_others_do_not_tell_what_is_chosen():
    match = Match(GAME, 4, "refusals")
    match.apply(0, match.state.legal(0)[0])
    why = match.state.why_not(0, 5)
    assert isinstance(why, Refused) and not any(sign.isdigit() for sign in str(why))
