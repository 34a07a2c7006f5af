"""Selection of the waiting rooms to list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

SHOWN_FOR: Final = 600.0
"""Seconds for which a waiting room is listed after a player was last in it."""
OCCUPIED_FOR: Final = 30.0
"""Seconds for which a waiting room counts as occupied; longer than the interval between updates of `seen`."""
OF_ONE_HOST, OF_ONE_PLACE = 3, 10
"""Maximum numbers of listed waiting rooms per host and per address."""


class Room(NamedTuple):
    """A waiting room: its host, their address, and when it was created and a player was last seen in it."""

    id: str
    host: str
    place: str | None
    created: float
    seen: float


def rooms_to_list(rooms: Iterable[Room], now: float, most: int) -> list[str]:
    """Return the ids of the rooms to list: occupied rooms first, then the newest; limited per host and address.

    Examples:
        >>> rooms_to_list([Room("empty", "Ida", None, 9, 9), Room("full", "Bob", None, 1, 99)], now=100, most=5)
        ['full', 'empty']
    """
    hosts: Counter[str] = Counter()
    places: Counter[str] = Counter()
    ids: list[str] = []
    for room in sorted(rooms, key=lambda room: (room.seen < now - OCCUPIED_FOR, -room.created)):
        place = room.place or room.host
        if hosts[room.host] < OF_ONE_HOST and places[place] < OF_ONE_PLACE and len(ids) < most:
            hosts[room.host] += 1
            places[place] += 1
            ids.append(room.id)
    return ids
