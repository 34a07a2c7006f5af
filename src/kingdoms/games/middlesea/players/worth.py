"""The worth of a kingdom to its holder, estimated by hand-made rules in units of one goods or one gold."""

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, pieces, routes, tables, victory
from kingdoms.games.middlesea.engine.table import Table

CITY = 6.0
"""Worth of a controlled city on any continent."""
HOME_CITY = 3.0
"""Added for a home city: victories by trade and by conquest need all five."""
CITY_VALUE = 0.7
"""Worth of each point of a controlled city's value, and of each pier."""
HOME_PORT = 2.0
"""Worth of having a port at home, which allows attacks abroad; ELSEWHERE if all ports are abroad."""
ELSEWHERE = 0.5
PROSPECT = 4.5
"""Worth of an uncontrolled home city, less STEP per point of the price of its road, but at least LEAST_PROSPECT."""
STEP = 0.8
LEAST_PROSPECT = 0.5
WAITING = [1.0, 0.6, 0.4, 0.3, 0.3]
"""Factors of the first, second, ... uncontrolled home city, the cheapest first."""
INCOME = 2.8
"""Worth of one goods or gold per round."""
FIGHTING = 0.5
"""Worth of each point of a leader and its garrison or temple."""
UNREST = 5.0
"""Cost of each point of unrest. Above 2, the square of the excess costs NEAR_WAR besides."""
NEAR_WAR = 1.5
UNPAID = 4.0
"""Cost of each city beyond the control value, which has to be paid for every round."""
DOMINANCE = 0.4
"""Worth of each point of the dominance score, without unrest."""
PAIR = 3.0
"""Worth of one goods with one gold, the unit of nearly all prices; LESS is subtracted per pair held, up to MOST_PAIRS."""
LESS = 0.06
MOST_PAIRS = 20
SINGLE = 0.45
"""Worth of one goods or gold without a counterpart, up to MOST_SINGLES."""
MOST_SINGLES = 12
IDLE = 0.01
"""Worth of each pair or single beyond these limits."""
PLACED = 3.0
"""Worth of a leader in a city."""
AWAKE = 1.5
"""Added for an active leader in a city."""
READY = 4.0
"""Added for each leader in a city when the seat holds all home cities: the trade victory is near."""
WINS_TRADE = 60.0
"""Added when the conditions of the trade victory are met, which wins if they last to the end of the phase."""
LAST_HOME = 12.0
"""Worth of the last missing home city when no seat controls it."""
RIVAL = 0.35
"""Share of a rival's worth that counts as a loss."""
FIRST_ABROAD = 5.0
"""Worth of having a provincial city when a trade victory requires one (VA-1)."""
OVER = 1000.0
"""Worth of a won game; a lost game costs as much."""


def value_of(table: Table, seat: int) -> float:
    """Return the worth of a seat's kingdom."""
    cities = inline.count(table.controlled_sites[seat])
    home_cities = inline.count(table.controlled_sites[seat] & tables.HOME[seat])
    unrest = table.unrest[seat]
    covered = table.king[seat] - unrest
    if covered < 0:
        covered = 0
    value = CITY * cities + HOME_CITY * home_cities + CITY_VALUE * pieces.worth(table, table.controlled_sites[seat])
    if table.ports[seat]:
        value += port_value(table, seat)
    value += prospects(table, seat)
    value -= UNREST * unrest
    if unrest > 2:
        value -= NEAR_WAR * ((unrest - 2) * (unrest - 2))
    if cities > covered:
        value -= UNPAID * (cities - covered)
    value += money_value(table.goods[seat], table.gold[seat])
    value += leader_value(table, seat, home_cities)
    return value + DOMINANCE * (pieces.worth(table, table.controlled_sites[seat] & table.suits[codes.MOONS]) + table.king[seat])


def port_value(table: Table, seat: int) -> float:
    """Return the worth of a seat's ports."""
    piers = 0
    todo = table.ports[seat]
    while todo:
        piers += table.piers[inline.lowest_bit(todo)]
        todo &= todo - 1
    return CITY_VALUE * piers + (HOME_PORT if table.ports[seat] & tables.HOME[seat] else ELSEWHERE)


def money_value(goods: int, gold: int) -> float:
    """Return the worth of money: each further pair adds less, and what a round or two can't use adds almost nothing."""
    pairs = goods if goods < gold else gold
    over = goods + gold - 2 * pairs
    spent = pairs if pairs < MOST_PAIRS else MOST_PAIRS
    singles = over if over < MOST_SINGLES else MOST_SINGLES
    return (PAIR - LESS * spent) * spent + SINGLE * singles + IDLE * (pairs - spent + over - singles)


def prospects(table: Table, seat: int) -> float:
    """Return the worth of uncontrolled home cities: the cheapest to reach counts most, each further one less."""
    free = tables.HOME[seat] & table.upto[5] & ~routes.cities_of_all(table)
    value = 0.0
    waiting = 0
    price = 1
    while free:
        prospect = PROSPECT - STEP * price
        if prospect < LEAST_PROSPECT:
            prospect = LEAST_PROSPECT
        left = inline.count(free & table.upto[price])
        free &= ~table.upto[price]
        while left:
            value += WAITING[waiting] * prospect
            waiting += 1
            left -= 1
        price += 1
    return value


def leader_value(table: Table, seat: int, home_cities: int) -> float:
    """Return the worth of king and leaders: income, readiness, and progress towards the trade victory.

    Args:
        home_cities: the number of home cities that the seat holds.
    """
    linked = routes.reach(table, seat, 6 * seat)
    yields = linked & (table.suits[codes.SUNS] | table.suits[codes.CROWNS])
    fights = table.suits[codes.ARMS] | table.suits[codes.MOONS]
    value = INCOME * 2 * table.king[seat]
    placed = 0
    awake = 0
    for leader in range(6):
        place = table.place[6 * seat + leader]
        if place < codes.RESERVE:
            placed += 1
            awake += table.active[seat] >> leader & 1
            if yields >> place & 1:
                value += INCOME * (leader + tables.VALUE_OF[table.city[place]])
            elif fights >> place & 1:
                value += FIGHTING * (leader + tables.VALUE_OF[table.city[place]])
    value += PLACED * placed + AWAKE * awake
    if home_cities == 5:
        value += READY * placed
        if awake == 5 and victory.has_trade(table, seat):
            value += WINS_TRADE
    if table.rulings[codes.TRADE_ABROAD] and table.controlled_sites[seat] & ~tables.HOME[seat]:
        value += FIRST_ABROAD
    return value


def relative_worth(table: Table, seat: int) -> float:
    """Return the worth of a seat's kingdom less a share of its rivals', or of a finished game."""
    if table.phase == codes.OVER:
        return OVER if table.winners >> seat & 1 else -OVER
    value = value_of(table, seat)
    free = tables.HOME[seat] & table.upto[5] & ~routes.cities_of_all(table)
    if free and inline.count(table.controlled_sites[seat] & tables.HOME[seat]) == 4:
        value += LAST_HOME
    for opponent in range(4):
        if opponent != seat and table.playing >> opponent & 1:
            value -= RIVAL * value_of(table, opponent)
    return value


def city_value(table: Table, seat: int, site: int) -> float:
    """Return the rough worth of a city to its holder: the city, its leader, and the cities its routes reach."""
    value = CITY + CITY_VALUE * pieces.value_at(table, site)
    if tables.HOME[seat] >> site & 1:
        value += HOME_CITY
    if table.governed[seat] >> site & 1:
        value += PLACED
    return value + 0.5 * inline.count(routes.reach(table, seat, site) & table.controlled_sites[seat])
