"""What is drawn once for all who watch, or not again when it is the same, is for each of them what would be drawn for
them alone."""

from __future__ import annotations

import random

import pytest
from markupsafe import Markup

from bench.people import with_part
from hightable.games import game as find_game
from hightable.games import games
from hightable.games.page import Drawn, Person
from hightable.web.printing import count, environment, printed, put, say
from hightable.web.scene import Scene
from hightable.web.showing import changes
from hightable.web.sketches import Sketches
from hightable.web.stage import joined, stage_of


@pytest.mark.parametrize("id", sorted(games()))
def test_shared_regions_are_what_each_viewer_would_see_alone(id):
    game = find_game(id)
    stage, pictures = stage_of(game), 0
    for deal, seats in enumerate((game.min_seats, game.max_seats, game.min_seats)):
        people = [Person(f"Guest <{i}>", "guest") for i in range(seats)]
        state, dice, sketches = game.start(seats, f"scene {deal}"), random.Random(deal), Sketches(stage)
        for step in range(160):
            if state.over:
                break
            if step % 4 == 0:
                scene = Scene(sketches, state, people)
                for viewer in (*range(seats), None):
                    assert scene.regions(viewer) == stage.regions(state.view(viewer), people)
                    pictures += 1
            seat = dice.choice(state.deciding)
            state.apply(seat, dice.choice(state.legal(seat)))
    assert pictures > 5
    assert any(region.shared for region in stage.page.regions)


@pytest.mark.parametrize("id", sorted(games()))
def test_a_page_that_takes_over_what_changed_shows_the_whole(id):
    game = find_game(id)
    stage, alone = stage_of(game), 0
    for deal, seats in enumerate((game.min_seats, game.max_seats)):
        people = [Person(f"Guest <{i}>", "guest") for i in range(seats)]
        state, dice, sketches = game.start(seats, f"parts {deal}"), random.Random(deal), Sketches(stage)
        had, shown = {}, {}
        for _ in range(120):
            for viewer in (0, None):
                for name, pieces in Scene(sketches, state, people).regions(viewer).items():
                    news = changes(had[viewer, name], pieces) if (viewer, name) in had else None
                    html = joined(pieces) if news is None else shown[viewer, name]
                    for piece in news or ():
                        html = with_part(html, piece.id, piece.html)
                        alone += 1
                    assert html == joined(pieces), f"{name} for {viewer}"
                    had[viewer, name], shown[viewer, name] = pieces, html
            if state.over:
                break
            seat = dice.choice(state.deciding)
            state.apply(seat, dice.choice(state.legal(seat)))
    assert alone > 50


def test_what_stands_between_pieces_has_the_whole_sent():
    before, old, new = Drawn("", "<ul>"), Drawn("a", '<li id="a">1</li>'), Drawn("a", '<li id="a">2</li>')
    assert changes([before, old], [Drawn("", "<ul>"), new]) == [new]
    assert changes([before, old], [before, Drawn("a", old.html)]) == []
    assert changes([before, old], [Drawn("", "<ol>"), new]) is None
    assert changes([before, old], [before, Drawn("b", '<li id="b">1</li>')]) is None
    assert changes([before, old], [before, old, new]) is None


def test_sentences_escape_what_fills_their_gaps():
    assert say("%(name)s: face down", name="<b>") == "&lt;b&gt;: face down"
    assert say("%(name)s: face down", name=Markup("<b>")) == "<b>: face down"
    assert count("%(num)s point", "%(num)s points", 2) == "2 points"
    assert isinstance(say("Your turn."), Markup)


def test_templates_escape_what_they_put():
    template = environment().from_string("{{ a }}{% for x in b %}{{ f(x) }}{% endfor %}")
    inputs = {"a": "<i>", "b": ["&", 1, None, Markup("<u>")], "f": lambda x: x}
    assert printed(template, {}, dict(inputs)) == "&lt;i&gt;&amp;1None<u>" == template.render(inputs)
    assert put("<") == "&lt;" and put(True) == "True"
