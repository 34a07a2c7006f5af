"""Heuristic values for the greedy player of Two Rivers: leaders on the board, tiles in hand, conflicts.

The unit is one point of a seat's weakest colour.
"""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import civic, codes
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values.sight import Sight

STANDING = 0.8
"""Value of a leader in a kingdom, in points of its colour; `PRESENT` is added without regard to colour."""
PRESENT = 0.25
READY = 0.22
"""Added value per tile of its colour in hand, up to three, in points of the colour."""
CRAMPED = 0.35
"""Factor on `STANDING` and `READY` if the region has no room for a tile of the colour."""
INCOME = 2.6
"""Expected points from a monument that pays the leader, or from the wonder for a king."""
BUILT = 0.3
"""Value of a civilization building per tile of its colour that the scoring seat may hold, up to three."""
KEPT = [0.0, 0.5, 0.55, 0.6, 0.75, 0.85, 0.9]
"""Factor on `BUILT` by the length of the building's line, since a longer line elsewhere can take the building away."""
DEPUTY = 0.12
"""Value to a king of each tile in hand whose leader colour is missing in the kingdom."""
HOARD = 0.3
"""Value to a trader of the treasure left in its kingdom."""
TREASURE = 1.1
"""Value of a treasure, a point of any colour."""
RISK = [0.9, 0.3, 0.16, 0.08, 0.04]
"""Risk that a revolt soon removes a leader, by number of adjacent temples; multiplied by `Sight.guard`."""
LOSS = 0.9
"""Cost of losing a leader in addition to its value on the board: the action to place it again."""
SUPPORT = 0.12
"""Value of each tile on the board that is lost or saved."""
IMMINENT = 0.22
"""Discount on the value of a war that needs one more tile to start."""
TILE = 0.1
"""Value of a tile in hand; `TEMPLE_IN_HAND` is added for a temple, which also supports leaders."""
TEMPLE_IN_HAND = 0.08
FURTHER = [1.0, 1.0, 0.8, 0.5, 0.35, 0.25]
"""Factor on the value of the first, second, ... tile of a colour in hand."""
WAITING = 0.09
"""Added value of a tile in hand whose leader is not on the board, in points of its colour."""


def chance_to_win(difference: float) -> float:
    """Return the chance to win a war by the lead in tiles, including the tiles that both sides may hold."""
    return 1.0 / (1.0 + inline.exponential(-1.3 * (difference - 0.5)))


# -- leaders --------------------------------------------------------------------------------------------------------------


def trader_gain(sight: Sight, region: int) -> float:
    """Return the value of the treasures that the trader in a region takes, all but one (G-1)."""
    owner = sight.leaders[4 * region + codes.GREEN]
    count = inline.count(sight.treasures[region])
    return TREASURE * (count - 1) * sight.weight[owner] if owner >= 0 and count > 1 else 0.0


def bare_worth(sight: Sight, seat: int, colour: int, region: int) -> float:
    """Return the value of a leader to its owner in a region, without the risk of losing it."""
    place = 4 * seat
    worth = sight.worth[place + colour]
    value = worth * (STANDING + READY * min(3.0, sight.holds[place + colour]))
    if not sight.room[2 * region + (colour == codes.BLUE)]:
        value *= CRAMPED
    value += PRESENT + INCOME * worth * sight.pays[4 * region + colour]
    if colour == codes.BLACK:
        for office in range(3):
            if sight.leaders[4 * region + office] < 0:
                value += DEPUTY * sight.worth[place + office] * min(3.0, sight.holds[place + office])
        if sight.wonder[region]:
            worth = max(sight.worth[place], sight.worth[place + 1], sight.worth[place + 2], sight.worth[place + 3])
            value += INCOME * worth
    elif colour == codes.GREEN and sight.treasures[region]:
        value += HOARD
    return value


def safety(sight: Sight, seat: int, temples: int) -> float:
    """Return the chance that a leader next to a number of temples stays on the board."""
    return 1.0 - RISK[min(temples, 4)] * sight.guard[seat]


def leader_worth(sight: Sight, seat: int, colour: int, region: int, temples: int) -> float:
    """Return the value of a leader to its owner in a region, next to a number of temples."""
    return bare_worth(sight, seat, colour, region) * safety(sight, seat, temples)


def tension(sight: Sight, first_region: int, second_region: int, colour: int) -> float:
    """Return the value of a possible war of a colour between two regions that one tile can join."""
    first_owner = sight.leaders[4 * first_region + colour]
    second_owner = sight.leaders[4 * second_region + colour]
    if first_owner < 0 or second_owner < 0 or first_owner == second_owner:
        return 0.0
    if first_owner == sight.seat:
        rival = second_owner
        tiles = sight.tiles[4 * first_region + colour]
        rival_tiles = sight.tiles[4 * second_region + colour]
    elif second_owner == sight.seat:
        rival = first_owner
        tiles = sight.tiles[4 * second_region + colour]
        rival_tiles = sight.tiles[4 * first_region + colour]
    else:
        return 0.0
    winning = chance_to_win(tiles + sight.hand[colour] - rival_tiles - sight.holds[4 * rival + colour])
    share = 0.5 if colour == codes.RED else 1.0  # temples may be shielded
    win = win_of_war(sight, rival, colour, share * rival_tiles)
    loss = loss_of_war(sight, rival, colour, share * tiles)
    return IMMINENT * (winning * win - (1.0 - winning) * loss)


