"""Lookup tables of the engine, computed from the geometry. OUTSIDE stands for all cells beyond the edge of the board."""

from kingdoms.games.rivers.engine import geometry
from kingdoms.games.rivers.engine.geometry import BOARDS, PAIRS, TILES, TREASURE_CELLS, Board, neighbours

_OUTSIDE = 176


def _neighbours(cell: int) -> list[int]:
    """Return the cells adjacent to a cell, padded with OUTSIDE to four."""
    around = neighbours(cell)
    return around + [_OUTSIDE] * (4 - len(around))


NEXT = [neighbour for cell in range(176) for neighbour in _neighbours(cell)]
"""4 * cell + 0..3 -> the cells adjacent to the cell, padded with OUTSIDE."""
WET = [wet for board in BOARDS.values() for wet in (*board.river, 0)]
"""177 * board + cell -> whether the cell is river."""


def _water(board: Board, word: int) -> int:
    """Return a word of a board's river cells, as a set of cells."""
    return sum([1 << (cell - 64 * word) for cell in range(64 * word, min(64 * word + 64, 176)) if board.river[cell]])


WATER = [_water(board, word) for board in BOARDS.values() for word in range(3)]
"""3 * board + word -> the river cells, as a set of cells."""
TREASURE = [*geometry.TREASURE, 0]
"""Cell -> the mask of its treasure in `Table.treasures`, or 0 if no board has a treasure there."""
TREASURE_CELL = list(TREASURE_CELLS)
"""Bit index of a treasure -> its cell."""
TREASURE_COUNT = [len(board.temples) for board in BOARDS.values()]
"""Board -> the number of treasures at the start."""
SPECIALS = sum([TREASURE[cell] for board in BOARDS.values() for cell in board.special_temples])
"""The treasures on special borders of both boards, as a mask."""
CORNERS = [
    corner if 0 <= corner < 160 and corner % 16 < 15 and cell % 16 - corner % 16 in (0, 1) else -1
    for cell in range(176)
    for corner in (cell - 17, cell - 16, cell - 1, cell)
]
"""4 * cell + 0..3 -> the upper left cells of the squares that contain the cell, ascending; -1 beyond the edge."""
CENTRES = [
    centre if len(neighbours(centre)) == 4 and (centre == cell or centre in neighbours(cell)) else -1
    for cell in range(176)
    for centre in (max(cell - 16, 0), max(cell - 1, 0), cell, min(cell + 1, 175), min(cell + 16, 175))
]
"""5 * cell + 0..4 -> the centres of the pluses that contain the cell, ascending; -1 beyond the edge."""
PAIR_HAS = [int(colour in pair) for pair in PAIRS for colour in range(4)]
"""4 * pair + colour -> whether the pair's monument has the colour."""
TILE_COUNTS = list(TILES)
"""Colour -> the number of tiles (A-3)."""
