"""A visitor's games, with what waits for the visitor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kingdoms.table.base.times import timestamp
from kingdoms.table.game import messages
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import Games


def own_games_of(games: Games, live_games: Iterable[LiveGame], visitor_id: str | None) -> Iterator[dict[str, Any]]:
    """Yield games of a visitor; with the question and the waiting time if a game waits for the visitor."""
    for live in live_games:
        waits = waits_for(live, visitor_id)
        yield {
            "info": games.broadcast.info(live, visitor_id),
            "question": messages.question(live.state, live.to_move) if waits else None,
            "since": timestamp(question_time(live)) if waits else None,
        }


def waits_for(live: LiveGame, visitor_id: str | None) -> bool:
    """Return whether a game waits for a visitor."""
    is_to_move = live.header.status == "playing" and live.to_move in live.seats_of(visitor_id)
    return is_to_move and live.seats[str(live.to_move)].stand_in is None


def question_time(live: LiveGame) -> float:
    """Return since when the seat to move has been asked: since the last entry by another author."""
    for entry in reversed(live.entries):
        if entry.by != live.to_move:
            return max(entry.at, live.header.started or 0.0)
    return live.header.started or live.header.created
