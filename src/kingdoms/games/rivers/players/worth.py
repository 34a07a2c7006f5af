"""What things are worth to a greedy player of Two Rivers: leaders where they stand, tiles in hand, conflicts.

The unit is one point of one's weakest colour.
"""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import civic, codes
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players import sight as eyes
from kingdoms.games.rivers.players.sight import Sight

STANDING = 0.8
"""A leader in a kingdom, in points of its colour; PRESENT whatever its colour is worth."""
PRESENT = 0.25
READY = 0.22
"""... and each tile of its colour in hand, the first three."""
CRAMPED = 0.35
"""What is left of that where no such tile could be placed."""
INCOME = 2.6
"""A monument that pays the leader, the wonder that pays the king: points to come."""
BUILT = 0.3
"""A civilization building, for each tile of its colour that the seat it pays may hold, the first three."""
KEPT = [0.0, 0.5, 0.55, 0.6, 0.75, 0.85, 0.9]
"""... times this by the length of its line: a longer line takes it away."""
DEPUTY = 0.12
"""To a king, each tile in hand for which there is no leader in the kingdom."""
HOARD = 0.3
"""To a trader, the treasure that is left lying in its kingdom."""
TREASURE = 1.1
"""A treasure taken: a point of any colour."""
RISK = [0.9, 0.3, 0.16, 0.08, 0.04]
"""How likely a leader next to so many temples is driven out by a revolt before long; `Sight.guard` times this."""
LOSS = 0.9
"""Losing a leader: an action to bring it back, besides what it was worth where it stood."""
SUPPORT = 0.12
"""Each tile on the board that is lost, or saved."""
IMMINENT = 0.22
"""How much of what a war would bring counts while one tile is still missing to it."""
TILE = 0.1
"""A tile in hand; a temple holds leaders besides."""
TEMPLE_IN_HAND = 0.08
FURTHER = [1.0, 1.0, 0.8, 0.5, 0.35, 0.25]
"""What part of that the first, second, ... tile of a colour has."""
WAITING = 0.09
"""A tile in hand whose leader has still to be placed."""


def chance_to_win(difference: float) -> float:
    """Return how likely a war is won by a side that is so many tiles stronger, counting what it may hold."""
    return 1.0 / (1.0 + inline.exponential(-1.3 * (difference - 0.5)))


# -- leaders --------------------------------------------------------------------------------------------------------------


def trader_gain(sight: Sight, region: int) -> float:
    """Return what it counts that the trader in a region takes all treasures but one (G-1)."""
    owner = sight.leaders[4 * region + codes.GREEN]
    count = inline.count(sight.treasures[region])
    return TREASURE * (count - 1) * sight.weight[owner] if owner >= 0 and count > 1 else 0.0


def bare_worth(sight: Sight, seat: int, colour: int, region: int) -> float:
    """Return what a leader is worth to its owner in a region, if nothing could drive it out."""
    place = 4 * seat
    worth = sight.worth[place + colour]
    value = worth * (STANDING + READY * min(3.0, sight.holds[place + colour]))
    if not sight.room[2 * region + (colour == codes.BLUE)]:
        value *= CRAMPED
    value += PRESENT + INCOME * worth * sight.pays[4 * region + colour]
    if colour == codes.BLACK:
        for other in range(3):
            if sight.leaders[4 * region + other] < 0:
                value += DEPUTY * sight.worth[place + other] * min(3.0, sight.holds[place + other])
        if sight.wonder[region]:
            worth = max(sight.worth[place], sight.worth[place + 1], sight.worth[place + 2], sight.worth[place + 3])
            value += INCOME * worth
    elif colour == codes.GREEN and sight.treasures[region]:
        value += HOARD
    return value


def safety(sight: Sight, seat: int, temples: int) -> float:
    """Return how likely a leader next to so many temples stays where it is."""
    return 1.0 - RISK[min(temples, 4)] * sight.guard[seat]


def leader_worth(sight: Sight, seat: int, colour: int, region: int, temples: int) -> float:
    """Return what a leader is worth to its owner in a region, with so many temples next to it."""
    return bare_worth(sight, seat, colour, region) * safety(sight, seat, temples)


