"""The board: cells, rivers, temples (section A of the rules).

A cell is a number: 16 * (row - 1) + column, so that numbers ascend as the rules count: A1 B1 ... P1 A2 ... P11.
"""

SEATS = ("A", "B", "P", "L")
"""The dynasties clockwise (A-1)."""
SEAT_NAMES = {"A": "Archer", "B": "Bull", "P": "Pot", "L": "Lion"}
COLOURS = ("red", "blue", "green", "black")
OFFICES = ("priest", "farmer", "trader", "king")
"""The leader of each colour (A-4)."""
TILE_NAMES = ("temple", "farm", "market", "settlement")
"""The tile of each colour (A-3)."""
TILES = (57, 36, 30, 30)
"""How many tiles of each colour there are (A-3)."""
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The colours of the six monuments (A-5)."""
PAIR_NAMES = tuple(f"{COLOURS[one]}-{COLOURS[other]}" for one, other in PAIRS)

COLUMNS = 16
ROWS = 11
MAP = (
    "....~~~~~.T.~...",
    ".O..~.......~..O",
    "...~~T......~~..",
    "~~~~.........~~~",
    ".............T~~",
    "..............~.",
    "~~~~....T...~~~.",
    ".O.~~~~.....~...",
    "......~~~~~~~.O.",
    ".....T..........",
    "..........T.....",
)
"""`~` river, `T` a temple with a treasure, `O` the same on a special border (A-2)."""

CELLS = tuple(f"{chr(65 + column)}{row + 1}" for row in range(ROWS) for column in range(COLUMNS))
CELL_NUMBER = {name: number for number, name in enumerate(CELLS)}
GROUND = "".join(MAP)
RIVER = tuple(int(kind == "~") for kind in GROUND)
TEMPLES = tuple(number for number, kind in enumerate(GROUND) if kind in "TO")
"""The ten cells that begin with a temple and a treasure."""
SPECIAL = tuple(number for number, kind in enumerate(GROUND) if kind == "O")
"""Those of them on a special border (G-2)."""


TREASURE = tuple(1 << TEMPLES.index(cell) if cell in TEMPLES else 0 for cell in range(len(CELLS)))
"""Cell -> the bit of its treasure in masks of treasures, 0 where there never is one."""


def neighbours(cell: int) -> list[int]:
    """Return the cells that share a side with a cell, ascending.

    Examples:
        >>> [CELLS[number] for number in neighbours(CELL_NUMBER["A1"])]
        ['B1', 'A2']
    """
    row, column = divmod(cell, COLUMNS)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [COLUMNS * r + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS]


def square(corner: int) -> list[int] | None:
    """Return the four cells of the square with this upper left corner, None where the board ends."""
    row, column = divmod(corner, COLUMNS)
    if row + 1 >= ROWS or column + 1 >= COLUMNS:
        return None
    return [corner, corner + 1, corner + COLUMNS, corner + COLUMNS + 1]


def plus(centre: int) -> list[int] | None:
    """Return the five cells of the plus around a cell, ascending, None where the board ends."""
    around = neighbours(centre)
    return sorted([centre, *around]) if len(around) == 4 else None


def treasure_cells(mask: int) -> list[int]:
    """Return the cells of a mask of treasures, ascending."""
    return [cell for number, cell in enumerate(TEMPLES) if mask >> number & 1]


NEIGHBOURS = tuple(tuple(neighbours(cell)) for cell in range(len(CELLS)))
"""Cell -> the cells that share a side with it."""
