"""A match: how far back one may go, and why no further."""

from __future__ import annotations

import pytest

from hightable.engine import REWIND, UNDO, Entry, Game, Match, Record, Refused, State
from hightable.engine.match import APART
from hightable.games.the_feast import GAME
from tests.engine import toy
from tests.engine.toy import Bidding, Toy, ToyGame, Turn


def bid(match: Match, *bids: int) -> None:
    for seat, amount in enumerate(bids):
        match.apply(seat, match.game.parse(f"bid {amount}"))


def match_of(game: Game | None = None, seats: int = 2) -> Match:
    return Match(game or ToyGame(), seats, "match")


def reason(match: Match, seat: int) -> str:
    refused = match.why_no_undo(seat)
    assert refused is not None
    with pytest.raises(Refused) as raised:
        match.undo(seat)
    assert str(raised.value) == str(refused)
    return str(refused)


class Lingers(Turn):
    """The winner goes on until a card is drawn; a roll is only a roll."""

    def choose(self, s: Toy, seat: int, action: int) -> None:
        if action == toy.ROLL:
            s.points[seat] += s.dice.below(6)
        else:
            super().choose(s, seat, action)


class PassesOn(Turn):
    """Nothing is drawn or shown: the next player has the turn, and the last one ends the game."""

    def choose(self, s: Toy, seat: int, action: int) -> None:
        s.pop()
        if seat + 1 < s.seats:
            s.push(toy.TURN, 1 << (seat + 1))


def test_there_is_nothing_to_take_back_at_first() -> None:
    match = match_of()
    assert "nothing of yours" in reason(match, 0)
    match.apply(1, 1)
    assert "nothing of yours" in reason(match, 0)


def test_a_choice_can_be_taken_back_until_all_have_chosen() -> None:
    match = match_of()
    before = match.state.dump()
    match.apply(0, 3)
    assert match.why_no_undo(0) is None
    beats = match.undo(0)
    assert match.state.dump() == before
    assert [(beat.name, beat.args) for beat in beats] == [("undone", {"seat": 0})]
    assert match.entries == [Entry(0, 3), Entry(0, UNDO)]
    bid(match, 1, 1)
    assert "something hidden has been shown" in reason(match, 0)


def test_taking_back_a_simultaneous_choice_keeps_the_others() -> None:
    match = match_of(seats=3)
    match.apply(2, 2)
    match.apply(0, 3)
    match.undo(2)
    assert match.state.deciding == [1, 2]
    assert list(match.state.bids) == [3, 0, 0]
    match.apply(2, 1)
    match.undo(0)
    assert match.state.deciding == [0, 1]
    assert list(match.state.bids) == [0, 0, 1]
    assert "nothing of yours" in reason(match, 1)


def test_what_was_shown_stays_shown() -> None:
    match = match_of()
    bid(match, 2, 0)
    match.apply(0, toy.DRAW)
    assert "something hidden has been shown" in reason(match, 0)


def test_chance_that_has_spoken_stays_said() -> None:
    match = match_of(ToyGame(steps=(Bidding(), Lingers())))
    bid(match, 2, 0)
    match.apply(0, toy.ROLL)
    assert "chance has spoken" in reason(match, 0)


def test_another_player_who_was_asked_stays_asked() -> None:
    match = match_of(ToyGame(steps=(Bidding(), PassesOn())), seats=3)
    bid(match, 2, 0, 0)
    match.apply(0, toy.DRAW)
    assert "another player has been asked" in reason(match, 0)


def test_a_game_that_is_over_stays_over() -> None:
    match = match_of(ToyGame(steps=(Bidding(), PassesOn())))
    bid(match, 0, 1)
    match.apply(1, toy.DRAW)
    assert match.state.over
    assert "the game is over" in reason(match, 1)


def test_a_refused_action_leaves_no_trace() -> None:
    match = match_of()
    before = match.state.dump()
    with pytest.raises(Refused):
        match.apply(0, toy.DRAW)
    assert match.entries == []
    assert match.state.dump() == before
    assert match.state.beats is None


