"""Regions and kingdoms (section C).

A kingdom has the number of its first leader, counted from 1. Each cell has the number of its kingdom and the number of
kingdoms next to it. Both follow each piece added to a region (`join`) or removed from it (`part`). Only a kingdom that may
have fallen apart is marked as torn, and `survey` computes it again at the next query.

A set of cells is a mask of three words of 64 bits: cell 0 is the lowest bit of the first word, cell 64 that of the second. A
row of the board is 16 bits, so neighbours are found for all cells of a set at once, by shifting it (`spread`).
"""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, tables
from kingdoms.games.rivers.engine.table import Table

NOT_LAST = 0x7FFF7FFF7FFF7FFF
"""A word of cells without column P."""
NOT_FIRST = 0xFFFEFFFEFFFEFFFE
"""A word of cells without column A."""
UPPER_ROWS = 0x0000FFFFFFFFFFFF
"""A word of cells without its last row."""
LAST_ROW = 0xFFFF

# -- sets of cells ----------------------------------------------------------------------------------------------------


def spread(source: list[int], first: int, target: list[int]) -> None:
    """Find the cells that are next to any cell of a set. Some of them may be below the board.

    Args:
        source: an array of sets.
        first: the index of the set's first word.
        target: receives the three words of the neighbours.
    """
    top, middle, bottom = source[first], source[first + 1], source[first + 2]
    target[0] = _sides(top) | top >> 16 | (top & UPPER_ROWS) << 16 | (middle & LAST_ROW) << 48
    target[1] = _sides(middle) | middle >> 16 | (middle & UPPER_ROWS) << 16 | top >> 48 | (bottom & LAST_ROW) << 48
    target[2] = _sides(bottom) | bottom >> 16 | (bottom & UPPER_ROWS) << 16 | middle >> 48


def _sides(word: int) -> int:
    """Return the neighbours to the left and to the right of the cells in a word."""
    return (word & NOT_LAST) << 1 | (word & NOT_FIRST) >> 1


# -- all kingdoms -----------------------------------------------------------------------------------------------------


def survey(table: Table) -> None:
    """Bring the kingdoms up to date."""
    if table.stale:
        _find_all(table)
    elif table.torn:
        for number in range(1, 17):
            if table.torn >> number & 1:
                _recompute(table, number)
        table.torn = 0


def _find_all(table: Table) -> None:
    """Find the sets of cells and all kingdoms from what is on the board."""
    for word in range(3):
        table.vacant[word] = table.holy[word] = table.linked[word] = 0
        table.touch_one[word] = table.touch_two[word] = table.touch_three[word] = 0
    for i in range(51):
        table.realm[i] = 0
    for number in range(17):
        table.members[number] = 0
    for i in range(68):
        table.ruler[i] = codes.HAND
    for cell in range(177):
        table.kingdom[cell] = table.touch[cell] = 0
    for cell in range(176):
        if table.contents[cell] == codes.EMPTY:
            inline.add(table.vacant, cell)
        elif table.contents[cell] != codes.CATASTROPHE and cell != table.marker:
            inline.add(table.linked, cell)
        if table.near[cell]:
            inline.add(table.holy, cell)
    table.stale = table.torn = 0
    for piece in range(16):
        cell = table.stand[piece]
        if cell >= 0 and table.kingdom[cell] == 0:
            _flood(table, cell, piece + 1)


def _recompute(table: Table, number: int) -> None:
    """Compute again the kingdoms that remain of a torn one."""
    pieces = table.members[number]
    _dissolve(table, number)
    while pieces:
        piece = inline.lowest_bit(pieces)
        pieces &= pieces - 1
        if table.kingdom[table.stand[piece]] == 0:
            _flood(table, table.stand[piece], piece + 1)


