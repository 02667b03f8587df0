"""Options: switches take all words for yes and no, and what is kept is always the listed value."""

from __future__ import annotations

import pytest

import hightable
from hightable.engine import Game, Match, Option, Record, Refused
from hightable.games import games

YES = ["yes", "YES", "true", "True", "on", "On", "1", 1, True]
NO = ["no", "No", "false", "FALSE", "off", "0", 0, False]
SWITCHES = [
    (game, option)
    for game in games().values()
    for option in game.options
    if {str(value) for value in option.values(game.max_seats)} <= {"yes", "no", "on", "off"}
]


def ids(value: object) -> str:
    return value.id if isinstance(value, Game) else getattr(value, "name", str(value))


@pytest.mark.parametrize(("game", "option"), SWITCHES, ids=ids)
def test_a_switch_takes_all_words_for_yes_and_no(game: Game, option: Option) -> None:
    seats = 4
    words = [(word, meant) for meant, some in (("yes", YES), ("no", NO)) for word in some]
    for word, meant in words:
        kept = option.resolve(seats, word)
        assert kept in option.values(seats)
        assert kept in (("yes", "on") if meant == "yes" else ("no", "off")), word
        assert game.resolve(seats, {option.name: word})[option.name] == kept
    for word in ("maybe", "y", 2, -1, 1.0, [], "yes no"):
        with pytest.raises(Refused, match=option.name):
            option.resolve(seats, word)


def test_all_games_together_have_these_switches() -> None:
    assert {option.name for _game, option in SWITCHES} == {
        "magical", "events", "quick_tables", "tutorial", "quick", "team", "memory_aid",
    }  # fmt: skip


def test_a_record_has_the_listed_value() -> None:
    match = Match(hightable.game("festo"), 2, 7, {"magical": True, "events": False})
    assert "options: magical=yes events=off\n" in Record.of(match).text()


def test_where_yes_is_not_possible_it_is_still_refused() -> None:
    game = hightable.game("henrys-feast")
    assert game.resolve(2, {"team": False})["team"] == "no"
    with pytest.raises(Refused, match="team"):
        game.resolve(2, {"team": True})


def test_a_number_is_no_switch() -> None:
    """RF-R1, TF-18: 0 and 1 mean numbers here."""
    royal, feast = hightable.game("royal-feast"), hightable.game("the-feast")
    assert royal.resolve(2, {"null_coin": "1"})["null_coin"] == 1
    assert feast.resolve(4, {"dummies": 1})["dummies"] == 1
    for game, name, word in ((royal, "null_coin", "yes"), (royal, "null_coin", True), (feast, "dummies", "on")):
        with pytest.raises(Refused, match=name):
            game.resolve(4, {name: word})


@pytest.mark.parametrize("id", sorted(games()))
def test_a_number_and_its_text_are_the_same_seed(id: str) -> None:
    game = hightable.game(id)
    assert game.start(game.min_seats, 7).dump() == game.start(game.min_seats, "7").dump()
    match = Match(game, game.min_seats, -7)
    assert (match.seed, match.commitment) == ("-7", Match(game, game.min_seats, "-7").commitment)


@pytest.mark.parametrize("seed", [None, True, 1.5, b"7", [7], "", " 7", "two\nlines", "x" * 201, 10**400])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(Refused, match="A seed is a whole number, or one line of 1 to 200 visible characters"):
        hightable.game("the-feast").start(4, seed)
