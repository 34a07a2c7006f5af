"""Build phase: explore, roads, ports, exchange (A.11)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, geometry, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table import Table


def list_builds(table: Table, moves: Moves) -> None:
    """List the legal actions of the seat on turn in the build phase (B-1)."""
    seat = turns.seat_on_turn(table)
    inline.append_action(moves, codes.END)
    if table.goods[seat] >= 2:
        inline.append_action(moves, codes.EXCHANGE_GOODS)
    if table.gold[seat] >= 2:
        inline.append_action(moves, codes.EXCHANGE_GOLD)
    budget = pieces.budget(table, seat)
    if budget:
        list_explorations(table, seat, moves)
        list_roads(table, seat, budget, moves)
        list_ports(table, seat, budget, moves)


def sites_to_explore(table: Table, seat: int) -> int:
    """Return the home sites where a seat may lay a city: free sites (BE-3), or cities to replace (BE-6, AMB-65 to 67)."""
    home = tables.HOME[seat]
    cities = table.upto[5] & home
    sites = home & ~cities
    if not sites or table.rulings[codes.REPLACE_EARLY]:
        for holder in range(4):
            cities &= ~table.governed[holder]
        if table.rulings[codes.PROTECT_OPPONENT]:
            cities &= ~routes.cities_of_others(table, seat)
        sites |= cities
    return sites


def list_explorations(table: Table, seat: int, moves: Moves) -> None:
    """List the actions `explore SUIT under` and `explore SUIT SITE`."""
    sites = sites_to_explore(table, seat)
    for suit in range(4):
        if table.stacks[suit]:
            action = codes.EXPLORE + 25 * suit
            inline.append_action(moves, action)
            todo = sites
            while todo:
                inline.append_action(moves, action + 1 + inline.lowest_bit(todo))
                todo &= todo - 1


def list_roads(table: Table, seat: int, budget: int, moves: Moves) -> None:
    """List the actions `road FROM TO` (BR-1 to BR-5)."""
    origins = table.controlled_sites[seat] | tables.BIT[6 * seat]
    ends = table.upto[budget if budget < 5 else 5] & ~routes.cities_of_others(table, seat)
    for continent in range(4):
        near = origins >> 6 * continent & 63
        far = ends >> 6 * continent & 63
        if near and far:
            steps = tables.STEPS_FROM[near] & tables.STEPS_TO[far]
            steps &= ~tables.STEPS_LAID[table.roads[4 * seat + continent]]
            while steps:
                step = inline.lowest_bit(steps)
                steps &= steps - 1
                inline.append_action(
                    moves, codes.ROAD + 24 * (6 * continent + tables.STEP_FROM[step]) + 6 * continent + tables.STEP_TO[step]
                )


def list_ports(table: Table, seat: int, budget: int, moves: Moves) -> None:
    """List the actions `port SITE K` (BP-1, BP-2)."""
    coast = table.controlled_sites[seat] & geometry.COAST
    if not coast:
        return
    for piers in range(1, (budget if budget < 5 else 5) + 1):
        action = codes.AMOUNTS + codes.WIDTH * piers + codes.PIERS
        todo = coast
        while todo:
            site = inline.lowest_bit(todo)
            todo &= todo - 1
            if table.piers[site] + piers <= 5:
                inline.append_action(moves, action + site)


def build(table: Table, action: int) -> None:
    """Carry out an action of the build phase."""
    seat = turns.seat_on_turn(table)
    if action == codes.END:
        turns.next_seat(table)
    elif action == codes.EXCHANGE_GOODS:
        table.goods[seat] -= 2
        pieces.gain_gold(table, seat, 1)
    elif action == codes.EXCHANGE_GOLD:
        table.gold[seat] -= 2
        pieces.gain_goods(table, seat, 1)
    elif action < codes.ROAD:
        explore(table, seat, (action - codes.EXPLORE) // 25, (action - codes.EXPLORE) % 25 - 1)
    elif action < codes.AMOUNTS:
        lay_road(table, seat, (action - codes.ROAD) // 24, (action - codes.ROAD) % 24)
    else:
        build_port(table, seat, (action - codes.AMOUNTS) % codes.WIDTH - codes.PIERS, (action - codes.AMOUNTS) // codes.WIDTH)


def explore(table: Table, seat: int, suit: int, site: int) -> None:
    """Take the top city of a stack and lay it at a site, or under its stack (site -1; BE-1 to BE-8)."""
    pieces.pay(table, seat, 1)
    city = pieces.draw_city(table, suit)
    if site < 0:
        pieces.put_under(table, city)
        return
    if table.city[site]:
        holder = pieces.holder(table, site)
        if holder >= 0:
            routes.remove_routes(table, holder, site)
            routes.refresh(table, holder)
        pieces.remove_city(table, site)
    pieces.put_city(table, site, city)


def lay_road(table: Table, seat: int, start: int, end: int) -> None:
    """Build a road; unrest falls if the road brings an uncontrolled city under control (BR-3, BR-6)."""
    pieces.pay(table, seat, pieces.value_at(table, end))
    if not table.controlled_sites[seat] >> end & 1:
        pieces.lower_unrest(table, seat)
    table.roads[4 * seat + start // 6] |= tables.BIT[tables.EDGE_OF[6 * (start % 6) + end % 6]]
    table.controlled_sites[seat] |= (tables.BIT[start] | tables.BIT[end]) & geometry.CITY_SITES


def build_port(table: Table, seat: int, site: int, piers: int) -> None:
    """Build or extend a port (BP-1 to BP-4)."""
    pieces.pay(table, seat, piers)
    table.piers[site] += piers
    table.ports[seat] |= tables.BIT[site]
