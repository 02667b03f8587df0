"""Clocks: what a turn and the bank are, who is late, and what the table does about it, also after a restart. Nobody
waits: the tests set the time."""

import pytest
from sqlalchemy import select

from hightable.engine import Refused
from hightable.games import games
from hightable.hall import Hall
from hightable.hall import saved as sql
from hightable.hall.alarm import MERCY
from hightable.hall.schema import TABLES
from hightable.hall.timing import BOT, DAY, MINUTE, SEAT, Pause, Times, Timing
from tests.hall.at_table import act, play_on, until

TURN = Timing(60, 300)
GAME_CLOCK = Timing(0, 600)
RULES = [(game.id, game.rules) for game in games().values()]


class Time:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("turn", "bank", "late"),
    [
        (0, 0, BOT), (0, 59, BOT), (0, DAY + 1, BOT), (9, 0, BOT), (-60, 600, BOT), (60, -1, BOT), (60, 31 * DAY, BOT),
        (31 * DAY, 0, BOT), (60, 60, ""), (60, 60, "queen"), (60.5, 60, BOT), (True, 60, BOT), ("60", 60, BOT),
    ],
)  # fmt: skip
def test_nonsense_is_refused(turn: int, bank: int, late: str) -> None:
    with pytest.raises(Refused):
        Timing(turn, bank, late)


def test_a_turn_first_then_the_bank() -> None:
    times = Times(TURN, 2, 0b01, 0.0)
    assert (times.deadline(0), times.deadline(1)) == (360, None)
    times.go_on(0, 0b10, 59.0)  # within the turn: the bank is untouched
    assert (times.bank(0), times.deadline(0), times.deadline(1)) == (300, None, 59 + 360)
    times.go_on(1, 0b01, 59 + 100.0)  # forty seconds out of the bank
    assert (times.bank(1), times.deadline(0)) == (260, 159 + 360)


def test_several_actions_of_one_turn_have_one_time() -> None:
    times = Times(TURN, 2, 0b01, 0.0)
    times.go_on(0, 0b01, 50.0)
    times.go_on(0, 0b01, 70.0)
    assert times.deadline(0) == 360
    times.go_on(0, 0b10, 80.0)
    assert times.bank(0) == 280


def test_who_is_the_last_to_choose_begins_anew_with_the_others() -> None:
    times = Times(TURN, 2, 0b11, 0.0)
    times.go_on(1, 0b01, 10.0)
    assert times.deadline(1) is None
    times.go_on(0, 0b11, 30.0)
    assert (times.deadline(0), times.deadline(1)) == (390, 390)


def test_a_clock_for_the_game_is_a_bank_alone() -> None:
    times = Times(GAME_CLOCK, 2, 0b01, 0.0)
    times.go_on(0, 0b10, 500.0)
    times.go_on(1, 0b01, 501.0)
    assert times.deadline(0) == 601
    times.go_on(0, 0b10, 2000.0)  # never less than nothing
    assert times.bank(0) == 0


def test_going_back_begins_every_turn_anew() -> None:
    times = Times(TURN, 2, 0b01, 0.0)
    times.go_on(0, 0b10, 100.0)
    times.go_on(0, 0b01, 130.0, back=True)
    assert (times.bank(0), times.deadline(0), times.deadline(1)) == (260, 130 + 60 + 260, None)


def test_clocks_stand_while_a_question_is_open() -> None:
    times = Times(TURN, 2, 0b01, 0.0)
    times.go_on(0, 0b01, 10.0)
    asked = times.paused([Pause(0, 1, 50.0)])
    assert asked.deadline(0) == 360 + 60, "as long as a turn lasts, not for ever"
    assert asked.standing(0) == 310
    answered = times.paused([Pause(0, 1, 50.0, 90.0)])
    assert (answered.deadline(0), answered.standing(0)) == (400, None)
    answered.go_on(0, 0b10, 120.0)
    assert answered.bank(0) == 280, "120 seconds since the beginning, 40 of them for the question"
    asked.go_on(1, 0b10, 90.0)  # the next action ends it as an answer does
    assert (asked.bank(0), asked.standing(1)) == (300, None)


def test_what_was_told_before_a_question_was_known_is_reckoned_anew() -> None:
    times, pauses = Times(TURN, 2, 0b01, 0.0), [Pause(0, 0, 70.0, 80.0), Pause(1, 1, 110.0, 130.0)]
    for actor, awaited, at in ((0, 0b10, 100.0), (1, 0b01, 200.0), (0, 0b10, 300.0)):
        times.go_on(actor, awaited, at)
    assert [times.bank(seat) for seat in (0, 1)] == [220, 260]
    assert [times.paused(pauses).bank(seat) for seat in (0, 1)] == [230, 280]
    assert [times.paused(pauses).paused([]).bank(seat) for seat in (0, 1)] == [220, 260]


