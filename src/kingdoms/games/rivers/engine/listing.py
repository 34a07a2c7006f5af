"""The legal actions of the decision `action`, often several hundred: listing them, and judging one alone.

Actions on cells are listed from sets of cells, see `regions`.
"""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import civic, codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table import Table


def list_actions(table: Table, moves: Moves) -> None:
    """List the legal actions of the active seat (D-3), ascending."""
    seat = table.turn
    regions.survey(table)
    inline.append_action(moves, codes.PASS)
    for colour in range(4):
        if table.stand[4 * seat + colour] >= 0:
            inline.append_action(moves, codes.WITHDRAW + colour)
    _list_places(table, moves)
    for colour in range(4):
        list_leads(table, 4 * seat + colour, moves)
    if table.catastrophes_left[seat]:
        _list_ruins(table, moves)
    _list_swaps(table, seat, moves)


def allows(table: Table, action: int) -> int:
    """Return whether `list_actions` lists an action."""
    first = 4 * table.turn
    if action >= codes.RAISED or action < codes.PASS:
        return 0
    if action >= codes.SWAP:
        return can_swap(table, action - codes.SWAP)
    if action >= codes.RUIN:
        return table.catastrophes_left[table.turn] > 0 and can_ruin(table, action - codes.RUIN)
    if action >= codes.LEAD:
        return can_lead(table, first + (action - codes.LEAD) // 176, (action - codes.LEAD) % 176)
    if action >= codes.PLACE:
        return can_place(table, (action - codes.PLACE) // 176, (action - codes.PLACE) % 176)
    if action >= codes.CHOOSE_WAR:
        return 0
    return action == codes.PASS or table.stand[first + action - codes.WITHDRAW] >= 0


# -- tiles ------------------------------------------------------------------------------------------------------------


def can_place(table: Table, colour: int, cell: int) -> int:
    """Return whether the active seat may place a tile of a colour on a cell (D-8)."""
    regions.survey(table)
    return (
        table.hand[4 * table.turn + colour] > 0
        and table.contents[cell] == codes.EMPTY
        and tables.WET[177 * table.board + cell] == (colour == codes.BLUE)
        and table.touch[cell] < 3
    )


def _list_places(table: Table, moves: Moves) -> None:
    """List the placements of tiles (D-8). Those of a second land colour are those of the first, with other numbers."""
    first = 4 * table.turn
    start = end = last = 0
    for colour in range(4):
        if table.hand[first + colour] == 0:
            continue
        if colour == codes.BLUE:
            for word in range(3):
                wet = table.vacant[word] & tables.WATER[3 * table.board + word] & ~table.touch_three[word]
                inline.put_bits(moves, codes.PLACE + 176 * codes.BLUE + 64 * word, wet)
        elif end:
            inline.repeat_actions(moves, start, end, 176 * (colour - last))
        else:
            start, last = moves.count, colour
            for word in range(3):
                dry = table.vacant[word] & ~tables.WATER[3 * table.board + word] & ~table.touch_three[word]
                inline.put_bits(moves, codes.PLACE + 176 * colour + 64 * word, dry)
            end = moves.count


# -- leaders ----------------------------------------------------------------------------------------------------------


def list_leads(table: Table, piece: int, moves: Moves) -> None:
    """List the placements or moves of a leader (D-4). The kingdoms must be up to date."""
    sites = [0, 0, 0]
    _find_sites(table, piece, sites)
    for word in range(3):
        inline.put_bits(moves, codes.LEAD + 176 * (piece & 3) + 64 * word, sites[word])


def can_lead(table: Table, piece: int, cell: int) -> int:
    """Return whether a leader may be placed on a cell, or moved to it (D-4)."""
    if table.contents[cell] != codes.EMPTY or tables.WET[177 * table.board + cell] or not table.near[cell]:
        return 0
    regions.survey(table)
    if table.stand[piece] < 0 or table.touch[cell] == 0:
        return table.touch[cell] < 2
    sites = [0, 0, 0]
    _find_sites(table, piece, sites)
    return inline.contains(sites, cell)


def _find_sites(table: Table, piece: int, sites: list[int]) -> None:
    """Find the cells for a leader: empty land next to a temple, and next to one kingdom at most when it is lifted (D-4)."""
    once = [0, 0, 0]
    twice = [0, 0, 0]
    if table.stand[piece] < 0:
        for word in range(3):
            twice[word] = table.touch_two[word]
    else:
        _touch_without(table, piece, once, twice)
    for word in range(3):
        land = table.vacant[word] & ~tables.WATER[3 * table.board + word]
        sites[word] = land & table.holy[word] & ~twice[word]


def _touch_without(table: Table, piece: int, once: list[int], twice: list[int]) -> None:
    """Find the cells next to at least one kingdom, and those next to at least two, when a leader is lifted (D-4)."""
    cell = table.stand[piece]
    number = table.kingdom[cell]
    near = [0, 0, 0]
    rest = [0, 0, 0]
    regions.spread(table.realm, 3 * number, near)
    for word in range(3):
        once[word] = table.touch_two[word] | (table.touch_one[word] & ~near[word])
        twice[word] = table.touch_three[word] | (table.touch_two[word] & ~near[word])
        rest[word] = table.realm[3 * number + word]
    inline.drop(rest, cell)
    if table.members[number] == 1 << piece:
        return
    if regions.parts(table, cell) == 1:
        _count_part(rest, once, twice)
        return
    for i in range(4 * cell, 4 * cell + 4):
        if inline.contains(rest, tables.NEXT[i]):
            _split_off(table, tables.NEXT[i], number, rest, once, twice)


def _split_off(table: Table, start: int, number: int, rest: list[int], once: list[int], twice: list[int]) -> None:
    """Remove the part around a cell from the rest of a kingdom, and count it for its neighbours if it has a leader."""
    part = [0, 0, 0]
    near = [0, 0, 0]
    inline.add(part, start)
    grows = 1
    while grows:
        grows = 0
        regions.spread(part, 0, near)
        for word in range(3):
            if near[word] & rest[word] & ~part[word]:
                grows = 1
            part[word] |= near[word] & rest[word]
    for word in range(3):
        rest[word] &= ~part[word]
    leaders = table.members[number]
    while leaders:
        if inline.contains(part, table.stand[inline.lowest_bit(leaders)]):
            _count_part(part, once, twice)
            return
        leaders &= leaders - 1


def _count_part(cells: list[int], once: list[int], twice: list[int]) -> None:
    near = [0, 0, 0]
    regions.spread(cells, 0, near)
    for word in range(3):
        twice[word] |= once[word] & near[word]
        once[word] |= near[word]


# -- catastrophes and swaps -------------------------------------------------------------------------------------------


def can_ruin(table: Table, cell: int) -> int:
    """Return whether a catastrophe may be put on a cell (D-12, CB-11)."""
    content = table.contents[cell]
    if content == codes.EMPTY:
        return 1
    return pieces.is_tile(content) and not pieces.bears_treasure(table, cell) and not civic.has_building(table, cell)


def _find_ruins(table: Table, cells: list[int]) -> None:
    """Find the cells where a catastrophe may be put (D-12, CB-11)."""
    for word in range(3):
        cells[word] = table.vacant[word]
        rest = table.linked[word]
        while rest:
            cell = 64 * word + inline.lowest_of(rest)
            if table.contents[cell] < codes.DOWN and not table.treasures & tables.TREASURE[cell]:
                cells[word] |= rest & -rest
            rest &= rest - 1
    for colour in range(4):
        if table.raised[colour] >= 0:
            inline.drop(cells, table.raised[colour])


def _list_ruins(table: Table, moves: Moves) -> None:
    """List the catastrophes (D-12)."""
    cells = [0, 0, 0]
    _find_ruins(table, cells)
    for word in range(3):
        inline.put_bits(moves, codes.RUIN + 64 * word, cells[word])


def _list_swaps(table: Table, seat: int, moves: Moves) -> None:
    """List the possible swaps (D-13)."""
    first = 4 * seat
    for red in range(table.hand[first] + 1):
        for blue in range(table.hand[first + 1] + 1):
            for green in range(table.hand[first + 2] + 1):
                for black in range(table.hand[first + 3] + 1):
                    if red + blue + green + black:
                        inline.append_action(moves, codes.SWAP + 343 * red + 49 * blue + 7 * green + black)


def can_swap(table: Table, counts: int) -> int:
    """Return whether the active seat's hand holds the tiles of a swap, at least one (D-13)."""
    first = 4 * table.turn
    return (
        counts > 0
        and counts // 343 <= table.hand[first]
        and counts // 49 % 7 <= table.hand[first + 1]
        and counts // 7 % 7 <= table.hand[first + 2]
        and counts % 7 <= table.hand[first + 3]
    )
