"""Heuristic values of tile placements: points, wars started or prepared, treasures, squares, lines."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import civic, codes, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values import limits, worth
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values.judge import Judge
from kingdoms.games.rivers.players.values.sight import Sight

SETTLING = 0.08
"""Bonus for joining a region without a leader to a kingdom where the seat scores."""
PROMISING = 0.2
"""Value of the third tile of a square that would pay an own leader, in points of its colour."""


def place(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return the value of placing a tile."""
    mask = sight.touches[cell]
    if mask == 0:
        return -judge.price[colour]
    if mask & (mask - 1):
        return _join(judge, sight, table, colour, cell) - judge.price[colour]
    kingdom = inline.lowest_bit(mask)
    if judge.cell_known[cell] != judge.epoch:
        _look_around(judge, sight, table, cell, kingdom)
    return _grow(judge, sight, table, colour, cell, kingdom) - judge.price[colour]


def _look_around(judge: Judge, sight: Sight, table: Table, cell: int, kingdom: int) -> None:
    """Compute the effects of a tile next to a kingdom that don't depend on its colour, and store them in the judge."""
    judge.cell_known[cell] = judge.epoch
    judge.joins[cell] = not sight.only[cell]
    judge.beside[cell] = 0
    judge.land[cell] = tables.WET[177 * table.board + cell] - 1
    judge.water[cell] = -tables.WET[177 * table.board + cell]
    mask = 0
    for i in range(4 * cell, 4 * cell + 4):
        neighbour = tables.NEXT[i]
        if table.contents[neighbour] >= codes.LEADERS:
            judge.beside[cell] |= 1 << table.contents[neighbour] - codes.LEADERS
        elif table.contents[neighbour] == codes.EMPTY:
            mask |= sight.touches[neighbour]
            if not sight.touches[neighbour] >> kingdom & 1:
                if tables.WET[177 * table.board + neighbour]:
                    judge.water[cell] += 1
                else:
                    judge.land[cell] += 1
    judge.newly[cell] = mask & ~(sight.near_by[kingdom] | 1 << kingdom)


def _is_plain(judge: Judge, sight: Sight, cell: int, kingdom: int) -> int:
    """Return whether a tile joins no other region, and doesn't change whether the kingdom has free land and river."""
    land = sight.room[2 * kingdom]
    water = sight.room[2 * kingdom + 1]
    return (
        judge.joins[cell] == 0
        and (land > 0) == (land + judge.land[cell] > 0)
        and (water > 0) == (water + judge.water[cell] > 0)
    )


def _grow(judge: Judge, sight: Sight, table: Table, colour: int, cell: int, kingdom: int) -> float:
    seat = eyes.scorer(sight, kingdom, colour)
    value = sight.weight[seat] * sight.worth[4 * seat + colour] if seat >= 0 else 0.0
    if table.with_buildings:
        value += _extra_point_value(sight, colour, cell, value) + _line(sight, table, colour, cell, kingdom)
    value += _square(judge, sight, table, colour, cell, kingdom)
    if not _is_plain(judge, sight, cell, kingdom):
        return value + _unite(judge, sight, table, colour, cell, kingdom)
    value += _growth(judge, sight, colour, kingdom)
    if judge.newly[cell]:
        eyes.copy(sight, kingdom, limits.SCRATCH)
        sight.tiles[4 * limits.SCRATCH + colour] += 1
        value += _new_wars_value(judge, sight, cell)
    mask = judge.beside[cell] if colour == codes.RED else 0
    while mask:
        piece = inline.lowest_bit(mask)
        mask &= mask - 1
        temples = table.near[table.stand[piece]]
        change = worth.safety(sight, piece >> 2, temples + 1) - worth.safety(sight, piece >> 2, temples)
        value += sight.weight[piece >> 2] * judge.bare[piece] * change
    return value


def _extra_point_value(sight: Sight, colour: int, cell: int, point: float) -> float:
    """Return the value of a building's extra point: that of the tile's point if the tile touches its region (CB-7)."""
    region = sight.built[colour]
    if region:
        for i in range(4 * cell, 4 * cell + 4):
            if sight.region[tables.NEXT[i]] == region:
                return point
    return 0.0


