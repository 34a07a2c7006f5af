"""What a kingdom is worth to its holder, by hand-made rules of thumb, in units of one goods or one gold."""

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, pieces, routes, tables, victory
from kingdoms.games.middlesea.engine.table import Table

CITY = 6.0
"""A controlled city, wherever it lies."""
HOME_CITY = 3.0
"""A home city besides: all ways to win need the five of them."""
CITY_VALUE = 0.7
"""Each point of value of a controlled city, each pier."""
HOME_PORT = 2.0
"""A port at home, from which one may attack abroad; any other is worth ELSEWHERE."""
ELSEWHERE = 0.5
PROSPECT = 4.5
"""A city at home that nobody controls yet, less STEP for each point that the road to it costs, but at least LEAST_PROSPECT."""
STEP = 0.8
LEAST_PROSPECT = 0.5
WAITING = [1.0, 0.6, 0.4, 0.3, 0.3]
"""What part of that a first, a second, ... such city has."""
INCOME = 2.8
"""One goods or gold a round."""
FIGHTING = 0.5
"""Each point of a leader and its garrison or temple."""
UNREST = 5.0
"""Each point of unrest; more the closer civil war is."""
NEAR_WAR = 1.5
UNPAID = 4.0
"""Each city that control value does not cover, to be paid for every round."""
DOMINANCE = 0.4
"""Each point of the dominance score but unrest."""
PAIR = 3.0
"""One goods together with one gold, the price of nearly everything; each further one LESS worth."""
LESS = 0.06
MOST_PAIRS = 20
SINGLE = 0.45
"""One goods or gold without its counterpart, up to MOST_SINGLES."""
MOST_SINGLES = 12
IDLE = 0.01
"""... and what cannot be used soon, this."""
PLACED = 3.0
"""A leader in a city of the board."""
AWAKE = 1.5
"""... value side up, besides."""
READY = 4.0
"""Each leader placed when all home cities are held: the trade victory is near."""
WINS_TRADE = 60.0
"""All five home cities and all leaders active: the trade victory if it lasts to the end of the phase."""
LAST_HOME = 12.0
"""The last home city that is missing, when a rival has been driven out of it."""
RIVAL = 0.35
"""How much of a rival's gain counts as own loss."""
FIRST_ABROAD = 5.0
"""The first provincial city, where a trade victory takes one."""
OVER = 1000.0
"""Winning or losing the game."""


def value_of(table: Table, seat: int) -> float:
    """Return how much a seat should like its own kingdom as it stands."""
    cities = inline.count(table.held[seat])
    mine = inline.count(table.held[seat] & tables.HOME[seat])
    unrest = table.unrest[seat]
    covered = table.king[seat] - unrest
    if covered < 0:
        covered = 0
    value = CITY * cities + HOME_CITY * mine + CITY_VALUE * pieces.worth(table, table.held[seat])
    if table.ports[seat]:
        value += port_value(table, seat)
    value += prospects(table, seat)
    value -= UNREST * unrest
    if unrest > 2:
        value -= NEAR_WAR * ((unrest - 2) * (unrest - 2))
    if cities > covered:
        value -= UNPAID * (cities - covered)
    value += money_value(table.goods[seat], table.gold[seat])
    value += leader_value(table, seat, mine)
    return value + DOMINANCE * (pieces.worth(table, table.held[seat] & table.suits[codes.MOONS]) + table.king[seat])


def port_value(table: Table, seat: int) -> float:
    """Return what the ports of a seat are worth."""
    piers = 0
    todo = table.ports[seat]
    while todo:
        piers += table.piers[inline.lowest(todo)]
        todo &= todo - 1
    return CITY_VALUE * piers + (HOME_PORT if table.ports[seat] & tables.HOME[seat] else ELSEWHERE)


def money_value(goods: int, gold: int) -> float:
    """Return what money is worth: each further pair less, and next to nothing beyond what a round or two can use."""
    pairs = goods if goods < gold else gold
    over = goods + gold - 2 * pairs
    spent = pairs if pairs < MOST_PAIRS else MOST_PAIRS
    kept = over if over < MOST_SINGLES else MOST_SINGLES
    return (PAIR - LESS * spent) * spent + SINGLE * kept + IDLE * (pairs - spent + over - kept)


def prospects(table: Table, seat: int) -> float:
    """Return what uncontrolled cities on the own continent promise: the cheapest to reach most, each further one less."""
    free = tables.HOME[seat] & table.upto[5] & ~routes.held_by_any(table)
    value = 0.0
    waiting = 0
    price = 1
    while free:
        each = PROSPECT - STEP * price
        if each < LEAST_PROSPECT:
            each = LEAST_PROSPECT
        left = inline.count(free & table.upto[price])
        free &= ~table.upto[price]
        while left:
            value += WAITING[waiting] * each
            waiting += 1
            left -= 1
        price += 1
    return value


def leader_value(table: Table, seat: int, mine: int) -> float:
    """Return what king and leaders are worth: income, readiness, and how near the trade victory is.

    Args:
        mine: how many home cities the seat holds.
    """
    linked = routes.reach(table, seat, 6 * seat)
    yields = linked & (table.suits[codes.SUNS] | table.suits[codes.CROWNS])
    fights = table.suits[codes.ARMS] | table.suits[codes.MOONS]
    value = INCOME * 2 * table.king[seat]
    placed = 0
    awake = 0
    for leader in range(6):
        here = table.place[6 * seat + leader]
        if here < codes.RESERVE:
            placed += 1
            awake += table.active[seat] >> leader & 1
            if yields >> here & 1:
                value += INCOME * (leader + tables.VALUE_OF[table.city[here]])
            elif fights >> here & 1:
                value += FIGHTING * (leader + tables.VALUE_OF[table.city[here]])
    value += PLACED * placed + AWAKE * awake
    if mine == 5:
        value += READY * placed
        if awake == 5 and victory.has_trade(table, seat):
            value += WINS_TRADE
    if table.rulings[codes.TRADE_ABROAD] and table.held[seat] & ~tables.HOME[seat]:
        value += FIRST_ABROAD
    return value


def standing(table: Table, seat: int) -> float:
    """Return the value of a seat's kingdom, less what the rivals' are worth to it, and the end of the game."""
    if table.phase == codes.OVER:
        return OVER if table.winners >> seat & 1 else -OVER
    value = value_of(table, seat)
    free = tables.HOME[seat] & table.upto[5] & ~routes.held_by_any(table)
    if free and inline.count(table.held[seat] & tables.HOME[seat]) == 4:
        value += LAST_HOME
    for other in range(4):
        if other != seat and table.playing >> other & 1:
            value -= RIVAL * value_of(table, other)
    return value


def city_value(table: Table, seat: int, site: int) -> float:
    """Return roughly what a city is worth to its holder: itself, its leader, the roads that lead on from it."""
    value = CITY + CITY_VALUE * pieces.value_at(table, site)
    if tables.HOME[seat] >> site & 1:
        value += HOME_CITY
    if table.governed[seat] >> site & 1:
        value += PLACED
    return value + 0.5 * inline.count(routes.reach(table, seat, site) & table.held[seat])
