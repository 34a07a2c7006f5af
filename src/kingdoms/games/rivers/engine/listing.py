"""The legal actions of the decision `action`, often several hundred.

The cells available for tiles, leaders and catastrophes are cached until the board changes.
"""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import civic, codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table import Table


def list_actions(table: Table, moves: Moves) -> None:
    """List the legal actions of the active seat (D-3), ascending."""
    seat = table.turn
    refresh(table)
    inline.put(moves, codes.PASS)
    for colour in range(4):
        if table.stand[4 * seat + colour] >= 0:
            inline.put(moves, codes.WITHDRAW + colour)
    for colour in range(4):
        if table.hand[4 * seat + colour]:
            _list_places(table, colour, moves)
    for colour in range(4):
        if table.stand[4 * seat + colour] < 0:
            _list_from_hand(table, colour, moves)
        else:
            _list_from_board(table, 4 * seat + colour, moves)
    if table.left[seat]:
        for i in range(table.open_count):
            inline.put(moves, codes.RUIN + table.open[i])
    _list_swaps(table, seat, moves)


def refresh(table: Table) -> None:
    """Rebuild the cached lists of cells if the board has changed."""
    regions.survey(table)
    if table.listed:
        return
    dry = wet = holy = opened = 0
    first = 177 * table.board
    civil = table.with_buildings
    for cell in range(176):
        what = table.what[cell]
        if what == codes.EMPTY:
            table.open[opened] = cell
            opened += 1
            if tables.WET[first + cell]:
                if table.touch[cell] < 3:
                    table.wet[wet] = cell
                    wet += 1
            else:
                if table.touch[cell] < 3:
                    table.dry[dry] = cell
                    dry += 1
                if table.near[cell]:
                    table.holy[holy] = cell
                    holy += 1
        elif what < codes.DOWN and not table.treasures & tables.TREASURE[cell]:
            if not civil or table.raised[what - codes.TEMPLE] != cell:
                table.open[opened] = cell
                opened += 1
    table.dry_count = dry
    table.wet_count = wet
    table.holy_count = holy
    table.open_count = opened
    table.listed = 1


def _list_places(table: Table, colour: int, moves: Moves) -> None:
    """List the placements of a tile of a colour (D-8)."""
    first = codes.PLACE + 176 * colour
    if colour == codes.BLUE:
        for i in range(table.wet_count):
            inline.put(moves, first + table.wet[i])
    else:
        for i in range(table.dry_count):
            inline.put(moves, first + table.dry[i])


def _list_from_hand(table: Table, colour: int, moves: Moves) -> None:
    """List the placements of a leader in the hand (D-4)."""
    first = codes.LEAD + 176 * colour
    for i in range(table.holy_count):
        if table.touch[table.holy[i]] < 2:
            inline.put(moves, first + table.holy[i])


def _list_from_board(table: Table, piece: int, moves: Moves) -> None:
    """List the moves of a leader on the board, which is lifted first (D-4)."""
    first = codes.LEAD + 176 * (piece & 3)
    split(table, piece)
    for i in range(table.holy_count):
        if touches_without(table, table.holy[i], piece) < 2:
            inline.put(moves, first + table.holy[i])


def split(table: Table, piece: int) -> None:
    """Find the parts that a leader's kingdom falls into when the leader is lifted.

    In `table.part`, each part that still has a leader gets a number above all kingdom numbers (from 17). The kingdom's other
    cells get 0, and cells of other regions -1.
    """
    start = table.stand[piece]
    number = table.kingdom[start]
    for cell in range(176):
        table.part[cell] = -1
    table.part[start] = 0
    parts = 17
    for i in range(4 * start, 4 * start + 4):
        cell = tables.NEXT[i]
        if table.kingdom[cell] == number and table.part[cell] < 0:
            if not _number_part(table, cell, number, parts):
                _number_part(table, cell, number, 0)
            parts += 1


def _number_part(table: Table, start: int, number: int, part: int) -> int:
    """Number the part of a kingdom around `start`, stopping at cells numbered 0, and return whether it has a leader."""
    ruled = 0
    table.part[start] = part
    table.todo[0] = start
    waiting = 1
    while waiting:
        waiting -= 1
        cell = table.todo[waiting]
        if table.what[cell] >= codes.LEADERS:
            ruled = 1
        for i in range(4 * cell, 4 * cell + 4):
            other = tables.NEXT[i]
            if table.kingdom[other] == number and table.part[other] != part and table.part[other] != 0:
                table.part[other] = part
                table.todo[waiting] = other
                waiting += 1
    return ruled


def touches_without(table: Table, cell: int, piece: int) -> int:
    """Return the number of kingdoms that a cell touches when a leader is lifted; requires a call of `split`."""
    number = table.kingdom[table.stand[piece]]
    one = two = count = 0
    for i in range(4 * cell, 4 * cell + 4):
        other = tables.NEXT[i]
        found = table.kingdom[other]
        if found == number:
            found = table.part[other]
        if found and found != one and found != two:
            two = one
            one = found
            count += 1
    return count


def _list_swaps(table: Table, seat: int, moves: Moves) -> None:
    """List the possible swaps (D-13)."""
    first = 4 * seat
    for red in range(table.hand[first] + 1):
        for blue in range(table.hand[first + 1] + 1):
            for green in range(table.hand[first + 2] + 1):
                for black in range(table.hand[first + 3] + 1):
                    if red + blue + green + black:
                        inline.put(moves, codes.SWAP + 343 * red + 49 * blue + 7 * green + black)


def can_ruin(table: Table, cell: int) -> int:
    """Return whether a catastrophe may be put on a cell (D-12, CB-11)."""
    what = table.what[cell]
    if what == codes.EMPTY:
        return 1
    return pieces.is_tile(what) and not pieces.bears_treasure(table, cell) and not civic.stands_on(table, cell)