def tension(sight: Sight, one: int, other: int, colour: int) -> float:
    """Return what the prospect of a war of a colour between two regions counts, one tile away as they are."""
    mine = sight.leaders[4 * one + colour]
    rival = sight.leaders[4 * other + colour]
    if mine < 0 or rival < 0 or mine == rival:
        return 0.0
    if mine == sight.seat:
        mine = sight.tiles[4 * one + colour]
        theirs = sight.tiles[4 * other + colour]
    elif rival == sight.seat:
        rival = mine
        mine = sight.tiles[4 * other + colour]
        theirs = sight.tiles[4 * one + colour]
    else:
        return 0.0
    winning = chance_to_win(mine + sight.hand[colour] - theirs - sight.holds[4 * rival + colour])
    share = 0.5 if colour == codes.RED else 1.0  # temples may be shielded
    win = win_of_war(sight, rival, colour, share * theirs)
    loss = loss_of_war(sight, rival, colour, share * mine)
    return IMMINENT * (winning * win - (1.0 - winning) * loss)


def tensions(sight: Sight, one: int, other: int) -> float:
    """Return what the prospect of wars of all colours between two regions counts."""
    value = 0.0
    for colour in range(4):
        value += tension(sight, one, other, colour)
    return value


def win_of_war(sight: Sight, loser: int, colour: int, tiles: float) -> float:
    """Return what it counts to win a war against a seat that loses so many tiles with it."""
    return sight.worth[4 * sight.seat + colour] * (1.0 + tiles) - sight.weight[loser] * (LOSS + SUPPORT * tiles)


def loss_of_war(sight: Sight, winner: int, colour: int, tiles: float) -> float:
    """Return what it counts, as a loss, to lose a war and so many tiles to a seat."""
    return LOSS + SUPPORT * tiles - sight.weight[winner] * sight.worth[4 * winner + colour] * (1.0 + tiles)


def building_value(sight: Sight, region: int, colour: int, length: int) -> float:
    """Return what a civilization building counts in a line of some length: what it will pay whoever scores there (CB-7)."""
    seat = eyes.scorer(sight, region, colour) if region else codes.HAND
    if seat < 0:
        return 0.0
    pays = BUILT * sight.worth[4 * seat + colour] * min(3.0, 0.5 + sight.holds[4 * seat + colour])
    return sight.weight[seat] * pays * KEPT[min(length, 6)]


def buildings_value(sight: Sight, table: Table) -> float:
    """Return what the civilization buildings on the board count."""
    value = 0.0
    for colour in range(4):
        if table.raised[colour] >= 0:
            value += building_value(sight, sight.built[colour], colour, civic.standing(table, colour))
    return value


def board_value(sight: Sight, table: Table) -> float:
    """Return what the leaders on the board count, and the wars that threaten or beckon."""
    value = 0.0
    for piece in range(16):
        cell = table.stand[piece]
        if cell >= 0:
            value += sight.weight[piece >> 2] * (
                leader_worth(sight, piece >> 2, piece & 3, sight.of[cell], table.near[cell]) + LOSS
            )
    for one in range(1, sight.kingdoms + 1):
        rest = sight.near_by[one] & -(2 << one)
        while rest:
            other = inline.lowest(rest)
            rest &= rest - 1
            value += tensions(sight, one, other)
    return value + buildings_value(sight, table) if table.with_buildings else value


# -- tiles in hand --------------------------------------------------------------------------------------------------------


def first_tile(sight: Sight, table: Table, colour: int) -> float:
    """Return what the first tile of a colour in the own hand is worth there."""
    seat = sight.seat
    value = TILE
    worth = sight.worth[4 * seat + colour]
    cell = table.stand[4 * seat + colour]
    king = table.stand[4 * seat + codes.BLACK]
    if cell < 0 <= king and sight.leaders[4 * sight.of[king] + colour] < 0:
        cell = king
    if cell < 0:
        value += WAITING * worth
    elif sight.room[2 * sight.of[cell] + (colour == codes.BLUE)]:
        value += READY * worth
    if colour == codes.RED:
        value += TEMPLE_IN_HAND
    return value


def tile_worth(sight: Sight, table: Table, colour: int) -> float:
    """Return what the last tile of a colour in the own hand is worth there."""
    return first_tile(sight, table, colour) * FURTHER[min(max(0, sight.hand[colour] - 1), 5)]


# -- conflicts ------------------------------------------------------------------------------------------------------------


