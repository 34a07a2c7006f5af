"""Games as records, for whoever downloads or exports them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kingdoms.server.game.live import LiveGame
from kingdoms.server.times import timestamp


def lines_of(live: LiveGame) -> Iterator[str]:
    """Yield a game as the lines of a record, as it stands at the first; where chance comes from is told when it is over.

    A game can be long: callers do something else in between, and it may go on meanwhile.
    """
    around, mainline = live.record_without_entries(live.number), live.mainline.copy()
    around.players = {seat.seat: seat.bot or seat.name or seat.kind for seat in live.seats.values()}
    around.started = timestamp(live.header.started or live.header.created) or ""
    if not live.is_over:
        around.seed = None
    first, *last = around.each_line()
    yield first
    for number in mainline:
        if not (entry := live.entries[number - 1]).is_forced:
            yield json.dumps(entry.recorded.to_json(), ensure_ascii=False)
    yield from last
