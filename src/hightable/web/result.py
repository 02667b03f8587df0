"""A finished table as its result page shows it. Imports hall."""

from __future__ import annotations

from typing import Any

from hightable.games.text import listed
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.lists import long_date, setting_name
from hightable.web.stage import stage_of

_ = translator()


def result_page(table: Table, data: dict[str, Any], seat: int | None) -> str:
    """The page of a finished table, through the eyes of a seat or of a spectator."""
    values = {"table": data, "can_again": seat is not None, **result_data(table, seat)}
    stage = stage_of(table.game)
    if table.game.max_seats > 1:
        return stage.draw("result.html", **values)
    return stage.draw("solo_result.html", game_css=stage.styles[1:], me=seat == 0, **values, **alone_data(table))


def alone_data(table: Table) -> dict[str, Any]:
    """What the result of a game for one person shows besides the reckoning."""
    assert table.match is not None
    stage, result, view = stage_of(table.game), table.match.state.result, table.match.state.view(0)
    deal = table.deal
    text = stage.share(view)
    if text and deal is not None:
        text = _("Daily feast of %(date)s") % {"date": long_date(deal.day)} + "\n" + text
    return {
        "title": _(result.titles[0]) if result.titles else "",
        "score": result.scores[0],
        "player": table.chairs[0].name,
        "setting": setting_name(table.game, table.options, table.seats),
        "final": stage.final(view),
        "share": text,
        "day": None if deal is None else deal.day.isoformat(),
    }


def result_data(table: Table, seat: int | None) -> dict[str, Any]:
    match = table.match
    assert match is not None
    result, seats = match.state.result, int(match.state.seats)
    names = [chair.name for chair in table.chairs]
    page, view = stage_of(table.game).page, match.state.view(None)
    guests = page.guests(view)
    sides = sorted(page.sides(view) if page.sides else [[i] for i in range(seats)], key=lambda s: result.places[s[0]])
    rows = [
        {
            "rank": 1 + sum(result.places[other[0]] < result.places[side[0]] for other in sides),
            "name": listed([names[i] for i in side], _),
            "shields": side,
            "won": side[0] in result.winners,
            "me": seat in side,
            "cells": [line.points[side[0]] for line in result.lines],
            "total": result.scores[side[0]],
        }
        for side in sides
    ]
    dummies = [
        {"name": name, "cells": [line.points[seats + i] for line in result.lines], "total": result.guests[i]}
        for i, name in enumerate(guests)
    ]
    return {
        "result": {
            "winners": [names[i] for i in result.winners],
            "together": any(len(side) > 1 for side in sides) and sum(row["won"] is True for row in rows) == 1,
            "lines": [_(line.label) % line.gaps if line.gaps else _(line.label) for line in result.lines],
            "rows": rows,
            "dummies": dummies,
        },
        "seed": match.seed,
        "commitment": match.commitment,
    }