def plan_attack(
    sight: Sight, lead: int, tiles: int, defender: int, colour: int, win: float, loss: float, price: float
) -> float:
    """Return what an attack counts, by expectation, with as many tiles as win most by expectation, not one more.

    How many those are, and how likely they win, is in `plan_tiles` and `plan_chance` of the sight.

    Args:
        sight: the attacker's.
        lead: own strength on the board less the defender's.
        tiles: how many can be committed.
        defender: commits what it needs, if it can.
        colour: of the tiles committed.
        win: what it counts to win.
        loss: what losing takes away.
        price: what each tile is worth in hand.
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


def at_stake(sight: Sight, region: int, colour: int) -> int:
    """Return how many tiles a leader of a colour loses with a war in a region (F-6, F-7, CB-10)."""
    if colour == codes.RED:
        return sight.stake[region]
    return sight.tiles[4 * region + colour] - (sight.built[colour] == region)


def plan_war(sight: Sight, table: Table, own: int, other: int, colour: int, tiles: int) -> float:
    """Return what a war counts that the own seat begins, planned as `plan_attack` says.

    Args:
        sight: the own one.
        table: what it shows.
        own: the region where the own leader is.
        other: where the defender's is.
        colour: of the leaders.
        tiles: how many of the colour can be committed.
    """
    defender = sight.leaders[4 * other + colour]
    return plan_attack(
        sight,
        sight.tiles[4 * own + colour] - sight.tiles[4 * other + colour],
        tiles,
        defender,
        colour,
        win_of_war(sight, defender, colour, at_stake(sight, other, colour)),
        loss_of_war(sight, defender, colour, at_stake(sight, own, colour)),
        tile_worth(sight, table, colour),
    )


def war_value(sight: Sight, table: Table, one: int, other: int, colour: int, tiles: int) -> float:
    """Return what a war between two regions counts, as the seat whose turn it is sees it."""
    first = sight.leaders[4 * one + colour]
    second = sight.leaders[4 * other + colour]
    if sight.seat == first:
        return plan_war(sight, table, one, other, colour, tiles)
    if sight.seat == second:
        return plan_war(sight, table, other, one, colour, tiles)
    attacker = sight.seat
    while attacker != first and attacker != second:
        attacker = (attacker + 1) & 3
    if attacker == second:
        return war_value_to_others(sight, second, first, other, one, colour)
    return war_value_to_others(sight, first, second, one, other, colour)


def war_value_to_others(sight: Sight, attacker: int, defender: int, one: int, other: int, colour: int) -> float:
    """Return what a war counts in which the own seat has no part: `one` is where the attacker is."""
    chance = chance_to_win(sight.tiles[4 * one + colour] - sight.tiles[4 * other + colour])
    value = chance * gain_of_others(sight, attacker, defender, other, colour)
    return value + (1.0 - chance) * gain_of_others(sight, defender, attacker, one, colour)


def gain_of_others(sight: Sight, winner: int, loser: int, lost: int, colour: int) -> float:
    """Return what it counts that one seat wins a war against another, whose leader is in the region `lost`."""
    points = sight.worth[4 * winner + colour] * (1 + at_stake(sight, lost, colour))
    return sight.weight[winner] * points - sight.weight[loser] * LOSS


def plan_revolt(sight: Sight, table: Table, temples: int, against: int, defender: int, colour: int, region: int) -> float:
    """Return what a revolt counts, planned as `plan_attack` says.

    Args:
        sight: the attacker's.
        table: what it shows.
        temples: next to the own leader.
        against: next to the defender's.
        defender: a seat.
        colour: of the leaders.
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
    """Return what winning the conflict under way brings the own seat."""
    colour = table.colour
    rival = table.attacker + table.defender - sight.seat
    here, there = table.stand[4 * sight.seat + colour], table.stand[4 * rival + colour]
    if not table.revolt:
        return win_of_war(sight, rival, colour, at_stake(sight, sight.of[there], colour))
    ousted = leader_worth(sight, rival, colour, sight.of[there], table.near[there]) + LOSS
    keep = leader_worth(sight, sight.seat, colour, sight.of[here], table.near[here])
    return sight.worth[4 * sight.seat + codes.RED] - sight.weight[rival] * ousted + keep


def loss_of_conflict(sight: Sight, table: Table) -> float:
    """Return what losing the conflict under way takes away from the own seat."""
    colour = table.colour
    rival = table.attacker + table.defender - sight.seat
    if table.revolt:
        return LOSS - sight.weight[rival] * sight.worth[4 * rival + codes.RED]
    here = table.stand[4 * sight.seat + colour]
    return loss_of_war(sight, rival, colour, at_stake(sight, sight.of[here], colour))
