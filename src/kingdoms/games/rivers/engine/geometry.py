"""The boards: cells, rivers and temples (sections A and AB of the rules).

A cell is the number 16 * (row - 1) + column, with columns from 0: A1 B1 ... P1 A2 ... P11 are 0 to 175. The maps of both
boards are in `boards.json`, which the browser client also reads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

SEATS = ("A", "B", "P", "L")
"""The dynasties, clockwise (A-1)."""
COLOURS = ("red", "blue", "green", "black")
OFFICES = ("priest", "farmer", "trader", "king")
"""The leader of each colour (A-4)."""
TILE_NAMES = ("temple", "farm", "market", "settlement")
"""The tile of each colour (A-3)."""
BUILDING_NAMES = ("library", "granary", "market hall", "palace")
"""The civilization building of each colour (CB-1)."""
TILES = (57, 36, 30, 30)
"""The number of tiles of each colour (A-3)."""
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The colours of the six monuments (A-5)."""
PAIR_NAMES = tuple(f"{COLOURS[first]}-{COLOURS[second]}" for first, second in PAIRS)

COLUMNS = 16
ROWS = 11
CELLS = tuple(f"{chr(65 + column)}{row + 1}" for row in range(ROWS) for column in range(COLUMNS))
CELL_NUMBER = {name: number for number, name in enumerate(CELLS)}


@dataclass(frozen=True)
class Board:
    """One side of the board.

    Attributes:
        name: the value of the ruling `board`.
        number: the index of the board in the engine's tables.
        rows: the map; `~` is river, `T` a temple with a treasure, `O` one on a special border (A-2, AB-1).
    """

    name: str
    number: int
    rows: tuple[str, ...]

    @cached_property
    def river(self) -> tuple[int, ...]:
        """Cell -> 1 for river, 0 for land."""
        return tuple(int(kind == "~") for kind in "".join(self.rows))

    @cached_property
    def temples(self) -> tuple[int, ...]:
        """The cells that start with a temple and a treasure."""
        return tuple(cell for cell, kind in enumerate("".join(self.rows)) if kind in "TO")

    @cached_property
    def special_temples(self) -> tuple[int, ...]:
        """The cells in `temples` that have a special border (G-2)."""
        return tuple(cell for cell, kind in enumerate("".join(self.rows)) if kind == "O")

    @cached_property
    def treasures(self) -> int:
        """The treasures at the start of the game, as a mask."""
        return sum(TREASURE[cell] for cell in self.temples)


def _read_boards() -> dict[str, Board]:
    """Return the boards by name, the standard board first."""
    maps = json.loads(files(__package__).joinpath("boards.json").read_text(encoding="utf-8"))
    return {name: Board(name, number, tuple(rows)) for number, (name, rows) in enumerate(maps.items())}


BOARDS = _read_boards()
STANDARD = BOARDS["standard"]
TREASURE_CELLS = tuple(cell for board in BOARDS.values() for cell in board.temples)
"""Bit index in masks of treasures -> cell. The boards have no treasure cell in common, so their masks never overlap."""
TREASURE = tuple(1 << TREASURE_CELLS.index(cell) if cell in TREASURE_CELLS else 0 for cell in range(len(CELLS)))
"""Cell -> the mask of its treasure, or 0 if no board has a treasure there."""


def neighbours(cell: int) -> list[int]:
    """Return the cells adjacent to a cell, ascending.

    Examples:
        >>> [CELLS[number] for number in neighbours(CELL_NUMBER["A1"])]
        ['B1', 'A2']
    """
    row, column = divmod(cell, COLUMNS)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [COLUMNS * r + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS]


def square(corner: int) -> list[int] | None:
    """Return the four cells of the square with this upper left corner, or None if it leaves the board."""
    row, column = divmod(corner, COLUMNS)
    if row + 1 >= ROWS or column + 1 >= COLUMNS:
        return None
    return [corner, corner + 1, corner + COLUMNS, corner + COLUMNS + 1]


def plus(centre: int) -> list[int] | None:
    """Return the five cells of the plus around a cell, ascending, or None if it leaves the board."""
    around = neighbours(centre)
    return sorted([centre, *around]) if len(around) == 4 else None


def treasure_cells(mask: int) -> list[int]:
    """Return the cells in a mask of treasures, ascending."""
    return [cell for number, cell in enumerate(TREASURE_CELLS) if mask >> number & 1]


NEIGHBOURS = tuple(tuple(neighbours(cell)) for cell in range(len(CELLS)))
"""Cell -> its adjacent cells."""
