"""Games, tables and chairs as the pages list them. Imports hall and games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from hightable.bots import LEVELS
from hightable.engine.contract import Game
from hightable.engine.options import Option, Value
from hightable.engine.words import N_
from hightable.games import games
from hightable.games.text import listed
from hightable.hall.daily import OPTION, Deal, Finished, Outcome
from hightable.hall.guests import Guest
from hightable.hall.news import Chair, Summary
from hightable.hall.table import Table
from hightable.locale import translations, translator
from hightable.web.announced import ANNOUNCED
from hightable.web.clocks import clock_name
from hightable.web.stage import stage_of

_ = translator()


MONTHS: Final = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"),
    N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
BOTS: Final = {  # what players call the levels
    "apprentice": N_("apprentice"), "cook": N_("cook"), "chef": N_("chef"), "master": N_("master"),
    "random": N_("random"), "greedy": N_("sensible"),
}  # fmt: skip


def level_name(level: str) -> str:
    return _(BOTS.get(level, level)) if level else ""


def bot_name(level: str) -> str:
    return (_("%(level)s bot") % {"level": level_name(level)}).capitalize()


def cover(id: str) -> str:
    return f"/games/{id}/cover.svg"


def game_data(game: Game) -> dict[str, Any]:
    page = stage_of(game).page
    low, high = game.min_seats, game.max_seats
    return {
        "id": game.id,
        "title": _(game.title),
        "cover": cover(game.id),
        "seats": str(low) if low == high else f"{low}–{high}",
        "minutes": page.minutes,
        "line": _(page.line),
        "about": _(page.about),
        "playable": True,
        "solo": high == 1,
        "most": high,
    }


def menu() -> list[dict[str, Any]]:
    """The games as their covers hang in the hall: in the order in which they were announced, then all others."""
    served = {game.id: game_data(game) for game in games().values()}
    places = {game["id"]: place for place, game in enumerate(ANNOUNCED)}
    found = [*served.values(), *(game for game in ANNOUNCED if game["id"] not in served)]
    return sorted(found, key=lambda game: (not game["playable"], places.get(game["id"], -1)))


def game_title(id: str | None) -> str:
    """What a game is called; "" for none, or for one that is not served here."""
    game = games().get(id or "")
    return "" if game is None else _(game.title)


def host_name(table: Table) -> str:
    """The host, if they sit at their table."""
    return next((chair.name for chair in table.chairs if chair.guest == table.host), "")


def table_name(title: str, host: str, deal: Deal | None = None, origin: str | None = None) -> str:
    if origin == "brought":
        return title or _("A record from elsewhere")
    if deal is not None:
        return _("Daily feast of %(date)s") % {"date": long_date(deal.day)}
    return title or (_("%(name)s's table") % {"name": host} if host else _("A table without a name"))


def daily_name(deal: Deal) -> str:
    """What stands over a table of a daily feast."""
    gaps = {"day": deal.day.day, "month": _(MONTHS[deal.day.month - 1])}
    return _("Daily feast, %(day)s %(month)s: one try") % gaps


def long_date(day: date) -> str:
    return _("%(day)s %(month)s %(year)s") % {"day": day.day, "month": _(MONTHS[day.month - 1]), "year": day.year}


def value_name(option: Option, value: Value) -> str:
    """What players call a value of an option."""
    return _(option.names[value]) if value in option.names else option.title(value)


def setting_data(game: Game, options: Mapping[str, Value]) -> list[dict[str, str]]:
    """How a table is set, option by option."""
    return [{"label": _(o.label), "value": value_name(o, options[o.name])} for o in game.options if o.name in options]


def setting_name(game: Game, options: Mapping[str, Value], seats: int) -> str:
    """How a table is set: its arrangement, such as "Beginner's Banquet", and what is not as usual there."""
    told = []
    for option in game.options:
        value = options.get(option.name)
        if value is None:
            continue
        if option.name == OPTION:
            told.append(value_name(option, value))
        elif value != option.default(seats):
            name = value_name(option, value)
            told.append(_(option.label) if option.names.get(value) == "Yes" else f"{_(option.label)}: {name}")
    return ", ".join(told)


def summary_data(summary: Summary) -> dict[str, Any]:
    """A line in a list of tables."""
    free = sum(chair.kind == "free" for chair in summary.chairs)
    if summary.phase == "waiting":
        note = translations().ngettext("%(num)s chair free", "%(num)s chairs free", free) % {"num": free}
    else:
        note = _("at play")
    game = games().get(summary.game)
    title = summary.game if game is None else _(game.title)
    setting = "" if game is None else setting_name(game, summary.options, len(summary.chairs))
    deal = None if summary.deal is None else Deal.of(summary.deal)
    if summary.timing is not None and len(summary.chairs) > 1 and summary.phase != "over":
        clock = _("clock: %(time)s") % {"time": clock_name(summary.timing)}
        setting = f"{setting}, {clock}" if setting else clock
    return {
        "id": summary.id,
        "name": table_name(summary.title, summary.host_name, deal, summary.origin),
        "title": f"{title} · {setting}" if setting else title,
        "cover": cover(summary.game),
        "note": note,
        "chairs": [{"taken": chair.kind != "free", "shield": seat} for seat, chair in enumerate(summary.chairs)],
        "can_join": summary.phase == "waiting" and free > 0,
    }


def finished_data(finished: Finished, guest: Guest) -> dict[str, Any]:
    """A line in the list of a guest's finished tables: what was played, and how it ended."""
    summary = finished.of
    day = long_date(datetime.fromtimestamp(summary.last, UTC).date())
    note = ended_words(finished, guest)
    return summary_data(summary) | {"note": note, "day": "" if summary.deal else day}


