"""Festo!: whether a stored position holds together. Imports the engine, the pieces and the state."""

from __future__ import annotations

from typing import Final

from hightable.engine.arguments import require
from hightable.engine.compat import i64
from hightable.engine.contract import FRAME
from hightable.games.festo.kitchen import COLOURING, DISCOUNTS, PAYMENT, discounts, open_to, payable
from hightable.games.festo.pieces import (
    AFTERNOON,
    AT_DWARF,
    AT_ELF,
    AT_ORC,
    AT_PIXIES,
    AT_TROLL,
    CHARACTER,
    COLOURS,
    COLUMNS,
    COOKING,
    DISC,
    DISCS,
    DISHES,
    DRINK,
    DWARF,
    ELF,
    EVENT_CARDS,
    GROCER,
    GROCERY,
    HELPER,
    HELPERS,
    LARDERS,
    MORNING,
    ORC,
    PER_COLOUR,
    PICK_PIECE,
    PIXIES,
    PRICE,
    ROUND,
    ROUNDS,
    ROWS,
    SALT,
    SEATS,
    SHELF_CAP,
    SMALL,
    START_PLAYER,
    STREET,
    SWAPPING,
    TAKING_BACK,
    TROLL,
)
from hightable.games.festo.state import EATEN, HUES, IN_BOX, IN_PILE, KINDS, ON_BUFFET, ON_STACK, PLACES, Festo
from hightable.games.festo.street import may_use

PHASE_OF: Final = {  # what has been done when a step asks, by the step above the round
    START_PLAYER: 1, SWAPPING: 2, MORNING: 3, AFTERNOON: 4, STREET: 5, COOKING: 6, LARDERS: 7,
}  # fmt: skip
PLACE_OF: Final = {AT_TROLL: TROLL, AT_PIXIES: PIXIES, AT_ORC: ORC, AT_ELF: ELF, AT_DWARF: DWARF}


def validate(s: Festo) -> None:
    """FE-71: no cube, piece or dish is lost or doubled, and the stack is one that rules build."""
    check_cubes(s)
    check_pieces(s)
    check_dishes(s)
    check_events(s)
    require(s.holder < s.seats, "the holder of the Start Player Card is not at the table")
    everybody = (1 << s.seats) - 1
    require((s.passed | s.prized | s.thrifty) & ~everybody == 0, "somebody is marked who isn't at the table")
    if s.over:
        require(s.round == ROUNDS and s.phase == 0 and not s.dish, "the game is over before its last round is")
        return
    require(s.depth > 1 and s.frames[0] == ROUND, "no rule leads to such a stack")
    for i in range(s.depth - 1):
        require(s.frames[i * FRAME + 1] == 0, "only the last step can wait for somebody")
    require(len(s.deciding) == 1, "one player at a time is asked")
    require((s.dish > 0) == (s.top() == PRICE), "a dish is being paid for, and nobody cooks; or the other way round")
    step = int(s.frames[FRAME])
    require(step in PHASE_OF and s.phase == PHASE_OF.get(step, 0), "the phase and the stack don't fit together")
    if step == STREET:
        check_street(s)
        return
    require(not s.order_n and not s.order_at and not s.majority and not s.begun, "nobody can be at a stall now")
    if step == COOKING:
        check_cooking(s)
    else:
        require(s.depth == 2, "no rule leads to such a stack")
        check_turns(s, step)


def check_cubes(s: Festo) -> None:
    salt = int(s.salt)
    for seat in range(SEATS):
        salt += int(s.cubes[seat * KINDS + SALT])
        require(seat < s.seats or not s.larder(seat), "somebody has cubes who isn't at the table")
    require(salt == s.seats + 1, "Salt is lost or doubled")
    for colour in range(HUES):
        total = int(s.supply[colour])
        for place in range(PLACES):
            at = place * HUES + colour
            total += int(s.market[at])
            require(s.moved[at] <= s.market[at], "more cubes have been moved to a place than lie there")
        for seat in range(s.seats):
            total += int(s.cubes[seat * KINDS + colour])
        require(total == PER_COLOUR, f"there are {total} {COLOURS[colour]} cubes")
        require(s.market[GROCER * HUES + colour] <= SHELF_CAP, "a shelf of the Grocer is overfull")


