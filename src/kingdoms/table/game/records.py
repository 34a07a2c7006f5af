"""Games as records, for downloads and exports."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kingdoms.table.base.times import timestamp
from kingdoms.table.game.live import LiveGame


def lines_of(live: LiveGame) -> Iterator[str]:
    """Yield the lines of a game's record. The seed is included only when the game is over.

    The record is a snapshot: the game may change between two lines, since callers process a long record in slices.
    """
    record, mainline = live.record_without_entries(live.number), live.mainline.copy()
    record.players = {seat.seat: seat.bot or seat.name or seat.kind for seat in live.seats.values()}
    record.started = timestamp(live.header.started or live.header.created) or ""
    if not live.is_over:
        record.seed = None
    first, *last = record.each_line()
    yield first
    for number in mainline:
        if not (entry := live.entries[number - 1]).is_forced:
            yield json.dumps(entry.record_entry.to_json(), ensure_ascii=False)
    yield from last
