"""Outcomes of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game.

    Attributes:
        reason: why the game ended, a word defined by the game, such as "capital" or "rounds".
        winners: the seats that share the victory, in seat order; at least one.
        loser: the seat whose defeat ended the game, or None.
        scores: seat -> final score, in a format defined by the game.
    """

    reason: str
    winners: tuple[str, ...]
    loser: str | None
    scores: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON data."""
        return {
            "reason": self.reason,
            "winners": list(self.winners),
            "loser": self.loser,
            "scores": dict(self.scores),
        }
