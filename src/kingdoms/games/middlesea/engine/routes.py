"""Control and connection: the cities a seat controls, and the sites its roads and ports join (A.4)."""

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, geometry, pieces, tables
from kingdoms.games.middlesea.engine.table import Table


def refresh(table: Table, seat: int) -> None:
    """Recompute the cities a seat controls, after a change of its routes or leaders (K-1, K-2)."""
    routed = table.ports[seat]
    for continent in range(4):
        routed |= tables.TOUCHED[table.roads[4 * seat + continent]] << 6 * continent
    table.controlled_sites[seat] = (routed | table.governed[seat]) & geometry.CITY_SITES


def remove_routes(table: Table, seat: int, site: int) -> None:
    """Return a seat's roads and port at a site to the bank. The caller has to call `refresh`."""
    table.roads[4 * seat + site // 6] &= ~tables.ROADS_AT[site % 6]
    if table.ports[seat] >> site & 1:
        table.ports[seat] &= ~tables.BIT[site]
        table.piers[site] = 0


def station(table: Table, seat: int, leader: int, site: int) -> None:
    """Put a leader in a city or the reserve. The caller has to call `refresh` if control can change."""
    place = table.place[6 * seat + leader]
    if place < codes.RESERVE:
        table.governed[seat] &= ~tables.BIT[place]
    table.place[6 * seat + leader] = site
    if site < codes.RESERVE:
        table.governed[seat] |= tables.BIT[site]
    else:
        table.active[seat] &= ~tables.BIT[leader]


def dismiss(table: Table, seat: int, site: int) -> None:
    """Send a seat's leader at a site, if any, to the reserve."""
    if table.governed[seat] >> site & 1:
        station(table, seat, pieces.leader_at(table, seat, site), codes.RESERVE)


def connected_sites(table: Table, seat: int, site: int) -> int:
    """Return the sites on the same continent that a seat's roads join to a site, including the site itself."""
    continent = site // 6
    return tables.JOINED[6 * table.roads[4 * seat + continent] + site % 6] << 6 * continent


def reach(table: Table, seat: int, site: int) -> int:
    """Return the sites that a seat's roads and ports join to a site, including the site itself (K-5, K-6)."""
    reached = connected_sites(table, seat, site)
    ports = table.ports[seat]
    if reached & ports:
        todo = ports & ~reached
        while todo:
            reached |= connected_sites(table, seat, inline.lowest_bit(todo))
            todo = ports & ~reached
    return reached


def neighbours(table: Table, seat: int, base: int, excepted: int) -> int:
    """Return the sites adjacent, by land or sea, to the sites that a seat's routes join to a base (M-2, M-3).

    Args:
        excepted: a site left out of the joined sites; -1 for none.
    """
    bases = reach(table, seat, base)
    if not table.rulings[codes.CAPITAL_ADJACENCY]:
        bases &= geometry.CITY_SITES
    if excepted >= 0:
        bases &= ~tables.BIT[excepted]
    near = geometry.COAST if bases & table.ports[seat] else 0
    for continent in range(4):
        near |= tables.NEAR[bases >> 6 * continent & 63] << 6 * continent
    return near


def cities_of_others(table: Table, seat: int) -> int:
    """Return the cities that other seats control."""
    cities = 0
    for opponent in range(4):
        if opponent != seat:
            cities |= table.controlled_sites[opponent]
    return cities


def cities_of_all(table: Table) -> int:
    """Return the cities that any seat controls."""
    return table.controlled_sites[0] | table.controlled_sites[1] | table.controlled_sites[2] | table.controlled_sites[3]
