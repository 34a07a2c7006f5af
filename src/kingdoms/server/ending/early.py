"""Players who left a game in its first quarter, against whom nothing is won in ratings."""

from __future__ import annotations

from typing import Final

from kingdoms.core.record import play_entry
from kingdoms.server.game.endings import FORFEITED, OUT_OF_TIME, RESIGNED
from kingdoms.server.game.entries import LATE, LEFT
from kingdoms.server.game.live import LiveGame

LEAVING: Final = (RESIGNED, OUT_OF_TIME, FORFEITED, LEFT, LATE)
"""The calls by which a player leaves for good, or has to."""
QUARTER: Final = 4


def early_leavers(live: LiveGame) -> set[str]:
    """Return the seats whose players left before a quarter of the usual number of rounds had been played."""
    departures = {str(entry.by): entry.number for entry in live.entries if entry.is_beside and entry.call in LEAVING}
    if not departures:
        return set()
    numbers = [number for number in live.record_numbers if number <= max(departures.values())]
    quarter = live.game.usual_rounds / QUARTER
    end = _number_after(live, numbers, quarter)
    return {seat for seat, number in departures.items() if end is None or number < end}


def _number_after(live: LiveGame, numbers: list[int], rounds: float) -> int | None:
    """Return the number of the entry that completes so many rounds; None if none of `numbers` does."""
    state, measures = live.snapshots[0].clone(), live.game.measures()
    beat, beats = measures.beat(state), 0
    for number in numbers:
        play_entry(state, live.entries[number - 1].record_entry)
        beats += measures.beat(state) != beat
        beat = measures.beat(state)
        if beats >= rounds * measures.beats(live.game):
            return number
    return None
