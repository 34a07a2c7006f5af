"""When a player counts as present."""

from __future__ import annotations

import time

from kingdoms.table.game.entries import TableSeat
from kingdoms.table.game.live import LiveGame

HEARTBEAT = 20.0
"""Seconds between two updates of `TableSeat.seen` while the holder of the seat is connected."""


def timeout() -> float:
    """Return the seconds after the last update until a player counts as absent."""
    return 1.5 * HEARTBEAT


def absence_start(live: LiveGame, seat: TableSeat) -> float | None:
    """Return since when the holder of a seat has been absent, or None if they are connected to any server."""
    since = live.header.started or live.header.created if seat.seen is None else seat.seen + timeout()
    return since if since <= time.time() else None


def is_present(live: LiveGame, seat: TableSeat) -> bool:
    """Return whether the holder of a seat is connected."""
    return absence_start(live, seat) is None
