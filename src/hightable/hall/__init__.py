"""The hall: tables of people, their storage, and the bots that play with them. No HTTP here. Imports bots, games and
the engine."""

from hightable.hall.crew import Crew
from hightable.hall.daily import Deal
from hightable.hall.guests import Guest, clean_name
from hightable.hall.hall import Hall
from hightable.hall.news import Chair, News, Said, Summary
from hightable.hall.store import Lost, Store
from hightable.hall.table import Table

__all__ = [
    "Chair", "Crew", "Deal", "Guest", "Hall", "Lost", "News", "Said", "Store", "Summary", "Table", "clean_name",
]  # fmt: skip
