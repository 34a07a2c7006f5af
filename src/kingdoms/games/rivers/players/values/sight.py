"""The table of Two Rivers as one seat sees it: regions with their contents, and estimates of other hands.

The data is computed once per decision, so that hundreds of actions can be valued by lookups. Information hidden from the seat
is never read from the table, which may be a sample; it is estimated from the unseen tiles.

Region numbers: 1 to 16 are kingdoms, as in the engine; 17 and higher are regions without a leader (at most 88 on a board); 0
means no region. `limits.SCRATCH` holds a hypothetical region.
"""

import math

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, regions, tables
from kingdoms.games.rivers.engine.table import Table

WORTH = [1.0, 0.78, 0.6, 0.46, 0.36, 0.28, 0.22, 0.18, 0.15, 0.12]
"""Value of a point by how many points its colour is ahead of the weakest; the last value also beyond that."""
UNKNOWN_WORTH = 0.7
"""Value of a point to a seat whose points are hidden."""
RIVALRY = 0.75
"""Total weight of the rivals' gains, which count as losses."""
GUARD = -0.2231435513142097
"""Logarithm of 0.8, the factor by which each temple in hand lowers the risk of a revolt."""
CHOOSE = [float(math.comb(total, drawn)) for total in range(154) for drawn in range(7)]
"""7 * total + drawn -> number of ways to draw that many tiles."""


class Sight:
    """The table as one seat sees it; `look` fills it in.

    Attributes:
        seat: the observing seat.
        known: mask of the seats whose points are known.
        weight: weight of a seat's gains: 1 for the own seat, negative for other seats.
        worth: value of a point, by 4 * seat + colour.
        hand: own tiles, by colour.
        hand_counts: hand size, by seat.
        unseen: tiles neither face up on the board nor in the own hand, by colour; `unseen_all` is their sum.
        holds: tiles in hand, by 4 * seat + colour: the number for the own seat, the expected number for other seats.
        guard: factor by which a seat's temples in hand lower the risk of revolts, by seat.
        region: region, by cell.
        kingdoms: highest number of a kingdom.
        count: highest number of a region.
        tiles: number of face-up tiles, by 4 * region + colour.
        leaders: seat with a leader in the region, -1 for none, by 4 * region + colour.
        pays: number of monuments that pay a leader, by 4 * region + colour.
        treasures: mask of treasures as in the table, by region.
        wonder: whether the wonder is in the region, by region.
        stake: number of temples that a priest loses with a war, by region (F-7).
        built: region of the civilization building, 0 if it is beside the board, by colour.
        room: number of empty cells that touch the region and no other kingdom, by 2 * region + ground (land, river).
        touches: mask of the kingdoms that an empty cell touches, by cell.
        only: region that an empty cell touches, 0 for none or several, by cell.
        near_by: mask of the kingdoms that one empty cell joins to the region, by region.
        neighbours: the regions found by `find_regions`.
        plan_tiles, plan_chance: number of tiles to commit in the last attack planned by `worth.plan_attack`, and its chance to
            win.
    """

    def __init__(self) -> None:
        self.seat = self.known = self.unseen_all = self.kingdoms = self.count = 0
        self.weight = [0.0] * 4
        self.guard = [0.0] * 4
        self.worth = [0.0] * 16
        self.holds = [0.0] * 16
        self.hand = [0] * 4
        self.hand_counts = [0] * 4
        self.unseen = [0] * 4
        self.odds_known = [0] * 16
        self.odds = [0.0] * 128  # chance of fewer than n tiles in hand, by 8 * (4 * seat + colour) + n
        self.region = [0] * 177
        self.touches = [0] * 177
        self.only = [0] * 176
        self.todo = [0] * 176
        self.tiles = [0] * 512
        self.leaders = [-1] * 512
        self.pays = [0] * 512
        self.treasures = [0] * 128
        self.wonder = [0] * 128
        self.stake = [0] * 128
        self.built = [0] * 4
        self.room = [0] * 256
        self.near_by = [0] * 128
        self.neighbours = [0] * 4
        self.plan_tiles = 0
        self.plan_chance = 0.0


