"""Playing through the hall: whole games, doubled and stale clicks, undo, reloading, lost races."""

import asyncio
import threading
from functools import partial
from secrets import token_hex
from traceback import walk_tb

import pytest

import hightable
from hightable.engine import UNDO, Record, Refused
from hightable.hall import Crew, Hall, Store, play, store
from hightable.hall import saved as sql
from hightable.hall.saved import SavedEntry
from hightable.hall.store import Row
from hightable.web.plain import picture
from tests.hall.at_table import GAME, act, hear, play_on, two_friends, until


def position(table):
    return (table.match.state.dump(), table.number, list(table.match.entries), list(table.asked_at))


async def refused(awaitable, words: str | None = None) -> None:
    with pytest.raises(Refused, match=words):
        await awaitable


def test_a_whole_game_with_two_guests_and_two_bots(in_hall):
    kept = []

    async def play(hall):
        table, ann, bob = await two_friends(hall, "bot:greedy", "bot:random")
        heard = hear(table)
        number = table.number
        with pytest.raises(Refused):
            table.record()
        await play_on(table, [ann, bob])
        assert table.phase == "over"
        for news in heard:
            assert news.first == number + 1
            number += len(news.beats)
        assert number == table.number
        assert Record.parse(table.record().text()).verify(hightable.game).state.dump() == table.match.state.dump()
        assert await hall.counts() == (0, 0)
        assert await hall.tables_of(ann) == []
        assert table.idle or table._listeners
        kept.extend([table.id, position(table), table.record().text()])

    async def load(hall):
        table = await hall.table(kept[0])
        assert table.phase == "over"
        assert repr(position(table)) == repr(kept[1])
        assert table.record().text() == kept[2]

    in_hall(play)
    in_hall(load)


def test_reloading_in_the_middle_gives_the_same_table(in_hall):
    kept = []

    async def play(hall):
        table, ann, bob = await two_friends(hall)
        kept.append(table.id)
        for _ in range(3):
            first, *others = [guest for guest in (ann, bob) if table.decides(table.seat_of(guest.id))]
            await act(table, first)
            if table.match.why_no_undo(table.seat_of(first.id)) is None:
                await table.undo(first.id, table.number, token_hex(8))
                await act(table, first)
            for guest in others:
                await act(table, guest)
        assert any(entry.action == UNDO for entry in table.match.entries)
        kept.append(repr(position(table)))

    async def load(hall):
        assert repr(position(await hall.table(kept[0]))) == kept[1]

    in_hall(play)
    in_hall(load)


