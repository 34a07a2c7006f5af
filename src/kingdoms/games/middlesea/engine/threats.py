"""What a seat could still do this round if no other seat interfered: the counts behind the alerts. There is no search.

Estimates, such as the costs of building, are optimistic: an alert too many is better than a missing one.
"""

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, conflict, pieces, production, routes, tables, victory
from kingdoms.games.middlesea.engine.table import Table

# -- turns and leaders ------------------------------------------------------------------------------------------------


def place_in_order(table: Table, seat: int) -> int:
    """Return a seat's place in the order of dominance, from 0."""
    for place in range(table.seats):
        if table.order[place] == seat:
            return place
    return -1


def first_leader(table: Table, seat: int) -> int:
    """Return the lowest leader that may still act this round, or 6 if none may (F-2)."""
    place = place_in_order(table, seat)
    if table.phase != codes.LEADER or place > table.turn:
        return 0
    return table.acted + 1 if place == table.turn else 6


def can_build(table: Table, seat: int) -> int:
    """Return whether a seat may still build this round."""
    return table.phase < codes.BUILD or (table.phase == codes.BUILD and place_in_order(table, seat) >= table.turn)


def attackers(table: Table, seat: int, suits: int) -> int:
    """Return the mask of the leaders that may still attack this round from the cities in the mask `suits`."""
    leaders = 0
    for leader in range(first_leader(table, seat), 6):
        place = table.place[6 * seat + leader]
        if place < codes.RESERVE and suits >> place & 1 and pieces.is_active(table, seat, leader):
            leaders |= tables.BIT[leader]
    return leaders


def reserve_count(table: Table, seat: int) -> int:
    """Return how many leaders still have to leave the reserve, or -1 if one that isn't active can no longer act."""
    first = first_leader(table, seat)
    count = 0
    for leader in range(6):
        place = table.place[6 * seat + leader]
        if place == codes.RESERVE:
            if not table.rulings[codes.TRADE_RESERVE]:
                if leader < first:
                    return -1
                count += 1
        elif place < codes.RESERVE and leader < first and not pieces.is_active(table, seat, leader):
            return -1
    return count


# -- money and prices -------------------------------------------------------------------------------------------------


def goods_to_spend(table: Table, seat: int) -> int:
    """Return the goods that a seat can spend on building this round."""
    return table.goods[seat] + remaining_production(table, seat, codes.SUNS)


def gold_to_spend(table: Table, seat: int) -> int:
    """Return the gold that a seat can spend on building this round."""
    return table.gold[seat] + remaining_production(table, seat, codes.CROWNS)


def remaining_production(table: Table, seat: int, suit: int) -> int:
    """Return what the Capital and the cities of a suit will bring a seat in this round's production phase."""
    if table.phase > codes.PRODUCTION or (table.phase == codes.PRODUCTION and place_in_order(table, seat) < table.turn):
        return 0
    return suit_production(table, seat, suit)


def suit_production(table: Table, seat: int, suit: int) -> int:
    """Return what the Capital and the cities of a suit bring a seat in a production phase as things stand (P-1 to P-3)."""
    income = table.king[seat]
    todo = production.producing_cities(table, seat) & table.suits[suit]
    while todo:
        site = inline.lowest_bit(todo)
        income += pieces.value_at(table, site) + pieces.leader_at(table, seat, site)
        todo &= todo - 1
    return income


def can_pay(goods: int, gold: int, price: int) -> int:
    """Return whether goods and gold, exchanged two for one, cover a price in both (BX-1)."""
    low = goods if goods < gold else gold
    high = goods + gold - low
    return low >= price or high - price >= 2 * (price - low)


def home_prices(table: Table, seat: int) -> int:
    """Return the lowest prices of home cities that building can bring under control, as a number in each byte.

    Byte P is the number of cities at a price of P. Building can't gain a city with another seat's leader, or a new city if the
    stacks are empty.
    """
    prices = 0
    fresh = 0
    todo = tables.HOME[seat] & ~table.controlled_sites[seat]
    while todo:
        site = inline.lowest_bit(todo)
        todo &= todo - 1
        holder = pieces.holder(table, site) if table.city[site] else -1
        if table.city[site] and holder < 0:
            prices += city_at_price(pieces.value_at(table, site))
        elif holder < 0 or pieces.leader_at(table, holder, site) < 0:
            fresh += 1
    return prices + fresh_prices(table, fresh)


def city_at_price(price: int) -> int:
    """Return one city at a price, as `home_prices` counts them."""
    count = 1
    return count << 8 * price


def fresh_prices(table: Table, number: int) -> int:
    """Return the lowest prices of new cities with their roads, as `home_prices` counts them; the stacks may run out."""
    prices = 0
    rest = 0
    for suit in range(4):
        rest |= stack_at(table.stacks[suit], suit)
    for _ in range(number):
        chosen = -1
        lowest = 8
        for suit in range(4):
            value = rest >> 16 * suit & 7
            if 0 < value < lowest:
                lowest = value
                chosen = suit
        if chosen < 0:
            return prices
        stack = rest >> 16 * chosen & 0xFFFF
        rest ^= stack_at(stack ^ stack >> 3, chosen)
        prices += city_at_price(1 + lowest)
    return prices


