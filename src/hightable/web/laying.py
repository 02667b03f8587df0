"""The page of a game, where a table of it is laid. Imports games, hall, lists and stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.datastructures import FormData

from hightable.bots import LEVELS, USUAL
from hightable.engine.contract import Game
from hightable.engine.options import Option, Value
from hightable.hall.offers import NO_OFFERS, Offer, Offers
from hightable.hall.table import Table
from hightable.locale import translator
from hightable.web.clocks import clock_data, form_of
from hightable.web.forms import whole_number
from hightable.web.lists import bot_name, game_data, menu, setting_data, value_name
from hightable.web.stage import stage_of
from hightable.web.visits import text

_ = translator()


def lay_form(
    game: Game,
    guest_name: str,
    form: FormData | None,
    problem: str,
    offers: Offers = NO_OFFERS,
    today: str = "",
    table: Table | None = None,
    friends: bool = False,
    again: Table | None = None,
    back: str = "",
) -> str:
    """The page that lays a table, or lays a waiting `table` anew for the same people; after a refusal with what was
    chosen, and why it can't be. `friends`: the other chairs wait for people, not for bots. `again`: a finished table
    whose deal is played once more. `back`: the id of a running game to which the people of `table` may go back."""
    people = 0 if table is None else sum(chair.kind == "guest" for chair in table.chairs)
    old = table or again
    if form is None and old is not None:
        form = settings_of(old, game)
    chosen = seats_of(form, game) if form else 0
    chairs = [text(form, f"chair{i}") if form else "" for i in range(game.max_seats)]
    plain = ["me", *["friend" if friends else f"bot:{USUAL}"] * (game.max_seats - 1)]
    options = [option_data(game, option, form, offers.get((game.id, option.name), ())) for option in game.options]
    return stage_of(game).draw(
        "solo.html" if game.max_seats == 1 and table is None else "game.html",
        game={**game_data(game), "min_seats": game.min_seats, "max_seats": game.max_seats},
        guest_name=guest_name,
        bots=[{"id": level, "name": bot_name(level)} for level in reversed(LEVELS)],
        options=[option for option in options if option["seats"]],
        form={
            "seats": chosen if game.min_seats <= chosen else min(4, game.max_seats),
            "chairs": [chair or default for chair, default in zip(chairs, plain, strict=True)],
            "listed": bool(form and text(form, "listed")),
            "title": text(form, "title") if form else "",
            "deal": text(form, "deal") if form else "",
        },
        clock=clock_data(form) if game.max_seats > 1 else None,
        again=None if again is None else {"id": again.id, "settings": setting_data(game, again.options)},
        today=today,
        problem=problem,
        table=None if table is None else {"id": table.id, "people": people, "back": back},
        others=[] if table is None else [data for data in menu() if data["playable"] and data["most"] >= people],
    )


def seats_of(form: FormData, game: Game) -> int:
    """How many seats a form asks for; 0, which no game has, if that isn't a number of seats."""
    return whole_number(text(form, "seats"), 1, game.max_seats) or 0


def settings_of(table: Table, game: Game) -> FormData:
    """What a waiting table has been laid with, as far as it fits this game."""
    seats = min(max(table.seats, game.min_seats), game.max_seats)
    options = table.options if game is table.game else {}
    return FormData(
        {
            "seats": str(seats),
            "title": table.title,
            "listed": "1" if table.listed else "",
            "deal": table.id if table.phase == "over" else "",
            **form_of(table.timing),
            **{f"option_{name}": str(value) for name, value in options.items()},
        }
    )


def option_data(game: Game, option: Option, form: FormData | None, offers: Sequence[Offer] = ()) -> dict[str, Any]:
    """An option with all its values, and for which numbers of seats each is possible. Values that have names stand in
    the game's own order, and the usual one is chosen; others stand sorted behind the choice "as usual". Last comes what
    the server's owner offers."""
    counts = range(game.min_seats, game.max_seats + 1)
    values = list(dict.fromkeys(value for seats in counts for value in option.values(seats)))
    if not option.names:
        values.sort(key=lambda value: (isinstance(value, str), value))
    usual: Value | None = option.default(game.min_seats) if option.names else None
    chosen = text(form, f"option_{option.name}") if form else ""
    possible = [*map(str, values), *(offer.key for offer in offers)]
    emblem = stage_of(game).emblem
    return {
        "name": option.name,
        "label": _(option.label),
        "help": _(option.help),
        "named": bool(option.names),
        "seats": [n for n in counts if len(option.values(n)) + len(offers) > 1],
        "chosen": chosen if chosen in possible else "" if usual is None else str(usual),
        "choices": [
            {
                "value": value,
                "name": value_name(option, value),
                "usual": value == usual,
                "emblem": emblem(value) if option.names else "",
                "seats": [n for n in counts if value in option.values(n)],
            }
            for value in values
        ]
        + [
            {"value": offer.key, "name": offer.name, "usual": False, "emblem": "", "seats": [*counts]}
            for offer in offers
        ],
    }