def _flood(table: Table, start: int, number: int) -> None:
    """Give a kingdom a cell, and all that is connected to it but belongs to no kingdom (C-1)."""
    _annex(table, start, number)
    waiting = [0, 0, 0]
    inline.add(waiting, start)
    while waiting[0] | waiting[1] | waiting[2]:
        for word in range(3):
            while waiting[word]:
                cell = 64 * word + inline.lowest_of(waiting[word])
                waiting[word] &= waiting[word] - 1
                for i in range(4 * cell, 4 * cell + 4):
                    neighbour = tables.NEXT[i]
                    if inline.contains(table.linked, neighbour) and table.kingdom[neighbour] == 0:
                        _annex(table, neighbour, number)
                        inline.add(waiting, neighbour)


def _dissolve(table: Table, number: int) -> None:
    first = 3 * number
    for word in range(3):
        rest = table.realm[first + word]
        while rest:
            _release(table, 64 * word + inline.lowest_of(rest), number)
            rest &= rest - 1
    table.members[number] = 0
    for colour in range(4):
        table.ruler[4 * number + colour] = codes.HAND


# -- single cells -----------------------------------------------------------------------------------------------------


def join(table: Table, cell: int) -> None:
    """Connect a cell to its neighbours, after a piece was put there or its marker was removed (C-3)."""
    if table.stale:
        return
    survey(table)
    inline.add(table.linked, cell)
    home = table.contents[cell] - codes.LEADERS + 1 if table.contents[cell] >= codes.LEADERS else 0
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number and (home == 0 or number < home):
            home = number
    if home == 0:
        return
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number and number != home:
            _rename(table, number, home)
    _flood(table, cell, home)


def part(table: Table, cell: int) -> None:
    """Disconnect a cell from its neighbours, before its piece goes."""
    inline.drop(table.linked, cell)
    number = table.kingdom[cell]
    if table.stale or number == 0:
        return
    apart = parts(table, cell)
    _release(table, cell, number)
    if table.contents[cell] >= codes.LEADERS:
        table.members[number] &= ~(1 << (table.contents[cell] - codes.LEADERS))
        _crown(table, number, table.contents[cell] & 3)
    if apart > 1 or table.torn >> number & 1:
        table.torn |= 1 << number
    elif table.members[number] == 0:
        _dissolve(table, number)
    elif inline.lowest_bit(table.members[number]) + 1 != number:
        _rename(table, number, inline.lowest_bit(table.members[number]) + 1)


def parts(table: Table, cell: int) -> int:
    """Return how many parts a kingdom may split into without a cell, judged by the eight cells around it."""
    number = table.kingdom[cell]
    row, column = cell >> 4, cell & 15
    up, down = _is_in_kingdom(table, number, row - 1, column), _is_in_kingdom(table, number, row + 1, column)
    left, right = _is_in_kingdom(table, number, row, column - 1), _is_in_kingdom(table, number, row, column + 1)
    if up + down + left + right < 2:
        return 1
    links = up and left and _is_in_kingdom(table, number, row - 1, column - 1)
    links += up and right and _is_in_kingdom(table, number, row - 1, column + 1)
    links += down and left and _is_in_kingdom(table, number, row + 1, column - 1)
    links += down and right and _is_in_kingdom(table, number, row + 1, column + 1)
    return max(1, up + down + left + right - links)


def _is_in_kingdom(table: Table, number: int, row: int, column: int) -> int:
    """Return whether a place, which may be off the board, belongs to a kingdom."""
    return 0 <= row < 11 and 0 <= column < 16 and table.kingdom[16 * row + column] == number


def _annex(table: Table, cell: int, number: int) -> None:
    table.kingdom[cell] = number
    inline.add(table.realm, 192 * number + cell)
    for i in range(4 * cell, 4 * cell + 4):
        neighbour = tables.NEXT[i]
        if not _touches_besides(table, neighbour, number, cell):
            table.touch[neighbour] += 1
            _rank(table, neighbour)
    if table.contents[cell] >= codes.LEADERS:
        table.members[number] |= 1 << (table.contents[cell] - codes.LEADERS)
        _crown(table, number, table.contents[cell] & 3)