def tensions(sight: Sight, first_region: int, second_region: int) -> float:
    """Return the value of the possible wars of all colours between two regions that one tile can join."""
    value = 0.0
    for colour in range(4):
        value += tension(sight, first_region, second_region, colour)
    return value


def win_of_war(sight: Sight, loser: int, colour: int, tiles: float) -> float:
    """Return the value of winning a war in which the loser loses a number of tiles."""
    return sight.worth[4 * sight.seat + colour] * (1.0 + tiles) - sight.weight[loser] * (LOSS + SUPPORT * tiles)


def loss_of_war(sight: Sight, winner: int, colour: int, tiles: float) -> float:
    """Return the cost of losing a war and a number of tiles to another seat."""
    return LOSS + SUPPORT * tiles - sight.weight[winner] * sight.worth[4 * winner + colour] * (1.0 + tiles)


def building_value(sight: Sight, region: int, colour: int, length: int) -> float:
    """Return the value of a civilization building in a line of a given length, by its income for the scoring seat (CB-7)."""
    seat = eyes.scorer(sight, region, colour) if region else codes.HAND
    if seat < 0:
        return 0.0
    pays = BUILT * sight.worth[4 * seat + colour] * min(3.0, 0.5 + sight.holds[4 * seat + colour])
    return sight.weight[seat] * pays * KEPT[min(length, 6)]


def buildings_value(sight: Sight, table: Table) -> float:
    """Return the value of the civilization buildings on the board."""
    value = 0.0
    for colour in range(4):
        if table.raised[colour] >= 0:
            value += building_value(sight, sight.built[colour], colour, civic.building_length(table, colour))
    return value


def board_value(sight: Sight, table: Table) -> float:
    """Return the value of the board: leaders, possible wars and civilization buildings."""
    value = 0.0
    for piece in range(16):
        cell = table.stand[piece]
        if cell >= 0:
            value += sight.weight[piece >> 2] * (
                leader_worth(sight, piece >> 2, piece & 3, sight.region[cell], table.near[cell]) + LOSS
            )
    for region in range(1, sight.kingdoms + 1):
        rest = sight.near_by[region] & -(2 << region)
        while rest:
            nearby = inline.lowest_bit(rest)
            rest &= rest - 1
            value += tensions(sight, region, nearby)
    return value + buildings_value(sight, table) if table.with_buildings else value


# -- tiles in hand --------------------------------------------------------------------------------------------------------


def first_tile(sight: Sight, table: Table, colour: int) -> float:
    """Return the value of the first tile of a colour in the own hand."""
    seat = sight.seat
    value = TILE
    worth = sight.worth[4 * seat + colour]
    cell = table.stand[4 * seat + colour]
    king = table.stand[4 * seat + codes.BLACK]
    if cell < 0 <= king and sight.leaders[4 * sight.region[king] + colour] < 0:
        cell = king
    if cell < 0:
        value += WAITING * worth
    elif sight.room[2 * sight.region[cell] + (colour == codes.BLUE)]:
        value += READY * worth
    if colour == codes.RED:
        value += TEMPLE_IN_HAND
    return value


def tile_worth(sight: Sight, table: Table, colour: int) -> float:
    """Return the value of the last tile of a colour in the own hand."""
    return first_tile(sight, table, colour) * FURTHER[min(max(0, sight.hand[colour] - 1), 5)]


# -- conflicts ------------------------------------------------------------------------------------------------------------


def plan_attack(
    sight: Sight, lead: int, tiles: int, defender: int, colour: int, win: float, loss: float, price: float
) -> float:
    """Return the highest expected value of an attack over the numbers of tiles to commit.

    Stores the smallest best number in `plan_tiles` of the sight, and its chance to win in `plan_chance`.

    Args:
        sight: the attacker's sight.
        lead: own strength on the board minus the defender's.
        tiles: maximum number of tiles to commit.
        defender: the defending seat, which is assumed to commit enough to hold if it can.
        colour: colour of the committed tiles.
        win: value of winning.
        loss: cost of losing.
        price: value of each tile in hand.
    """
    best = 0.0
    for number in range(tiles + 1):
        chance = eyes.chance_below(sight, defender, colour, lead + number)
        value = chance * win - (1.0 - chance) * loss - price * number
        if number == 0 or value > best:
            best = value
            sight.plan_tiles = number
            sight.plan_chance = min(1.0, chance)
    return best


