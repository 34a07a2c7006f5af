"""What the seats of a finished game have come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdoms.table.game.live import LiveGame


def results_of(live: LiveGame, at: float) -> list[dict[str, Any]]:
    """Return the rows of the results of a finished game, one for each seat.

    There are none without an outcome, or for an imported game. The seats of a person with several seats are left out. A seat
    whose holder has left for good has won nothing, even if its bot has won.
    """
    header, outcome = live.header, live.outcome
    if outcome is None or header.position is not None or header.from_id is not None or header.held_from:
        return []
    holders = [seat.visitor_id for seat in live.seats.values()]
    share = 1 / len(outcome.winners) if outcome.winners else 0.0
    moves = len(live.record_numbers)
    return [
        {
            "game_id": header.id,
            "seat": seat.seat,
            "game": header.game,
            "seats": len(live.seats),
            "visitor_id": seat.visitor_id if seat.kind == "person" else None,
            "bot": seat.bot if seat.kind == "bot" else None,
            "share": share if seat.seat in outcome.winners and seat.gone is None else 0.0,
            "moves": moves,
            "score": _figures(outcome.scores.get(seat.seat)),
            "at": at,
        }
        for seat in live.seats.values()
        if seat.kind in ("person", "bot") and (seat.visitor_id is None or holders.count(seat.visitor_id) == 1)
    ]


def _figures(score: Any) -> list[float]:
    """Return the figures of a final score, which may be a number, several numbers, or missing."""
    return [] if score is None else list(score) if isinstance(score, Sequence) else [score]
