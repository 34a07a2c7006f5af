"""What things are worth to a greedy player of Two Rivers: leaders where they stand, tiles in hand, conflicts.

The unit is one point of one's weakest colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.players.sight import Region, Sight

STANDING: Final = 0.8
"""A leader in a kingdom, in points of its colour; PRESENT whatever its colour is worth."""
PRESENT: Final = 0.25
READY: Final = 0.22
"""... and each tile of its colour in hand, the first three."""
CRAMPED: Final = 0.35
"""What is left of that where no such tile could be placed."""
INCOME: Final = 2.6
"""A monument that pays the leader, the wonder that pays the king: points to come."""
DEPUTY: Final = 0.12
"""To a king, each tile in hand for which there is no leader in the kingdom."""
HOARD: Final = 0.3
"""To a trader, the treasure that is left lying in its kingdom."""
TREASURE: Final = 1.1
"""A treasure taken: a point of any colour."""
RISK: Final = (0.9, 0.3, 0.16, 0.08, 0.04)
"""How likely a leader next to so many temples is driven out by a revolt before long."""
GUARD: Final = 0.8
"""... times this for each temple in hand to defend it with."""
LOSS: Final = 0.9
"""Losing a leader: an action to bring it back, besides what it was worth where it stood."""
SUPPORT: Final = 0.12
"""Each tile on the board that is lost, or saved."""
IMMINENT: Final = 0.22
"""How much of what a war would bring counts while one tile is still missing to it."""
TILE: Final = 0.1
"""A tile in hand; a temple holds leaders besides."""
TEMPLE_IN_HAND: Final = 0.08
FURTHER: Final = (1.0, 1.0, 0.8, 0.5, 0.35, 0.25)
"""What part of that the first, second, ... tile of a colour has."""
WAITING: Final = 0.09
"""A tile in hand whose leader has still to be placed."""


def chance_to_win(difference: float) -> float:
    """Return how likely a war is won by a side that is so many tiles stronger, counting what it may hold."""
    return 1.0 / (1.0 + exp(-1.3 * (difference - 0.5)))


def trader_gain(sight: Sight, region: Region) -> float:
    """Return what it counts that the trader in a region takes all treasures but one (G-1)."""
    owner, count = region.leaders[codes.GREEN], region.treasures.bit_count()
    return TREASURE * max(0, count - 1) * sight.weight[owner] if owner >= 0 else 0.0


def leader_worth(sight: Sight, seat: int, colour: int, region: Region, temples: int) -> float:
    """Return what a leader is worth to its owner in a region, with so many temples next to it."""
    worth, holds = sight.worth[seat], sight.holds[seat]
    value = worth[colour] * (STANDING + READY * min(3.0, holds[colour]))
    if not region.room[colour == codes.BLUE]:
        value *= CRAMPED
    value += PRESENT + INCOME * worth[colour] * region.monuments[colour]
    if colour == codes.BLACK:
        for other in (codes.RED, codes.BLUE, codes.GREEN):
            if region.leaders[other] < 0:
                value += DEPUTY * worth[other] * min(3.0, holds[other])
        if region.has_wonder:
            value += INCOME * max(worth)
    elif colour == codes.GREEN and region.treasures:
        value += HOARD
    return value * (1.0 - RISK[min(temples, 4)] * float(GUARD ** min(4.0, holds[codes.RED])))


def tension(sight: Sight, one: Region, other: Region, colour: int) -> float:
    """Return what the prospect of a war of a colour between two regions counts, one tile away as they are."""
    first, second = one.leaders[colour], other.leaders[colour]
    if first == second or first < 0 or second < 0 or sight.seat not in (first, second):
        return 0.0
    if second == sight.seat:
        one, other, second = other, one, first
    mine, theirs = one.tiles[colour], other.tiles[colour]
    winning = chance_to_win(mine + sight.hand[colour] - theirs - sight.holds[second][colour])
    share = 0.5 if colour == codes.RED else 1.0  # temples may be shielded
    win, loss = win_of_war(sight, second, colour, share * theirs), loss_of_war(sight, second, colour, share * mine)
    return IMMINENT * (winning * win - (1 - winning) * loss)


def win_of_war(sight: Sight, loser: int, colour: int, tiles: float) -> float:
    """Return what it counts to win a war against a seat that loses so many tiles with it."""
    return sight.worth[sight.seat][colour] * (1 + tiles) - sight.weight[loser] * (LOSS + SUPPORT * tiles)


def loss_of_war(sight: Sight, winner: int, colour: int, tiles: float) -> float:
    """Return what it counts, as a loss, to lose a war and so many tiles to a seat."""
    return LOSS + SUPPORT * tiles - sight.weight[winner] * sight.worth[winner][colour] * (1 + tiles)


def board_value(sight: Sight) -> float:
    """Return what the leaders on the board count, and the wars that threaten or beckon."""
    value = 0.0
    for piece in range(codes.PIECES):
        cell = sight.stand[piece]
        if cell >= 0:
            seat, colour = piece >> 2, piece & 3
            worth = leader_worth(sight, seat, colour, sight.region_at(cell), sight.near[cell])
            value += sight.weight[seat] * (worth + LOSS)
    for one, other in sight.gates:
        for colour in range(4):
            value += tension(sight, sight.regions[one], sight.regions[other], colour)
    return value


def tile_worth(sight: Sight, colour: int, place: int | None = None) -> float:
    """Return what the first, second, ... tile of a colour in the hand is worth there; the last one if not said."""
    seat = sight.seat
    value, worth = TILE, sight.worth[seat][colour]
    cell, king = sight.stand[4 * seat + colour], sight.stand[4 * seat + codes.BLACK]
    if cell < 0 <= king and sight.region_at(king).leaders[colour] < 0:
        cell = king
    if cell < 0:
        value += WAITING * worth
    elif sight.region_at(cell).room[colour == codes.BLUE]:
        value += READY * worth
    if colour == codes.RED:
        value += TEMPLE_IN_HAND
    place = sight.hand[colour] if place is None else place
    return value * FURTHER[max(0, place - 1)]


# -- conflicts ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """An attack as the attacker can plan it.

    Attributes:
        value: what it counts, by expectation.
        tiles: how many to commit.
        chance: how likely it wins then.
    """

    value: float
    tiles: int
    chance: float


def plan_attack(lead: int, tiles: int, odds: tuple[float, ...], win: float, loss: float, price: float) -> Attack:
    """Return how many tiles to commit: as many as win most by expectation, not one more.

    Args:
        lead: own strength on the board less the defender's.
        tiles: how many can be committed.
        odds: how likely the defender can commit 0, 1, ... tiles; it commits what it needs.
        win: what it counts to win; `loss`: what losing takes away; `price`: what each tile is worth in hand.
    """
    best = None
    for number in range(tiles + 1):
        chance = sum(odds[: max(0, lead + number)])
        value = chance * win - (1 - chance) * loss - price * number
        if best is None or value > best.value:
            best = Attack(value, number, min(1.0, chance))
    assert best is not None
    return best


def plan_war(sight: Sight, own: Region, other: Region, colour: int, tiles: int) -> Attack:
    """Return the plan of a war that the own seat begins.

    Args:
        own: where the own leader is; `other`: where the defender's is.
        tiles: how many of the colour can be committed.
    """
    defender = other.leaders[colour]
    return plan_attack(
        own.tiles[colour] - other.tiles[colour],
        tiles,
        sight.chance_of(defender, colour),
        win_of_war(sight, defender, colour, sight.at_stake(other, colour)),
        loss_of_war(sight, defender, colour, sight.at_stake(own, colour)),
        tile_worth(sight, colour),
    )


def war_value(sight: Sight, one: Region, other: Region, colour: int, tiles: int) -> float:
    """Return what a war between two regions counts, as the seat whose turn it is sees it."""
    first, second = one.leaders[colour], other.leaders[colour]
    if sight.seat == first:
        return plan_war(sight, one, other, colour, tiles).value
    if sight.seat == second:
        return plan_war(sight, other, one, colour, tiles).value
    chance = chance_to_win(one.tiles[colour] - other.tiles[colour])
    gains = [
        sight.weight[winner] * sight.worth[winner][colour] * (1 + sight.at_stake(lost, colour)) - sight.weight[loser] * LOSS
        for winner, loser, lost in ((first, second, other), (second, first, one))
    ]
    return chance * gains[0] + (1 - chance) * gains[1]


def plan_revolt(sight: Sight, temples: int, against: int, defender: int, colour: int, region: Region) -> Attack:
    """Return the plan of a revolt in a kingdom.

    Args:
        temples: next to the own leader; `against`: next to the defender's.
    """
    seat = sight.seat
    red = sight.worth[seat][codes.RED]
    ousted = leader_worth(sight, defender, colour, region, against) + LOSS
    win = red - sight.weight[defender] * ousted
    return plan_attack(
        temples - against,
        sight.hand[codes.RED],
        sight.chance_of(defender, codes.RED),
        win + leader_worth(sight, seat, colour, region, temples),
        LOSS - sight.weight[defender] * sight.worth[defender][codes.RED],
        tile_worth(sight, codes.RED),
    )


def stakes(sight: Sight) -> tuple[float, float]:
    """Return what winning the conflict under way brings the own seat, and what losing it takes away."""
    table, seat = sight.table, sight.seat
    colour = table.colour
    rival = table.defender if seat == table.attacker else table.attacker
    here, there = (sight.stand[4 * owner + colour] for owner in (seat, rival))
    mine, theirs = sight.region_at(here), sight.region_at(there)
    if table.revolt:
        keep = leader_worth(sight, seat, colour, mine, sight.near[here])
        ousted = leader_worth(sight, rival, colour, theirs, sight.near[there]) + LOSS
        win = sight.worth[seat][codes.RED] - sight.weight[rival] * ousted + keep
        return win, LOSS - sight.weight[rival] * sight.worth[rival][codes.RED]
    win = win_of_war(sight, rival, colour, sight.at_stake(theirs, colour))
    return win, loss_of_war(sight, rival, colour, sight.at_stake(mine, colour))