@pytest.mark.parametrize(("timing", "patience"), [(TURN, 60), (GAME_CLOCK, 60), (Timing(DAY, 0), DAY)])
def test_who_asks_again_and_again_gains_no_more_than_once(timing: Timing, patience: int) -> None:
    pauses = [Pause(0, n, 100.0 * n + 1, 100.0 * n + 41) for n in range(5)]
    often = [Pause(0, 0, 10.0 * n, 10.0 * n + 9) for n in range(10)]
    for asked in (pauses, often):
        plain, times = Times(timing, 2, 0b01, 0.0), Times(timing, 2, 0b01, 0.0, asked)
        for n in range(1, 6):
            plain.go_on(0, 0b01, 100.0 * n)
            times.go_on(0, 0b01, 100.0 * n)
        asked_for = sum((pause.ended or 0) - pause.begun for pause in asked)
        assert times.deadline(0) - plain.deadline(0) == min(patience, asked_for)


def test_a_question_brings_nobody_back_whose_time_was_up() -> None:
    times = Times(TURN, 2, 0b11, 0.0, [Pause(1, 0, 400.0)])
    assert (times.deadline(0), times.standing(0)) == (360, None)
    times.go_on(1, 0b01, 420.0)
    assert times.deadline(0) == 360


async def timed(hall: Hall, timing: Timing, *others: str):
    ann, _ = await hall.welcome("Ann")
    bob, _ = await hall.welcome("Bob")
    table = await hall.lay(ann, "royal-feast", ["me", "friend", *others], timing=timing)
    await table.company.sit(bob)
    await table.company.begin(ann)
    return table, ann, bob


def asked(table) -> int:
    return table.match.state.deciding[0]


def told(table) -> list[str]:
    return [said.text for said in table.chat if said.seat == -1]


@pytest.mark.parametrize("timing", [TURN, GAME_CLOCK])
def test_a_bot_moves_for_who_is_late(in_hall, timing: Timing) -> None:
    time = Time()

    async def test(hall: Hall) -> None:
        table, ann, bob = await timed(hall, timing)
        late = asked(table)
        person = (ann, bob)[late]
        time.now += timing.turn + timing.bank - 1
        assert not table.alarm.late(late)
        time.now += 1
        with pytest.raises(Refused, match="time is up"):
            await act(table, person)
        table.wake()
        await until(lambda: asked(table) != late and told(table))
        assert told(table) == ["late"]
        assert (table.chairs[late].kind, table.chairs[late].stand_in) == ("guest", "")

    in_hall(test, clock=time)


def test_who_was_late_has_their_next_turn_again(in_hall) -> None:
    time = Time()

    async def test(hall: Hall) -> None:
        table, ann, bob = await timed(hall, TURN)
        late = asked(table)
        time.now += 1000
        table.wake()
        await until(lambda: asked(table) != late)
        await play_on(table, [(ann, bob)[1 - late]], lambda table: asked(table) == late)
        assert table.alarm.deadline(late) == time.now + 60  # the bank is empty
        await act(table, (ann, bob)[late])

    in_hall(test, clock=time)


def test_a_clock_for_the_game_is_told_once_and_a_bot_plays_to_the_end(in_hall) -> None:
    time = Time()

    async def test(hall: Hall) -> None:
        table, ann, bob = await timed(hall, GAME_CLOCK)
        late = asked(table)
        time.now += 600
        table.wake()
        await play_on(table, [(ann, bob)[1 - late]])
        assert told(table) == ["late"]
        assert table.alarm.next is None

    in_hall(test, clock=time)


@pytest.mark.parametrize("timing", [Timing(60, 0, SEAT), Timing(0, 60, SEAT)])
def test_the_seat_is_handed_over(in_hall, timing: Timing) -> None:
    time = Time()

    async def test(hall: Hall) -> None:
        table, ann, bob = await timed(hall, timing)
        late = asked(table)
        time.now += 61
        table.wake()
        await until(lambda: told(table))
        assert told(table) == ["expired"]
        assert table.chairs[late].open is not timing.for_the_game
        assert table.seat_of((ann, bob)[late].id) is None

    in_hall(test, clock=time)


def test_bots_and_those_who_are_away_have_time(in_hall) -> None:
    time = Time()

    async def test(hall: Hall) -> None:
        table, ann, bob = await timed(hall, TURN)
        late = asked(table)
        await table.company.stand((ann, bob)[late])
        assert table.alarm.deadline(late) is None
        await table.company.come_back((ann, bob)[late])

    in_hall(test, clock=time)


def test_clocks_survive_a_restart(in_hall) -> None:
    time = Time()
    kept = []

    async def before(hall: Hall) -> None:
        table, ann, bob = await timed(hall, TURN)
        first = asked(table)
        time.now += 100
        await play_on(table, [(ann, bob)[first]], lambda table: asked(table) != first)
        time.now += 70
        kept.append((table.id, asked(table), table.alarm.next, [table.times.bank(seat) for seat in (0, 1)]))

    async def after(hall: Hall) -> None:
        id, seat, deadline, banks = kept[0]
        table = await hall.table(id)
        assert asked(table) == seat
        assert table.alarm.next == deadline
        assert [table.times.bank(seat) for seat in (0, 1)] == banks
        assert banks[1 - seat] == 260

    in_hall(before, clock=time)
    in_hall(after, clock=time)


