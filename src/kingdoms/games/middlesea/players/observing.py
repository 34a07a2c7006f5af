"""What a seat of Kingdoms of the Middle Sea sees, as a row of bytes: its own seat and its own continent come first.

Continents follow clockwise from the own one, and seats in the order of play after the own one. `fields` names the
fields in the order in which they are written here.
"""

from __future__ import annotations

from array import array

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, course, tables
from kingdoms.games.middlesea.engine.table import Table
from kingdoms.games.middlesea.players import sights


def observe(table: Table, numbers: array[int], player: int, row: array[int], at: int) -> None:
    """Write the observation of a player into a row that is all 0.

    Args:
        table: the table.
        numbers: player -> seat.
        player: the player who sees.
        row: the row, from the index `at` on.
        at: the index of the first byte.
    """
    seats = table.seats
    viewer = numbers[player]
    for site in range(24):
        index = at + rotate_site(site, viewer)
        city = table.city[site]
        if city:
            row[index + 24 * tables.SUIT_OF[city]] = 1
            row[index + 96] = tables.VALUE_OF[city]
        row[index + 120] = table.piers[site]
    if table.stage == codes.REBEL or table.stage == codes.SUPPRESS:
        mark(row, at + 144, table.revolted, viewer)
        mark(row, at + 168, table.rebelling, viewer)
    if table.target >= 0:
        row[at + 192 + rotate_site(table.target, viewer)] = 1
    if table.stage == codes.PRODUCE:
        row[at + 216 + rotate_site(table.cursor, viewer)] = 1
    rest = at + 240 + 96 * seats
    for suit in range(4):
        stack = table.stacks[suit]
        for i in range(sights.STACK):
            row[rest + sights.STACK * suit + i] = stack & 7
            stack >>= 3
    rest += 20
    if table.stage < sights.DECISIONS:
        row[rest + table.stage] = 1
    rest += sights.DECISIONS
    row[rest + table.phase] = 1
    rest += sights.PHASES
    row[rest] = cap(table.round_number)
    row[rest + 1] = cap(table.round_limit - table.round_number) if table.round_limit else sights.MOST
    row[rest + 2] = table.time_up
    row[rest + 3] = table.to_choose
    row[rest + 4] = table.acted + 1
    row[rest + 5] = table.king_changed
    if table.target >= 0:
        row[rest + 6] = cap(table.attack_total)
        row[rest + 7] = cap(table.defence_total)
        row[rest + 8] = table.leader_defends
    rest += sights.SCALARS
    for rank in range(seats):
        observe_seat(table, numbers, player, rank, row, at, rest)


def observe_seat(table: Table, numbers: array[int], player: int, rank: int, row: array[int], at: int, rest: int) -> None:
    """Write what belongs to one seat.

    Args:
        rank: the number of places after the own seat.
        at: the index of the first byte of the observation.
        rest: the index of the first byte of the fields by seat that are not by site.
    """
    seats = table.seats
    viewer = numbers[player]
    seat = seat_after(numbers, player, rank)
    index = at + 240 + 24 * rank
    mark(row, index, table.controlled_sites[seat], viewer)
    for leader in range(6):
        site = table.place[6 * seat + leader]
        if site < codes.RESERVE:
            row[index + 24 * seats + rotate_site(site, viewer)] = leader + 1
            row[index + 48 * seats + rotate_site(site, viewer)] = table.active[seat] >> leader & 1
        elif site == codes.RESERVE:
            row[rest + 48 * seats + sights.LEADERS * rank + leader] = 1
    mark(row, index + 72 * seats, table.ports[seat], viewer)
    for continent in range(4):
        roads = table.roads[4 * seat + continent]
        i = rest + sights.ROADS * rank + 11 * (rotate_site(6 * continent, viewer) // 6)
        while roads:
            row[i] = roads & 1
            roads >>= 1
            i += 1
    i = rest + 44 * seats + rank
    row[i] = cap(table.goods[seat])
    row[i + seats] = cap(table.gold[seat])
    row[i + 2 * seats] = table.unrest[seat]
    row[i + 3 * seats] = table.king[seat]
    i = rest + 54 * seats + rank
    for place in range(seats):
        if table.order[place] == seat:
            row[i] = place + 1
    for place in range(table.ranked):
        if table.ranking[place] == seat:
            row[i + seats] = place + 1
    if table.phase != codes.START and table.phase != codes.OVER:
        row[i + 2 * seats] = table.order[table.turn] == seat
    if table.stage != codes.FIRST and table.stage != codes.FINISHED:
        row[i + 3 * seats] = course.seat_to_move(table) == seat
    row[i + 4 * seats] = table.rebel_seat == seat
    row[i + 5 * seats] = table.target >= 0 and table.defender == seat
    row[i + 6 * seats] = table.winners >> seat & 1
    row[rest + 61 * seats + 4 * rank + rotate_site(6 * seat, viewer) // 6] = 1
    i = rest + 65 * seats + 2 * seats * rank
    for kind in range(2):
        for defender in range(seats):
            row[i] = table.attacks >> (8 * seat + 4 * kind + seat_after(numbers, player, defender)) & 1
            i += 1


def mark(row: array[int], at: int, sites: int, viewer: int) -> None:
    """Write a 1 for each site of a set."""
    while sites:
        row[at + rotate_site(inline.lowest_bit(sites), viewer)] = 1
        sites &= sites - 1


def seat_after(numbers: array[int], player: int, rank: int) -> int:
    """Return the seat that is `rank` places after a player's."""
    seats = len(numbers)
    return numbers[player + rank if player + rank < seats else player + rank - seats]


def rotate_site(site: int, viewer: int) -> int:
    """Return the place of a site after the board is turned so that the continent `viewer` comes first."""
    return site - 6 * viewer if site >= 6 * viewer else site - 6 * viewer + 24


def cap(number: int) -> int:
    """Return a number, at least 0 and at most 255."""
    return 0 if number < 0 else number if number < sights.MOST else sights.MOST
