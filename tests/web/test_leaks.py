"""Two worlds: what a seat can't know is dealt anew, and its page must be the same to the byte: every region, every line
of the log, every move of a card, every word of a refusal."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from hightable import game as find_game
from hightable.engine import Beat, Fast, Match, Refused
from hightable.games.coach import coach_of
from hightable.games.page import Person, Told
from hightable.games.text import text_of
from hightable.web.stage import stage_of, whole
from tests.kings_feast.table import ODD, SHIPPED, patient

GAME = find_game("the-feast")
KINGS = find_game("kings-feast")
CALM = ("choose", "call", "skip-swap")  # verbs of The King's Feast that show nothing hidden


@cache
def tried(game, cells):
    """The actions that anybody would try at this table: with these cells, none of another place."""
    texts = {action: game.text(action).split()[-1] for action in range(1, len(game.actions))}
    return [0, *(action for action, last in texts.items() if not cells or last in cells or last[0] != "r")]


def page(state, viewer, people):
    """All that a viewer's page shows of a position."""
    view = state.view(viewer)
    regions = whole(stage_of(state.game).regions(view, people))
    refusals = []
    if viewer is not None:
        for action in tried(state.game, tuple(view.get("arrangement", {}).get("cells", ()))):
            why = state.why_not(viewer, action)
            refusals.append((str(why), why.rule) if why else None)
    coach = coach_of(state.game)
    return json.dumps([regions, view, refusals, coach and coach.key(view)])


def story(beats: list[Beat], viewer, people):
    """All that a viewer hears of some events."""
    heard = []
    for beat in beats:
        if beat.known_to(viewer):
            stage, view = stage_of(beat.state.game), beat.state.view(viewer)
            told = Told(beat.name, beat.args)
            line = stage.log_line(told, view, people) if beat.name in stage.page.logged else ""
            text = text_of(beat.state.game)
            names = [*(person.name for person in people), *text.guests(view)]
            sentence = text.event_line(beat.name, beat.args, view, names)
            heard.append([line, sentence, stage.page.moves(told, view), page(beat.state, viewer, people)])
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


@pytest.mark.parametrize("arrangement", [*SHIPPED, ODD["comb"]], ids=[*SHIPPED, "comb"])
def test_the_kings_table_is_the_same_in_every_world_it_allows(arrangement):
    """Every region and refusal for the player and for those who watch; and what shows nothing hidden tells the same
    story in every world."""
    people = [Person("Guest", "guest")]
    dice = Fast.of(f"leaks {arrangement[:30]}")
    worlds = changed = stories = 0
    for number in range(2):
        match = Match(KINGS, 1, f"leaks {number}", {"arrangement": arrangement})
        while not match.state.over and len(match.entries) < 40:
            state = match.state
            for viewer in (None, 0):
                other = state.copy()
                other.redeal(-1 if viewer is None else viewer, dice)
                worlds += 1
                changed += other.dump()["number"] != state.dump()["number"]
                assert page(other, viewer, people) == page(state, viewer, people)
            action = patient(state.view(0), dice)
            other = state.copy()
            other.redeal(0, dice)
            heard: list[Beat] = []
            other.beats = heard
            other.apply(0, action)
            beats = match.apply(0, action)
            if KINGS.text(action).startswith(CALM) and not match.state.over:
                stories += 1
                assert story(heard, 0, people) == story(beats, 0, people)
                assert page(other, 0, people) == page(match.state, 0, people)
    assert worlds > 30 and stories > 5
    assert changed > worlds * 0.3, "the other worlds are really others"


def keys_and_moves(match, pick, viewers, people, most=10_000):
    """Play on, and check the keys and moves of every picture on the way; how many moves there were."""
    known: dict[object, set[str]] = {}
    stage = stage_of(match.game)

    def check(beats: list[Beat]) -> int:
        moved = 0
        for viewer in viewers:
            for beat in beats:
                if not beat.known_to(viewer):
                    continue
                view = beat.state.view(viewer)
                html = "".join(whole(stage.regions(view, people)).values())
                keys = re.findall(r'data-k="([^"]+)"', html)
                assert len(keys) == len(set(keys)), "two things have the same key"
                ids = re.findall(r'\sid="([^"]+)"', html)
                assert len(ids) == len(set(ids))
                for old, new in stage.page.moves(Told(beat.name, beat.args), view):
                    moved += 1
                    assert new in keys, f"{beat.name}: {old} moves to {new}, which is not there"
                    assert old in known.get(viewer, {old}), f"{beat.name}: {old} was not there"
                known[viewer] = set(keys)
        return moved

    moved = check(match.opening)
    while not match.state.over and len(match.entries) < most:
        seat = match.state.deciding[0]
        moved += check(match.apply(seat, pick(match.state.view(seat))))
    return moved


def test_the_keys_of_a_page_are_unique_and_moves_lead_from_key_to_key():
    people = [Person(f"Guest {i}", "bot") for i in range(5)]
    dice = Fast(3)
    match = Match(GAME, 5, "keys", {"dummies": 1})
    assert keys_and_moves(match, lambda view: view["legal"][dice.below(len(view["legal"]))], (None, 0, 4), people) > 300


def test_the_keys_of_the_kings_table_too():
    """Three of a row move when the Jester mixes them; everybody else is followed by a key of their own."""
    people, moved = [Person("Guest", "guest")], 0
    for number, arrangement in enumerate((*SHIPPED, ODD["line"], ODD["ring"], ODD["tall"])):
        dice = Fast(number)
        match = Match(KINGS, 1, f"keys {number}", {"arrangement": arrangement})
        moved += keys_and_moves(match, lambda view, dice=dice: patient(view, dice), (None, 0), people, 60)
    assert moved > 0


def test_refusals_of_others_do_not_tell_what_is_chosen():
    match = Match(GAME, 4, "refusals")
    match.apply(0, match.state.legal(0)[0])
    why = match.state.why_not(0, 5)
    assert isinstance(why, Refused) and not any(sign.isdigit() for sign in str(why))
