"""What was last drawn in each place of a table: what is asked for again with the same inputs is not drawn again, and is
the very same object, so that who compares pictures sees at once what has not changed. Imports games and the stage."""

from __future__ import annotations

from hightable.games.page import Piece
from hightable.web.stage import Pieces, Stage


class Sketches:
    """Drawings of one table, by where they stand and whose eyes they are for."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._last: dict[tuple[str, int | None], tuple[list[Piece], Pieces]] = {}

    def drawn(self, place: str, seat: int | None, pieces: list[Piece]) -> Pieces:
        """The ids and the HTML of these pieces."""
        before, drawn = self._last.get((place, seat), NOTHING)
        if before == pieces:
            return drawn
        known, draw = len(before), self.stage.piece
        drawn = [
            drawn[i] if i < known and before[i] == piece else (piece.id, draw(piece)) for i, piece in enumerate(pieces)
        ]
        self._last[place, seat] = pieces, drawn
        return drawn


NOTHING: tuple[list[Piece], Pieces] = ([], [])
