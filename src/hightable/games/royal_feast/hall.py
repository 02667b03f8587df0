"""The dining hall of The Royal Feast: squares, tables, serving tiles, and what lies beside what. Imports the engine."""

from __future__ import annotations

from typing import Final

from hightable.engine.compat import i64, vec

WIDTH: Final = 4  # squares in a row
SQUARES: Final = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcd")
RING: Final = ("NW", "N1", "N2", "NE", "W1", "E1", "W2", "E2", "W3", "E3", "SW", "S1", "S2", "SE")  # in reading order
CORNERS: Final = ("NW", "NE", "SW", "SE")
TILES: Final = ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6")


class Hall:
    """RF-5 … RF-7 for this number of rows: 6, or 4 with two players. Nothing here changes after it is made."""

    def __init__(self, rows: i64) -> None:
        self.rows = rows
        self.squares: i64 = WIDTH * rows
        self.tiles: i64 = rows
        last = rows // 2
        self.ring = [i for i, name in enumerate(RING) if name not in ("W3", "E3") or last == 3]
        self.tables: i64 = len(self.ring)
        self.tile = vec[i64]([i64(self._tile(square)) for square in range(self.squares)])  # of a square
        self.turned = vec[i64]([i64(self._turned(square)) for square in range(self.squares)])  # RF-22: where it goes
        self.beside = vec[i64]([i64(self._beside(square)) for square in range(self.squares)])  # tables, as a mask
        corners = 0
        for name in CORNERS:
            corners |= 1 << RING.index(name)
        self.corners: i64 = corners

    def _tile(self, square: int) -> int:
        row, column = divmod(square, WIDTH)
        return row // 2 * 2 + column // 2

    def _turned(self, square: int) -> int:
        """A quarter clockwise on the square's own tile: top-left, top-right, bottom-right, bottom-left."""
        row, column = divmod(square, WIDTH)
        if row % 2 == 0:
            return square + 1 if column % 2 == 0 else square + WIDTH
        return square - 1 if column % 2 == 1 else square - WIDTH

    def _beside(self, square: int) -> int:
        """RF-7: the side tables its outer edges touch, and at a corner of the area the corner table too."""
        row, column = divmod(square, WIDTH)
        names: list[str] = []
        if row == 0:
            names.append("N1" if column < 2 else "N2")
        if row == self.rows - 1:
            names.append("S1" if column < 2 else "S2")
        if column in (0, WIDTH - 1):
            names.append(("W" if column == 0 else "E") + str(row // 2 + 1))
        if len(names) == 2:
            names.append(names[0][0] + names[1][0])
        mask = 0
        for name in names:
            mask |= 1 << RING.index(name)
        return mask


SMALL: Final = Hall(4)
LARGE: Final = Hall(6)
