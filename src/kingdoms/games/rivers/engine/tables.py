"""Lookup tables of the engine, worked out from the geometry once. The cell OUTSIDE stands for all beyond the edge."""

from kingdoms.games.rivers.engine import geometry
from kingdoms.games.rivers.engine.geometry import BOARDS, PAIRS, TILES, TREASURE_CELLS, neighbours

_OUTSIDE = 176


def _next_to(cell: int) -> list[int]:
    """Return the four neighbours of a cell, OUTSIDE where the board ends."""
    around = neighbours(cell)
    return around + [_OUTSIDE] * (4 - len(around))


NEXT = [other for cell in range(176) for other in _next_to(cell)]
"""4 * cell + 0..3 -> its neighbours."""
WET = [wet for board in BOARDS.values() for wet in (*board.river, 0)]
"""177 * board + cell -> whether it is river."""
TREASURE = [*geometry.TREASURE, 0]
"""Cell -> the bit of its treasure in `Table.treasures`, 0 where there never is one."""
TREASURE_CELL = list(TREASURE_CELLS)
"""Bit of a treasure -> its cell."""
TREASURE_COUNT = [len(board.temples) for board in BOARDS.values()]
"""Board -> how many treasures it begins with."""
SPECIALS = sum(TREASURE[cell] for board in BOARDS.values() for cell in board.special)
"""The treasures on special borders, of both boards."""
CORNERS = [
    corner if 0 <= corner < 160 and corner % 16 < 15 and cell % 16 - corner % 16 in (0, 1) else -1
    for cell in range(176)
    for corner in (cell - 17, cell - 16, cell - 1, cell)
]
"""4 * cell + 0..3 -> the upper left cells of the squares that a cell is part of, ascending, -1 where the board ends."""
CENTRES = [
    centre if len(neighbours(centre)) == 4 and (centre == cell or centre in neighbours(cell)) else -1
    for cell in range(176)
    for centre in (max(cell - 16, 0), max(cell - 1, 0), cell, min(cell + 1, 175), min(cell + 16, 175))
]
"""5 * cell + 0..4 -> the centres of the pluses that a cell is part of, ascending, -1 where the board ends."""
PAIR_HAS = [int(colour in pair) for pair in PAIRS for colour in range(4)]
"""4 * pair + colour -> whether the monument has that colour."""
TILE_COUNTS = list(TILES)
"""Colour -> how many tiles of it there are (A-3)."""
