"""Attacks: targets, hiring, defence, result (FT in A.12, military conflict A.13, missionary conflict A.14)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, geometry, pieces, rebellion, routes, tables, turns, victory
from kingdoms.games.middlesea.engine.table import Table

# -- targets ----------------------------------------------------------------------------------------------------------


def list_attacks(table: Table, seat: int, moves: Moves) -> None:
    """List the actions `attack L SITE`, including attacks that can't succeed (AMB-85)."""
    bases = table.governed[seat] & (table.suits[codes.ARMS] | table.suits[codes.MOONS])
    if not bases or not table.active[seat]:
        return
    for leader in range(table.acted + 1, 6):
        place = table.place[6 * seat + leader]
        if place < codes.RESERVE and bases >> place & 1 and pieces.is_active(table, seat, leader):
            todo = targets(table, seat, place)
            while todo:
                inline.append_action(moves, codes.ATTACK + 24 * leader + inline.lowest_bit(todo))
                todo &= todo - 1


def targets(table: Table, seat: int, base: int) -> int:
    """Return the cities and Capitals that a leader in the garrison or temple at `base` may attack."""
    missionary = table.suits[codes.MOONS] >> base & 1
    sites = sites_in_reach(table, seat, base, missionary)
    sites &= ~table.controlled_sites[seat] & (table.upto[5] | exposed_capitals(table, seat))
    if not has_port_to_attack(table, seat, missionary):
        sites &= tables.CONTINENT[seat]
    for defender in range(4):
        if has_attacked(table, seat, missionary, defender):
            sites &= ~(table.controlled_sites[defender] | tables.BIT[6 * defender])
    return sites


def sites_in_reach(table: Table, seat: int, base: int, missionary: int) -> int:
    """Return the sites within reach of a garrison (M-2, M-3) or of a temple (Z-1, AMB-83)."""
    if missionary and not table.rulings[codes.MISSIONARY_REACH]:
        return geometry.CITY_SITES | geometry.CAPITAL_SITES
    return routes.neighbours(table, seat, base, -1)


def exposed_capitals(table: Table, seat: int) -> int:
    """Return the Capitals of opponents that control no city (M-6, Z-6)."""
    sites = 0
    for opponent in range(4):
        if opponent != seat and table.playing >> opponent & 1 and not table.controlled_sites[opponent]:
            sites |= tables.BIT[6 * opponent]
    return sites


def has_port_to_attack(table: Table, seat: int, missionary: int) -> int:
    """Return whether a seat may attack on other continents (FT-3, Z-2, AMB-73)."""
    ruling = table.rulings[codes.ATTACK_PORT]
    if ruling == codes.ANY_PORT or (ruling == codes.MIXED_PORTS and missionary):
        return table.ports[seat] != 0
    return table.ports[seat] & tables.HOME[seat] != 0


def has_attacked(table: Table, by: int, missionary: int, on: int) -> int:
    """Return whether a seat has already attacked an opponent by these means in this leader phase (FT-4)."""
    return table.attacks >> 8 * by + 4 * missionary + on & 1


# -- attack -----------------------------------------------------------------------------------------------------------


def attack(table: Table, seat: int, leader: int, site: int) -> None:
    """Declare an attack. It is the leader's action, and counts towards the limit of FT-4 at once (AMB-81)."""
    base = table.place[6 * seat + leader]
    table.acted = leader
    table.target = site
    table.attack_total = leader + pieces.value_at(table, base)
    table.defender = site // 6 if site % 6 == 0 else pieces.holder(table, site)
    if table.defender >= 0:
        table.attacks |= tables.BIT[8 * seat + 4 * is_missionary(table) + table.defender]
    turns.proceed(table, codes.HIRE)


def is_missionary(table: Table) -> int:
    """Return whether the current attack comes from a temple (FT-1)."""
    seat = turns.seat_on_turn(table)
    return table.suits[codes.MOONS] >> table.place[6 * seat + table.acted] & 1


def consider_hire(table: Table) -> None:
    """Ask the attacker how many to hire, if it can pay for any (M-11, Z-7)."""
    if pieces.budget(table, turns.seat_on_turn(table)):
        turns.ask(table)
    else:
        turns.proceed(table, codes.DEFEND)


def list_hires(table: Table, moves: Moves) -> None:
    """List the actions `hire K`."""
    for hired in range(pieces.budget(table, turns.seat_on_turn(table)) + 1):
        inline.append_action(moves, codes.AMOUNTS + codes.WIDTH * hired + codes.HIRED)


def hire(table: Table, hired: int) -> None:
    """Pay for mercenaries or zealots and add them to the attack."""
    pieces.pay(table, turns.seat_on_turn(table), hired)
    table.attack_total += hired
    turns.proceed(table, codes.DEFEND)


# -- defence ----------------------------------------------------------------------------------------------------------