def check_pieces(s: Festo) -> None:
    for seat in range(SEATS):
        for kind, wanted in enumerate((HELPERS, DISCS)):
            count = int(s.home[seat * 2 + kind])
            for place in range(PLACES):
                count += int(s.area[(place * SEATS + seat) * 2 + kind])
                if kind == DISC:
                    count += int(s.coming[place * SEATS + seat])
            for dish in range(SMALL):
                count += 1 if s.reserved[dish] == 1 + seat * 2 + kind else 0
            wanted = wanted if seat < s.seats else 0
            require(count == wanted, f"seat {seat} has {count} pieces of a kind instead of {wanted}")
        require(s.coming[GROCER * SEATS + seat] == 0, "a disc is on its way to the Grocer")


def check_dishes(s: Festo) -> None:
    found = [-1] * SMALL
    for at in range(ROWS * COLUMNS):
        dish = int(s.field[at]) - 1
        if dish >= 0:
            require(dish // 6 == at // COLUMNS and found[dish] < 0, "a dish is in another row, or on the buffet twice")
            found[dish] = ON_BUFFET
    for row in range(ROWS):
        for i in range(s.pile_n[row]):
            dish = int(s.pile[row * 6 + i])
            require(dish // 6 == row and found[dish] < 0, "a dish is in another row's pile, or there twice")
            found[dish] = IN_PILE
    for dish in range(len(DISHES)):
        where = s.where[dish]
        require(where < EATEN + s.seats, "a dish was cooked by somebody who isn't at the table")
        if dish < SMALL:
            require(where >= EATEN if found[dish] < 0 else where == found[dish], "a dish is lost or doubled")
            require(not s.reserved[dish] or where == ON_BUFFET, "a dish is reserved that isn't on the buffet")
        else:
            require(where >= EATEN or where in (ON_STACK, IN_BOX), "a roast or a main course is lost")


def check_events(s: Festo) -> None:
    chosen = s.options["events"]
    cards = sorted(int(card) for card in s.events)
    if chosen in ("on", "off"):
        require(cards == list(range(len(EVENT_CARDS))), "an event card is lost or doubled")
    else:
        require(cards == [EVENT_CARDS.index(str(chosen))] * len(cards), "there are other events than the chosen one")
    require(s.round > 0 and s.drawn == s.round, "another number of event cards should be revealed")
    last = 0 if chosen == "off" else int(s.events[s.drawn - 1]) + 1
    require(s.event == last, "another event is in force than was revealed last")


def check_turns(s: Festo, step: i64) -> None:
    """FE-16, FE-22: steps in which everybody has a turn."""
    seat, turn, paid = s.deciding[0], s.arg(0), s.arg(1)
    if step == START_PLAYER:
        require(seat == s.holder, "the holder of the Start Player Card is asked")
        return
    require(0 <= turn < s.seats and seat == s.after(s.holder, turn), "another player should be asked")
    if step in (MORNING, AFTERNOON):
        require(s.home[seat * 2 + HELPER] > 0, "somebody is asked to place a Helper and has none at home")
        require(s.covers >> GROCER == 0, "the Grocer is never closed")
    elif step == SWAPPING:
        require(0 <= paid <= KINDS, "there is no such cube")
        require(not paid or s.cubes[seat * KINDS + paid - 1] > 0, "the cube that is offered isn't there")
    else:
        require(s.larder(seat) > 5, "somebody has to return cubes who has room for them")


def check_street(s: Festo) -> None:
    """FE-30 … FE-49: one seat is at the stall; a step of the stall's own may lie on top."""
    require(0 <= s.place < PLACES, "there is no such place on the street")
    require(0 < s.order_at <= s.order_n <= s.seats, "nobody is at the stall")
    order = [int(s.order[i]) for i in range(s.order_n)]
    require(len(set(order)) == len(order) and max(order) < s.seats, "somebody is at the stall twice, or not at all")
    require(s.majority in (0, order[0] + 1), "somebody else has the majority here")
    seat, left, b = order[s.order_at - 1], s.frames[2 * FRAME + 2], s.frames[2 * FRAME + 3]
    step = GROCERY if s.place == GROCER else CHARACTER
    require(s.depth in (3, 4) and s.frames[2 * FRAME] == step and b == seat, "somebody else is at the stall")
    require(s.deciding == [seat], "somebody is asked who isn't at the stall")
    require(0 <= left <= HELPERS + DISCS, "more pieces are left than somebody can have")
    for i in range(s.order_at, s.order_n):
        require(s.pieces(s.place, s.order[i]) > 0, "somebody waits at the stall without a piece there")
    fresh = s.begun == 0 and step == CHARACTER
    require(not fresh or left == s.pieces(s.place, seat) > 0, "the pieces at the stall are not those still to be used")
    require(s.begun <= (HUES if step == GROCERY else 1), "nobody can have begun with that")
    if s.depth == 4:
        require(step == CHARACTER and s.begun == 1, "no rule leads to such a stack")
        check_ability(s, seat)


def check_ability(s: Festo, seat: i64) -> None:
    top, a = int(s.top()), s.arg(0)
    if top == PICK_PIECE:
        require(s.place in (PIXIES, ORC, DWARF), "nobody is asked for a piece at this stall")
        require(may_use(s, seat, HELPER) and may_use(s, seat, DISC), "there is only one kind of piece to use")
    else:
        require(s.place == PLACE_OF.get(top, -1), "this is the ability of another Character")
    if top == AT_TROLL:
        require(0 <= a <= PLACES * HUES and (not a or s.market[a - 1] > 0), "the cube to be moved isn't there")
    elif top in (AT_PIXIES, AT_ORC):
        require(a in (HELPER, DISC) and may_use(s, seat, a), "the piece isn't at the stall")
    elif top == AT_ELF:
        require(0 <= a <= 2, "the Elf gives two cubes")
    elif top == AT_DWARF:
        require(0 < a <= s.home[seat * 2 + DISC], "the discs are not at home")


def check_cooking(s: Festo) -> None:
    seat, turn = s.deciding[0], s.frames[FRAME + 2]
    require(0 <= turn < s.seats, "there is no such seat")
    require(s.passed >> seat & 1 == 0, "somebody is asked who has passed")
    if s.depth == 2:
        require(seat == turn, "another player should be asked")
        return
    require(s.depth == 3 and s.top() in (TAKING_BACK, PRICE), "no rule leads to such a stack")
    if s.top() == TAKING_BACK:
        dish = s.arg(0)
        require(seat == turn and 0 <= dish < SMALL and s.owner(dish) == seat, "the piece isn't on that dish")
        return
    require(turn == s.after(seat, 1) and s.arg(1) == seat, "somebody else is cooking")
    require(COLOURING <= s.arg(0) <= PAYMENT and s.dish > 0, "no dish is being paid for")
    require(open_to(s, seat, s.dish - 1), "the dish can't be cooked")
    check_price(s, seat, s.arg(0))


def check_price(s: Festo, seat: i64, stage: i64) -> None:
    """FE-61: the dish can still be paid for."""
    salted, missing = 0, 0
    for colour in range(HUES):
        salted += int(s.salted[colour])
        missing += max(0, int(s.need[colour] - s.cubes[seat * KINDS + colour]))
    if stage == PAYMENT:
        require(missing <= s.cubes[seat * KINDS + SALT] - salted, "the dish can't be paid for any more")
        return
    require(not salted, "Salt is set aside before the price is settled")
    if stage == COLOURING:
        require(s.drinks == s.magic(seat, DRINK), "the cook has other drinks")
        require(s.flexible == discounts(s, seat, s.dish - 1), "the cook has other discounts")
        require(not any(s.need), "the price is settled before its colours are")
    elif stage == DISCOUNTS:
        require(payable(s, seat, s.need, s.drinks, s.flexible), "the dish can't be paid for any more")
