"""Lookup tables of the engine, computed from the geometry at import.

Places of one continent are 6-bit masks, its roads 11-bit masks (one bit per edge). A *step* is a road with the direction in
which it is built: from a place to a place other than the Capital.
"""

from kingdoms.games.middlesea.engine.geometry import EDGES

BIT = [1 << i for i in range(31)]
CONTINENT = [0b111111 << 6 * seat for seat in range(4)]
HOME = [0b111110 << 6 * seat for seat in range(4)]
"""The mask of each seat's five city sites."""
SUIT_OF = [-1] + [tile // 5 for tile in range(20)]
VALUE_OF = [0] + [tile % 5 + 1 for tile in range(20)]
"""City number -> suit and value (0: no city)."""


def _road_places(roads: int) -> int:
    """Return the places that a continent's roads touch."""
    return sum({1 << end for e, edge in enumerate(EDGES) if roads >> e & 1 for end in edge})


def _connected_places(roads: int, place: int) -> int:
    """Return the places that a continent's roads join to a place, including the place itself."""
    reached = 1 << place
    while True:
        wider = reached
        for e, (a, b) in enumerate(EDGES):
            if roads >> e & 1 and (reached >> a | reached >> b) & 1:
                wider |= 1 << a | 1 << b
        if wider == reached:
            return reached
        reached = wider


TOUCHED = [_road_places(roads) for roads in range(2048)]
"""Roads -> places touched."""
JOINED = [_connected_places(roads, place) for roads in range(2048) for place in range(6)]
"""6 * roads + place -> places joined to it by these roads."""


def _roads_at(place: int) -> int:
    """Return the edges that touch a place."""
    return sum([1 << e for e, edge in enumerate(EDGES) if place in edge])


ROADS_AT = [_roads_at(place) for place in range(6)]
"""Place -> the edges that touch it."""


def _adjacent_places(places: int) -> int:
    """Return the places adjacent to any place in a set."""
    near = 0
    for a, b in EDGES:
        if places >> a & 1:
            near |= 1 << b
        if places >> b & 1:
            near |= 1 << a
    return near


NEAR = [_adjacent_places(places) for places in range(64)]
"""Set of places -> places adjacent to any of them."""
EDGE_OF = [EDGES.index((min(a, b), max(a, b))) if (min(a, b), max(a, b)) in EDGES else -1 for a in range(6) for b in range(6)]
"""6 * place + place -> the edge between two places, or -1 if they aren't adjacent."""

_STEPS = sorted([(a, b) for edge in EDGES for a, b in (edge, edge[::-1]) if b])
STEP_FROM = [a for a, _ in _STEPS]
STEP_TO = [b for _, b in _STEPS]


def _steps(end: int, places: int) -> int:
    """Return the steps whose start (`end` 0) or end (`end` 1) is in a set of places."""
    return sum([1 << i for i, step in enumerate(_STEPS) if places >> step[end] & 1])


def _steps_laid(roads: int) -> int:
    """Return the steps along a continent's roads."""
    return sum([1 << i for i, (a, b) in enumerate(_STEPS) if roads >> EDGE_OF[6 * a + b] & 1])


STEPS_FROM = [_steps(0, places) for places in range(64)]
"""Set of places -> the steps that start in it."""
STEPS_TO = [_steps(1, places) for places in range(64)]
"""Set of places -> the steps that end in it."""
STEPS_LAID = [_steps_laid(roads) for roads in range(2048)]
"""Roads -> the steps along them."""