def tiles_at_stake(sight: Sight, region: int, colour: int) -> int:
    """Return the number of tiles that a leader of a colour in a region loses with a war (F-6, F-7, CB-10)."""
    if colour == codes.RED:
        return sight.stake[region]
    return sight.tiles[4 * region + colour] - (sight.built[colour] == region)


def plan_war(sight: Sight, table: Table, attacker_region: int, defender_region: int, colour: int, tiles: int) -> float:
    """Return the expected value of a war in which the own seat attacks, see `plan_attack`.

    Args:
        sight: the own seat's sight.
        table: the table.
        attacker_region: region of the own leader.
        defender_region: region of the defender's leader.
        colour: colour of the leaders.
        tiles: maximum number of tiles of the colour to commit.
    """
    defender = sight.leaders[4 * defender_region + colour]
    return plan_attack(
        sight,
        sight.tiles[4 * attacker_region + colour] - sight.tiles[4 * defender_region + colour],
        tiles,
        defender,
        colour,
        win_of_war(sight, defender, colour, tiles_at_stake(sight, defender_region, colour)),
        loss_of_war(sight, defender, colour, tiles_at_stake(sight, attacker_region, colour)),
        tile_worth(sight, table, colour),
    )


def war_value(sight: Sight, table: Table, first_region: int, second_region: int, colour: int, tiles: int) -> float:
    """Return the value of a war between two regions to the seat whose turn it is."""
    first_owner = sight.leaders[4 * first_region + colour]
    second_owner = sight.leaders[4 * second_region + colour]
    if sight.seat == first_owner:
        return plan_war(sight, table, first_region, second_region, colour, tiles)
    if sight.seat == second_owner:
        return plan_war(sight, table, second_region, first_region, colour, tiles)
    attacker = sight.seat
    while attacker != first_owner and attacker != second_owner:
        attacker = (attacker + 1) & 3
    if attacker == second_owner:
        return war_value_to_others(sight, second_owner, first_owner, second_region, first_region, colour)
    return war_value_to_others(sight, first_owner, second_owner, first_region, second_region, colour)


def war_value_to_others(
    sight: Sight, attacker: int, defender: int, attacker_region: int, defender_region: int, colour: int
) -> float:
    """Return the value of a war between two other seats."""
    chance = chance_to_win(sight.tiles[4 * attacker_region + colour] - sight.tiles[4 * defender_region + colour])
    value = chance * gain_of_others(sight, attacker, defender, defender_region, colour)
    return value + (1.0 - chance) * gain_of_others(sight, defender, attacker, attacker_region, colour)


def gain_of_others(sight: Sight, winner: int, loser: int, lost: int, colour: int) -> float:
    """Return the value of one rival's win against another, whose leader is in the region `lost`."""
    points = sight.worth[4 * winner + colour] * (1 + tiles_at_stake(sight, lost, colour))
    return sight.weight[winner] * points - sight.weight[loser] * LOSS


def plan_revolt(sight: Sight, table: Table, temples: int, against: int, defender: int, colour: int, region: int) -> float:
    """Return the expected value of a revolt, see `plan_attack`.

    Args:
        sight: the attacker's sight.
        table: the table.
        temples: number of temples next to the own leader.
        against: number of temples next to the defender's leader.
        defender: the defending seat.
        colour: colour of the leaders.
        region: the kingdom.
    """
    seat = sight.seat
    ousted = leader_worth(sight, defender, colour, region, against) + LOSS
    win = sight.worth[4 * seat + codes.RED] - sight.weight[defender] * ousted
    return plan_attack(
        sight,
        temples - against,
        sight.hand[codes.RED],
        defender,
        codes.RED,
        win + leader_worth(sight, seat, colour, region, temples),
        LOSS - sight.weight[defender] * sight.worth[4 * defender + codes.RED],
        tile_worth(sight, table, codes.RED),
    )


def win_of_conflict(sight: Sight, table: Table) -> float:
    """Return the value to the own seat of winning the current conflict."""
    colour = table.colour
    rival = table.attacker + table.defender - sight.seat
    cell, rival_cell = table.stand[4 * sight.seat + colour], table.stand[4 * rival + colour]
    if not table.revolt:
        return win_of_war(sight, rival, colour, tiles_at_stake(sight, sight.region[rival_cell], colour))
    ousted = leader_worth(sight, rival, colour, sight.region[rival_cell], table.near[rival_cell]) + LOSS
    keep = leader_worth(sight, sight.seat, colour, sight.region[cell], table.near[cell])
    return sight.worth[4 * sight.seat + codes.RED] - sight.weight[rival] * ousted + keep


def loss_of_conflict(sight: Sight, table: Table) -> float:
    """Return the cost to the own seat of losing the current conflict."""
    colour = table.colour
    rival = table.attacker + table.defender - sight.seat
    if table.revolt:
        return LOSS - sight.weight[rival] * sight.worth[4 * rival + codes.RED]
    cell = table.stand[4 * sight.seat + colour]
    return loss_of_war(sight, rival, colour, tiles_at_stake(sight, sight.region[cell], colour))
