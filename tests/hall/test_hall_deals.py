"""One deal at several tables: that of a finished table or of a day; who may look, and what stands side by side."""

import asyncio

import pytest
from sqlalchemy import event

from hightable.engine import Refused
from hightable.hall import Hall
from hightable.hall.daily import Sealed
from hightable.hall.timing import Timing
from tests.hall.at_table import act, finish, play_on, two_friends

NOON = 1_772_280_000.0  # 28 February 2026
DAY = 24 * 3600.0
FEAST = "the-feast"


async def finished(hall: Hall):
    table, ann, bob = await two_friends(hall)
    await play_on(table, [ann, bob])
    return table, ann, bob


async def refused(work, words: str) -> None:
    with pytest.raises(Refused, match=words):
        await work


def hands(table) -> object:
    return table.match.opening[0].state.dump()


def test_the_deal_of_a_finished_table_is_dealt_again(in_hall) -> None:
    async def test(hall: Hall) -> None:
        table, _ann, _bob = await finished(hall)
        cid, _ = await hall.welcome("Cid")
        again = await hall.lay(cid, FEAST, ["me", "bot:greedy"], deal=table.id)
        assert again.commitment == table.commitment
        assert hands(again) == hands(table)
        assert hands(await hall.lay(cid, FEAST, ["me", "bot:greedy"])) != hands(table)

    in_hall(test)


def test_the_same_deal_needs_the_same_game_rules_and_chairs(in_hall) -> None:
    async def test(hall: Hall) -> None:
        table, ann, _bob = await finished(hall)
        await refused(hall.lay(ann, FEAST, ["me", "bot:greedy", "bot:greedy"], deal=table.id), "as many chairs")
        await refused(hall.lay(ann, "royal-feast", ["me", "bot:greedy"], deal=table.id), "the same game")
        await refused(hall.lay(ann, FEAST, ["me", "bot:greedy"], options={"dummies": "4"}, deal=table.id), "same rules")
        running, ann, _bob = await two_friends(hall)
        for nowhere in (running.id, "2222222222", "x", "../../x", "2026-13-01", "2026-02-30"):
            await refused(hall.lay(ann, FEAST, ["me", "bot:greedy"], deal=nowhere), "no such")
        waiting = await hall.lay(ann, FEAST, ["me", "friend"], deal=table.id)
        await refused(hall.change(waiting, ann, FEAST, 3), "a deal of its own")
        await hall.change(waiting, ann, FEAST, 2, options=waiting.options, title="Supper")
        assert waiting.title == "Supper"

    in_hall(test)


async def sealed(hall: Hall, table, guest, words: str) -> None:
    with pytest.raises(Sealed, match=words):
        await hall.may_look(table, guest)


def test_nobody_looks_at_a_deal_that_is_being_played(in_hall) -> None:
    """With a cookie or without: whoever plays could drop it, or come as somebody new."""

    async def test(hall: Hall) -> None:
        table, ann, bob = await finished(hall)
        (cid, _), (eve, _) = await hall.welcome("Cid"), await hall.welcome("Eve")
        for guest in (ann, cid, eve, None):
            await hall.may_look(table, guest)
        again = await hall.lay(cid, FEAST, ["me", "bot:greedy"], deal=table.id)
        await sealed(hall, table, cid, "this very deal")
        await sealed(hall, table, eve, "Somebody is playing this deal")
        await sealed(hall, table, None, "Somebody is playing this deal")
        for guest in (cid, eve, None):
            await hall.may_look(again, guest)  # one table alone may be watched
        await hall.may_look(table, ann)  # sat there
        third = await hall.lay(eve, FEAST, ["me", "bot:greedy"], deal=table.id)
        await sealed(hall, again, None, "Somebody is playing this deal")
        await sealed(hall, again, eve, "this very deal")
        await hall.may_look(again, bob)  # has finished it
        await play_on(again, [cid])
        await hall.may_look(table, cid)
        await hall.may_look(third, cid)
        await sealed(hall, again, eve, "this very deal")
        await sealed(hall, table, None, "Somebody is playing this deal")
        await play_on(third, [eve])
        for one in (table, again, third):
            for guest in (ann, cid, eve, None):
                await hall.may_look(one, guest)

    in_hall(test)