def stack_at(stack: int, suit: int) -> int:
    """Return a stack of a suit in a number with 16 bits for each suit."""
    tiles = stack
    return tiles << 16 * suit


# -- victories and attacks --------------------------------------------------------------------------------------------


def home_missing(table: Table, seat: int) -> int:
    """Return how many home cities a seat would lack after building all that it can afford."""
    missing = inline.count(tables.HOME[seat] & ~table.controlled_sites[seat])
    if not missing or not can_build(table, seat):
        return missing
    prices = home_prices(table, seat)
    goods = goods_to_spend(table, seat)
    gold = gold_to_spend(table, seat)
    total = 0
    for price in range(1, 7):
        for _ in range(prices >> 8 * price & 0xFF):
            total += price
            if not can_pay(goods, gold, total):
                return missing
            missing -= 1
    return missing


def missing_provinces(table: Table, seat: int) -> int:
    """Return how many provincial cities a seat lacks for a victory by conquest (V-4, VA-3)."""
    abroad = table.controlled_sites[seat] & ~tables.HOME[seat]
    untouched = 0
    for opponent in range(4):
        if opponent != seat and table.playing >> opponent & 1 and not abroad & tables.HOME[opponent]:
            untouched += 1
    few = 0 if table.rulings[codes.CONQUEST_EACH] else 3 - inline.count(abroad)
    return few if few > untouched else untouched


def roads_abroad(table: Table, seat: int) -> int:
    """Return the number of uncontrolled cities on other continents on which a seat holds a city to build roads from."""
    sites = 0
    for opponent in range(4):
        if opponent != seat and table.playing >> opponent & 1 and table.controlled_sites[seat] & tables.HOME[opponent]:
            sites |= tables.HOME[opponent]
    return inline.count(sites & table.upto[5] & ~routes.cities_of_all(table))


def can_conquer(table: Table, seat: int) -> int:
    """Return whether a seat can win by conquest this round."""
    builds = can_build(table, seat)
    if not table.controlled_sites[seat] & ~tables.HOME[seat] and not table.ports[seat] and not builds:
        return 0  # no way to reach other continents
    lacking = missing_provinces(table, seat)
    if builds:
        roads = roads_abroad(table, seat)
        lacking = lacking - roads if lacking > roads else 0
    return home_missing(table, seat) + lacking <= inline.count(attackers(table, seat, table.suits[codes.ARMS]))


def can_trade(table: Table, seat: int) -> int:
    """Return whether a seat can hold all home cities with all leaders active when the round ends.

    Leaders on the board can be activated; leaders in the reserve need a free city that is connected to the Capital (FM-1).
    Attacks can't help: the leader becomes inactive, and the build phase is over.
    """
    leaders = reserve_count(table, seat)
    if leaders < 0:
        return 0
    builds = can_build(table, seat)
    if table.rulings[codes.TRADE_ABROAD] and not table.controlled_sites[seat] & ~tables.HOME[seat]:
        if not builds or not roads_abroad(table, seat):
            return 0
    missing = inline.count(tables.HOME[seat] & ~table.controlled_sites[seat])
    free = table.controlled_sites[seat] & ~table.governed[seat]
    joined = inline.count(free & routes.reach(table, seat, 6 * seat))
    piers = victory.PIERS[table.rulings[codes.TRADE_PIERS]] - victory.piers(table, seat)
    if piers < 0:
        piers = 0
    if not builds:
        return not missing and leaders <= joined and not piers
    # roads, at a price of at least 1 each, can connect cities already held, or add provincial ones
    more = leaders - joined - missing
    if more < 0:
        more = 0
    if more > inline.count(free) - joined + roads_abroad(table, seat):
        return 0
    prices = home_prices(table, seat)
    total = more + piers
    cities = 0
    for price in range(1, 7):
        cities += prices >> 8 * price & 0xFF
        total += price * (prices >> 8 * price & 0xFF)
    return cities >= missing and can_pay(goods_to_spend(table, seat), gold_to_spend(table, seat), total)


def reaches(table: Table, seat: int, sites: int) -> int:
    """Return whether a leader of a seat is ready to attack one of the cities in a mask."""
    todo = attackers(table, seat, table.suits[codes.ARMS] | table.suits[codes.MOONS])
    while todo:
        if conflict.targets(table, seat, table.place[6 * seat + inline.lowest_bit(todo)]) & sites:
            return 1
        todo &= todo - 1
    return 0


def strongest(table: Table, seat: int, missionary: int) -> int:
    """Return the highest attack total of a seat's ready leaders, or 0 if none can attack."""
    most = -1
    todo = attackers(table, seat, table.suits[codes.MOONS if missionary else codes.ARMS])
    while todo:
        leader = inline.lowest_bit(todo)
        total = leader + pieces.value_at(table, table.place[6 * seat + leader])
        if total > most:
            most = total
        todo &= todo - 1
    if most < 0 or not (conflict.has_port_to_attack(table, seat, missionary) or can_build(table, seat)):
        return 0
    goods = goods_to_spend(table, seat)
    gold = gold_to_spend(table, seat)
    return most + (goods if goods < gold else gold)