def _line(sight: Sight, table: Table, colour: int, cell: int, kingdom: int) -> float:
    """Return the value of a tile whose line may get the building of its colour (CB-3, CB-6), else 0."""
    content = codes.TEMPLE + colour
    count = 0
    for i in range(4 * cell, 4 * cell + 4):
        count += table.contents[tables.NEXT[i]] == content
    if count == 0:
        return 0.0
    before = table.placed
    length = 0
    table.contents[cell] = content
    table.placed = cell
    if civic.earns_building(table, 1):
        length = civic.line(table, cell, 1)
    if civic.earns_building(table, 16):
        length = max(length, civic.line(table, cell, 16))
    table.contents[cell] = codes.EMPTY
    table.placed = before
    if length == 0:
        return 0.0
    value = worth.building_value(sight, kingdom, colour, length)
    if table.raised[colour] >= 0:
        value -= worth.building_value(sight, sight.built[colour], colour, civic.building_length(table, colour))
    return max(0.0, value)


def _growth(judge: Judge, sight: Sight, colour: int, kingdom: int) -> float:
    """Return how one more tile of a colour changes the value of a kingdom's possible wars."""
    key = 4 * kingdom + colour
    if judge.growth_known[key] != judge.epoch:
        value = 0.0
        mask = sight.near_by[kingdom]
        while mask:
            nearby = inline.lowest_bit(mask)
            mask &= mask - 1
            value -= worth.tension(sight, kingdom, nearby, colour)
            sight.tiles[key] += 1
            value += worth.tension(sight, kingdom, nearby, colour)
            sight.tiles[key] -= 1
        judge.growth[key] = value
        judge.growth_known[key] = judge.epoch
    return judge.growth[key]


def _new_wars_value(judge: Judge, sight: Sight, cell: int) -> float:
    """Return the value of the possible wars with the kingdoms that a tile on a cell brings near."""
    value = 0.0
    mask = judge.newly[cell]
    while mask:
        value += worth.tensions(sight, limits.SCRATCH, inline.lowest_bit(mask))
        mask &= mask - 1
    return value


def _unite(judge: Judge, sight: Sight, table: Table, colour: int, cell: int, kingdom: int) -> float:
    """Return the value of adding a tile to a kingdom, with the regions that the tile joins to it."""
    eyes.copy(sight, kingdom, limits.SCRATCH)
    touched = eyes.find_regions(sight, cell)
    for i in range(1, touched):
        eyes.join(sight, sight.neighbours[i], limits.SCRATCH)
    sight.tiles[4 * limits.SCRATCH + colour] += 1
    sight.room[2 * limits.SCRATCH] += judge.land[cell]
    sight.room[2 * limits.SCRATCH + 1] += judge.water[cell]
    value = 0.0
    if touched > 1:
        value += worth.trader_gain(sight, limits.SCRATCH) - worth.trader_gain(sight, kingdom)
        if eyes.scorer(sight, kingdom, colour) == sight.seat:
            value += SETTLING
    value += _change_of_leaders(judge, sight, table, kingdom, colour, cell)
    mask = sight.near_by[kingdom]
    while mask:
        nearby = inline.lowest_bit(mask)
        mask &= mask - 1
        for c in range(4):
            if sight.tiles[4 * limits.SCRATCH + c] != sight.tiles[4 * kingdom + c]:
                value += worth.tension(sight, limits.SCRATCH, nearby, c) - worth.tension(sight, kingdom, nearby, c)
    return value + _new_wars_value(judge, sight, cell)


def _change_of_leaders(judge: Judge, sight: Sight, table: Table, region: int, colour: int, cell: int) -> float:
    """Return how the value of a kingdom's leaders changes when a tile turns it into the scratch region."""
    value = 0.0
    for office in range(4):
        seat = sight.leaders[4 * region + office]
        if seat >= 0:
            leader_cell = table.stand[4 * seat + office]
            temples = table.near[leader_cell]
            if colour == codes.RED and _are_beside(leader_cell, cell):
                temples += 1
            then = worth.leader_worth(sight, seat, office, limits.SCRATCH, temples)
            value += sight.weight[seat] * (then - judge.stand_worth[4 * seat + office])
    return value


