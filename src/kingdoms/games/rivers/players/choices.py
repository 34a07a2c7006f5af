"""Pruned lists of legal actions for Two Rivers.

About half of some hundreds of legal actions can't matter: tiles with nothing nearby, catastrophes without effect, swaps that
keep the worst tiles, larger commitments than can be needed. Each action left out is no better than one that is listed.
"""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, conflict, course, listing, pieces, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players import limits, trying


class Ground:
    """Board features shared by all choices of a turn; recomputed for each decision."""

    def __init__(self) -> None:
        self.dry = [0] * 176  # empty land near other pieces, see `_leads_somewhere`
        self.wet = [0] * 176  # empty river likewise
        self.dry_count = self.wet_count = 0
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
        return _can_swap(table, action - codes.SWAP)
    if codes.PLACE <= action < codes.LEAD:
        return table.hand[4 * table.turn + (action - codes.PLACE) // 176] > 0
    return 1


def _can_swap(table: Table, counts: int) -> int:
    """Return whether the active seat's hand holds the tiles of a swap."""
    first = 4 * table.turn
    return (
        counts // 343 <= table.hand[first]
        and counts // 49 % 7 <= table.hand[first + 1]
        and counts // 7 % 7 <= table.hand[first + 2]
        and counts % 7 <= table.hand[first + 3]
    )


def list_few(ground: Ground, table: Table, moves: Moves) -> None:
    """Fill `moves` with choices for a playout: leaders in hand and tiles next to kingdoms; without any, all choices."""
    moves.count = 0
    if table.stage == codes.ACTING:
        listing.refresh(table)
        _list_few_places(table, moves)
        for colour in range(4):
            if table.stand[4 * table.turn + colour] < 0:
                _list_leads(table, colour, moves)
    if moves.count == 0:
        list_choices(ground, table, moves)


def _list_few_places(table: Table, moves: Moves) -> None:
    """List the placements of the active seat's tiles next to kingdoms."""
    first = 4 * table.turn
    for colour in range(4):
        if table.hand[first + colour] == 0:
            continue
        if colour == codes.BLUE:
            for i in range(table.wet_count):
                if table.touch[table.wet[i]]:
                    inline.put(moves, codes.PLACE + 176 * colour + table.wet[i])
        else:
            for i in range(table.dry_count):
                if table.touch[table.dry[i]]:
                    inline.put(moves, codes.PLACE + 176 * colour + table.dry[i])


def _list_actions(ground: Ground, table: Table, moves: Moves) -> None:
    """List the actions of a turn that are worth considering.

    Passing, which draws no tiles, is listed only as the second action while the bag is short, or if nothing else is listed: a
    game in which seats pass whole turns may never end.
    """
    listing.refresh(table)
    _survey(ground, table)
    if table.actions_left == 1 and pieces.bag_count(table) <= limits.SHORT_BAG:
        inline.put(moves, codes.PASS)
    for colour in range(4):
        if ground.threatened >> colour & 1:
            inline.put(moves, codes.WITHDRAW + colour)
    for colour in range(4):
        if table.hand[4 * table.turn + colour]:
            _list_places(ground, colour, moves)
    for colour in range(4):
        _list_leads(table, colour, moves)
    if table.left[table.turn]:
        for i in range(table.open_count):
            if _may_be_ruined(ground, table, table.open[i]):
                inline.put(moves, codes.RUIN + table.open[i])
    _list_swaps(table, moves)
    if moves.count == 0:
        inline.put(moves, codes.PASS)


def _survey(ground: Ground, table: Table) -> None:
    """Find the cells near other pieces, the threatened leaders and the kingdoms with monuments."""
    ground.dry_count = ground.wet_count = 0
    ground.threatened = ground.monuments = 0
    for i in range(table.dry_count):
        cell = table.dry[i]
        if _leads_somewhere(table, cell):
            ground.dry[ground.dry_count] = cell
            ground.dry_count += 1
    for i in range(table.wet_count):
        cell = table.wet[i]
        if _leads_somewhere(table, cell):
            ground.wet[ground.wet_count] = cell
            ground.wet_count += 1
    for i in range(ground.dry_count):
        if table.touch[ground.dry[i]] == 2:
            ground.threatened |= _wars_at(table, ground.dry[i])
    for i in range(ground.wet_count):
        if table.touch[ground.wet[i]] == 2:
            ground.threatened |= _wars_at(table, ground.wet[i])
    for pair in range(6):
        if table.monument[pair] >= 0 and table.kingdom[table.monument[pair]]:
            ground.monuments |= 1 << table.kingdom[table.monument[pair]]


def _leads_somewhere(table: Table, cell: int) -> int:
    """Return whether a tile on a cell would touch another piece, or an empty cell next to a kingdom."""
    if table.touch[cell]:
        return 1
    for i in range(4 * cell, 4 * cell + 4):
        other = tables.NEXT[i]
        if table.touch[other] or codes.EMPTY < table.what[other] < codes.CATASTROPHE:
            return 1
    return 0


def _wars_at(table: Table, cell: int) -> int:
    """Return a mask of the colours in which a tile on a cell would bring the active seat's leader into a war."""
    one = other = 0
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number and number != one:
            other = one
            one = number
    found = 0
    for colour in range(4):
        i = table.ruler[4 * one + colour]
        number = table.ruler[4 * other + colour]
        if i >= 0 and number >= 0 and (i == table.turn or number == table.turn):
            found |= 1 << colour
    return found


def _list_places(ground: Ground, colour: int, moves: Moves) -> None:
    """List the placements of a tile of a colour near other pieces."""
    if colour == codes.BLUE:
        for i in range(ground.wet_count):
            inline.put(moves, codes.PLACE + 176 * codes.BLUE + ground.wet[i])
    else:
        for i in range(ground.dry_count):
            inline.put(moves, codes.PLACE + 176 * colour + ground.dry[i])


def _list_leads(table: Table, colour: int, moves: Moves) -> None:
    """List the cells where a leader can be placed or moved."""
    piece = 4 * table.turn + colour
    if table.stand[piece] >= 0:
        listing.split(table, piece)
    for i in range(table.holy_count):
        cell = table.holy[i]
        if (table.touch[cell] if table.stand[piece] < 0 else listing.touches_without(table, cell, piece)) < 2:
            inline.put(moves, codes.LEAD + 176 * colour + cell)


def _may_be_ruined(ground: Ground, table: Table, cell: int) -> int:
    """Return whether a catastrophe on a cell may remove a rival leader, prevent a war or cut off a monument."""
    what = table.what[cell]
    if what == codes.EMPTY:
        return table.touch[cell] == 2
    if what == codes.TEMPLE:
        for i in range(4 * cell, 4 * cell + 4):
            other = tables.NEXT[i]
            piece = table.what[other] - codes.LEADERS
            if piece >= 0 and table.near[other] == 1 and piece >> 2 != table.turn:
                return 1
    return ground.monuments >> table.kingdom[cell] & 1 and trying.parts(table, cell) > 1


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
                        inline.put(moves, codes.SWAP + 343 * red + 49 * blue + 7 * green + black)
                    black = _next_count(table.hand[first + 3], black)
                green = _next_count(table.hand[first + 2], green)
            blue = _next_count(table.hand[first + 1], blue)
        red = _next_count(table.hand[first], red)


def _next_count(held: int, count: int) -> int:
    """Return the next number of tiles of a colour to swap: all but two, then all, then more than the hand holds."""
    if count < held - 2:
        return held - 2
    return max(held, count + 1) if count < held else held + 1


def _prune_commits(table: Table, moves: Moves) -> None:
    """Drop commitments larger than the smallest one that is certain to win."""
    colour = conflict.commits(table)
    lead = conflict.strength(table, table.attacker) - conflict.strength(table, table.defender)
    if table.attack >= 0:
        enough = lead + table.attack
    else:
        enough = min(pieces.hand_count(table, table.defender), _others(table, colour)) + 1 - lead
    while moves.count > 1 and moves.items[moves.count - 1] - codes.COMMITTED > enough:
        moves.count -= 1


def _others(table: Table, colour: int) -> int:
    """Return the number of tiles of a colour that the attacker can't see."""
    count = tables.TILE_COUNTS[colour] - table.hand[4 * table.attacker + colour]
    for cell in range(176):
        count -= table.what[cell] == codes.TEMPLE + colour
    return count