def _release(table: Table, cell: int, number: int) -> None:
    """Remove a cell from a kingdom, but not its leader."""
    table.kingdom[cell] = 0
    inline.drop(table.realm, 192 * number + cell)
    for i in range(4 * cell, 4 * cell + 4):
        neighbour = tables.NEXT[i]
        if not _touches_besides(table, neighbour, number, cell):
            table.touch[neighbour] -= 1
            _rank(table, neighbour)


def _rename(table: Table, number: int, home: int) -> None:
    """Add all cells and leaders of a kingdom to another one, or to a number that is free."""
    near = [0, 0, 0]
    near_home = [0, 0, 0]
    spread(table.realm, 3 * number, near)
    spread(table.realm, 3 * home, near_home)
    for word in range(3):
        rest = near[word] & near_home[word]
        while rest:
            cell = 64 * word + inline.lowest_of(rest)
            if cell < 176:
                table.touch[cell] -= 1
                _rank(table, cell)
            rest &= rest - 1
        rest = table.realm[3 * number + word]
        table.realm[3 * home + word] |= rest
        table.realm[3 * number + word] = 0
        while rest:
            table.kingdom[64 * word + inline.lowest_of(rest)] = home
            rest &= rest - 1
    table.members[home] |= table.members[number]
    table.members[number] = 0
    for colour in range(4):
        _crown(table, home, colour)
        table.ruler[4 * number + colour] = codes.HAND


def _crown(table: Table, number: int, colour: int) -> None:
    """Note the owner of a kingdom's leader of a colour."""
    table.ruler[4 * number + colour] = codes.HAND
    rest = table.members[number] & 0x1111 << colour
    if rest:
        table.ruler[4 * number + colour] = inline.lowest_bit(rest) >> 2


def _rank(table: Table, cell: int) -> None:
    """Put a cell into the sets that follow from the number of kingdoms next to it."""
    touch = table.touch[cell]
    if touch:
        inline.add(table.touch_one, cell)
    else:
        inline.drop(table.touch_one, cell)
    if touch > 1:
        inline.add(table.touch_two, cell)
    else:
        inline.drop(table.touch_two, cell)
    if touch > 2:
        inline.add(table.touch_three, cell)
    else:
        inline.drop(table.touch_three, cell)


def _touches_besides(table: Table, cell: int, number: int, besides: int) -> int:
    """Return whether a cell touches a kingdom on a side other than the one to `besides`."""
    if cell == codes.OUTSIDE:
        return 1
    for i in range(4 * cell, 4 * cell + 4):
        if table.kingdom[tables.NEXT[i]] == number and tables.NEXT[i] != besides:
            return 1
    return 0


# -- questions --------------------------------------------------------------------------------------------------------


def highest_neighbour(table: Table, cell: int) -> int:
    """Return the number of the kingdom that a cell touches: the highest of several, 0 for none."""
    highest = 0
    for i in range(4 * cell, 4 * cell + 4):
        highest = max(highest, table.kingdom[tables.NEXT[i]])
    return highest


def neighbours(table: Table, cell: int) -> int:
    """Return the numbers of the kingdoms that a cell touches, as a mask; call `survey` first."""
    kingdoms = 0
    for i in range(4 * cell, 4 * cell + 4):
        kingdoms |= 1 << table.kingdom[tables.NEXT[i]]
    return kingdoms & ~1


def owners(table: Table, number: int, besides: int) -> int:
    """Return the seats with a leader in a kingdom, as a mask; the leader `besides` (-1: none) doesn't count."""
    rest = table.members[number]
    if besides >= 0:
        rest &= ~(1 << besides)
    seats = 0
    while rest:
        seats |= 1 << (inline.lowest_bit(rest) >> 2)
        rest &= rest - 1
    return seats


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
