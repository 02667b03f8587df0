"""A group stays together: people change places, leave and come back, are sent away or replaced, and choose another game
without losing each other."""

from functools import partial

import pytest

from hightable.engine import Refused
from hightable.games import game as find
from hightable.hall import Crew, Hall, Store, play
from hightable.hall.saved import load_table
from tests.hall.at_table import GAME, SOLO, act, hear, play_on, two_friends, until


async def refused(awaitable, words: str) -> None:
    with pytest.raises(Refused, match=words):
        await awaitable


async def friends(hall, *names: str):
    return [(await hall.welcome(name))[0] for name in names]


def names(table) -> list[str]:
    return [chair.name if chair.kind == "guest" else chair.kind for chair in table.chairs]


def notes(table) -> list[tuple[str, str]]:
    return [(said.text, said.name) for said in table.chat if said.seat < 0]


def test_the_host_arranges_the_chairs(in_hall):
    async def test(hall):
        ann, bob, cid = await friends(hall, "Ann", "Bob", "Cid")
        table = await hall.lay(ann, GAME, ["me", "friend", "friend", "bot:greedy"])
        await table.company.sit(bob)
        await refused(table.company.swap(bob, 0, 1), "Only the host")
        await refused(table.company.swap(ann, 0, 4), "no seat 5")
        await table.company.swap(ann, 0, 3)
        assert names(table) == ["bot", "Bob", "free", "Ann"]
        await table.company.swap(ann, 1, 1)
        assert names(table) == ["bot", "Bob", "free", "Ann"]
        await table.company.appoint(ann, 2, "random")
        await table.company.appoint(ann, 0, "")
        assert names(table) == ["free", "Bob", "bot", "Ann"]
        await refused(table.company.appoint(ann, 1, "random"), "taken")
        await refused(table.company.appoint(ann, 0, "genius"), "genius")
        await refused(table.company.remove(ann, 3), "yourself")
        await refused(table.company.remove(ann, 0), "Nobody sits there")
        await refused(table.company.remove(bob, 1), "Only the host")
        await table.company.remove(ann, 1)
        assert names(table) == ["free", "free", "bot", "Ann"]
        assert notes(table) == [("removed", "Bob")]
        await table.company.sit(cid, 1)
        await refused(table.company.hand_over(ann, 1, bob.id), "No game")
        stored = await hall.store.read(partial(load_table, table_id=table.id))
        assert stored.chairs == table.chairs

    in_hall(test)


def test_ht_4_who_sits_may_begin_when_the_host_stays_away(in_hall):
    now = [1_000_000.0]

    async def test(hall):
        hall._clock = lambda: now[0]
        ann, bob, cid = await friends(hall, "Ann", "Bob", "Cid")
        table = await hall.lay(ann, GAME, ["me", "friend"])
        await table.arrive(ann)
        await table.company.sit(bob)
        await table.arrive(bob)
        now[0] += 500
        await refused(table.company.begin(bob), "Only the host can do that.$")  # the host is here
        table.leave(ann.id)
        await refused(table.company.begin(bob), "you may begin in 120 seconds")
        now[0] += 119
        await table.arrive(ann)  # a page that is opened again counts anew
        table.leave(ann.id)
        now[0] += 119
        await refused(table.company.begin(bob), "you may begin in 1 seconds")
        now[0] += 2
        await refused(table.company.begin(cid), "Only the host can do that.$")  # who doesn't sit
        await refused(table.company.swap(bob, 0, 1), "Only the host")
        await table.company.begin(bob)
        assert table.phase == "playing"

    in_hall(test)


def test_another_game_for_the_same_people(in_hall):
    async def test(hall):
        ann, bob = await friends(hall, "Ann", "Bob")
        table = await hall.lay(ann, GAME, ["me", "friend", "bot:greedy", "friend", "bot:random"])
        await table.company.sit(bob, 3)
        royal = find("royal-feast")
        options = royal.resolve(3, {"recall": "aid"})
        await refused(table.company.configure(bob, royal, 3, options, "", False), "Only the host")
        await refused(table.company.configure(ann, find(SOLO), 1, {}, "", False), "There are 2 of you")
        await table.company.configure(ann, royal, 3, options, "Supper", True)
        assert names(table) == ["Ann", "bot", "Bob"]
        assert (table.game.id, table.seats, table.options["recall"], table.title) == ("royal-feast", 3, "aid", "Supper")
        await table.company.configure(ann, find(GAME), 4, find(GAME).resolve(4, {}), "", False)
        assert names(table) == ["Ann", "bot", "Bob", "free"]
        await table.company.begin(ann, "greedy")
        assert table.match.game.id == GAME
        await refused(table.company.configure(ann, royal, 3, options, "", False), "already begun")
        await play_on(table, [ann, bob])
        record = table.record()
        assert (record.game, record.seats) == (GAME, 4)

    in_hall(test)