def look(sight: Sight, table: Table, seat: int, known_seats: int) -> None:
    """Fill a sight with a seat's view of a table.

    Args:
        sight: the sight to fill.
        table: the table; information hidden from the seat is not read.
        seat: the observing seat.
        known_seats: mask of the seats whose points are known.
    """
    regions.survey(table)
    sight.seat = seat
    sight.known = known_seats
    _find_regions(sight, table)
    for colour in range(4):
        sight.built[colour] = sight.region[table.raised[colour]] if table.raised[colour] >= 0 else 0
    _count_tiles(sight, table)
    _count_monuments(sight, table)
    _find_room(sight, table)


# -- points and tiles -----------------------------------------------------------------------------------------------------


def _count_tiles(sight: Sight, table: Table) -> None:
    """Compute the known or expected hands of all seats, and the value of their points."""
    rivals = table.seats - 1
    for colour in range(4):
        sight.hand[colour] = table.hand[4 * sight.seat + colour]
        sight.unseen[colour] -= sight.hand[colour]
    sight.unseen_all = sight.unseen[0] + sight.unseen[1] + sight.unseen[2] + sight.unseen[3]
    total = max(1, sight.unseen_all)
    for seat in range(4):
        sight.weight[seat] = 0.0
        if not table.playing >> seat & 1:
            continue
        hand_count = 0
        for colour in range(4):
            hand_count += table.hand[4 * seat + colour]
            sight.odds_known[4 * seat + colour] = 0
        sight.hand_counts[seat] = hand_count
        for colour in range(4):
            if seat == sight.seat:
                amount = sight.hand[colour]
                sight.holds[4 * seat + colour] = amount
            else:
                amount = hand_count * sight.unseen[colour]
                sight.holds[4 * seat + colour] = amount / total
        sight.weight[seat] = 1.0 if seat == sight.seat else -RIVALRY / rivals
        sight.guard[seat] = inline.exponential(GUARD * min(4.0, sight.holds[4 * seat]))
        _value_points(sight, table, seat)


def _value_points(sight: Sight, table: Table, seat: int) -> None:
    """Compute the value of a point of each colour to a seat, highest for its weakest colour."""
    if not sight.known >> seat & 1:
        for colour in range(4):
            sight.worth[4 * seat + colour] = UNKNOWN_WORTH
        return
    lowest = weakest_points(table, seat)
    for colour in range(4):
        ahead = table.points[4 * seat + colour] - lowest
        if ahead >= 0:
            sight.worth[4 * seat + colour] = WORTH[min(ahead, 9)]
        else:
            sight.worth[4 * seat + colour] = WORTH[0] + 0.02 * min(5, -ahead)


def weakest_points(table: Table, seat: int) -> int:
    """Return the points of a seat's weakest colour, with each treasure counted for the weakest (J-2)."""
    place = 4 * seat
    red, blue, green, black = table.points[place], table.points[place + 1], table.points[place + 2], table.points[place + 3]
    for _ in range(table.treasures_taken[seat]):
        if red <= blue and red <= green and red <= black:
            red += 1
        elif blue <= green and blue <= black:
            blue += 1
        elif green <= black:
            green += 1
        else:
            black += 1
    return min(red, blue, green, black)


def _work_out_odds(sight: Sight, seat: int, colour: int) -> None:
    """Compute the chances of fewer than 0, 1, ... 7 tiles of a colour in a hand drawn at random from the unseen tiles."""
    first = 8 * (4 * seat + colour)
    colour_tiles = max(0, sight.unseen[colour])
    drawn = min(sight.hand_counts[seat], sight.unseen_all)
    ways = CHOOSE[7 * sight.unseen_all + drawn]
    total = 0.0
    for count in range(7):
        sight.odds[first + count] = total
        if count <= drawn:
            total += CHOOSE[7 * colour_tiles + count] * CHOOSE[7 * (sight.unseen_all - colour_tiles) + drawn - count] / ways
    sight.odds[first + 7] = total
    sight.odds_known[4 * seat + colour] = 1


