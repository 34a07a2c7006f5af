"""Pruned lists of legal actions for Two Rivers.

About half of some hundreds of legal actions can't matter: tiles with nothing nearby, catastrophes without effect, swaps that
keep the worst tiles, larger commitments than can be needed. Each action left out is no better than one that is listed.
"""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, conflict, course, listing, pieces, regions, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values import limits


class Ground:
    """Board features shared by all choices of a turn; recomputed for each decision."""

    def __init__(self) -> None:
        self.near = [0] * 3  # empty cells near other pieces where tiles can be placed, see `_find_near`
        self.threatened = 0  # mask of colours in which one tile can bring the active seat's leader into a war
        self.monuments = 0  # mask of the kingdoms with a monument


def list_choices(ground: Ground, table: Table, moves: Moves) -> None:
    """Fill `moves` with the actions worth considering, ascending; with at least one if any action is legal."""
    if table.stage == codes.ACTING:
        moves.count = 0
        _list_actions(ground, table, moves)
        return
    course.list_moves(table, moves)
    if table.stage == codes.COMMIT:
        _prune_commits(table, moves)


def is_allowed(table: Table, action: int) -> int:
    """Return whether a choice listed on a table with the same public information is legal on this one.

    This depends only on the hand of the seat to move.
    """
    if table.stage == codes.COMMIT:
        return action - codes.COMMITTED <= table.hand[4 * conflict.committing(table) + conflict.commits(table)]
    if table.stage != codes.ACTING:
        return 1
    if action >= codes.SWAP:
        return listing.can_swap(table, action - codes.SWAP)
    if codes.PLACE <= action < codes.LEAD:
        return table.hand[4 * table.turn + (action - codes.PLACE) // 176] > 0
    return 1


def list_few(ground: Ground, table: Table, moves: Moves) -> None:
    """Fill `moves` with choices for a playout: leaders in hand and tiles next to kingdoms; without any, all choices."""
    moves.count = 0
    if table.stage == codes.ACTING:
        regions.survey(table)
        _list_few_places(table, moves)
        for colour in range(4):
            if table.stand[4 * table.turn + colour] < 0:
                listing.list_leads(table, 4 * table.turn + colour, moves)
    if moves.count == 0:
        list_choices(ground, table, moves)


def _list_few_places(table: Table, moves: Moves) -> None:
    """List the placements of the active seat's tiles next to kingdoms."""
    first = 4 * table.turn
    for colour in range(4):
        if table.hand[first + colour] == 0:
            continue
        for word in range(3):
            cells = table.vacant[word] & table.touch_one[word] & ~table.touch_three[word]
            water = tables.WATER[3 * table.board + word]
            cells &= water if colour == codes.BLUE else ~water
            inline.put_bits(moves, codes.PLACE + 176 * colour + 64 * word, cells)


def _list_actions(ground: Ground, table: Table, moves: Moves) -> None:
    """List the actions of a turn that are worth considering.

    Passing, which draws no tiles, is listed only as the second action while the bag is short, or if nothing else is listed: a
    game in which seats pass whole turns may never end.
    """
    regions.survey(table)
    _survey(ground, table)
    if table.actions_left == 1 and pieces.bag_count(table) <= limits.SHORT_BAG:
        inline.append_action(moves, codes.PASS)
    for colour in range(4):
        if ground.threatened >> colour & 1:
            inline.append_action(moves, codes.WITHDRAW + colour)
    for colour in range(4):
        if table.hand[4 * table.turn + colour]:
            _list_places(ground, table, colour, moves)
    for colour in range(4):
        listing.list_leads(table, 4 * table.turn + colour, moves)
    if table.catastrophes_left[table.turn]:
        _list_ruins(ground, table, moves)
    _list_swaps(table, moves)
    if moves.count == 0:
        inline.append_action(moves, codes.PASS)


def _survey(ground: Ground, table: Table) -> None:
    """Find the cells near other pieces, the threatened leaders and the kingdoms with monuments."""
    ground.threatened = ground.monuments = 0
    _find_near(ground, table)
    for word in range(3):
        rest = table.vacant[word] & table.touch_two[word] & ~table.touch_three[word]
        while rest:
            ground.threatened |= _wars_at(table, 64 * word + inline.lowest_of(rest))
            rest &= rest - 1
    for pair in range(6):
        if table.monument[pair] >= 0 and table.kingdom[table.monument[pair]]:
            ground.monuments |= 1 << table.kingdom[table.monument[pair]]


def _find_near(ground: Ground, table: Table) -> None:
    """Find the cells where a tile would touch another piece, or an empty cell next to a kingdom."""
    sources = [0, 0, 0]
    near = [0, 0, 0]
    for word in range(3):
        sources[word] = table.linked[word] | (table.vacant[word] & table.touch_one[word])
    regions.spread(sources, 0, near)
    for word in range(3):
        ground.near[word] = (near[word] | table.touch_one[word]) & table.vacant[word] & ~table.touch_three[word]


def _wars_at(table: Table, cell: int) -> int:
    """Return a mask of the colours in which a tile on a cell would bring the active seat's leader into a war."""
    second_kingdom = first_kingdom = 0
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number and number != second_kingdom:
            first_kingdom = second_kingdom
            second_kingdom = number
    wars = 0
    for colour in range(4):
        i = table.ruler[4 * second_kingdom + colour]
        number = table.ruler[4 * first_kingdom + colour]
        if i >= 0 and number >= 0 and (i == table.turn or number == table.turn):
            wars |= 1 << colour
    return wars


def _list_places(ground: Ground, table: Table, colour: int, moves: Moves) -> None:
    """List the placements of a tile of a colour near other pieces."""
    for word in range(3):
        water = tables.WATER[3 * table.board + word]
        cells = ground.near[word] & (water if colour == codes.BLUE else ~water)
        inline.put_bits(moves, codes.PLACE + 176 * colour + 64 * word, cells)


def _list_ruins(ground: Ground, table: Table, moves: Moves) -> None:
    """List the catastrophes that may remove a rival leader, prevent a war or cut off a monument."""
    for word in range(3):
        rest = table.linked[word] | (table.vacant[word] & table.touch_two[word] & ~table.touch_three[word])
        while rest:
            cell = 64 * word + inline.lowest_of(rest)
            if table.contents[cell] == codes.EMPTY or (_may_be_ruined(ground, table, cell) and listing.can_ruin(table, cell)):
                inline.append_action(moves, codes.RUIN + cell)
            rest &= rest - 1


def _may_be_ruined(ground: Ground, table: Table, cell: int) -> int:
    """Return whether a catastrophe on a tile may remove a rival leader or cut off a monument."""
    content = table.contents[cell]
    if content == codes.TEMPLE:
        for i in range(4 * cell, 4 * cell + 4):
            neighbour = tables.NEXT[i]
            piece = table.contents[neighbour] - codes.LEADERS
            if piece >= 0 and table.near[neighbour] == 1 and piece >> 2 != table.turn:
                return 1
    return ground.monuments >> table.kingdom[cell] & 1 and regions.parts(table, cell) > 1


def _list_swaps(table: Table, moves: Moves) -> None:
    """List the swaps of none, all, or all but two tiles of each colour."""
    first = 4 * table.turn
    red = 0
    while red <= table.hand[first]:
        blue = 0
        while blue <= table.hand[first + 1]:
            green = 0
            while green <= table.hand[first + 2]:
                black = 0
                while black <= table.hand[first + 3]:
                    if red + blue + green + black:
                        inline.append_action(moves, codes.SWAP + 343 * red + 49 * blue + 7 * green + black)
                    black = _next_count(table.hand[first + 3], black)
                green = _next_count(table.hand[first + 2], green)
            blue = _next_count(table.hand[first + 1], blue)
        red = _next_count(table.hand[first], red)


def _next_count(tiles: int, count: int) -> int:
    """Return the next number of tiles of a colour to swap: all but two, then all, then more than the hand holds."""
    if count < tiles - 2:
        return tiles - 2
    return max(tiles, count + 1) if count < tiles else tiles + 1


def _prune_commits(table: Table, moves: Moves) -> None:
    """Drop commitments larger than the smallest one that is certain to win."""
    colour = conflict.commits(table)
    lead = conflict.strength(table, table.attacker) - conflict.strength(table, table.defender)
    if table.attack >= 0:
        enough = lead + table.attack
    else:
        enough = min(pieces.hand_count(table, table.defender), _unseen_tiles(table, colour)) + 1 - lead
    while moves.count > 1 and moves.items[moves.count - 1] - codes.COMMITTED > enough:
        moves.count -= 1


def _unseen_tiles(table: Table, colour: int) -> int:
    """Return the number of tiles of a colour that the attacker can't see."""
    count = tables.TILE_COUNTS[colour] - table.hand[4 * table.attacker + colour]
    for cell in range(176):
        count -= table.contents[cell] == codes.TEMPLE + colour
    return count
