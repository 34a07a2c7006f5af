"""Which legal actions of Two Rivers are worth a thought.

Of some hundreds about half cannot matter: tiles laid where nothing is near, catastrophes that change nothing, swaps that keep
what is worst, more tiles committed than can be needed. What is left out here is never better than something that stays.
"""

from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, conflict, course, pieces, regions, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players import judge as judging
from kingdoms.games.rivers.players import limits


def list_choices(table: Table, moves: Moves) -> None:
    """Fill `moves` with the actions worth a thought: at least one wherever one is legal."""
    course.list_moves(table, moves)
    if table.stage == codes.COMMIT:
        _prune_commits(table, moves)
    if table.stage != codes.ACTING:
        return
    kept = 0
    for i in range(moves.count):
        action = moves.items[i]
        if _is_telling(table, action):
            moves.items[kept] = action
            kept += 1
    if kept == 0:
        moves.items[0] = codes.PASS
        kept = 1
    moves.count = kept


def _is_telling(table: Table, action: int) -> int:
    """Say whether an action of a turn can matter."""
    if action >= codes.SWAP:
        return _is_sensible_swap(table, action - codes.SWAP)
    if action >= codes.RUIN:
        return _may_be_ruined(table, action - codes.RUIN)
    if action >= codes.LEAD:
        return 1
    if action >= codes.PLACE:
        return _leads_somewhere(table, (action - codes.PLACE) % 176)
    if action >= codes.WITHDRAW:
        return _is_threatened(table, 4 * table.turn + action - codes.WITHDRAW)
    return pieces.bag_count(table) <= limits.SHORT_BAG


def _leads_somewhere(table: Table, cell: int) -> int:
    """Say whether a tile on a cell would touch something, or a free cell beside a kingdom."""
    for i in range(4 * cell, 4 * cell + 4):
        other = tables.NEXT[i]
        if table.touch[other]:
            return 1
        if table.what[other] != codes.EMPTY and table.what[other] != codes.CATASTROPHE:
            return 1
    return 0


def _may_be_ruined(table: Table, cell: int) -> int:
    """Say whether a catastrophe on a cell may drive a rival out, stop a war, or cut off a monument."""
    what = table.what[cell]
    if what == codes.EMPTY:
        return table.touch[cell] == 2
    if what == codes.TEMPLE:
        for i in range(4 * cell, 4 * cell + 4):
            other = tables.NEXT[i]
            piece = table.what[other] - codes.LEADERS
            if piece >= 0 and table.near[other] == 1 and piece >> 2 != table.turn:
                return 1
    return table.kingdom[cell] > 0 and _has_monument(table, table.kingdom[cell]) and judging.parts(table, cell) > 1


def _has_monument(table: Table, number: int) -> int:
    """Say whether a monument is in a kingdom."""
    for pair in range(6):
        if table.monument[pair] >= 0 and table.kingdom[table.monument[pair]] == number:
            return 1
    return 0


def _is_threatened(table: Table, piece: int) -> int:
    """Say whether a single tile could bring a war upon a leader."""
    for i in range(table.dry_count):
        if table.touch[table.dry[i]] == 2 and _meets(table, table.dry[i], piece):
            return 1
    for i in range(table.wet_count):
        if table.touch[table.wet[i]] == 2 and _meets(table, table.wet[i], piece):
            return 1
    return 0


def _meets(table: Table, cell: int, piece: int) -> int:
    """Say whether a tile on a cell joins the kingdom of a leader to one with another leader of its colour."""
    one = table.kingdom[table.stand[piece]]
    other = 0
    number = 0
    for i in range(4 * cell, 4 * cell + 4):
        number = table.kingdom[tables.NEXT[i]]
        if number == one:
            other |= 1
        elif number and table.ruler[4 * number + (piece & 3)] >= 0:
            other |= 2
    return other == 3


def _is_sensible_swap(table: Table, counts: int) -> int:
    """Say whether a swap takes of each colour nothing, all, or all but two."""
    first = 4 * table.turn
    return (
        _is_all_or_rest(table.hand[first], counts // 343)
        and _is_all_or_rest(table.hand[first + 1], counts // 49 % 7)
        and _is_all_or_rest(table.hand[first + 2], counts // 7 % 7)
        and _is_all_or_rest(table.hand[first + 3], counts % 7)
    )


def _is_all_or_rest(held: int, count: int) -> int:
    """Say whether so many of the tiles held are none, all, or all but two."""
    return count == 0 or count == held or count == held - 2


def _prune_commits(table: Table, moves: Moves) -> None:
    """Leave out numbers of tiles beyond the least that wins for sure."""
    colour = conflict.commits(table)
    lead = conflict.strength(table, table.attacker) - conflict.strength(table, table.defender)
    if table.attack >= 0:
        enough = lead + table.attack
    else:
        enough = min(pieces.hand_count(table, table.defender), _others(table, colour)) + 1 - lead
    enough = max(0, enough)
    if enough + 1 < moves.count:
        moves.count = enough + 1


def _others(table: Table, colour: int) -> int:
    """Return how many tiles of a colour the attacker does not see."""
    count = tables.TILE_COUNTS[colour] - table.hand[4 * table.attacker + colour]
    for cell in range(176):
        count -= table.what[cell] == codes.TEMPLE + colour
    return count
