"""The action table and the table's options."""

from __future__ import annotations

import pickle

import pytest

import hightable
from hightable.engine import Actions, Option, Refused
from tests.engine.toy import ToyGame

TABLE = Actions(("play", range(1, 4)), ("topic",), ("move", ("hall", "kitchen"), ("cup", "plate")))


def test_every_action_is_one_number_and_one_text() -> None:
    texts = [TABLE.text(action) for action in range(1, len(TABLE))]
    assert texts == [
        "play 1", "play 2", "play 3", "topic",
        "move hall cup", "move hall plate", "move kitchen cup", "move kitchen plate",
    ]  # fmt: skip
    assert [TABLE.parse(text) for text in texts] == list(range(1, 9))


def test_a_verbs_actions_follow_its_first() -> None:
    assert TABLE.first("play") == 1
    assert TABLE.first("move") == 5


@pytest.mark.parametrize("text", ["PLAY 2", "  play   2 ", "Play\t2", "play 2\n"])
def test_blanks_and_capitals_do_not_matter(text: str) -> None:
    assert TABLE.parse(text) == 2


@pytest.mark.parametrize("text", ["", "play", "play 4", "play 02", "undo", "x" * 500])
def test_other_texts_are_refused_in_few_words(text: str) -> None:
    with pytest.raises(Refused) as refused:
        TABLE.parse(text)
    assert 0 < len(str(refused.value)) < 100


@pytest.mark.parametrize("number", [0, -1, 9, 10**12])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(Refused, match=str(number)):
        TABLE.text(number)


def test_two_actions_with_the_same_text_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="same text"):
        Actions(("play", ["1", "1"]))


def test_an_option_takes_its_value_also_as_text() -> None:
    option = Option("rounds", "Rounds", "", (3, 2))
    assert option.default(2) == 3
    assert option.resolve(2, None) == option.resolve(2, "") == 3
    assert option.resolve(2, "2") == option.resolve(2, 2) == 2


@pytest.mark.parametrize("given", [4, "4", "two", -1, 2.5, [2], "2" * 100])
def test_an_option_refuses_other_values_and_says_which_there_are(given: object) -> None:
    with pytest.raises(Refused, match="Possible: 3, 2") as refused:
        Option("rounds", "Rounds", "", (3, 2), rule="R-1").resolve(2, given)
    assert refused.value.rule == "R-1"
    assert len(str(refused.value)) < 150


def test_a_game_resolves_all_options_or_refuses() -> None:
    game = ToyGame()
    assert game.resolve(2) == {"rounds": 3, "mood": "plain"}
    assert game.resolve(3, {"rounds": "2"}) == {"rounds": 2, "mood": "plain"}
    with pytest.raises(Refused, match="no option called wine"):
        game.resolve(2, {"wine": 1})
    for seats in (1, 4, -2):
        with pytest.raises(Refused, match="2 to 3 seats"):
            game.resolve(seats)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="no game called “chess”"):
        hightable.game("chess")


def test_a_refusal_survives_the_way_to_another_process() -> None:
    refused = pickle.loads(pickle.dumps(Refused("There is no %(thing)s.", "TF-1", {"thing": "soup"})))
    assert (str(refused), refused.rule, refused.gaps) == ("There is no soup.", "TF-1", {"thing": "soup"})
    german = {"There is no %(thing)s.": "Es gibt keine %(thing)s.", "soup": "Suppe"}
    assert refused.words(german.__getitem__) == "Es gibt keine Suppe."
