"""Help for the first minute: whatever a game asks, a newcomer is told what that is, why, and what to press."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from hightable.engine import Fast, Game, Refused, State
from hightable.games import game as find_game
from hightable.games import games
from hightable.games.coach import WAIT, Coach, coach_of
from tests.engine.toy import ToyGame

VARIANTS: dict[str, list[dict[str, object]]] = {  # what brings questions of its own to the table
    "the-feast": [{}],
    "kings-feast": [{"arrangement": name} for name in ("beginners-banquet", "full-feudal-feast") for _ in range(8)],
    "royal-feast": [{}, {"quick_tables": "yes"}],
    "henrys-feast": [{}, {"team": "yes"}],
    "festo": [{}, {"events": "swap-meet"}, {"events": "small-larders", "magical": "yes"}],
}
RARE = {  # seldom come to by chance; their words are read in the other tests
    "henrys-feast": {"corner-down", "corner-up", "final-first"},
}


def coach(id: str) -> Coach:
    found = coach_of(find_game(id))
    assert found is not None
    return found


def positions(game: Game, seats: int, options: dict[str, object], seed: int, most: int = 400) -> Iterator[State]:
    """A game played at random, up to a bound."""
    state, dice = game.start(seats, f"coach {seed}", options), Fast(seed)
    for _ in range(most):
        if state.over:
            return
        yield state
        seat = state.deciding[0]
        legal = state.legal(seat)
        state.apply(seat, legal[dice.below(len(legal))])


def variants(id: str) -> Iterator[tuple[int, dict[str, object]]]:
    game = find_game(id)
    for options, seats in itertools.product(VARIANTS[id], range(game.min_seats, game.max_seats + 1)):
        try:
            game.resolve(seats, options)
        except Refused:  # not with so many
            continue
        yield seats, options


@pytest.mark.parametrize("id", sorted(games()))
def test_every_question_of_a_game_has_its_lesson(id: str) -> None:
    game, lessons, met = find_game(id), coach(id), set()
    for seed, (seats, options) in enumerate(variants(id)):
        for state in positions(game, seats, options, seed):
            for seat in range(seats):
                key = lessons.key(state.view(seat))
                lesson = lessons.at(key)
                assert lesson.what and lesson.why and lesson.how
                if seat in state.deciding:
                    assert lesson is lessons.lessons[key]
                    met.add(key)
                else:
                    assert lesson is WAIT or key.endswith("-wait")
            assert lessons.key(state.view(None)) == "", "who watches is asked nothing"
    assert set(lessons.lessons) - met <= RARE.get(id, set()), "a lesson that nobody ever meets"


@pytest.mark.parametrize("id", sorted(games()))
def test_lessons_are_short_sentences(id: str) -> None:
    lessons = coach(id)
    for lesson in (*lessons.lessons.values(), *lessons.waiting.values(), WAIT):
        for words, most in ((lesson.what, 80), (lesson.how, 150), (lesson.why, 230)):
            assert words[0].isupper() and words[-1] in ".?" and len(words) <= most, words


def test_a_game_without_a_coach_gets_none() -> None:
    assert coach_of(ToyGame()) is None
