"""What was last drawn in each place of a table: what is asked for again with the same inputs is not drawn again, and is
the very same object, so that who compares pictures sees at once what has not changed. Imports the engine, games and the
stage."""

from __future__ import annotations

from hightable.engine.contract import View
from hightable.games.page import Person, Piece, Region
from hightable.web.stage import Pieces, Stage


class Sketches:
    """Drawings of one table, by where they stand and whose eyes they are for."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._last: dict[tuple[str, int | None], tuple[list[Piece], Pieces]] = {}

    def region(self, region: Region, seat: int | None, view: View, people: list[Person]) -> Pieces:
        """A region of the game. What a game draws by functions is kept by them."""
        if region.pieces is None:
            return self.stage.drawn(region, view, people)
        return self.drawn(region.name, seat, region.pieces(view, people))

    def drawn(self, place: str, seat: int | None, pieces: list[Piece]) -> Pieces:
        """These pieces as they look."""
        before, drawn = self._last.get((place, seat), NOTHING)
        if before == pieces:
            return drawn
        known, draw = len(before), self.stage.piece
        drawn = [drawn[i] if i < known and before[i] == piece else draw(piece) for i, piece in enumerate(pieces)]
        self._last[place, seat] = pieces, drawn
        return drawn


NOTHING: tuple[list[Piece], Pieces] = ([], [])
