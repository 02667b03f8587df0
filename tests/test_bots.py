"""Bots: they choose something legal from a view alone, and the greedy one is worth its name."""

from __future__ import annotations

import json

import pytest

from hightable.bots import BASELINES, KNOWN, LEVELS, USUAL, Bot, advise, bot
from hightable.bots.player import Thinker, best
from hightable.bots.search import think
from hightable.engine import Dice, Fast, Game, Refused, State
from hightable.games import games
from hightable.lab import simulate

GAMES = list(games().values())


def through(game: Game, seats: int, level: str, seed: str) -> list[tuple[State, int]]:
    """Every decision of a game: the position right before it and the seat."""
    state, dice, met = game.start(seats, seed), Fast.of(seed), []
    while not state.over:
        for seat in state.deciding:
            met.append((state.copy(), seat))
            state.apply(seat, bot(level).choose(game, state.view(seat), dice))
    return met


def test_levels_are_listed_and_found() -> None:
    assert LEVELS == ("apprentice", "cook", "chef", "master")
    assert BASELINES == ("random", "greedy") and USUAL in LEVELS
    assert all(isinstance(bot(level), Bot) and bot(level).level == level for level in KNOWN)


def test_an_unknown_level_is_refused_with_the_list() -> None:
    with pytest.raises(Refused, match=r"“clever”.*apprentice, cook, chef, master, random, greedy"):
        bot("clever")


@pytest.mark.parametrize("level", [*BASELINES, LEVELS[0]])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_bot_plays_every_game_to_the_end(game: Game, level: str) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        assert through(game, seats, level, f"end {seats}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hints_give_one_value_for_each_legal_action(game: Game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        for state, seat in through(game, seats, "random", f"hints {seats}"):
            values = game.appraise(state.view(seat))
            assert len(values) == len(state.legal(seat))
            assert all(value == value for value in values)


@pytest.mark.parametrize("level", [*BASELINES, *LEVELS[:3]])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_choice_needs_nothing_but_the_view(game: Game, level: str) -> None:
    """The view through JSON and back, and what is hidden dealt anew: the same choice."""
    met = through(game, min(game.min_seats + 1, game.max_seats), "random", "leak")
    few = met[:: 1 if level in BASELINES else 1 + len(met) // 12]
    for number, (state, seat) in enumerate(few):
        other = state.copy()
        other.redeal(seat, Fast.of(f"again {number}"))
        view, again = state.view(seat), json.loads(json.dumps(other.view(seat)))
        choices = [bot(level).choose(game, seen, Fast.of("own")) for seen in (view, again)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_hint_needs_nothing_but_the_view_and_says_why(game: Game) -> None:
    met = through(game, min(game.min_seats + 1, game.max_seats), "random", "advice")
    for number, (state, seat) in enumerate(met[:: 1 + len(met) // 4]):
        other = state.copy()
        other.redeal(seat, Fast.of(f"again {number}"))
        views = state.view(seat), json.loads(json.dumps(other.view(seat)))
        mine, theirs = (advise(game, view, Fast.of("own")) for view in views)
        assert mine is not None and theirs is not None
        assert mine.action in state.legal(seat)
        assert mine.words(str).endswith(".") and "%(" not in mine.words(str)
        assert (mine.action, mine.words(str)) == (theirs.action, theirs.words(str))


def test_a_thought_goes_on_through_a_turn_as_long_as_all_is_as_expected() -> None:
    game, dice = games()["royal-feast"], Fast.of("turn")
    state = game.start(2, "turn", {"quick_tables": "yes"})
    while state.view(None)["phase"] != "service":
        state.apply(state.deciding[0], state.legal(state.deciding[0])[0])
    seat = state.deciding[0]
    first = think(game, state.view(seat), dice, 40)
    lifts = [action for action in state.legal(seat) if game.text(action).startswith("lift")]
    action = best(lifts, first.values(lifts), dice)
    state.apply(seat, action)
    assert not first.meets(state.view(seat))
    assert first.follow(action), "the same seat decides again"
    assert first.meets(state.view(seat)) and first.meets(json.loads(json.dumps(state.view(seat))))
    assert not first.meets(state.view(1 - seat))
    view, legal = state.view(seat), state.legal(seat)
    anew, on = think(game, view, dice, 40), think(game, view, dice, 40, first)
    assert sum(on.values(legal)) > sum(anew.values(legal)), "what was learnt before counts"


def test_a_bot_with_a_thought_plays_the_same_game_again_and_keeps_nothing_for_others() -> None:
    game = games()["royal-feast"]
    stories = []
    for _time in range(2):
        players, state, story = [Thinker("master"), Thinker("cook")], game.start(2, "again"), []
        game_dice = [Fast.of("first"), Fast.of("second")]
        kept = 0
        while not state.over and len(story) < 60:
            seat = state.deciding[0]
            story.append(players[seat].choose(game, state.study(seat), game_dice[seat]))
            state.apply(seat, story[-1])
            kept += players[0].thought is not None
            assert players[1].thought is None, "who doesn't search keeps nothing"
            assert players[0].thought is None or state.deciding == [0]
        assert kept
        stories.append(story)
    assert stories[0] == stories[1]


def test_random_is_uniform_among_the_legal_actions() -> None:
    game, dice, counts = GAMES[0], Fast.of("uniform"), {2: 0, 3: 0, 7: 0}
    for _ in range(3000):
        counts[bot("random").choose(game, {"legal": list(counts)}, dice)] += 1
    assert all(900 < count < 1100 for count in counts.values())


class Flat(Game):
    """A game whose hints like two actions best."""

    def __init__(self) -> None:
        self.id = "flat"

    def appraise(self, view: dict[str, object]) -> list[float]:
        return [1.0, 3.0, 2.0, 3.0]


def test_greedy_takes_the_best_and_draws_among_equals() -> None:
    dice: Dice = Fast.of("ties")
    chosen = [bot("greedy").choose(Flat(), {"legal": [4, 5, 6, 9]}, dice) for _ in range(400)]
    assert set(chosen) == {5, 9}
    assert 150 < chosen.count(5) < 250


@pytest.mark.parametrize(("seats", "least"), [(2, 0.85), (3, 0.5), (5, 0.22), (8, 0.13)])
def test_greedy_beats_random_at_the_feast(seats: int, least: float) -> None:
    report = simulate("the-feast", ["greedy"] + ["random"] * (seats - 1), 300, "strength")
    assert report.seats[0].share >= least
    assert report.seats[0].mean_score > sum(seat.mean_score for seat in report.seats[1:]) / (seats - 1)


def test_greedy_bots_among_themselves_do_not_all_say_the_same() -> None:
    """Players who all think one step ahead collide in every round, and a random bot among them nearly always wins."""
    report = simulate("the-feast", ["random"] + ["greedy"] * 4, 120, "crowd")
    assert report.seats[0].share < 0.33
