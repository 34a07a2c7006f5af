"""Civilization buildings (section CB): lines of tiles, legal sites, and the extra point."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, pieces, regions, turns
from kingdoms.games.rivers.engine.table import Table


def reach(table: Table, cell: int, side: int) -> int:
    """Return how many tiles of the same colour follow a tile in one direction, without a gap.

    Args:
        table: the table.
        cell: a cell with a face-up tile.
        side: the step to the next cell: -16, -1, 1 or 16.
    """
    content = table.contents[cell]
    count = 0
    end = cell
    while True:
        if (side == 1 and end & 15 == 15) or (side == -1 and end & 15 == 0):
            return count
        end += side
        if end < 0 or end >= 176 or table.contents[end] != content:
            return count
        count += 1


def line(table: Table, cell: int, step: int) -> int:
    """Return the length of the line through the tile on a cell (CB-2), in its row (`step` 1) or column (16)."""
    return 1 + reach(table, cell, -step) + reach(table, cell, step)


def building_length(table: Table, colour: int) -> int:
    """Return the length of the longest line through the building of a colour, or 0 if it is not on the board."""
    cell = table.raised[colour]
    return max(line(table, cell, 1), line(table, cell, 16)) if cell >= 0 else 0


def earns_building(table: Table, step: int) -> int:
    """Return whether the placed tile's line in its row (`step` 1) or column (16) may get its building (CB-3, CB-6)."""
    colour = table.contents[table.placed] - codes.TEMPLE
    length = line(table, table.placed, step)
    if length < codes.SHORTEST_LINE:
        return 0
    return table.raised[colour] < 0 or (
        length > building_length(table, colour) and not line_contains(table, table.raised[colour], step)
    )


def line_contains(table: Table, cell: int, step: int) -> int:
    """Return whether a cell is in the placed tile's line in its row (`step` 1) or column (16)."""
    first = table.placed - step * reach(table, table.placed, -step)
    last = table.placed + step * reach(table, table.placed, step)
    return first <= cell <= last and (cell - first) % step == 0


def can_raise(table: Table, cell: int) -> int:
    """Return whether the building of the placed tile's colour may be put on a cell (CB-5, CB-6)."""
    return (line_contains(table, cell, 1) and earns_building(table, 1)) or (
        line_contains(table, cell, 16) and earns_building(table, 16)
    )


def list_sites(table: Table, moves: Moves) -> None:
    """List the actions of the decision `raise`: decline, or any tile of a line that may get the building."""
    inline.append_action(moves, codes.DECLINE)
    row, column = earns_building(table, 1), earns_building(table, 16)
    for cell in range(176):
        if (row and line_contains(table, cell, 1)) or (column and line_contains(table, cell, 16)):
            inline.append_action(moves, codes.RAISED + cell)


def consider(table: Table) -> None:
    """Ask whether to put up the building if the placed tile earns it; otherwise continue with monuments (CB-13)."""
    if earns_building(table, 1) or earns_building(table, 16):
        turns.ask(table)
    else:
        turns.proceed(table, codes.BUILD)


def answer(table: Table, action: int) -> None:
    """Put up or move the building (CB-5, CB-6), or decline; then continue with monuments."""
    if action != codes.DECLINE:
        table.raised[table.contents[table.placed] - codes.TEMPLE] = action - codes.RAISED
    turns.proceed(table, codes.BUILD)


def pays(table: Table, colour: int) -> int:
    """Return whether a colour's building is in the placed tile's kingdom, including all that the tile has joined (CB-7)."""
    if table.raised[colour] < 0:
        return 0
    regions.survey(table)
    return table.kingdom[table.raised[colour]] == table.kingdom[table.placed]


def has_building(table: Table, cell: int) -> int:
    """Return whether a building stands on the tile on a cell (CB-10, CB-11)."""
    return pieces.is_tile(table.contents[cell]) and table.raised[table.contents[cell] - codes.TEMPLE] == cell


def clear(table: Table) -> None:
    """Remove buildings from the board if their tiles are no longer face up (CB-12)."""
    for colour in range(4):
        if table.raised[colour] >= 0 and table.contents[table.raised[colour]] != codes.TEMPLE + colour:
            table.raised[colour] = codes.HAND