def _are_beside(first_cell: int, second_cell: int) -> int:
    """Return whether two cells share a side."""
    for i in range(4 * first_cell, 4 * first_cell + 4):
        if tables.NEXT[i] == second_cell:
            return 1
    return 0


def _square(judge: Judge, sight: Sight, table: Table, colour: int, cell: int, region: int) -> float:
    """Return the value of a tile as the fourth tile of a square, which allows a monument, or as the third."""
    content = codes.TEMPLE + colour
    count = 0
    for i in range(4 * cell, 4 * cell + 4):
        count += table.contents[tables.NEXT[i]] == content
    if count == 0:
        return 0.0
    value = 0.0
    for i in range(4 * cell, 4 * cell + 4):
        corner = tables.CORNERS[i]
        if corner < 0:
            continue
        count = 0
        free = -1
        for k in range(4):
            square_cell = corner + (k & 1) + 16 * (k >> 1)
            if table.contents[square_cell] == content:
                count += 1
            elif free < 0 and square_cell != cell and table.contents[square_cell] == codes.EMPTY:
                free = square_cell
        if count == 3:
            value = max(value, _monument(judge, sight, table, colour, corner, region))
        elif count == 2 and free >= 0 and sight.leaders[4 * region + colour] == sight.seat:
            if tables.WET[177 * table.board + free] == (colour == codes.BLUE) and _is_monument_left(table):
                value = max(value, PROMISING * sight.worth[4 * sight.seat + colour])
    return value


def _is_monument_left(table: Table) -> int:
    for pair in range(6):
        if table.monument[pair] < 0:
            return 1
    return 0


def _monument(judge: Judge, sight: Sight, table: Table, colour: int, corner: int, region: int) -> float:
    """Return the value of the best monument on a square, less the value of leaders it leaves without a temple."""
    lost = 0.0
    if colour == codes.RED:
        for piece in range(16):
            cell = table.stand[piece]
            if cell < 0 or table.near[cell] > 2:
                continue
            count = 0
            for i in range(4 * cell, 4 * cell + 4):
                neighbour = tables.NEXT[i]
                count += neighbour == corner or neighbour == corner + 1 or neighbour == corner + 16 or neighbour == corner + 17
            if count and count >= table.near[cell]:
                lost += sight.weight[piece >> 2] * (judge.stand_worth[piece] + worth.LOSS)
    best = 0.0
    for pair in range(6):
        if table.monument[pair] < 0 and tables.PAIR_HAS[4 * pair + colour]:
            pays = 0.0
            for office in range(4):
                seat = sight.leaders[4 * region + office]
                if seat >= 0 and tables.PAIR_HAS[4 * pair + office]:
                    pays += sight.weight[seat] * sight.worth[4 * seat + office] * worth.INCOME
            best = max(best, pays - lost)
    return best


def _join(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return the value of joining two kingdoms: of the wars, or else of the larger kingdom."""
    touched = eyes.find_regions(sight, cell)
    first_kingdom = sight.neighbours[0]
    second_kingdom = sight.neighbours[1]
    eyes.copy(sight, first_kingdom, limits.SCRATCH)
    for i in range(1, touched):
        eyes.join(sight, sight.neighbours[i], limits.SCRATCH)
    sight.tiles[4 * limits.SCRATCH + colour] += 1
    value = 0.0
    wars = 0
    fade = 1.0
    for c in range(4):
        if sight.leaders[4 * first_kingdom + c] >= 0 and sight.leaders[4 * second_kingdom + c] >= 0:
            wars |= 1 << c
            fade *= 0.6
            value += worth.war_value(sight, table, first_kingdom, second_kingdom, c, sight.hand[c] - (c == colour))
    if not wars >> codes.GREEN & 1:
        before = worth.trader_gain(sight, first_kingdom) + worth.trader_gain(sight, second_kingdom)
        value += (worth.trader_gain(sight, limits.SCRATCH) - before) * fade
    if not wars:
        value += _change_of_leaders(judge, sight, table, first_kingdom, colour, cell)
        value += _change_of_leaders(judge, sight, table, second_kingdom, colour, cell)
    return value
