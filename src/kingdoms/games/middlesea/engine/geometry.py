"""The board: seats, sites, adjacency, coast (section B of the rules).

A site is the number 6 * seat + place. A set of sites is a mask of 24 bits.
"""

from functools import lru_cache

SEATS = ("N", "E", "S", "W")
"""Seats in clockwise order. A seat and its continent have the same number."""
PLACES = ("C", "BL", "FL", "FM", "FR", "BR")
"""Places of a continent in canonical order: Capital, back left, front left, middle, right, back right (B.1)."""
SITES = tuple(f"{seat}.{place}" for seat in SEATS for place in PLACES)
SITE_NUMBER = {name: number for number, name in enumerate(SITES)}
SUITS = ("suns", "moons", "crowns", "arms")
TYPES = ("market", "temple", "mine", "garrison")
"""City types, in the order of `SUITS` (Y-1)."""
TILES = ("", *(f"{suit[0].upper()}{value}" for suit in SUITS for value in range(1, 6)))
"""Tile codes by city number, which is 5 * suit + value, from 1 to 20; 0 means no city."""
TILE_NUMBER = {code: number for number, code in enumerate(TILES) if code}

EDGES = ((0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 5))
"""The eleven pairs of adjacent places (B.2)."""

CITY_SITES = 0b111110_111110_111110_111110
CAPITAL_SITES = 0b000001_000001_000001_000001
ALL_SITES = (1 << 24) - 1
"""The mask of all sites."""
COAST = 0b011100_011100_011100_011100
"""The mask of all front-row sites (B.3)."""


def edge_between(start: int, end: int) -> int:
    """Return the index in `EDGES` of the edge between two sites, or -1 if they aren't adjacent."""
    pair = tuple(sorted((start % 6, end % 6)))
    return EDGES.index(pair) if start // 6 == end // 6 and pair in EDGES else -1


def home(seat: int) -> int:
    """Return the mask of a seat's five city sites."""
    return 0b111110 << 6 * seat


@lru_cache(maxsize=10_000)  # a view asks for the sites of the same few masks a dozen times
def sites_in(mask: int) -> tuple[int, ...]:
    """Return the sites in a mask, in ascending order."""
    sites: list[int] = []
    mask &= ALL_SITES
    while mask:
        lowest = mask & -mask
        sites.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(sites)