def test_a_table_that_was_left_behind_seals_nothing(in_hall) -> None:
    now = [NOON]

    async def test(hall: Hall) -> None:
        table, _ann, _bob = await finished(hall)
        cid, _ = await hall.welcome("Cid")
        again = await hall.lay(cid, FEAST, ["me", "bot:greedy"], deal=table.id)
        now[0] += 6 * DAY
        await sealed(hall, table, None, "Somebody is playing this deal")
        await act(again, cid)
        now[0] += 6 * DAY
        await sealed(hall, table, None, "Somebody is playing this deal")
        now[0] += 2 * DAY
        await hall.may_look(table, None)
        await hall.may_look(table, cid)
        clock = Timing(3 * 24 * 3600, 0)
        timed = await hall.lay(cid, FEAST, ["me", "friend"], deal=table.id, timing=clock)
        now[0] += 30 * DAY
        await sealed(hall, table, None, "Somebody is playing this deal")  # with a clock it will come to an end
        assert timed.phase == "waiting"

    in_hall(test, clock=lambda: now[0])


def test_who_comes_to_a_waiting_table_may_look_at_it(in_hall) -> None:
    """Nothing is dealt there yet, and two tables may want to play one deal at the same time."""

    async def test(hall: Hall) -> None:
        (ann, _), (bob, _), (cid, _) = [await hall.welcome(name) for name in ("Ann", "Bob", "Cid")]
        day = hall.today().isoformat()
        one = await hall.lay(ann, FEAST, ["me", "friend"], deal=day)
        other = await hall.lay(bob, FEAST, ["me", "bot:greedy"], deal=day)
        assert one.commitment == other.commitment
        await hall.may_look(one, cid)
        await hall.may_look(one, None)
        await one.company.begin(ann, "random")
        await sealed(hall, one, None, "Somebody is playing")
        await hall.may_look(one, ann)

    in_hall(test)


def test_an_ordinary_table_is_looked_at_with_one_question(in_hall) -> None:
    async def test(hall: Hall) -> None:
        table, ann, _bob = await two_friends(hall)
        cid, _ = await hall.welcome("Cid")
        statements: list[str] = []

        def listen(conn, cursor, statement, parameters, context, executemany) -> None:
            statements.append(statement)

        event.listen(hall.store._engine, "before_cursor_execute", listen)
        for guest, most in ((ann, 0), (cid, 1), (None, 1)):
            statements.clear()
            await hall.may_look(table, guest)
            assert len([found for found in statements if found.startswith("SELECT")]) <= most

    in_hall(test)


def test_nobody_plays_one_deal_at_two_tables(in_hall) -> None:
    """They would see two hands of the same game."""

    async def test(hall: Hall) -> None:
        (ann, _), (bob, _), (cid, _) = [await hall.welcome(name) for name in ("Ann", "Bob", "Cid")]
        day = hall.today().isoformat()
        one = await hall.lay(ann, FEAST, ["me", "friend"], deal=day)
        await refused(hall.lay(ann, FEAST, ["friend", "me"], deal=day), "this very deal")
        other = await hall.lay(bob, FEAST, ["friend", "me"], deal=day)
        await refused(other.company.sit(ann, 0), "this very deal")
        await refused(one.company.sit(bob), "this very deal")
        assert one.seat_of(bob.id) is None and other.seat_of(ann.id) is None
        await one.company.begin(ann, "random")
        await refused(one.company.sit(bob), "this very deal")
        await one.arrive(bob)
        await refused(one.company.hand_over(ann, 1, bob.id), "this very deal")
        await one.company.sit(cid)
        await play_on(one, [ann, cid])
        await other.company.sit(ann)  # done with it
        practice = await hall.archive.branch(one, cid, 3, 0)
        assert practice.phase == "playing"
        await refused(hall.archive.branch(one, ann, 3, 1), "this very deal")
        await refused(hall.archive.branch(one, bob, 3, 1), "this very deal")

    in_hall(test)


def test_two_clicks_at_once_give_one_chair_of_a_deal(in_hall) -> None:
    async def test(hall: Hall) -> None:
        (ann, _), (bob, _), (cid, _) = [await hall.welcome(name) for name in ("Ann", "Bob", "Cid")]
        day = hall.today().isoformat()
        one = await hall.lay(ann, FEAST, ["me", "friend"], deal=day)
        other = await hall.lay(bob, FEAST, ["me", "friend"], deal=day)
        clicks = [one.company.sit(cid), other.company.sit(cid), hall.lay(cid, FEAST, ["me", "friend"], deal=day)]
        found = await asyncio.gather(*clicks, return_exceptions=True)
        assert sum(isinstance(answer, Refused) for answer in found) == 2, found

    in_hall(test)


