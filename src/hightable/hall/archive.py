"""Finished games: played on from their middle, brought from elsewhere, and deals that several tables play, to see side
by side what each made of the same cards. Imports the hall's plain data and its crew."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from hightable.bots import LEVELS
from hightable.engine import N_, Game, Record, Refused, Value, commitment
from hightable.games import game as find_game
from hightable.hall import saved as sql
from hightable.hall.company import FREE, STAND_IN
from hightable.hall.crew import Crew
from hightable.hall.daily import OPTION, Deal, Outcome, Played
from hightable.hall.guests import Guest, clean_text
from hightable.hall.names import LONGEST, numbered
from hightable.hall.news import Chair, bot_chair, guest_chair
from hightable.hall.offers import chosen
from hightable.hall.saved import SavedEntry, SavedTable
from hightable.hall.store import Lost, Store
from hightable.hall.table import Table

if TYPE_CHECKING:
    from hightable.hall.hall import Hall

log = logging.getLogger(__name__)

SEED_LENGTH: Final = 64


class Archive:
    """What the hall keeps of games that are over."""

    def __init__(self, hall: Hall, store: Store, crew: Crew) -> None:
        self._hall = hall
        self._store = store
        self._crew = crew
        self._playing: dict[str, asyncio.Task[None]] = {}  # bots at a deal, by its commitment
        self._given_up: set[tuple[str, str]] = set()  # deals and levels that take too long

    async def close(self) -> None:
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # going on from a finished game

    async def branch(self, table: Table, guest: Guest, entries: int, seat: int) -> Table:
        """A finished game played on from its middle: the guest on this seat, bots on the others; or Refused."""
        record = table.record()
        if not 0 <= seat < table.seats:
            raise Refused(N_("There is no seat %(seat)s at this table."), "", {"seat": seat + 1})
        if not 0 <= entries < len(record.entries):
            raise Refused(N_("There is no such step in this game."))
        chairs = [guest_chair(guest, ()) if i == seat else FREE for i in range(table.seats)]
        for i in range(table.seats):
            if i != seat:
                chairs[i] = bot_chair(STAND_IN, chairs)
        now, known = self._hall.now(), await self._store.read(partial(sql.load_entries, after={table.id: 0}))
        saved = SavedTable(
            id=self._hall.new_id(),
            game=table.game.id,
            rules=table.game.rules,
            seats=table.seats,
            options=table.options,
            title="",
            listed=False,
            host=guest.id,
            phase="playing",
            seed=table.saved.seed,
            commitment=table.commitment,
            changes=1,
            created=now,
            begun=now,
            chairs=chairs,
            origin="branch",
            fingerprint=table.saved.fingerprint,
            entries=[entry._replace(nonce=f"{i}", at=now) for i, entry in enumerate(known[table.id][:entries])],
        )
        return await self._keep(saved)

    async def keep_record(self, guest: Guest, record: Record) -> Table:
        """A game that was played elsewhere, as a finished table that anybody with its link may watch; or Refused. The
        record has been verified."""
        game = find_game(record.game)
        if record.dice != "keyed" or record.seed is None or len(record.seed) > SEED_LENGTH:
            raise Refused(N_("This game was not dealt as tables deal."))
        names: list[str] = []
        for i, player in enumerate([*record.players, *[""] * record.seats][: record.seats]):
            names.append(numbered(clean_text(player)[:LONGEST] or f"{i + 1}", names))
        now = self._hall.now()
        saved = SavedTable(
            id=self._hall.new_id(),
            game=game.id,
            rules=game.rules,
            seats=record.seats,
            options=game.resolve(record.seats, chosen(game, record.seats, record.options, self._hall.offers)),
            title="",
            listed=False,
            host=guest.id,
            phase="over",
            seed=record.seed,
            commitment=commitment(record.seed),
            changes=1,
            created=now,
            begun=now,
            chairs=[Chair("guest", None, "", name) for name in names],
            origin="brought",
            entries=[SavedEntry(seat, text, f"{i}", now) for i, (seat, text) in enumerate(record.entries)],
        )
        return await self._keep(saved)

    async def _keep(self, saved: SavedTable) -> Table:
        self._hall.seals.check(saved.commitment)
        try:
            await self._store.write(partial(sql.add_table, t=saved))
        except Lost:
            raise Refused(N_("The table could not be laid. Try again.")) from None
        found = await self._hall.table(saved.id)
        assert found is not None
        return found

    # the same deal at several tables

    async def seed(self, game: Game, seats: int, options: Mapping[str, Value], deal: str) -> str:
        """The secret of a deal: that of a finished table by its id, or that of a day; or Refused."""
        day = _day(deal)
        if day is not None:
            return await self._seed_of_day(day, game, seats, options)
        table = await self._hall.table(deal)
        if table is None or table.phase != "over":
            raise Refused(N_("A deal can be played again when its table is over. There is no such table."))
        if (table.game, table.seats, table.options) != (game, seats, options):
            raise Refused(N_("The same deal needs the same game, the same rules and as many chairs."))
        return table.saved.seed

    async def _seed_of_day(self, day: date, game: Game, seats: int, options: Mapping[str, Value]) -> str:
        if day > self._hall.today():
            raise Refused(N_("The deal of that day is still in the kitchen. Come back when its day has come."))
        secret = await self._store.read(sql.hall_secret)
        if game.max_seats == 1:
            if day == self._hall.today():
                raise Refused(N_("Today's deal is the daily feast: one try for everybody."))
            return Deal(day, game.id, str(options.get(OPTION, ""))).seed(secret)
        key = f"{day.isoformat()}/{game.id}/{seats}/{json.dumps(options, sort_keys=True)}"
        return hmac.digest(secret.encode(), key.encode(), "sha256").hex()[:32]

    async def tables(self, table: Table) -> list[Played]:
        """All finished tables with the deal of this finished one; or Refused."""
        table.record()
        return await self._store.read(partial(sql.tables_of_commitment, commitment=table.commitment))

    async def bots(self, table: Table) -> dict[str, tuple[Outcome, ...] | None]:
        """What bots of each level make of this deal; None where they are still at it. Levels that take too long are
        left out."""
        table.record()
        found = await self._store.read(partial(sql.bots_of, commitment=table.commitment))
        wanted = [level for level in LEVELS if (table.commitment, level) not in self._given_up]
        if any(level not in found for level in wanted) and table.commitment not in self._playing:
            missing = [level for level in wanted if level not in found]
            task = asyncio.create_task(self._play_out(table, missing), name=f"bots at the deal of {table.id}")
            self._playing[table.commitment] = task
        return {level: found.get(level) for level in wanted}

    async def _play_out(self, table: Table, missing: list[str]) -> None:
        seed, key = table.saved.seed, table.commitment
        try:
            for level in missing:
                played = await self._crew.play_out(table.game.id, level, table.seats, seed, table.options)
                if played is None:
                    self._given_up.add((key, level))
                else:
                    await self._store.write(partial(sql.add_bots, commitment=key, level=level, outcomes=played))
        except Lost:
            log.info("the deal of table %s was played out by another process", table.id)
        except Exception:
            log.exception("bots could not play the deal of table %s", table.id)
            self._given_up |= {(key, level) for level in missing}
        finally:
            del self._playing[key]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == len("2026-02-28") and "-" in text else None
    except ValueError:
        raise Refused(N_("There is no such day. A day is written like 2026-02-28.")) from None
