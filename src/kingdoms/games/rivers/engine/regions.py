"""Regions and kingdoms: what connects with what (section C).

Kingdoms are numbered anew whenever the board has changed in a way that can join or part them; `survey` says for each cell
which kingdom it belongs to, for each empty cell how many it touches, for each kingdom who its leaders are.
"""

from kingdoms.games.rivers.engine import codes, pieces, tables
from kingdoms.games.rivers.engine.table import Table


def survey(table: Table) -> None:
    """See which kingdoms there are, unless that is known."""
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
    """Number the kingdom around a cell (C-1), and count it at the empty cells around."""
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
    """Take a tile just laid into account, when the kingdoms were known before it: often little changes."""
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
    """Say whether a cell touches a kingdom with another of its sides than the one to `besides`."""
    for i in range(4 * cell, 4 * cell + 4):
        if table.kingdom[tables.NEXT[i]] == number and tables.NEXT[i] != besides:
            return 1
    return 0


def touched(table: Table, cell: int) -> int:
    """Return the number of a kingdom that a cell touches, the highest of several, 0 for none."""
    highest = 0
    for i in range(4 * cell, 4 * cell + 4):
        highest = max(highest, table.kingdom[tables.NEXT[i]])
    return highest


def other_owner(table: Table, cell: int, colour: int, before: int) -> int:
    """Return the seat, after the seat `before`, whose leader of a colour is in a kingdom that a cell touches; -1 for none."""
    best = codes.HAND
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number:
            seat = table.ruler[4 * number + colour]
            if seat > before and (best < 0 or seat < best):
                best = seat
    return best
