"""Rebellion: rebelling cities are suppressed or lost (A.8, C-5 to C-12; Z-9)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, pieces, routes, tables, turns, victory
from kingdoms.games.middlesea.engine.table import Table


def begin(table: Table, seat: int, sites: int) -> None:
    """Start a rebellion of cities against their holder; leaders in them become inactive at once (C-5)."""
    table.rebel_seat = seat
    table.revolted = sites
    table.rebelling = sites
    for leader in range(6):
        place = table.place[6 * seat + leader]
        if place < codes.RESERVE and sites >> place & 1:
            pieces.turn_leader(table, seat, leader)
    turns.proceed(table, codes.SUPPRESS)


def contest(table: Table) -> None:
    """Ask for a suppression if one can succeed; otherwise the cities still rebelling are lost (AMB-48)."""
    if not table.rebelling:
        end(table)
    elif can_suppress(table):
        turns.ask(table)
    else:
        lose(table)


def least_hire(table: Table, site: int, leader: int) -> int:
    """Return the least hired help with which a leader suppresses a rebellion, or -1 if it can't (C-6, C-7).

    Without the ruling `suppress_hire` the result is 0 or -1.
    """
    seat = table.rebel_seat
    base = table.place[6 * seat + leader]
    if base >= codes.RESERVE or not pieces.is_active(table, seat, leader) or table.revolted >> base & 1:
        return -1
    if not (table.suits[codes.ARMS] | table.suits[codes.MOONS]) >> base & 1:
        return -1
    if table.rulings[codes.SUPPRESS_REACH] and not routes.neighbours(table, seat, base, site) >> site & 1:
        return -1
    missing = pieces.value_at(table, site) + 1 - leader - pieces.value_at(table, base)
    if missing <= 0:
        return 0
    return missing if table.rulings[codes.SUPPRESS_HIRE] and missing <= pieces.budget(table, seat) else -1


def can_suppress(table: Table) -> int:
    """Return whether any leader can suppress any of the rebelling cities."""
    todo = table.rebelling
    while todo:
        for leader in range(6):
            if least_hire(table, inline.lowest_bit(todo), leader) >= 0:
                return 1
        todo &= todo - 1
    return 0


def list_suppressions(table: Table, moves: Moves) -> None:
    """List `concede` and each `suppress SITE L` that succeeds; under `suppress_hire`, with each K that suffices."""
    inline.append_action(moves, codes.CONCEDE)
    most = pieces.budget(table, table.rebel_seat) if table.rulings[codes.SUPPRESS_HIRE] else 0
    for hired in range(most + 1):
        todo = table.rebelling
        while todo:
            site = inline.lowest_bit(todo)
            todo &= todo - 1
            for leader in range(6):
                least = least_hire(table, site, leader)
                if 0 <= least <= hired:
                    if table.rulings[codes.SUPPRESS_HIRE]:
                        inline.append_action(
                            moves, codes.AMOUNTS + codes.WIDTH * hired + codes.PUT_DOWN_HIRING + 6 * site + leader
                        )
                    else:
                        inline.append_action(moves, codes.PUT_DOWN + 6 * site + leader)


def suppress(table: Table, site: int, leader: int, hired: int) -> None:
    """Suppress a city's rebellion, which makes the leader inactive and has no other effect (C-8, C-9)."""
    pieces.pay(table, table.rebel_seat, hired)
    pieces.turn_leader(table, table.rebel_seat, leader)
    table.rebelling &= ~tables.BIT[site]
    turns.proceed(table, codes.SUPPRESS)


def lose(table: Table) -> None:
    """Lose all cities still rebelling at once (C-10, C-11), and cities held only by roads to them (AMB-33)."""
    seat = table.rebel_seat
    cities = table.controlled_sites[seat]
    todo = table.rebelling
    while todo:
        site = inline.lowest_bit(todo)
        routes.remove_routes(table, seat, site)
        routes.dismiss(table, seat, site)
        todo &= todo - 1
    routes.refresh(table, seat)
    shrink(table, seat, cities & ~table.rebelling)
    if table.unrest[seat] == 5:
        victory.fall(table, codes.BY_UNREST, seat)
    else:
        end(table)


def shrink(table: Table, seat: int, cities: int) -> None:
    """Raise unrest by one for a loss, and under `chain_unrest = each` by one for each city lost in its wake.

    Args:
        cities: the cities held before, except the ones lost directly (U-3, AMB-34).
    """
    pieces.raise_unrest(table, seat, 1)
    if table.rulings[codes.CHAIN_UNREST]:
        pieces.raise_unrest(table, seat, inline.count(cities & ~table.controlled_sites[seat]))


def end(table: Table) -> None:
    """Continue after a rebellion with the next seat's control phase, or with the attacker's next leader."""
    table.rebel_seat = -1
    table.revolted = 0
    table.rebelling = 0
    if table.phase == codes.CONTROL:
        turns.next_seat(table)
    else:
        turns.proceed(table, codes.LEADING)
