"""Advice at The King's Feast: what the solver would do, and why, in a sentence that is true whoever the unknown guests
are. Imports the engine, the rules and the guests' names."""

from __future__ import annotations

from typing import Final

from hightable.engine.contract import Advice, Moves
from hightable.engine.dice import Dice
from hightable.engine.words import N_
from hightable.games.kings_feast.arrangement import ASSASSIN, GRID
from hightable.games.kings_feast.cards import REACTIONS
from hightable.games.kings_feast.estimate import estimate
from hightable.games.kings_feast.glance import shows, target
from hightable.games.kings_feast.guests import GUESTS, THE
from hightable.games.kings_feast.rules import (
    CALL,
    CHOOSE,
    END_GAME,
    FLIP,
    KING,
    PEEK,
    SKIP_SWAP,
    SWAP,
    TURN,
    KingsFeast,
)
from hightable.games.kings_feast.scratch import BUFFER
from hightable.games.kings_feast.solver import EFFORTS, Search

THOUGHT: Final = 1  # the effort of a hint: it must come soon, also where nothing is compiled
Reason = tuple[str, dict[str, object]]


def advise(s: KingsFeast, dice: Dice) -> Advice:
    """The best action of a position imagined from a view, and why."""
    legal = Moves(BUFFER)
    s.moves(0, legal)
    search = Search(s, dice, EFFORTS[THOUGHT])
    values = search.run()
    best = values.index(max(values))
    action = int(legal.items[best])
    reason, gaps = why(s, action, search.lines[best])
    deed, where = told(s, action)
    return Advice(action, deed, reason, {**gaps, **where})


def told(s: KingsFeast, action: int) -> Reason:
    """The action itself in words; none where the reason says it."""
    if action in (END_GAME, SKIP_SWAP):
        return "", {}
    if CALL < action < PEEK:
        return N_("Bet on %(bet)s."), {"bet": action - CALL}
    cell = int(target(s, action))
    if action <= CALL:
        return N_("Call upon %(who)s."), {"who": THE[int(s.number[cell])]}
    row, column = divmod(int(s.table.place[cell]), GRID)
    deed = N_("Choose row %(at_row)s, seat %(at_seat)s.")
    if action >= FLIP:
        deed = N_("Flip row %(at_row)s, seat %(at_seat)s.")
    elif action < CHOOSE:
        deed = N_("Peek at row %(at_row)s, seat %(at_seat)s.")
    return deed, {"at_row": row + 1, "at_seat": column + 1}


def why(s: KingsFeast, action: int, line: list[int]) -> Reason:
    """What this action does for certain, or what it makes possible in this turn; `line` is how the solver goes on."""
    if action == END_GAME:
        if estimate(s.table).misplaced(s) == 0:
            return N_("Everybody sits in the right chair: end the feast."), {}
        return N_("No better seating is in sight: end the feast."), {}
    if action == SKIP_SWAP:
        return N_("No swap of neighbours helps now."), {}
    if shows(s, action):
        return showing(s, action)
    t = s.copy()
    t.do(0, action)
    if not t.depth:
        return N_("The Assassin can't be avoided any more."), {}
    return effect(s, t) or prospect(s, t, line) or plain(s, t, action)


def showing(s: KingsFeast, action: int) -> Reason:
    """Chance decides, or an unknown guest comes to light."""
    if action < CALL:
        return N_("The Jester mixes himself with his neighbours, and you flip one of them."), {}
    cell = int(target(s, action))
    return N_("You learn who sits in row %(row)s, seat %(seat)s: one of %(numbers)s."), unknown(s, cell)


def effect(s: KingsFeast, t: KingsFeast) -> Reason | None:
    """What has changed for the better between two positions."""
    placed = newcomers(s, t)
    if len(placed) > 1:
        gaps = {**named(placed[0]), "other": THE[placed[1]], "second": placed[1]}
        return N_("It brings %(guest)s (%(number)s) and %(other)s (%(second)s) to their chairs."), gaps
    if placed:
        return N_("It brings %(guest)s (%(number)s) to the right chair."), named(placed[0])
    risen = turned_up(s, t)
    if risen:
        return N_("It turns %(guest)s (%(number)s) face up."), named(risen[0])
    if in_reach(s) and not in_reach(t):
        return N_("It takes the Assassin out of the King's reach."), {}
    return None


