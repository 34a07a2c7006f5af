"""Waiting rooms: which of them are worth showing to somebody who looks for company."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

SHOWN_FOR: Final = 600.0
"""A waiting room is shown for so many seconds after somebody was last in it."""
OCCUPIED_FOR: Final = 30.0
"""Somebody who was in it so many seconds ago counts as being there: notes of it are made more often."""
OF_ONE_HOST, OF_ONE_PLACE = 3, 10
"""How many of one visitor, and of one address, are shown."""


class Room(NamedTuple):
    """A waiting room: who has made it, from where and when, and when somebody was last in it."""

    id: str
    host: str
    place: str | None
    created: float
    seen: float


def liveliest(rooms: Iterable[Room], now: float, most: int) -> list[str]:
    """Return the ids of the rooms to show: those with somebody in them first, then the newest; a few of each host.

    Examples:
        >>> liveliest([Room("empty", "Ida", None, 9, 9), Room("full", "Bob", None, 1, 99)], now=100, most=5)
        ['full', 'empty']
    """
    hosts: Counter[str] = Counter()
    places: Counter[str] = Counter()
    shown: list[str] = []
    for room in sorted(rooms, key=lambda room: (room.seen < now - OCCUPIED_FOR, -room.created)):
        place = room.place or room.host
        if hosts[room.host] < OF_ONE_HOST and places[place] < OF_ONE_PLACE and len(shown) < most:
            hosts[room.host] += 1
            places[place] += 1
            shown.append(room.id)
    return shown