def chance_below(sight: Sight, seat: int, colour: int, count: int) -> float:
    """Return the chance that another seat holds fewer than `count` tiles of a colour."""
    if count <= 0:
        return 0.0
    if not sight.odds_known[4 * seat + colour]:
        _work_out_odds(sight, seat, colour)
    return sight.odds[8 * (4 * seat + colour) + min(count, 7)]


def most_tiles(sight: Sight, seat: int, colour: int) -> int:
    """Return the maximum number of tiles of a colour that a seat can hold."""
    if seat == sight.seat:
        return sight.hand[colour]
    return min(sight.hand_counts[seat], sight.unseen[colour])


# -- the board ------------------------------------------------------------------------------------------------------------


def _find_regions(sight: Sight, table: Table) -> None:
    """Find the regions (C-1) and count their contents, and count the tiles not face up on the board."""
    for colour in range(4):
        sight.unseen[colour] = tables.TILE_COUNTS[colour]
    sight.kingdoms = 0
    for piece in range(16):
        cell = table.stand[piece]
        if cell >= 0 and table.kingdom[cell] > sight.kingdoms:
            sight.kingdoms = table.kingdom[cell]
    for cell in range(177):
        sight.region[cell] = table.kingdom[cell]
    for number in range(1, sight.kingdoms + 1):
        _clear(sight, number)
        for colour in range(4):
            sight.leaders[4 * number + colour] = table.ruler[4 * number + colour]
    sight.count = 16
    if table.marker >= 0:
        sight.unseen[table.contents[table.marker] - codes.TEMPLE] -= 1
    for word in range(3):
        rest = table.linked[word]
        while rest:
            _count_cell(sight, table, 64 * word + inline.lowest_of(rest))
            rest &= rest - 1


def _count_cell(sight: Sight, table: Table, cell: int) -> None:
    """Count what is on a cell for its region, which is found if it is a new one without a leader."""
    content = table.contents[cell]
    number = sight.region[cell]
    if number == 0:
        sight.count += 1
        number = sight.count
        _clear(sight, number)
        _fill(sight, table, cell, number)
    if content < codes.DOWN:
        sight.unseen[content - codes.TEMPLE] -= 1
        sight.tiles[4 * number + content - codes.TEMPLE] += 1
        if content == codes.TEMPLE and not _is_shielded(table, cell):
            sight.stake[number] += 1
    elif content == codes.WONDER:
        sight.wonder[number] = 1
    if table.treasures & tables.TREASURE[cell]:
        sight.treasures[number] |= tables.TREASURE[cell]


def _clear(sight: Sight, number: int) -> None:
    """Reset a region to one without contents."""
    for i in range(4 * number, 4 * number + 4):
        sight.tiles[i] = 0
        sight.pays[i] = 0
        sight.leaders[i] = codes.HAND
    sight.treasures[number] = 0
    sight.wonder[number] = 0
    sight.stake[number] = 0
    sight.near_by[number] = 0
    sight.room[2 * number] = 0
    sight.room[2 * number + 1] = 0


def _fill(sight: Sight, table: Table, start: int, number: int) -> None:
    """Assign a number to the cells of a region without a leader."""
    sight.region[start] = number
    sight.todo[0] = start
    waiting = 1
    while waiting:
        waiting -= 1
        cell = sight.todo[waiting]
        for i in range(4 * cell, 4 * cell + 4):
            neighbour = tables.NEXT[i]
            if sight.region[neighbour] == 0 and inline.contains(table.linked, neighbour):
                sight.region[neighbour] = number
                sight.todo[waiting] = neighbour
                waiting += 1


def _is_shielded(table: Table, cell: int) -> int:
    """Return whether a temple stays when its priest loses a war (F-7, CB-10)."""
    if table.treasures & tables.TREASURE[cell] or table.raised[codes.RED] == cell:
        return 1
    for i in range(4 * cell, 4 * cell + 4):
        piece = table.contents[tables.NEXT[i]] - codes.LEADERS
        if piece >= 0 and piece & 3 != codes.RED:
            return 1
    return 0


def _count_monuments(sight: Sight, table: Table) -> None:
    """Count the monuments in each region by the colours they pay."""
    for pair in range(6):
        corner = table.monument[pair]
        if corner >= 0:
            number = sight.region[corner]
            for colour in range(4):
                sight.pays[4 * number + colour] += tables.PAIR_HAS[4 * pair + colour]


