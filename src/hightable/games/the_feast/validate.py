"""The Feast: whether a stored position holds together. Imports the engine and the rules."""

from __future__ import annotations

from hightable.engine.arguments import require
from hightable.games.the_feast.rules import CARDS, HAND, HANDS, HOLDERS, LOWEST, PLOYS, SINGLE, SWEEP, WIDTH, TheFeast


def validate(s: TheFeast) -> None:
    """TF-1: all cards are there, and everybody holds as many as the round wants."""
    if s.over:
        require(s.hand == HANDS and s.scored == HANDS, "the game is over before its last hand is scored")
        return
    require(s.hand == s.scored + 1, "the hand being played is not the one after those scored")
    require(1 <= s.round <= s.rounds, "there is no such round in a hand")
    require(s.drawn == s.holders * s.rounds + s.round, "another number of cards should be drawn by this round")
    check_cards(s)
    steps = [int(s.frames[i * 4]) for i in range(s.depth)]
    waiting = [int(s.frames[i * 4 + 1]) for i in range(s.depth - 1)]
    require(not any(waiting), "only the last step can wait for somebody")
    if steps == [HAND, PLOYS]:
        check_ploys(s)
    else:
        require(steps in ([HAND, SWEEP, SINGLE], [HAND, SWEEP, LOWEST]), "no rule leads to such a stack")
        check_capture(s)


def check_cards(s: TheFeast) -> None:
    count = [0] * WIDTH
    for i in range(s.drawn, CARDS):
        count[s.deck[i]] += 1
    for holder in range(HOLDERS):
        for rank in range(WIDTH):
            held = s.hands[holder * WIDTH + rank] + s.captured[holder * WIDTH + rank]
            require(holder < s.holders or not held, "somebody has cards who isn't at the table")
            count[rank] += held
        require(holder < s.holders or not s.ploys[holder], "somebody has played who isn't at the table")
        count[s.ploys[holder]] += 1
    blank = int(s.discards[0]) + count[0] - sum(not ploy for ploy in s.ploys)
    require(blank == 0, "there are cards without a rank")
    count[s.topic] += 1
    for rank in range(1, WIDTH):
        count[rank] += s.discards[rank]
        require(count[rank] == rank, f"there are {count[rank]} cards of rank {rank}")


def check_ploys(s: TheFeast) -> None:
    """TF-6 … TF-8: the dummies have spoken, and those who are no longer asked."""
    require(s.topic > 0 and not s.shown and not s.gaffes, "the ploys are still to come, but lie open")
    require(s.round < s.rounds, "the last card of a hand is nobody's choice")
    for holder in range(s.holders):
        asked = holder < s.seats and s.awaited >> holder & 1 == 1
        require((s.ploys[holder] == 0) == asked, "those who are asked have no ploy, and all others have one")
        left = s.rounds - s.round + (1 if asked else 0)
        require(s.cards(holder) == left, f"holder {holder} should have {left} cards")


def check_capture(s: TheFeast) -> None:
    """TF-9 … TF-12: who captures is the lowest, or the only one, of those who said what nobody else said."""
    said = [int(s.ploys[holder]) for holder in range(s.holders)]
    gaffes = {rank for rank in said if said.count(rank) > 1}
    mask = 0
    for rank in gaffes:
        mask |= 1 << rank
    require(0 not in said and s.shown == 1 and s.gaffes == mask, "the gaffes don't follow from the ploys")
    unmatched = [(rank, holder) for holder, rank in enumerate(said) if rank not in gaffes]
    lowest = min(unmatched)[1] if unmatched else -1
    require(s.deciding == [lowest], "somebody else should choose what to capture")
    if s.top() == SINGLE:
        require(len(unmatched) == 1 and s.topic > 0, "there is no topic to take, or not one ploy alone")
    else:
        require(len(unmatched) > 1 and s.topic == 0, "the topic should have gone to the highest ploy")
        require(len(gaffes) > 1, "there is nothing to choose among the gaffes")
    for holder in range(s.holders):
        left = s.rounds - s.round
        require(s.cards(holder) == left, f"holder {holder} should have {left} cards")
