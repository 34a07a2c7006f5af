"""Operations on single pieces: money, dice, cities, leaders. They don't check legality; the modules of the rules do."""

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, tables
from kingdoms.games.middlesea.engine.table import Table

# -- money and unrest -------------------------------------------------------------------------------------------------


def budget(table: Table, seat: int) -> int:
    """Return how many pairs of one goods and one gold a seat has."""
    return table.goods[seat] if table.goods[seat] < table.gold[seat] else table.gold[seat]


def gain_goods(table: Table, seat: int, amount: int) -> None:
    """Give a seat goods from the bank."""
    table.goods[seat] += amount
    if table.goods[seat] > codes.MOST_MONEY:
        table.goods[seat] = codes.MOST_MONEY


def gain_gold(table: Table, seat: int, amount: int) -> None:
    """Give a seat gold from the bank."""
    table.gold[seat] += amount
    if table.gold[seat] > codes.MOST_MONEY:
        table.gold[seat] = codes.MOST_MONEY


def pay(table: Table, seat: int, amount: int) -> None:
    """Pay `amount` goods and `amount` gold to the bank (B-2)."""
    table.goods[seat] -= amount
    table.gold[seat] -= amount


def lower_unrest(table: Table, seat: int) -> None:
    """Lower a seat's unrest by one, but not below zero (U-1, U-2)."""
    if table.unrest[seat]:
        table.unrest[seat] -= 1


def raise_unrest(table: Table, seat: int, amount: int) -> None:
    """Raise a seat's unrest, but not above five (U-1, U-3)."""
    table.unrest[seat] += amount
    if table.unrest[seat] > 5:
        table.unrest[seat] = 5


# -- cities -----------------------------------------------------------------------------------------------------------


def put_city(table: Table, site: int, city: int) -> None:
    """Lay a city on a free site."""
    table.city[site] = city
    table.suits[tables.SUIT_OF[city]] |= tables.BIT[site]
    for value in range(tables.VALUE_OF[city], 6):
        table.upto[value] |= tables.BIT[site]


def draw_city(table: Table, suit: int) -> int:
    """Take the top city off a non-empty stack (BE-2)."""
    city = 5 * suit + (table.stacks[suit] & 7)
    table.stacks[suit] >>= 3
    return city


def put_under(table: Table, city: int) -> None:
    """Put a city at the bottom of its suit's stack (BE-7, Z-10)."""
    suit = tables.SUIT_OF[city]
    depth = 0
    while table.stacks[suit] >> depth:
        depth += 3
    table.stacks[suit] |= tables.VALUE_OF[city] << depth


def remove_city(table: Table, site: int) -> None:
    """Take a city off its site and put it at the bottom of its stack."""
    city = table.city[site]
    table.city[site] = 0
    table.suits[tables.SUIT_OF[city]] &= ~tables.BIT[site]
    for value in range(tables.VALUE_OF[city], 6):
        table.upto[value] &= ~tables.BIT[site]
    put_under(table, city)


def value_at(table: Table, site: int) -> int:
    """Return the value of the city at a site, or 0 if there is none."""
    return tables.VALUE_OF[table.city[site]]


def worth(table: Table, sites: int) -> int:
    """Return the sum of the values of the cities in a set of sites."""
    total = 0
    for value in range(5):
        total += inline.count(sites & ~table.upto[value])
    return total


# -- leaders ----------------------------------------------------------------------------------------------------------


def leader_at(table: Table, seat: int, site: int) -> int:
    """Return a seat's leader at a site, or -1 if there is none."""
    for leader in range(6):
        if table.place[6 * seat + leader] == site:
            return leader
    return -1


def is_active(table: Table, seat: int, leader: int) -> int:
    """Return whether a leader in a city is value side up (L-3)."""
    return table.active[seat] >> leader & 1


def turn_leader(table: Table, seat: int, leader: int) -> None:
    """Turn a leader suit side up, which makes it inactive."""
    table.active[seat] &= ~tables.BIT[leader]


def governor(table: Table, seat: int, site: int) -> int:
    """Return a seat's active leader at a site, or -1 if there is none."""
    leader = leader_at(table, seat, site)
    return leader if leader >= 0 and table.active[seat] >> leader & 1 else -1


def holder(table: Table, site: int) -> int:
    """Return the seat that controls a city, or -1 if none does (K-1, K-7)."""
    for seat in range(4):
        if table.controlled_sites[seat] >> site & 1:
            return seat
    return -1
