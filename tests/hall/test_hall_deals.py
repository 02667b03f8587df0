"""One deal at several tables: that of a finished table or of a day; who may look, and what stands side by side."""

import asyncio

import pytest

from hightable.engine import Refused
from hightable.hall import Hall
from hightable.hall.daily import Sealed
from tests.hall.at_table import finish, play_on, two_friends

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


def test_nobody_looks_at_a_deal_that_they_are_playing(in_hall) -> None:
    async def test(hall: Hall) -> None:
        table, ann, _bob = await finished(hall)
        cid, _ = await hall.welcome("Cid")
        await hall.may_look(table, cid)
        again = await hall.lay(cid, FEAST, ["me", "bot:greedy"], deal=table.id)
        with pytest.raises(Sealed, match="this very deal"):
            await hall.may_look(table, cid)
        await hall.may_look(again, cid)
        await hall.may_look(table, ann)
        await hall.may_look(table, None)
        await play_on(again, [cid])
        await hall.may_look(table, cid)

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
        one = await hall.lay(ann, FEAST, ["me", "bot:greedy"], deal="2026-02-28")
        other = await hall.lay(ann, FEAST, ["bot:random", "me"], deal="2026-02-28")
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