def ended_words(finished: Finished, guest: Guest) -> str:
    """How a game ended, in short: the score of who played alone, else who won and what the guest had."""
    outcomes, chairs = finished.outcomes, finished.of.chairs
    if finished.of.origin == "brought":
        return _("replayed and checked")
    if not outcomes or len(outcomes) != len(chairs):
        return ""
    if len(outcomes) == 1:
        title = _(outcomes[0].title) if outcomes[0].title else ""
        return f"{points(outcomes[0].score)} · {title}" if title else points(outcomes[0].score)
    best = max(outcome.merit for outcome in outcomes)
    won = [outcome for outcome in outcomes if outcome.merit == best]
    if len(won) == len(outcomes):  # shared by all, or won by nobody
        return _("all ended level")
    mine = next((o for o in outcomes if chairs[o.seat].guest == guest.id), None)
    gaps = {"names": winners(won, finished, mine), "points": points(won[0].score)}
    if mine is None or mine in won:
        return _("%(names)s won with %(points)s") % gaps
    return _("%(names)s won with %(points)s, you had %(mine)s") % (gaps | {"mine": signed(mine.score)})


def winners(won: list[Outcome], finished: Finished, mine: Outcome | None) -> str:
    """Those who won, oneself first."""
    chairs = finished.of.chairs
    names = [_("you")] * (mine in won) + [chairs[outcome.seat].name for outcome in won if outcome is not mine]
    return listed(names, _)


def points(score: int) -> str:
    return translations().ngettext("%(num)s point", "%(num)s points", score) % {"num": signed(score)}


def signed(score: int) -> str:
    return str(score).replace("-", "−")


def chair_data(table: Table, seat: int, guest: Guest | None) -> dict[str, Any]:
    chair: Chair = table.chairs[seat]
    me = guest is not None and chair.guest == guest.id
    return {
        "taken": chair.kind != "free",
        "shield": seat,
        "name": chair.name,
        "bot": chair.kind == "bot",
        "level": level_name(chair.level),
        "missing": chair.guest is not None and not me and chair.guest not in table.visitors,
        "host": chair.guest is not None and chair.guest == table.host,
        "me": me,
    }


def enumerated(names: Sequence[str]) -> str:
    """Odo, Maude and Ysolt."""
    *some, last = names
    return _("%(some)s and %(last)s") % {"some": ", ".join(some), "last": last} if some else last


def side_data(table: Table) -> list[dict[str, Any]]:
    """Who will win and lose together, where chairs are partners: known before the game, from its options."""
    find = stage_of(table.game).page.sides
    sides = find({"seats": table.seats, "options": table.options}) if find else []
    if all(len(side) == 1 for side in sides):
        return []
    names = [chair.name or _("chair %(n)s") % {"n": seat + 1} for seat, chair in enumerate(table.chairs)]
    return [{"seats": side, "names": enumerated([names[seat] for seat in side])} for side in sides]


def lobby_data(table: Table, guest: Guest | None) -> dict[str, Any]:
    """What the changing part of a waiting table shows to a guest, who is there while they look."""
    chairs = [chair_data(table, seat, guest) for seat in range(len(table.chairs))]
    missing = [chair["name"] for chair in chairs if chair["missing"]]
    sides = side_data(table)
    for number, side in enumerate(sides):
        for seat in side["seats"]:
            chairs[seat]["side"] = number
    return {
        "chairs": chairs,
        "missing": enumerated(missing) if missing else "",
        "sides": [side["names"] for side in sides],
        "guest_name": guest.name if guest else "",
        "seated": guest is not None and table.seat_of(guest.id) is not None,
        "hosting": guest is not None and guest.id == table.host,
        "hostless": table.host not in table.visitors and (guest is None or guest.id != table.host),
        "bots": [{"id": level, "name": bot_name(level)} for level in reversed(LEVELS)],
    }


def company_data(table: Table, seat: int | None) -> dict[str, Any]:
    """Who sits at a running table, for whoever has this seat."""
    hosting = seat is not None and table.chairs[seat].guest == table.host
    chairs = []
    for i, chair in enumerate(table.chairs):
        here = chair.guest is not None and chair.guest in table.visitors
        note = ""
        if chair.kind == "bot":
            note = _("%(level)s bot") % {"level": level_name(chair.level)}
            note = _("%(bot)s, keeps the chair for whoever comes") % {"bot": note} if chair.open else note
        elif chair.stand_in:
            note = _("away; a bot plays on")
        elif i == seat:
            note = _("you")
        elif not here:
            note = _("away")
        chairs.append(
            {
                "seat": i,
                "shield": i,
                "name": chair.name,
                "note": note,
                "me": i == seat,
                "open": chair.open,
                "away": seat is not None and chair.kind == "guest" and not here and not chair.stand_in and i != seat,
                "guest": chair.kind == "guest" and i != seat,
                "give": not here or bool(chair.stand_in),
            }
        )
    seated = {chair.guest for chair in table.chairs}
    return {
        "id": table.id,
        "chairs": chairs,
        "hosting": hosting,
        "seated": seat is not None,
        "playing": table.phase == "playing" and table.deal is None,
        "talk": table.talk,
        "hints": table.helpful,
        "daily": table.deal is not None,
        "watchers": [
            {"id": id, "name": table.name_of(Guest(id, name))}
            for id, name in sorted(table.visitors.items())
            if id not in seated
        ],
    }