async def at_a_question(hall: Hall, time: Time):
    """Ann and Bob at a table with a clock; somebody who could play on asks to go back. The table, the asker's seat, the
    asker and the other one."""
    table, ann, bob = await timed(hall, TURN)
    people = (ann, bob)
    await play_on(table, [ann, bob], lambda table: table.consent.why_not(asked(table)) is None)
    seat = asked(table)
    time.now += 20
    await table.consent.ask(people[seat])
    return table, seat, people[seat], people[1 - seat]


def test_who_asks_to_go_back_has_time_while_the_others_think(in_hall) -> None:
    time, kept = Time(), []

    async def before(hall: Hall) -> None:
        table, seat, asker, other = await at_a_question(hall, time)
        assert table.alarm.deadline(seat) == time.now + 340 + 60
        time.now += 45
        await table.consent.answer(other, False)
        assert table.asking is None
        assert table.alarm.deadline(seat) == time.now + 340
        assert table.alarm.next in await hall.store.read(lambda c: list(c.execute(select(TABLES.c.deadline)).scalars()))
        await table.consent.ask(asker)  # once more: a quarter of a minute is left
        time.now += 30
        kept.append((table.id, seat, time.now + 340 - 15))
        assert table.alarm.deadline(seat) == kept[0][2]

    async def after(hall: Hall) -> None:
        id, seat, deadline = kept[0]
        table = await hall.table(id)
        assert table.asking is not None
        assert table.alarm.deadline(seat) == deadline
        time.now = deadline
        table.wake()
        await until(lambda: "late" in told(table))  # the question falls, and a bot moves
        assert table.asking is None
        await until(lambda: asked(table) != seat or not table.alarm.late(seat))

    in_hall(before, clock=time)
    in_hall(after, clock=time)


def test_all_go_back_and_the_time_of_the_question_is_nobodys(in_hall) -> None:
    time, kept = Time(), []

    async def before(hall: Hall) -> None:
        table, seat, _asker, other = await at_a_question(hall, time)
        time.now += 59
        await table.consent.answer(other, True)
        kept.extend((table.id, seat, table.times.bank(seat), table.alarm.next))
        assert kept[2] == 300, "twenty seconds of the turn, and the question"

    async def after(hall: Hall) -> None:
        table = await hall.table(kept[0])
        assert [table.times.bank(kept[1]), table.alarm.next] == kept[2:]

    in_hall(before, clock=time)
    in_hall(after, clock=time)


def test_who_is_late_can_ask_nothing(in_hall) -> None:
    time = Time()

    async def test(hall: Hall) -> None:
        table, _seat, asker, other = await at_a_question(hall, time)
        await table.consent.answer(other, False)
        time.now += 1000
        with pytest.raises(Refused, match="time is up"):
            await table.consent.ask(asker)

    in_hall(test, clock=time)


def test_a_table_that_nobody_looks_at_is_woken_and_shows_mercy(in_hall) -> None:
    time = Time()
    kept = []

    async def before(hall: Hall) -> None:
        table, _ann, _bob = await timed(hall, Timing(DAY, 0))
        kept.append((table.id, asked(table)))

    async def after(hall: Hall) -> None:
        id, _late = kept[0]
        time.now += DAY - MINUTE
        await hall.mind_clocks()  # the store was in doubt since the beginning, and now knows
        assert id not in await hall.store.read(lambda c: sql.due(c, time.now, RULES))
        time.now += 2 * MINUTE
        assert await hall.store.read(lambda c: sql.due(c, time.now, RULES)) == [id]

    async def later(hall: Hall) -> None:
        id, late = kept[0]
        await hall.mind_clocks()
        table = hall._held[id]
        assert not table.alarm.late(late)  # nobody could have known
        time.now += MERCY
        table.wake()
        await until(lambda: asked(table) != late and told(table))
        assert told(table) == ["late"]

    in_hall(before, clock=time)
    in_hall(after, clock=time)
    in_hall(later, clock=time)


def test_a_game_for_one_has_no_clock(in_hall) -> None:
    async def test(hall: Hall) -> None:
        ann, _ = await hall.welcome("Ann")
        with pytest.raises(Refused, match="needs no clock"):
            await hall.lay(ann, "kings-feast", ["me"], timing=TURN)

    in_hall(test)


def test_the_rematch_has_the_same_clock(in_hall) -> None:
    async def test(hall: Hall) -> None:
        table, ann, _bob = await timed(hall, TURN)
        after = await hall.again(table, ann)
        assert after.timing == TURN

    in_hall(test)
