"""A finished table as its result page shows it. Imports hall."""

from __future__ import annotations

from typing import Any

from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.stage import stage_of

_ = translator()


def result_data(table: Table, seat: int | None) -> dict[str, Any]:
    match = table.match
    assert match is not None
    result, seats = match.state.result, int(match.state.seats)
    names = [chair.name for chair in table.chairs]
    guests = stage_of(table.game).page.guests(match.state.view(None))
    rows = [
        {
            "rank": result.places[i],
            "name": names[i],
            "shield": i,
            "won": i in result.winners,
            "me": i == seat,
            "cells": [line.points[i] for line in result.lines],
            "total": result.scores[i],
        }
        for i in sorted(range(seats), key=lambda i: (result.places[i], i))
    ]
    dummies = [
        {"name": name, "cells": [line.points[seats + i] for line in result.lines], "total": result.guests[i]}
        for i, name in enumerate(guests)
    ]
    return {
        "result": {
            "winners": [names[i] for i in result.winners],
            "lines": [_(line.label) % line.gaps if line.gaps else _(line.label) for line in result.lines],
            "rows": rows,
            "dummies": dummies,
        },
        "seed": match.seed,
        "commitment": match.commitment,
    }