def _find_room(sight: Sight, table: Table) -> None:
    """Find the empty cells around regions, and the kingdoms near each region."""
    near = [0, 0, 0]
    regions.spread(table.linked, 0, near)
    for cell in range(176):
        sight.only[cell] = sight.touches[cell] = 0
    for word in range(3):
        rest = near[word] & table.vacant[word]
        while rest:
            _look_at_empty(sight, table, 64 * word + inline.lowest_of(rest))
            rest &= rest - 1


def _look_at_empty(sight: Sight, table: Table, cell: int) -> None:
    """Count an empty cell as room of the regions around it, and note the kingdoms that it would join."""
    mask = 0
    wet = tables.WET[177 * table.board + cell]
    touched = find_regions(sight, cell)
    if touched == 1:
        sight.only[cell] = sight.neighbours[0]
    for i in range(touched):
        number = sight.neighbours[i]
        if number <= 16:
            mask |= 1 << number
    sight.touches[cell] = mask
    if table.touch[cell] <= 2:
        for i in range(1, touched):
            if sight.neighbours[i] > 16:
                sight.near_by[sight.neighbours[i]] |= mask
    if table.touch[cell] == 2:
        first_kingdom = inline.lowest_bit(mask)
        second_kingdom = inline.lowest_bit(mask & (mask - 1))
        sight.near_by[first_kingdom] |= 1 << second_kingdom
        sight.near_by[second_kingdom] |= 1 << first_kingdom
    elif table.touch[cell] < 2:
        for i in range(touched):
            sight.room[2 * sight.neighbours[i] + wet] += 1


def find_regions(sight: Sight, cell: int) -> int:
    """Return the number of regions a cell touches, and store them in `neighbours`, kingdoms first."""
    count = 0
    for i in range(4 * cell, 4 * cell + 4):
        number = sight.region[tables.NEXT[i]]
        if number == 0:
            continue
        k = 0
        while k < count and sight.neighbours[k] != number:
            k += 1
        if k < count:
            continue
        if number <= 16 and count and sight.neighbours[0] > 16:
            sight.neighbours[count] = sight.neighbours[0]
            sight.neighbours[0] = number
        elif number <= 16 and count > 1 and sight.neighbours[1] > 16:
            sight.neighbours[count] = sight.neighbours[1]
            sight.neighbours[1] = number
        else:
            sight.neighbours[count] = number
        count += 1
    return count


def copy(sight: Sight, source: int, target: int) -> None:
    """Copy the contents of one region to another."""
    for colour in range(4):
        sight.tiles[4 * target + colour] = sight.tiles[4 * source + colour]
        sight.leaders[4 * target + colour] = sight.leaders[4 * source + colour]
        sight.pays[4 * target + colour] = sight.pays[4 * source + colour]
    sight.treasures[target] = sight.treasures[source]
    sight.wonder[target] = sight.wonder[source]
    sight.stake[target] = sight.stake[source]
    sight.room[2 * target] = sight.room[2 * source]
    sight.room[2 * target + 1] = sight.room[2 * source + 1]


def join(sight: Sight, source: int, target: int) -> None:
    """Merge region `source` into `target`, which keeps its own leader of a colour if both have one."""
    for colour in range(4):
        sight.tiles[4 * target + colour] += sight.tiles[4 * source + colour]
        sight.pays[4 * target + colour] += sight.pays[4 * source + colour]
        if sight.leaders[4 * target + colour] < 0:
            sight.leaders[4 * target + colour] = sight.leaders[4 * source + colour]
    sight.treasures[target] |= sight.treasures[source]
    sight.wonder[target] |= sight.wonder[source]
    sight.stake[target] += sight.stake[source]
    sight.room[2 * target] += sight.room[2 * source]
    sight.room[2 * target + 1] += sight.room[2 * source + 1]


def scorer(sight: Sight, region: int, colour: int) -> int:
    """Return the seat that scores for a tile of a colour in a kingdom (D-9), or -1."""
    seat = sight.leaders[4 * region + colour]
    return seat if seat >= 0 else sight.leaders[4 * region + codes.BLACK]
