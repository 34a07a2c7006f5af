"""Civilization buildings (section CB): lines of tiles, where a building can be put, what it pays."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, pieces, regions, turns
from kingdoms.games.rivers.engine.table import Table


def reach(table: Table, cell: int, side: int) -> int:
    """Return how many tiles of the colour of the one on a cell follow it on one side, without a gap.

    Args:
        table: what lies there.
        cell: bears a face-up tile.
        side: -16, -1, 1 or 16, the step to the next cell.
    """
    what = table.what[cell]
    count = 0
    here = cell
    while True:
        if (side == 1 and here & 15 == 15) or (side == -1 and here & 15 == 0):
            return count
        here += side
        if here < 0 or here >= 176 or table.what[here] != what:
            return count
        count += 1


def line(table: Table, cell: int, step: int) -> int:
    """Return the length of the line through the tile on a cell (CB-2); `step` is 1 for its row, 16 for its column."""
    return 1 + reach(table, cell, -step) + reach(table, cell, step)


def standing(table: Table, colour: int) -> int:
    """Return the length of the longer of the lines in which the building of a colour stands, 0 if it is beside the board."""
    cell = table.raised[colour]
    return max(line(table, cell, 1), line(table, cell, 16)) if cell >= 0 else 0


def earns(table: Table, step: int) -> int:
    """Say whether the line of the placed tile in its row (1) or column (16) may get the building of its colour (CB-3, CB-6)."""
    colour = table.what[table.placed] - codes.TEMPLE
    length = line(table, table.placed, step)
    if length < codes.SHORTEST_LINE:
        return 0
    return table.raised[colour] < 0 or (length > standing(table, colour) and not holds(table, table.raised[colour], step))


def holds(table: Table, cell: int, step: int) -> int:
    """Say whether a cell is in the line of the placed tile in its row (1) or column (16)."""
    first = table.placed - step * reach(table, table.placed, -step)
    last = table.placed + step * reach(table, table.placed, step)
    return first <= cell <= last and (cell - first) % step == 0


def can_raise(table: Table, cell: int) -> int:
    """Say whether the building of the placed tile's colour may be put on a cell (CB-5, CB-6)."""
    return (holds(table, cell, 1) and earns(table, 1)) or (holds(table, cell, 16) and earns(table, 16))


def list_sites(table: Table, moves: Moves) -> None:
    """List where the building can be put: on every tile of each line that may get it."""
    inline.put(moves, codes.DECLINE)
    row, column = earns(table, 1), earns(table, 16)
    for cell in range(176):
        if (row and holds(table, cell, 1)) or (column and holds(table, cell, 16)):
            inline.put(moves, codes.RAISED + cell)


def consider(table: Table) -> None:
    """Ask whether the building is put on the placed tile's line, if it can be; then a monument may follow (CB-13)."""
    if earns(table, 1) or earns(table, 16):
        turns.ask(table)
    else:
        turns.proceed(table, codes.BUILD)


def answer(table: Table, action: int) -> None:
    """Put the building up or move it (CB-5, CB-6), or leave it where it is."""
    if action != codes.DECLINE:
        table.raised[table.what[table.placed] - codes.TEMPLE] = action - codes.RAISED
        table.listed = 0
    turns.proceed(table, codes.BUILD)


def pays(table: Table, colour: int) -> int:
    """Say whether the building of a colour is in the kingdom of the placed tile, with all that the tile has joined (CB-7)."""
    if table.raised[colour] < 0:
        return 0
    regions.survey(table)
    return table.kingdom[table.raised[colour]] == table.kingdom[table.placed]


def stands_on(table: Table, cell: int) -> int:
    """Say whether a building stands on the tile on a cell (CB-10, CB-11)."""
    return pieces.is_tile(table.what[cell]) and table.raised[table.what[cell] - codes.TEMPLE] == cell


def clear(table: Table) -> None:
    """Take buildings back beside the board whose tiles are no more face up (CB-12)."""
    for colour in range(4):
        if table.raised[colour] >= 0 and table.what[table.raised[colour]] != codes.TEMPLE + colour:
            table.raised[colour] = codes.HAND
