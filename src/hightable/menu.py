"""The menu as plain data, for programs: on the command line and over HTTP. Imports bots and games."""

from __future__ import annotations

from typing import Any

from hightable.bots import LEVELS
from hightable.engine.contract import Game
from hightable.locale import translator

_ = translator()


def game_data(game: Game) -> dict[str, Any]:
    """A game with its seats, options and levels."""
    counts = range(game.min_seats, game.max_seats + 1)
    return {
        "id": game.id,
        "title": _(game.title),
        "rules": game.rules,
        "seats": [game.min_seats, game.max_seats],
        "levels": list(LEVELS),
        "options": [
            {
                "name": option.name,
                "label": _(option.label),
                "help": _(option.help),
                "values": {str(n): option.values(n) for n in counts},
                "default": {str(n): option.default(n) for n in counts},
            }
            for option in game.options
        ],
    }