def test_events_come_with_the_position_right_after_them() -> None:
    match = match_of()
    beats = match.apply(0, 3)
    assert [beat.name for beat in beats] == ["bid", "ready"]
    known = [[beat.known_to(viewer) for viewer in (None, 0, 1)] for beat in beats]
    assert known == [[False, True, False], [True, True, True]]
    assert beats[-1].state.dump() == match.state.dump()
    match.apply(1, 1)
    assert list(beats[-1].state.bids) == [3, 0, 0], "a beat must not change later"


def test_in_the_feast_a_ploy_can_be_taken_back_until_the_reveal() -> None:
    match = Match(GAME, 4, "match")
    for seat in (3, 1, 0):
        match.apply(seat, match.state.legal(seat)[0])
    match.undo(1)
    assert match.state.deciding == [1, 2]
    for seat in (1, 2):
        match.apply(seat, match.state.legal(seat)[-1])
    for seat in range(4):
        assert "something hidden has been shown" in reason(match, seat)


def test_all_together_may_go_back_beyond_what_was_shown() -> None:
    match = match_of()
    before = match.state.dump()
    bid(match, 1, 1)
    shown = match.state.dump()
    assert "something hidden has been shown" in reason(match, 0)
    beats = match.rewind(0)
    assert [(beat.name, beat.args) for beat in beats] == [("rewound", {"seat": 0})]
    assert match.state.dump() == before
    assert match.entries[2:] == [Entry(0, REWIND)]
    assert "gone back to this point together" in reason(match, 0)
    bid(match, 1, 1)
    assert match.state.dump() == shown


def test_going_back_takes_what_came_after_with_it() -> None:
    match = match_of()
    match.apply(0, 1)
    kept = match.state.dump()
    match.apply(1, 2)
    match.rewind(1)
    assert match.state.dump() == kept
    match.rewind(0)
    assert match.why_no_rewind(0) is not None and match.why_no_rewind(1) is not None
    with pytest.raises(Refused, match="nothing of yours"):
        match.rewind(0)


def test_what_was_taken_back_freely_is_not_taken_back_twice() -> None:
    match = match_of()
    match.apply(0, 1)
    match.undo(0)
    with pytest.raises(Refused, match="nothing of yours"):
        match.rewind(0)
    assert match.entries == [Entry(0, 1), Entry(0, UNDO)]


def test_nobody_goes_back_after_the_end() -> None:
    match = Match(GAME, 2, "over")
    while not match.state.over:
        seat = match.state.deciding[0]
        match.apply(seat, match.state.legal(seat)[0])
    entries = list(match.entries)
    with pytest.raises(Refused, match="You can't go back"):
        match.rewind(0)
    assert match.entries == entries and match.state.over


def test_a_record_tells_that_the_table_went_back() -> None:
    match = Match(GAME, 2, "rewound")
    for _ in range(2):
        seat = match.state.deciding[0]
        match.apply(seat, match.state.legal(seat)[0])
    match.rewind(match.entries[-1].seat)
    while not match.state.over:
        seat = match.state.deciding[0]
        match.apply(seat, match.state.legal(seat)[0])
    text = Record.of(match).text()
    assert text.count(" rewind\n") == 1
    again = Record.parse(text).verify(lambda _id: GAME)
    assert again.entries == match.entries and again.state.dump() == match.state.dump()


def test_going_back_late_in_a_game_carries_out_few_actions_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(GAME, 4, "late")
    positions = [match.state.dump()]
    for _ in range(100):
        seat = match.state.deciding[0]
        match.apply(seat, match.state.legal(seat)[0])
        positions.append(match.state.dump())
    carried_out = 0
    apply = type(match.state).apply

    def counted(state: State, seat: int, action: int) -> None:
        nonlocal carried_out
        carried_out += 1
        apply(state, seat, action)

    monkeypatch.setattr(type(match.state), "apply", counted)
    done = list(match.entries)
    while done:
        carried_out = 0
        seat = done[-1].seat
        match.rewind(seat)
        done.pop()
        assert match.state.dump() == positions[len(done)]
        assert carried_out < 2 * APART + match.state.seats