def test_the_same_click_twice_acts_once(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        state = table.match.state
        text, seen = table.game.text(state.legal(0)[0]), table.number
        await asyncio.gather(*(table.act(ann.id, text, seen, "one") for _ in range(5)))
        assert len(table.match.entries) == 1
        await table.act(bob.id, table.game.text(state.legal(1)[0]), seen, "one")  # another's nonce is another's
        assert len(table.match.entries) == 2
        number = table.number
        await table.act(ann.id, text, 0, "one")
        assert table.number == number

    in_hall(test)


def test_a_stale_or_foreign_or_silly_click_changes_nothing(in_hall):
    async def test(hall):
        table, ann, _bob = await two_friends(hall)
        cid, _ = await hall.welcome("Cid")
        heard = hear(table)
        before = repr(position(table))
        text = table.game.text(table.match.state.legal(0)[0])
        illegal = next(a for a in range(1, len(table.game.actions)) if a not in table.match.state.legal(0))
        await refused(table.act(ann.id, text, table.number - 1, "a"), "moved on")
        await refused(table.act(ann.id, text, -1, "a"), "moved on")
        await refused(table.act(cid.id, text, table.number, "a"), "don't sit")
        await refused(table.undo(cid.id, table.number, "a"), "don't sit")
        await refused(table.act(ann.id, "steal the king's goose", table.number, "a"), "not an action")
        await refused(table.act(ann.id, "x" * 100_000, table.number, "a"), "not an action")
        await refused(table.act(ann.id, table.game.text(illegal), table.number, "a"))
        await refused(table.undo(ann.id, table.number, "a"), "nothing of yours")
        for nonce in ["", "x" * 65, "é", "\n"]:
            await refused(table.act(ann.id, text, table.number, nonce), "click")
        assert repr(position(table)) == before
        assert heard == []
        await refused(table.undo(cid.id, table.number, "a"), "You don't sit at this table.")
        stored = await hall.store.read(partial(sql.load_table, table_id=table.id))
        assert stored.entries == []

    in_hall(test)


def test_others_choosing_at_the_same_time_make_no_click_stale(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        seen = table.number
        text = table.game.text(table.match.state.legal(1)[0])
        await act(table, ann)
        assert table.number > seen
        await table.act(bob.id, text, seen, "n")
        assert len(table.match.entries) == 2

    in_hall(test)


def test_undo_before_the_reveal_and_not_after(in_hall):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        await refused(table.undo(ann.id, table.number, "t"), "nothing of yours")
        start = table.match.state.dump()
        await act(table, ann)
        await table.undo(ann.id, table.number, "u")
        await table.undo(ann.id, table.number, "u")
        assert table.match.state.dump() == start
        assert table.match.entries[-1].action == UNDO
        await act(table, ann)
        await act(table, bob)
        before = repr(position(table))
        await refused(table.undo(ann.id, table.number, "v"), "can't go back")
        assert repr(position(table)) == before
        await play_on(table, [ann, bob])
        record = Record.parse(table.record().text())
        assert [text for seat, text in record.entries[:3] if seat == 0][1] == "undo"
        record.verify(hightable.game)
        await refused(table.undo(ann.id, table.number, "w"))
        await refused(table.act(ann.id, table.game.text(1), table.number, "x"), "over")

    in_hall(test)


def test_who_hangs_up_in_the_middle_has_acted(in_hall):
    async def test(hall):
        table, ann, _ = await two_friends(hall)
        heard = hear(table)
        hold = threading.Event()
        blocker = asyncio.ensure_future(hall.store.write(lambda c: hold.wait(5)))
        click = asyncio.create_task(act(table, ann))
        await until(lambda: table._line.busy)
        click.cancel()
        await asyncio.sleep(0.05)
        assert not heard and not click.done()
        hold.set()
        await blocker
        with pytest.raises(asyncio.CancelledError):
            await click
        assert heard and len(table.match.entries) == 1
        assert click.cancelled() and not table._line.busy

    in_hall(test)


def test_a_second_process_can_only_lose_the_race(in_postgres_hall, postgres_url):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        other = Hall(Store(postgres_url), Crew(), think=(0, 0))
        await other.open()
        theirs = await other.table(table.id)
        await act(theirs, ann)
        heard = hear(table)
        text = table.game.text(table.match.state.legal(1)[0])
        await table.act(bob.id, text, table.number, "n")  # Bob's question is the same, so it goes on from there
        await until(lambda: sum(news.kind == "beats" for news in heard) == 2)
        first, second = (news for news in heard if news.kind == "beats")  # others may come and go meanwhile
        assert first.first + len(first.beats) == second.first
        assert second.first + len(second.beats) - 1 == table.number
        await refused(theirs.undo(ann.id, theirs.number, "u"), "can't go back|moved on")
        await theirs.catch_up()
        assert repr(position(table)) == repr(position(theirs))
        await play_on(table, [ann, bob])
        await other.close()

    in_postgres_hall(test)


def test_the_same_click_at_two_processes_acts_once(in_postgres_hall, postgres_url):
    async def test(hall):
        table, ann, _ = await two_friends(hall)
        other = Hall(Store(postgres_url), Crew(), think=(0, 0))
        await other.open()
        theirs = await other.table(table.id)
        text = table.game.text(table.match.state.legal(0)[0])
        await theirs.act(ann.id, text, theirs.number, "n")
        await table.act(ann.id, text, table.number, "n")
        assert repr(position(table)) == repr(position(theirs))
        assert len(table.match.entries) == 1
        await other.close()

    in_postgres_hall(test)


def test_two_processes_and_one_chair(in_postgres_hall, postgres_url):
    async def test(hall):
        ann, _ = await hall.welcome("Ann")
        bob, _ = await hall.welcome("Bob")
        table = await hall.lay(ann, GAME, ["me", "friend"])
        other = Hall(Store(postgres_url), Crew(), think=(0, 0))
        await other.open()
        theirs = await other.table(table.id)
        await theirs.company.sit(bob)
        await theirs.company.begin(ann)
        await refused(table.company.begin(ann, "random"), "already begun")
        assert repr(position(table)) == repr(position(theirs))
        assert table.seat_of(bob.id) == 1
        await other.close()

    in_postgres_hall(test)


def test_a_failing_disk_leaves_the_table_as_it_was(in_hall, monkeypatch):
    async def test(hall):
        table, ann, _ = await two_friends(hall)
        before = repr(position(table))

        def fail(*args, **kwargs):
            raise OSError("disk full")

        with monkeypatch.context() as broken:
            broken.setattr(Row, "__call__", fail)
            broken.setattr(store, "_together", fail)
            broken.setattr(store, "_at_once", lambda engine, jobs: False)
            with pytest.raises(OSError, match="disk full"):
                await act(table, ann)
        assert repr(position(table)) == before
        await act(table, ann)
        assert len(table.match.entries) == 1

    in_hall(test)


def test_a_written_action_that_memory_missed_is_found_again(in_hall, monkeypatch):
    async def test(hall):
        table, ann, bob = await two_friends(hall)
        text = table.game.text(table.match.state.legal(0)[0])
        entry = SavedEntry(0, text, "n")
        await hall.store.write(sql.new_entry(table.id, 1, entry))
        await table.act(ann.id, text, table.number, "n")
        assert table.match.entries[0].seat == 0
        await act(table, bob)
        assert len(table.match.entries) == 2

    in_hall(test)


def test_changes_waiting_for_a_table_have_a_bound(in_hall):
    async def test(hall):
        table, ann, _ = await two_friends(hall)
        done = await asyncio.gather(*(table.say(ann, str(i)) for i in range(150)), return_exceptions=True)
        assert sum(isinstance(outcome, Refused) for outcome in done) == 50
        assert len(table.chat) == 100

    in_hall(test)


async def to_and_fro(table, guest, times: int) -> None:
    for _ in range(times):
        await act(table, guest)
        await table.undo(guest.id, table.number, token_hex(8))


def test_ht_10_a_seat_takes_back_only_so_many_actions(in_hall, monkeypatch):
    monkeypatch.setattr(play, "MOST_UNDOS", 3)
    kept = []

    async def use_up(hall):
        table, ann, bob = await two_friends(hall)
        kept.extend([table.id, ann, bob])
        await to_and_fro(table, ann, 3)
        await to_and_fro(table, bob, 2)  # another's undos are another's
        await act(table, ann)
        assert table.match.why_no_undo(0) is None and table.why_no_undo(0).rule == "HT-10"
        assert not picture(table, 0)["undo"]
        entries = len(table.match.entries)
        for _ in range(3):
            await refused(table.undo(ann.id, table.number, token_hex(8)), "taken back 3 actions")
        assert len(table.match.entries) == entries == 11

    async def come_back(hall):
        """The count is that of the table, whoever loads it."""
        table, ann, bob = await hall.table(kept[0]), *kept[1:]
        await refused(table.undo(ann.id, table.number, token_hex(8)), "taken back 3 actions")
        await play_on(table, [ann, bob])  # a game can always end
        assert table.phase == "over" and Record.parse(table.record().text()).verify(hightable.game)

    in_hall(use_up)
    in_hall(come_back)


def test_ht_10_a_table_that_took_back_more_under_older_rules_still_loads(in_hall, monkeypatch):
    kept = []

    async def older(hall):
        table, ann, _bob = await two_friends(hall)
        await to_and_fro(table, ann, 5)
        kept.extend([table.id, ann])

    async def now(hall):
        monkeypatch.setattr(play, "MOST_UNDOS", 3)
        table = await hall.table(kept[0])
        assert len(table.match.entries) == 10
        await act(table, kept[1])
        await refused(table.undo(kept[1].id, table.number, token_hex(8)), "taken back 3 actions")

    in_hall(older)
    in_hall(now)


def test_a_refused_undo_keeps_nothing_in_memory(in_hall):
    """The match keeps the reason why nobody goes back; it must not keep every call that was refused, too."""

    async def test(hall):
        table, ann, bob = await two_friends(hall)
        await act(table, ann)
        await act(table, bob)
        depths = set()
        for _ in range(5):
            await refused(table.undo(ann.id, table.number, token_hex(8)))
            depths.add(len(list(walk_tb(table.match.why_no_undo(0).__traceback__))))
        assert len(depths) == 1

    in_hall(test)