def test_a_bot_plays_for_who_is_away_until_they_are_back(in_hall, url):
    kept = []

    async def leave(hall):
        table, ann, bob = await two_friends(hall)
        kept.extend((table.id, ann, bob))
        heard = hear(table)
        await table.company.stand(bob)
        assert (table.chairs[1].stand_in, table.chairs[1].name, table.seat_of(bob.id)) == ("cook", "Bob", 1)
        assert notes(table) == [("left", "Bob")]
        assert "chairs" in [news.kind for news in heard]
        await refused(table.act(bob.id, "play 1", table.number, "n"), "A bot plays for you")
        await until(lambda: not table.decides(1))  # the bot has acted

    async def come_back(hall):
        id, ann, bob = kept
        table = await hall.table(id)
        assert table.chairs[1].stand_in == "cook"
        await table.arrive(bob)
        assert table.chairs[1].stand_in == ""
        assert notes(table)[-1] == ("back", "Bob")
        await table.arrive(bob)  # a second page changes nothing
        assert notes(table) == [("left", "Bob"), ("back", "Bob")]
        await play_on(table, [ann, bob])
        assert table.phase == "over"
        await refused(table.company.stand(bob), "No game")

    in_hall(leave)
    in_hall(come_back)


def test_those_who_are_there_need_not_wait_for_who_is_not(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        (cid,) = await friends(hall, "Cid")
        await table.arrive(bob)
        await refused(table.company.relieve(ann, 1), "Bob is at the table")
        await refused(table.company.relieve(cid, 1), "don't sit")
        table.leave(bob.id)
        await table.company.relieve(ann, 1)
        assert notes(table) == [("relieved", "Bob")]
        await refused(table.company.relieve(ann, 1), "already")
        await play_on(table, [ann])

    in_hall(test)


def test_a_chair_is_given_to_somebody_who_watches(in_hall):
    now = [1_000_000.0]

    async def test(hall):
        table, ann, bob = await two_friends(hall, "bot:greedy")
        cid, dot = await friends(hall, "Cid", "Dot")
        await table.arrive(bob)
        await refused(table.company.hand_over(ann, 1, cid.id), "somebody who is watching")
        await table.arrive(cid)
        await refused(table.company.hand_over(bob, 1, cid.id), "Only the host")
        await refused(table.company.hand_over(ann, 1, cid.id), "Bob is at the table")
        table.leave(bob.id)
        await refused(table.company.hand_over(ann, 1, cid.id), "less than a minute ago")
        now[0] += 61
        await refused(table.company.hand_over(ann, 1, ann.id), "somebody who is watching")
        await table.company.hand_over(ann, 1, cid.id)
        assert notes(table) == [("replaced", "Bob"), ("took", "Cid")]
        assert (table.seat_of(cid.id), table.seat_of(bob.id), table.chairs[1].name) == (1, None, "Cid")
        await refused(table.company.sit(dot), "no free chair")
        table.leave(cid.id)
        now[0] += 61
        await table.company.remove(ann, 1)
        assert (table.chairs[1].kind, table.chairs[1].open) == ("bot", True)
        await refused(table.company.sit(dot, 2), "taken")  # that bot was invited
        await refused(table.company.sit(ann, 1), "have a chair")
        await table.company.sit(dot)
        assert (table.seat_of(dot.id), notes(table)[-1]) == (1, ("took", "Dot"))
        await play_on(table, [ann, dot])
        assert (await hall.tables_of(cid)) == []

    in_hall(test, clock=lambda: now[0])


def test_two_processes_and_one_free_chair_in_a_running_game(in_postgres_hall, postgres_url):
    async def test(hall):
        ann, bob, cid = await friends(hall, "Ann", "Bob", "Cid")
        table = await hall.lay(ann, GAME, ["me", "friend"])
        await table.company.begin(ann, "random")
        other = Hall(Store(postgres_url), Crew(), think=(0, 0))
        await other.open()
        theirs = await other.table(table.id)
        await theirs.company.sit(bob)
        await refused(table.company.sit(cid), "no free chair")
        assert table.seat_of(bob.id) == 1
        await other.close()

    in_postgres_hall(test)


# going back together


async def shown(table, ann, bob) -> None:
    """Both lay a card: something hidden is shown."""
    await act(table, ann)
    await act(table, bob)
    assert table.match.why_no_undo(0) is not None


def test_all_agree_to_go_back(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall, "bot:greedy")
        await refused(table.consent.ask(ann), "nothing of yours")
        await act(table, ann)
        await refused(table.consent.ask(ann), "without asking")
        await act(table, bob)
        await until(lambda: table.match.why_no_undo(0) is not None)
        (cid,) = await friends(hall, "Cid")
        await refused(table.consent.ask(cid), "don't sit")
        await refused(table.consent.answer(bob, True), "vote is over")
        await table.consent.ask(ann)
        assert (table.asking.seat, table.asking.agreed) == (0, ())
        await refused(table.consent.answer(ann, True), "not asked")
        await refused(table.consent.answer(cid, True), "don't sit")
        await refused(table.consent.ask(bob), "asked already")
        await table.consent.answer(bob, True)
        assert table.asking is None
        assert notes(table) == [("asks", "Ann"), ("agrees", "Bob")]
        await play_on(table, [ann, bob])
        text = table.record().text()
        assert "1 rewind\n" in text

    in_hall(test)


def test_one_no_is_enough_and_going_on_is_a_no(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        await shown(table, ann, bob)
        entries = len(table.match.entries)
        await table.consent.ask(ann)
        await table.consent.answer(bob, False)
        assert (table.asking, len(table.match.entries)) == (None, entries)
        assert notes(table) == [("asks", "Ann"), ("declines", "Bob")]
        await table.consent.ask(ann)
        seat = table.match.state.deciding[0]
        await act(table, ann if seat == 0 else bob)
        assert table.asking is None
        await refused(table.consent.answer(bob, True), "vote is over")
        await play_on(table, [ann, bob], lambda table: table.match.why_no_undo(0) and not table.consent.why_not(0))
        await table.consent.ask(ann)
        await refused(table.consent.answer(bob, True, "remove"), "vote is over")
        await table.consent.answer(ann, False)  # she takes it back
        assert (table.asking, notes(table)[-1]) == (None, ("declines", "Ann"))

    in_hall(test)


def test_a_question_outlives_the_process(in_hall):
    kept = []

    async def ask(hall):
        table, ann, bob = await two_friends(hall)
        await shown(table, ann, bob)
        await table.consent.ask(bob)
        kept.extend((table.id, ann, len(table.match.entries)))

    async def answer(hall):
        table = await hall.table(kept[0])
        assert table.asking.seat == 1
        await table.consent.answer(kept[1], True)
        assert len(table.match.entries) == kept[2] + 1
        assert table.match.state.deciding == [1]

    in_hall(ask)
    in_hall(answer)


def test_ht_10_a_table_goes_back_together_only_so_many_times(in_hall, monkeypatch):
    monkeypatch.setattr(play, "MOST_REWINDS", 2)
    kept = []

    async def use_up(hall):
        table, ann, bob = await two_friends(hall)
        kept.extend([table.id, ann, bob])
        await act(table, bob)
        for _ in range(2):
            await act(table, ann)
            await table.consent.ask(ann)
            await table.consent.answer(bob, True)
        await act(table, ann)
        assert table.consent.why_not(0).rule == "HT-10"

    async def come_back(hall):
        table, ann, bob = await hall.table(kept[0]), *kept[1:]
        await refused(table.consent.ask(ann), "gone back together 2 times")
        assert table.asking is None
        await play_on(table, [ann, bob])
        assert table.phase == "over"

    in_hall(use_up)
    in_hall(come_back)


def test_who_plays_alone_against_bots_can_ask_nobody(in_hall):
    async def test(hall):
        (ann,) = await friends(hall, "Ann")
        table = await hall.lay(ann, GAME, ["me", "bot:greedy"])
        await act(table, ann)
        await until(lambda: table.match.why_no_undo(0) is not None and table.match.state.deciding == [0])
        await refused(table.consent.ask(ann), "Nobody else")
        await refused(table.act(ann.id, "rewind", table.number, "n"), "no action")

    in_hall(test)
