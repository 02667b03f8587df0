"""What a player may take back: one's own moves, until something hidden was shown, chance spoke or another was asked."""

from __future__ import annotations

import pytest

from hightable.engine import Match, Refused
from hightable.games.henrys_feast.game import GAME
from tests.henrys_feast.table import BONUS, FEAST, Table, kitchen, stocked, table

MINE = kitchen(
    "salt@stock egg@market", s1=stocked(BONUS[0]), s2=stocked("kheer"), s5="milk@stock rice@stock", tracks=(3, 3, 0, 3)
)


def match_at(t: Table) -> Match:
    """A match whose game stands at this position, with the first seat having done something before."""
    match = Match(GAME, int(t.state.seats), "undo", t.state.options)
    match.state = t.state
    match._bar(Refused("nothing yet"))
    return match


def free(t: Table, *texts: str) -> bool:
    """Whether the last of these actions can be taken back."""
    match = match_at(t)
    seat = t.seat
    for text in texts:
        match.apply(seat, GAME.parse(text))
    return match.why_no_undo(seat) is None


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("active", "go-market"),
        ("active", "go-corner"),
        ("active", "go-stockroom"),
        ("active", "cook-dishes"),
        ("active", "pass"),
        ("market", "buy rice"),
        ("market", "done"),
        ("corner", "no-option"),
        ("corner-buy", "buy rice"),
        ("stockroom", "put salt@stock s1"),
        ("stockroom", "clear"),
        ("cook", f"cook s1 {BONUS[0]}"),
        ("passive", "discard salt@stock"),
        ("passive", "discard-station s1"),
    ],
)
def test_what_can_be_taken_back(phase: str, text: str) -> None:
    t = table(MINE, phase=phase, row="herbs", discard="beans", worth=[0])
    before = t.state.dump()
    match = match_at(t)
    match.apply(0, GAME.parse(text))
    assert match.state.dump() != before
    match.undo(0)
    assert match.state.dump() == before


@pytest.mark.parametrize(
    ("phase", "text", "why"),
    [
        ("corner", "peek-top", "shown"),
        ("corner", "steal-top", "shown"),
        ("corner", "steal-display kheer", "shown"),  # the display is refilled
        ("corner", "steal-down", "shown"),  # the backs
        ("corner", "steal-up", "shown"),
        ("corner-down", "take-top", "shown|chance"),
        ("corner-up", "take jalebi", "chance|shown"),
        ("stockroom", "fresh-stock", "chance|shown"),
        ("stockroom", "fill", "shown|chance"),
        ("stockroom", "cook s5 kheer", "shown"),  # the display is refilled
        ("cook", f"cook s1 {BONUS[0]}", "shown"),  # the Easy Feast recipe
        ("passive", "end-turn", "asked|shown"),
    ],
)
def test_what_can_not_be_taken_back(phase: str, text: str, why: str) -> None:
    t = table(MINE, phase=phase, row="herbs", discard="beans", book="jalebi egg-curry")
    match = match_at(t)
    match.apply(0, GAME.parse(text))
    refused = match.why_no_undo(0)
    assert refused is not None
    assert any(word in str(refused) for word in why.split("|")), str(refused)


def test_a_row_that_was_full_shows_nothing_and_can_be_taken_back() -> None:
    t = table(kitchen(), phase="stockroom", row="herbs rice egg salt milk")
    assert free(t, "fill", "take rice pantry", "take egg s1")


def test_a_feast_dish_that_turns_nothing_up_can_be_taken_back() -> None:
    mine = kitchen(s1=stocked(FEAST[0]), s2=stocked(FEAST[2]))
    assert free(table(mine, phase="cook", up="easy medium", worth=[0, 1]), f"cook s1 {FEAST[0]}")
    assert not free(table(mine, phase="cook", up="easy", worth=[0, 1]), f"cook s1 {FEAST[0]}")


def test_the_last_token_turns_a_recipe_up_for_good() -> None:
    mine = kitchen(s1=stocked(BONUS[0]))
    match = match_at(table(mine, phase="cook", worth=[1]))
    match.apply(0, GAME.parse(f"cook s1 {BONUS[0]}"))
    assert match.why_no_undo(0) is not None


def test_buying_on_after_a_peek_goes_back_to_the_peek_only() -> None:
    match = match_at(table(kitchen(), phase="corner", book="jalebi"))
    for text in ("peek-top", "buy rice"):
        match.apply(0, GAME.parse(text))
    match.undo(0)
    assert Table(match.state).phase == "corner-buy"  # type: ignore[arg-type]
    assert match.why_no_undo(0) is not None


def test_a_call_can_be_taken_back_until_the_turn_is_over() -> None:
    """HF-69 forbids to withdraw it in the game; what nobody has acted upon yet is a slip of the hand."""
    assert free(table(kitchen(feasted="easy medium hard"), up="easy medium hard"), "last-call")


def played(options: dict[str, str], *turns: str) -> Match:
    """Player 1 plays these turns of one deal, and player 2 passes."""
    match = Match(GAME, 2, "u0", options)
    for turn in turns:
        for text in turn.split(", "):
            match.apply(0, GAME.parse(text))
        while match.state.deciding == [1]:
            legal = [GAME.text(action) for action in match.state.legal(1)]
            match.apply(1, GAME.parse("pass" if "pass" in legal else "end-turn"))
    return match


def test_hf_51_a_recipe_that_comes_up_on_the_display_bars_the_way_back() -> None:
    """Even if the cook knew it, and as much is hidden as before."""
    match = played(
        {"tutorial": "yes", "memory_aid": "yes"},
        "go-corner, peek-top, done, end-turn",
        "go-market, buy onion, buy lemon, done, end-turn",
        "go-stockroom, put onion@market s1, put tomato@stock s1, put lemon@market s1, fill, done, end-turn",
        "cook-dishes, cook s1 kachumber-salad",
    )
    assert "something hidden has been shown" in str(match.why_no_undo(0))


def test_hf_105_a_dish_from_the_hand_has_been_seen_by_all() -> None:
    match = played(
        {"tutorial": "yes"},
        "go-corner, steal-top, done, end-turn",
        "go-market, buy salt, buy milk, done, end-turn",
        "go-stockroom, put rice@stock s1, put salt@market s1, put milk@market s1, fill, done, end-turn",
        "cook-dishes, cook s1 curd-rice",
    )
    assert "something hidden has been shown" in str(match.why_no_undo(0))
