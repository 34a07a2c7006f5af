"""Regions and kingdoms (section C).

Kingdoms are renumbered after any change to the board that can join or split them. `survey` computes the kingdom of each
cell, the number of kingdoms that each empty cell touches, and the leaders of each kingdom.
"""

from kingdoms.games.rivers.engine import codes, pieces, tables
from kingdoms.games.rivers.engine.table import Table


def survey(table: Table) -> None:
    """Find all kingdoms, unless the cached ones are up to date."""
    if not table.stale:
        return
    for cell in range(177):
        table.kingdom[cell] = 0
        table.touch[cell] = 0
        table.seen[cell] = 0
    number = 0
    for piece in range(16):
        cell = table.stand[piece]
        if cell >= 0 and table.kingdom[cell] == 0:
            number += 1
            _explore(table, cell, number)
    table.stale = 0


def _explore(table: Table, start: int, number: int) -> None:
    """Number the kingdom around a cell (C-1), and count it for the empty cells it touches."""
    for colour in range(4):
        table.ruler[4 * number + colour] = codes.HAND
    table.kingdom[start] = number
    table.todo[0] = start
    waiting = 1
    while waiting:
        waiting -= 1
        cell = table.todo[waiting]
        piece = table.what[cell] - codes.LEADERS
        if piece >= 0:
            table.ruler[4 * number + (piece & 3)] = piece >> 2
        for i in range(4 * cell, 4 * cell + 4):
            other = tables.NEXT[i]
            if table.what[other] == codes.EMPTY:
                if table.seen[other] != number:
                    table.seen[other] = number
                    table.touch[other] += 1
            elif table.kingdom[other] == 0 and table.what[other] != codes.CATASTROPHE and other != table.marker:
                table.kingdom[other] = number
                table.todo[waiting] = other
                waiting += 1


def extend(table: Table, cell: int) -> None:
    """Update the kingdoms for a tile just placed, or leave them stale if it may connect other cells to a kingdom.

    The kingdoms must have been up to date before the tile was placed.
    """
    found = 0
    alone = 1
    for i in range(4 * cell, 4 * cell + 4):
        other = tables.NEXT[i]
        if table.kingdom[other] != 0:
            found = table.kingdom[other]
        elif pieces.connects(table, other):
            alone = 0
    if found and not alone:
        return
    table.stale = 0
    table.touch[cell] = 0
    if not found:
        return
    table.kingdom[cell] = found
    for i in range(4 * cell, 4 * cell + 4):
        other = tables.NEXT[i]
        if table.what[other] == codes.EMPTY and not _touches_besides(table, other, found, cell):
            table.touch[other] += 1


def _touches_besides(table: Table, cell: int, number: int, besides: int) -> int:
    """Return whether a cell touches a kingdom on a side other than the one to `besides`."""
    for i in range(4 * cell, 4 * cell + 4):
        if table.kingdom[tables.NEXT[i]] == number and tables.NEXT[i] != besides:
            return 1
    return 0


def touched(table: Table, cell: int) -> int:
    """Return the number of the kingdom that a cell touches: the highest of several, 0 for none."""
    highest = 0
    for i in range(4 * cell, 4 * cell + 4):
        highest = max(highest, table.kingdom[tables.NEXT[i]])
    return highest


def other_owner(table: Table, cell: int, colour: int, before: int) -> int:
    """Return the first seat after `before` with a leader of a colour in a kingdom that a cell touches, or -1."""
    best = codes.HAND
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number:
            seat = table.ruler[4 * number + colour]
            if seat > before and (best < 0 or seat < best):
                best = seat
    return best
