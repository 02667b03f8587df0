"""What a guest has finished, as the hall lists it."""

import pytest

from hightable.games import games
from hightable.hall.daily import Finished, Outcome
from hightable.hall.guests import Guest
from hightable.hall.news import Chair, Summary
from hightable.hall.timing import Timing
from hightable.web.lists import ended_words, setting_name, summary_data

ANN = Guest("ann", "Ann")
CHAIRS = (Chair("guest", "ann", "", "Ann"), Chair("bot", None, "cook", "Bea"), Chair("guest", "cid", "", "Cid"))


def ended(*scores: int, guest: Guest = ANN, origin: str | None = None) -> str:
    outcomes = tuple(Outcome(seat, score, "", 0, (score,)) for seat, score in enumerate(scores))
    summary = Summary("t", "", "the-feast", {}, "over", CHAIRS, "Ann", origin=origin)
    return ended_words(Finished(summary, outcomes), guest)


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((9, 4, 1), "you won with 9 points"),
        ((-3, 4, 1), "Bea won with 4 points, you had −3"),
        ((1, 7, 7), "Bea and Cid won with 7 points, you had 1"),
        ((7, 7, 1), "you and Bea won with 7 points"),
        ((0, 0, 0), "all ended level"),
    ],
)
def test_who_won_in_short(scores, words):
    assert ended(*scores) == words


def test_a_host_without_a_chair_hears_who_won():
    assert ended(1, 9, 2, guest=Guest("hal", "Hal")) == "Bea won with 9 points"


def test_of_a_record_from_elsewhere_the_list_says_that_it_was_checked():
    assert ended(origin="brought") == "replayed and checked"


def test_a_list_tells_only_what_is_not_as_usual():
    def told(id: str, seats: int, **given: str) -> str:
        return setting_name(games()[id], games()[id].resolve(seats, given), seats)

    assert all(told(game.id, 2) == "" for game in games().values() if game.max_seats > 1)
    assert told("royal-feast", 3, recall="aid") == "Memory: Aid"
    assert told("festo", 3, magical="yes", events="off") == "Magical dishes, Events: No"
    assert told("kings-feast", 1) == "Beginner's Banquet"


def test_a_list_tells_the_clock():
    summary = Summary("t", "", "the-feast", {}, "waiting", CHAIRS, "Ann", timing=Timing(120, 300))
    assert summary_data(summary)["title"] == "The Feast · clock: 2 minutes for each turn"
