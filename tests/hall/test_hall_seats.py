"""Seats in a running game: nobody sees two hands, and nobody who is there is sent away by the host alone."""

from functools import partial

import pytest

from hightable.engine import Refused
from hightable.hall.saved import load_table
from hightable.hall.timing import Timing
from tests.hall.at_table import GAME, act, play_on, until


class Clock:
    """A clock that goes when it is told to."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def refused(awaitable, words: str) -> None:
    with pytest.raises(Refused, match=words):
        await awaitable


def notes(table) -> list[tuple[str, str]]:
    return [(said.text, said.name) for said in table.chat if said.seat < 0]


async def begun(hall, *names: str, others: int = 0, timing: Timing | None = None):
    """A game of these people, the first of them the host, and of bots that keep chairs for whoever comes."""
    people = [(await hall.welcome(name))[0] for name in names]
    chairs = ["me", *["friend"] * (len(people) - 1 + others)]
    table = await hall.lay(people[0], GAME, chairs, timing=timing)
    for guest in people[1:]:
        await table.company.sit(guest)
    await table.company.begin(people[0], "random")
    return table, *people


def test_ht_8_two_who_alternate_sitting_and_sending_away_see_no_third_hand(in_hall):
    kept, clock = [], Clock()

    async def attack(hall):
        table, ann = await begun(hall, "Ann", others=3)
        eve, _ = await hall.welcome("Eve")
        await table.company.sit(eve, 1)
        await table.company.remove(ann, 1)  # she never opened the page, so it needs no vote
        for seat in (2, 3):
            await refused(table.company.sit(eve, seat), "seen the cards of chair 2")
        await table.arrive(eve)
        await refused(table.company.hand_over(ann, 2, eve.id), "seen the cards of another chair")
        kept.extend([table.id, ann, eve])

    async def go_on(hall):
        id, ann, eve = kept
        table = await hall.table(id)
        assert (await hall.store.read(partial(load_table, table_id=id))).former == {eve.id: 1}
        for seat in (2, 3):
            await refused(table.company.sit(eve, seat), "seen the cards of chair 2")
        await act(table, ann)
        if table.match.why_no_undo(0) is None:
            await table.undo(ann.id, table.number, "back")
        await refused(table.company.sit(eve, 2), "seen the cards of chair 2")
        await table.company.sit(eve)  # without a choice to the one she had
        assert table.seat_of(eve.id) == 1
        bob, _ = await hall.welcome("Bob")
        clock.now += 61
        await table.company.remove(ann, 1)
        await table.company.sit(bob, 1)
        await refused(table.company.sit(eve), "taken")
        await refused(table.company.sit(eve, 3), "seen the cards of chair 2")
        assert [text for text, _name in notes(table)] == ["took", "removed", "took", "removed", "took"]
        assert table.saved.former == {eve.id: 1}

    in_hall(attack, clock=clock)
    in_hall(go_on, clock=clock)


def test_ht_8_whoever_lost_a_chair_by_the_clock_or_by_being_replaced_has_seen_it(in_hall):
    clock = Clock()

    async def test(hall):
        table, ann, bob = await begun(hall, "Ann", "Bob", others=2, timing=Timing(60, 0, "seat"))
        await act(table, ann)
        clock.now += 61
        await table.company.expire(1)
        assert table.chairs[1].open and notes(table)[-1] == ("expired", "Bob")
        await refused(table.company.sit(bob, 2), "chair 2")
        await table.company.sit(bob)
        cid, _ = await hall.welcome("Cid")
        await table.arrive(cid)
        clock.now += 61
        await table.company.hand_over(ann, 1, cid.id)
        assert table.saved.former == {bob.id: 1}
        await refused(table.company.sit(bob, 2), "chair 2")
        next_game = await hall.again(table, ann, other=True)
        assert next_game.saved.former == {}  # other cards

    in_hall(test, clock=clock)


def test_ht_9_somebody_who_is_there_leaves_only_if_all_others_agree(in_hall):
    clock = Clock()

    async def test(hall):
        table, ann, bob, cid, dot = await begun(hall, "Ann", "Bob", "Cid", "Dot")
        for guest in (ann, bob, cid, dot):
            await table.arrive(guest)
        await refused(table.company.remove(cid, 1), "Only the host")
        await table.company.remove(ann, 1)
        asking = table.asking
        assert (asking.what, asking.seat, asking.remove, asking.agreed) == ("remove", 0, 1, ())
        assert table.seat_of(bob.id) == 1 and notes(table) == [("ask-remove", "Bob")]
        for guest in (ann, bob):
            await refused(table.consent.answer(guest, True), "not asked")
        await refused(table.consent.answer(bob, False), "not asked")
        await refused(table.company.remove(ann, 1), "a vote already")
        await refused(table.company.remove(ann, 2), "a vote already")
        await act(table, ann)  # the game goes on meanwhile
        await table.consent.answer(cid, True)
        await refused(table.consent.answer(cid, True), "not asked")
        assert table.seat_of(bob.id) == 1
        await table.consent.answer(dot, False)
        assert table.asking is None and table.seat_of(bob.id) == 1
        assert notes(table)[-2:] == [("agrees", "Cid"), ("keep", "Dot")]
        await table.company.remove(ann, 1)
        await refused(table.consent.answer(dot, True, "undo"), "vote is over")
        await table.consent.answer(dot, True, "remove")
        await table.consent.answer(cid, True)
        assert table.asking is None and table.seat_of(bob.id) is None and table.chairs[1].open
        assert notes(table)[-1] == ("voted-out", "Bob")
        assert table.saved.former == {bob.id: 1}
        await play_on(table, [ann, cid, dot])

    in_hall(test, clock=clock)


def test_ht_9_where_nobody_else_could_agree_nobody_is_sent_away(in_hall):
    clock = Clock()

    async def test(hall):
        table, ann, bob = await begun(hall, "Ann", "Bob", others=1)
        await table.arrive(bob)
        await refused(table.company.remove(ann, 1), "nobody else is playing who could agree")
        table.leave(bob.id)  # perhaps to load the page again
        clock.now += 59
        await refused(table.company.remove(ann, 1), "nobody else is playing who could agree")
        await table.company.relieve(ann, 1)
        await refused(table.company.remove(ann, 1), "nobody else is playing who could agree")
        clock.now += 2
        await table.company.remove(ann, 1)
        assert table.chairs[1].open and notes(table)[-1] == ("removed", "Bob")

    in_hall(test, clock=clock)


def test_ht_9_a_program_without_a_connection_is_there_while_it_acts(in_hall):
    clock = Clock()

    async def test(hall):
        table, ann, bob = await begun(hall, "Ann", "Bob", others=1)
        await act(table, bob)
        await refused(table.company.remove(ann, 1), "nobody else")
        clock.now += 61
        await table.company.remove(ann, 1)

    in_hall(test, clock=clock)


def test_ht_9_a_restart_sends_nobody_away(in_hall):
    """Their pages connect again in a moment."""
    kept, clock = [], Clock()

    async def play(hall):
        table, ann, bob = await begun(hall, "Ann", "Bob", others=1)
        kept.extend([table.id, ann, bob])

    async def restarted(hall):
        id, ann, _bob = kept
        table = await hall.table(id)
        await refused(table.company.remove(ann, 1), "nobody else")
        clock.now += 61
        await table.company.remove(ann, 1)

    in_hall(play, clock=clock)
    in_hall(restarted, clock=clock)


def test_ht_9_a_vote_outlives_the_process_and_people_who_come_and_go(in_hall):
    kept, clock = [], Clock()

    async def ask(hall):
        table, ann, bob, cid, dot = await begun(hall, "Ann", "Bob", "Cid", "Dot")
        for guest in (bob, cid, dot):
            await table.arrive(guest)
        await table.company.remove(ann, 1)
        await table.consent.answer(cid, True)
        await table.company.stand(bob)  # that is no way to end the vote
        await table.company.come_back(bob)
        await table.company.stand(dot)
        kept.extend([table.id, ann, bob, cid, dot])

    async def answer(hall):
        id, _ann, bob, _cid, dot = kept
        table = await hall.table(id)
        assert (table.asking.remove, table.asking.agreed) == (1, (2,))
        await table.arrive(bob)
        await table.arrive(dot)
        await table.consent.answer(dot, True)
        assert table.seat_of(bob.id) is None

    in_hall(ask, clock=clock)
    in_hall(answer, clock=clock)


def test_ht_9_a_vote_ends_when_the_person_is_gone_and_counts_those_who_are_there(in_hall):
    clock = Clock()

    async def test(hall):
        table, ann, bob, cid, dot = await begun(hall, "Ann", "Bob", "Cid", "Dot")
        for guest in (ann, bob, cid, dot):
            await table.arrive(guest)
        await table.company.remove(ann, 1)
        await table.consent.answer(cid, True)
        table.leave(dot.id)
        clock.now += 61
        await table.company.remove(ann, 1)  # asked again: all who are still there have agreed
        assert table.seat_of(bob.id) is None and notes(table)[-1] == ("voted-out", "Bob")
        await table.company.remove(ann, 3)  # Dot is away
        await table.company.sit(dot)
        await table.arrive(dot)
        await table.company.remove(ann, 2)
        await table.consent.answer(ann, False)  # she takes it back
        assert table.asking is None and table.seat_of(cid.id) == 2
        await table.company.remove(ann, 2)
        table.leave(cid.id)
        clock.now += 61
        await table.company.remove(ann, 2)
        assert table.asking is None and table.seat_of(cid.id) is None
        assert notes(table)[-1] == ("removed", "Cid")

    in_hall(test, clock=clock)


def test_ht_9_clocks_and_bots_go_on_during_a_vote_about_a_removal(in_hall):
    clock = Clock()

    async def test(hall):
        table, ann, bob, cid = await begun(hall, "Ann", "Bob", "Cid", others=1, timing=Timing(60, 0))
        for guest in (ann, bob, cid):
            await table.arrive(guest)
        await until(lambda: not table.decides(3))
        deadlines = [table.alarm.deadline(seat) for seat in range(3)]
        await table.company.remove(ann, 1)
        clock.now += 10
        assert [table.alarm.deadline(seat) for seat in range(3)] == deadlines
        number = table.number
        for guest in (ann, bob, cid):
            await act(table, guest)
        await until(lambda: table.number > number and not table.decides(3))
        assert table.asking is not None and not table.going_back
        await refused(table.consent.ask(ann), "asked already")
        await table.consent.answer(cid, False)
        clock.now += 61
        assert table.alarm.late(1)
        await table.company.remove(ann, 1)  # his time is up
        assert table.seat_of(bob.id) is None and notes(table)[-1] == ("removed", "Bob")

    in_hall(test, clock=clock)


def test_a_host_without_a_chair_asks_all_who_play(in_hall):
    async def test(hall):
        (ann, _), (bob, _), (cid, _) = [await hall.welcome(name) for name in ("Ann", "Bob", "Cid")]
        table = await hall.lay(ann, GAME, ["friend", "friend"])
        for guest in (bob, cid):
            await table.company.sit(guest)
            await table.arrive(guest)
        await table.company.begin(ann)
        await table.company.remove(ann, 0)
        assert (table.asking.seat, table.asking.remove) == (-1, 0)
        await table.consent.answer(cid, True)
        assert table.seat_of(bob.id) is None

    in_hall(test)


def test_in_the_waiting_room_the_host_sends_away_at_once(in_hall):
    async def test(hall):
        (ann, _), (bob, _) = await hall.welcome("Ann"), await hall.welcome("Bob")
        table = await hall.lay(ann, GAME, ["me", "friend", "friend"])
        await table.company.sit(bob, 1)
        await table.arrive(bob)
        await table.company.remove(ann, 1)
        assert notes(table) == [("removed", "Bob")] and table.saved.former == {}
        await table.company.sit(bob, 2)  # nothing is dealt yet
        assert table.seat_of(bob.id) == 2

    in_hall(test)