def prospect(s: KingsFeast, t: KingsFeast, line: list[int]) -> Reason | None:
    """What the rest of the turn can bring after this action."""
    if s.top() == SWAP and t.top() != SWAP:
        return None
    end = t.copy()
    for action in line[1:]:
        if shows(end, action):
            if action < CALL:
                break
            gaps = unknown(end, int(target(end, action)))
            return N_("So you can learn who sits in row %(row)s, seat %(seat)s: one of %(numbers)s."), gaps
        end.do(0, action)
        if not end.depth or end.top() == TURN:
            break
    if not end.depth:
        return None
    placed = newcomers(s, end)
    if placed:
        return N_("So %(guest)s (%(number)s) can come to the right chair in this turn."), named(placed[0])
    risen = turned_up(s, end)
    if risen:
        return N_("So %(guest)s (%(number)s) can be turned up in this turn."), named(risen[0])
    if in_reach(s) and not in_reach(end):
        return N_("So the Assassin can leave the King's reach in this turn."), {}
    number = nearer(s, end)
    if number:
        return N_("So %(guest)s (%(number)s) can come nearer to the right chair in this turn."), named(number)
    return None


def plain(s: KingsFeast, t: KingsFeast, action: int) -> Reason:
    """What an action does, where it brings nothing at once."""
    cell = int(target(s, action))
    number = nearer(s, t)
    if number:
        return N_("It brings %(guest)s (%(number)s) nearer to the right chair."), named(number)
    if action < CALL + 1:
        called = int(s.number[cell])
        if called in REACTIONS:
            return N_("Nothing is risked in this turn: %(guest)s (%(number)s) has no Order."), named(called)
        return N_("Of those who lie face up, %(guest)s (%(number)s) is of most use."), named(called)
    if action < PEEK:
        return bet(s, action - CALL)
    if action < CHOOSE:
        return N_("You know who lies there, so this look risks nothing."), {}
    if action < FLIP:
        return N_("It makes way for what comes next."), {}
    if s.up >> cell & 1:
        return N_("It turns %(guest)s (%(number)s) face down."), named(int(s.number[cell]))
    return N_("You know who lies there: %(guest)s (%(number)s)."), named(int(s.number[cell]))


def bet(s: KingsFeast, number: int) -> Reason:
    """The Gambler names a number."""
    for cell in range(s.table.n):
        if s.maybe[cell] == 1 << number:
            if s.up >> cell & 1:
                return N_("Nobody turns up by this look, since %(guest)s (%(number)s) lies face up."), named(number)
            return N_("You know where %(guest)s (%(number)s) lies."), named(number)
    seats = sum(1 for cell in range(s.table.n) if s.maybe[cell] >> number & 1)
    text = N_("A hit turns up %(guest)s (%(number)s), who may lie in %(seats)s seats.")
    return text, {**named(number), "seats": seats}


# facts


def named(number: int) -> dict[str, object]:
    return {"guest": THE[number], "number": number}


def unknown(s: KingsFeast, cell: int) -> dict[str, object]:
    """A seat, and who may sit there."""
    row, column = divmod(int(s.table.place[cell]), GRID)
    maybe = [str(number) for number in sorted(GUESTS) if s.maybe[cell] >> number & 1]
    return {"row": row + 1, "seat": column + 1, "numbers": ", ".join(maybe)}


def known(s: KingsFeast) -> list[int]:
    """Who sits where; 0 where the player can't tell."""
    return [0 if s.maybe[cell] & s.maybe[cell] - 1 else int(s.number[cell]) for cell in range(s.table.n)]


def newcomers(s: KingsFeast, t: KingsFeast) -> list[int]:
    """Guests who are known to sit right in the second position, and did not in the first."""
    before, after = known(s), known(t)
    goal = [int(number) for number in s.table.goal]
    return [wanted for cell, wanted in enumerate(goal) if after[cell] == wanted != before[cell]]


def turned_up(s: KingsFeast, t: KingsFeast) -> list[int]:
    """Guests who lie face up only in the second position."""
    before = [int(s.number[cell]) for cell in range(s.table.n) if s.up >> cell & 1]
    return [int(t.number[cell]) for cell in range(t.table.n) if t.up >> cell & 1 and int(t.number[cell]) not in before]


def in_reach(s: KingsFeast) -> bool:
    """Whether the King, face up, would show the Assassin."""
    seats = known(s)
    if KING not in seats or ASSASSIN not in seats:
        return False
    king = seats.index(KING)
    return s.up >> king & 1 == 1 and s.table.around[king] >> seats.index(ASSASSIN) & 1 == 1


def nearer(s: KingsFeast, t: KingsFeast) -> int:
    """A guest who has come nearer to the right chair; 0 for nobody."""
    far = estimate(s.table)
    before, after = known(s), known(t)
    for number in sorted(set(before) & set(after) - {0}):
        if far.steps(after.index(number), number) < far.steps(before.index(number), number):
            return number
    return 0
