"""Clocks as the pages show them: in the form that lays a table, in its settings, and running beside the names. Imports
hall."""

from __future__ import annotations

from typing import Any, Final

from starlette.datastructures import FormData

from hightable.engine.words import N_, Refused
from hightable.hall.table import Table
from hightable.hall.timing import BOT, DAY, HOUR, MINUTE, SEAT, Timing
from hightable.locale import translations, translator
from hightable.web.forms import whole_number
from hightable.web.visits import text

_ = translator()

TURNS: Final = (30, MINUTE, 2 * MINUTE, 5 * MINUTE, HOUR, 8 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
BANKS: Final = (0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
GAMES: Final = tuple(minutes * MINUTE for minutes in (5, 10, 15, 20, 30, 45, 60, 90, 120))
MOST_SECONDS: Final = 99_999_999  # that a form can ask for; a clock has bounds of its own
USUAL: Final = {"turn": 2 * MINUTE, "bank": 5 * MINUTE, "game": 20 * MINUTE}
KINDS: Final = {"": N_("none"), "turn": N_("for each turn"), "game": N_("for the whole game")}
UNITS: Final = (
    (DAY, N_("%(num)s day"), N_("%(num)s days")),
    (HOUR, N_("%(num)s hour"), N_("%(num)s hours")),
    (MINUTE, N_("%(num)s minute"), N_("%(num)s minutes")),
    (1, N_("%(num)s second"), N_("%(num)s seconds")),
)
LATE: Final = {BOT: N_("a bot makes the move"), SEAT: N_("a bot takes the chair over")}


def timing_of(form: FormData) -> Timing | None:
    """The clock that a form asks for, or Refused."""
    kind = text(form, "clock")
    if kind not in KINDS:
        raise Refused(N_("There is no such clock."))
    late = text(form, "clock_late") or BOT
    if kind == "turn":
        return Timing(_seconds(form, "turn"), _seconds(form, "bank"), late)
    return Timing(0, _seconds(form, "game"), late) if kind == "game" else None


def _seconds(form: FormData, name: str) -> int:
    seconds = whole_number(text(form, f"clock_{name}"), 0, MOST_SECONDS)
    if seconds is None:
        raise Refused(N_("A clock is set in whole seconds."))
    return seconds


def form_of(timing: Timing | None) -> dict[str, str]:
    """A table's clock as the fields of the form."""
    if timing is None:
        return {"clock": ""}
    if timing.for_the_game:
        return {"clock": "game", "clock_game": str(timing.bank), "clock_late": timing.late}
    return {"clock": "turn", "clock_turn": str(timing.turn), "clock_bank": str(timing.bank), "clock_late": timing.late}


def clock_data(form: FormData | None) -> dict[str, Any]:
    """The choices of the form; what was chosen stays, as far as it is a choice."""

    def chosen(name: str, choices: tuple[int, ...]) -> list[dict[str, Any]]:
        given = whole_number(text(form, f"clock_{name}"), 0, MOST_SECONDS) if form else None
        seconds = USUAL[name] if given is None else given
        values = sorted({*choices, seconds})
        return [{"value": value, "name": span(value), "chosen": value == seconds} for value in values]

    kind, late = (text(form, "clock"), text(form, "clock_late")) if form else ("", "")
    return {
        "kinds": [{"value": key, "name": _(name), "chosen": key == kind} for key, name in KINDS.items()],
        "turn": chosen("turn", TURNS),
        "bank": chosen("bank", BANKS),
        "game": chosen("game", GAMES),
        "late": [{"value": key, "name": _(name), "chosen": key == late} for key, name in LATE.items()],
    }


def clock_words(timing: Timing | None) -> str:
    """A clock in words."""
    if timing is None:
        return _("none")
    late = _(LATE[timing.late])
    if timing.for_the_game:
        return _("%(bank)s for the whole game; then %(late)s") % {"bank": span(timing.bank), "late": late}
    if not timing.bank:
        return _("%(turn)s for each turn; then %(late)s") % {"turn": span(timing.turn), "late": late}
    gaps = {"turn": span(timing.turn), "bank": span(timing.bank), "late": late}
    return _("%(turn)s for each turn, and %(bank)s in the bank; then %(late)s") % gaps


def clock_name(timing: Timing) -> str:
    """A clock in short."""
    if timing.for_the_game:
        return _("%(bank)s for the whole game") % {"bank": span(timing.bank)}
    return _("%(turn)s for each turn") % {"turn": span(timing.turn)}


def span(seconds: int) -> str:
    """A span of time in the largest unit that counts it whole."""
    if seconds == 0:
        return _("nothing")
    size, one, many = next(unit for unit in UNITS if seconds % unit[0] == 0)
    return translations().ngettext(one, many, seconds // size) % {"num": seconds // size}


def running(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """The clocks beside the names: `until` is when a running one stops, `turn` and `bank` what one that stands has;
    `most` is what one that runs doesn't exceed, since a question stops it for a while."""
    times = table.times
    if times is None:
        return []
    return [
        {
            "shield": i,
            "name": chair.name,
            "me": i == seat,
            "until": table.alarm.deadline(i),
            "most": times.standing(i),
            "turn": times.timing.turn,
            "bank": round(times.bank(i)),
        }
        for i, chair in enumerate(table.chairs)
        if chair.kind == "guest" and not chair.stand_in
    ]


def clock_lines(table: Table) -> list[str]:
    """The clocks in words, as they are now."""
    lines = []
    for clock in running(table, None):
        until, most = clock["until"], clock["most"]
        left = clock["turn"] + clock["bank"] if until is None else max(0, round(until - table.now()))
        runs = until is not None and (most is None or left < round(most))
        left = left if runs or most is None else round(most)
        words = N_("%(name)s's clock runs: %(left)s left.") if runs else N_("%(name)s's clock stands at %(left)s.")
        lines.append(_(words) % {"name": clock["name"], "left": long_span(left)})
    return lines


def long_span(seconds: int) -> str:
    """A span of time in its two largest units."""
    sizes = (DAY, HOUR) if seconds >= DAY else (HOUR, MINUTE) if seconds >= 10 * MINUTE else (MINUTE, 1)
    parts = []
    for size in sizes:
        count, seconds = divmod(seconds, size)
        parts += [span(count * size)] if count else []
    return " ".join(parts) or span(0)