def port_attacked(table: Table) -> int:
    """Return whether the current attack is on a port (M-5, Z-5)."""
    return table.piers[table.target] and not is_missionary(table)


def base_defence(table: Table) -> int:
    """Return the defence without help: city value, piers, or 10 for a Capital or king (M-8 to M-10, M-18, Z-7)."""
    if table.target % 6 == 0:
        return 0 if table.rulings[codes.KING_ALONE] and is_missionary(table) else 10
    return table.piers[table.target] if port_attacked(table) else pieces.value_at(table, table.target)


def leader_to_defend(table: Table) -> int:
    """Return the defender's leader that may join the defence, or -1 if there is none (AMB-15, AMB-88)."""
    if table.target % 6 == 0:
        return -1 if table.rulings[codes.KING_ABSENT] and not is_missionary(table) else table.king[table.defender]
    return pieces.governor(table, table.defender, table.target)


def consider_defence(table: Table) -> None:
    """Ask the defender, if there is one with a choice (AMB-92, AMB-93)."""
    if table.defender >= 0 and (pieces.budget(table, table.defender) or leader_to_defend(table) >= 0):
        turns.ask(table)
    else:
        defend(table, 0, 0)


def list_defences(table: Table, moves: Moves) -> None:
    """List the actions `defend K` and `defend K leader`."""
    leader = leader_to_defend(table)
    for hired in range(pieces.budget(table, table.defender) + 1):
        action = codes.AMOUNTS + codes.WIDTH * hired
        inline.append_action(moves, action + codes.DEFENCE)
        if leader >= 0:
            inline.append_action(moves, action + codes.DEFENCE_WITH_LEADER)


def defend(table: Table, hired: int, with_leader: int) -> None:
    """Declare the defence and pay for hired help."""
    table.defence_total = base_defence(table) + hired
    if table.defender >= 0:
        pieces.pay(table, table.defender, hired)
    if with_leader:
        table.defence_total += leader_to_defend(table)
    table.leader_defends = with_leader
    turns.proceed(table, codes.RESULT)


# -- result -----------------------------------------------------------------------------------------------------------


def resolve(table: Table) -> None:
    """Apply the result of the current attack."""
    seat = turns.seat_on_turn(table)
    site = table.target
    defender = table.defender
    missionary = is_missionary(table)
    on_port = port_attacked(table)
    on_leader = defender >= 0 and site % 6 and pieces.governor(table, defender, site) >= 0
    won = table.attack_total > table.defence_total
    guard = leader_to_defend(table) if table.leader_defends and site % 6 else -1
    pieces.turn_leader(table, seat, table.acted)
    table.target = -1
    table.defender = -1
    table.attack_total = 0
    table.defence_total = 0
    table.leader_defends = 0
    turns.proceed(table, codes.LEADING)
    if guard >= 0 and (table.rulings[codes.DEFENDER_TIRES] or (won and on_port)):
        pieces.turn_leader(table, defender, guard)
    if not won:
        return
    if site % 6 == 0:
        victory.fall(table, codes.BY_KING if missionary else codes.BY_CAPITAL, defender)
    elif missionary:
        win_over(table, defender, site, on_leader)
    elif on_port:
        destroy_port(table, defender, site)
    else:
        conquer(table, seat, defender, site)


def win_over(table: Table, defender: int, site: int, on_leader: int) -> None:
    """Apply a missionary success: a leader turns (Z-8), a held city rebels (Z-9) or an uncontrolled one is removed (Z-10)."""
    if defender < 0:
        pieces.remove_city(table, site)
    elif on_leader:
        pieces.turn_leader(table, defender, pieces.leader_at(table, defender, site))
    else:
        rebellion.begin(table, defender, tables.BIT[site])


def destroy_port(table: Table, defender: int, site: int) -> None:
    """Destroy a port. A city held only by the port is lost with it (M-14, AMB-38)."""
    table.ports[defender] &= ~tables.BIT[site]
    table.piers[site] = 0
    routes.refresh(table, defender)
    if not table.controlled_sites[defender] >> site & 1 and not table.rulings[codes.PORT_ONLY_CALM]:
        pieces.raise_unrest(table, defender, 1)
        if table.unrest[defender] == 5:
            victory.fall(table, codes.BY_UNREST, defender)


def conquer(table: Table, seat: int, defender: int, site: int) -> None:
    """Move the attacking leader into the city it has won (M-13, M-15, M-16, AMB-96)."""
    cities = 0
    if defender >= 0:
        cities = table.controlled_sites[defender] & ~tables.BIT[site]
        routes.remove_routes(table, defender, site)
        routes.dismiss(table, defender, site)
        routes.refresh(table, defender)
    routes.station(table, seat, table.acted, site)
    routes.refresh(table, seat)
    pieces.lower_unrest(table, seat)
    if defender >= 0:
        rebellion.shrink(table, defender, cities)
        if table.unrest[defender] == 5:
            victory.fall(table, codes.BY_UNREST, defender)
