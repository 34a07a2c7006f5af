"""Games as records, for whoever downloads or exports them."""

from __future__ import annotations

from kingdoms.core.record import Record
from kingdoms.server.games.live import LiveGame
from kingdoms.server.games.messages import stamp


def record_of(live: LiveGame) -> Record:
    """Return a game as a record; where chance comes from is told when it is over."""
    copy = live.record_at(live.number)
    copy.players = {seat.seat: seat.bot or seat.name or seat.kind for seat in live.seats.values()}
    copy.started = stamp(live.header.started or live.header.created) or ""
    if not live.is_over:
        copy.seed = None
    return copy