def test_the_tables_of_one_deal_side_by_side(in_hall) -> None:
    async def test(hall: Hall) -> None:
        table, ann, bob = await finished(hall)
        cid, _ = await hall.welcome("Cid")
        again = await hall.lay(cid, FEAST, ["me", "bot:greedy"], deal=table.id)
        await refused(hall.archive.tables(again), "when the game is over")
        await play_on(again, [cid])
        branch = await hall.archive.branch(table, ann, 3, 0)
        await play_on(branch, [ann])
        brought = await hall.archive.keep_record(bob, table.record())
        played = await hall.archive.tables(brought)
        assert [p.table_id for p in played] == [table.id, again.id]  # neither the branch nor the record
        assert [chair.name for chair in played[0].chairs] == ["Ann", "Bob"]
        assert [o.score for o in played[1].outcomes] == list(again.match.state.result.scores)

    in_hall(test)


def test_bots_of_each_level_play_the_deal_and_always_make_the_same_of_it(in_hall) -> None:
    kept = []

    async def bots(hall: Hall, table) -> dict[str, object]:
        while None in (found := await hall.archive.bots(table)).values():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        return found

    async def test(hall: Hall) -> None:
        table, ann, _bob = await finished(hall)
        found = await bots(hall, table)
        assert list(found) == ["apprentice", "cook", "chef", "master"]
        assert all(len(outcomes) == 2 for outcomes in found.values())
        kept.append((table.id, found))
        again = await hall._crew.play_out(FEAST, "cook", 2, table.saved.seed, table.options)
        assert tuple(again) == found["cook"]
        running = await hall.lay(ann, FEAST, ["me", "bot:greedy"], deal=table.id)
        await refused(hall.archive.bots(running), "when the game is over")

    async def later(hall: Hall) -> None:
        id, found = kept[0]
        assert await hall.archive.bots(await hall.table(id)) == found  # without playing it again

    in_hall(test)
    in_hall(later)


def test_the_deal_of_a_day_is_the_same_at_all_its_tables(in_hall) -> None:
    now = [NOON]

    async def test(hall: Hall) -> None:
        ann, _ = await hall.welcome("Ann")
        bob, _ = await hall.welcome("Bob")
        one = await hall.lay(ann, FEAST, ["me", "bot:greedy"], deal="2026-02-28")
        other = await hall.lay(bob, FEAST, ["bot:random", "me"], deal="2026-02-28")
        assert hands(one) == hands(other)
        for chairs, options, day in (
            (["me", "bot:greedy"], {}, "2026-02-27"),
            (["me", "bot:greedy"], {"dummies": "4"}, "2026-02-28"),
            (["me", "bot:greedy", "bot:greedy"], {}, "2026-02-28"),
        ):
            third = await hall.lay(ann, FEAST, chairs, options=options, deal=day)
            assert third.commitment != one.commitment
        await refused(hall.lay(ann, FEAST, ["me", "bot:greedy"], deal="2026-03-01"), "in the kitchen")

    in_hall(test, clock=lambda: now[0])


def test_a_past_daily_feast_can_be_played_again_but_not_todays(in_hall) -> None:
    now = [NOON]

    async def test(hall: Hall) -> None:
        from hightable.hall.daily import Deal

        ann, _ = await hall.welcome("Ann")
        deal = Deal(hall.today(), "kings-feast", "beginners-banquet")
        table = await hall.daily(ann, deal)
        await finish(table, ann)
        options = {"arrangement": "beginners-banquet"}
        await refused(hall.lay(ann, "kings-feast", ["me"], options=options, deal="2026-02-28"), "daily feast")
        await refused(hall.lay(ann, "kings-feast", ["me"], options=options, deal=table.id), "tomorrow")
        now[0] += DAY
        by_day = await hall.lay(ann, "kings-feast", ["me"], options=options, deal="2026-02-28")
        await refused(hall.lay(ann, "kings-feast", ["me"], options=options, deal=table.id), "this very deal")
        await finish(by_day, ann)
        by_table = await hall.lay(ann, "kings-feast", ["me"], options=options, deal=table.id)
        assert by_day.commitment == by_table.commitment == table.commitment
        assert by_day.deal is None  # no second try: it is in no day's list

    in_hall(test, clock=lambda: now[0])


def test_a_code_in_any_spelling_finds_its_table(in_hall) -> None:
    async def test(hall: Hall) -> None:
        ann, _ = await hall.welcome("Ann")
        table = await hall.lay(ann, FEAST, ["me", "friend"])
        code = table.code
        assert len(code) == 6 and code != table.id[:6]
        for spelling in (code, code.upper(), f"{code[:3]} {code[3:]}", f" {code[:3]}-{code[3:].upper()} ", table.id):
            assert await hall.by_code(spelling) is table
        for wrong in ("", "x", code[:5], code + "a", "......", "' or 1=1", "ZZZZZZ" if code != "zzzzzz" else "YYYYYY"):
            assert await hall.by_code(wrong) is None

    in_hall(test)
