"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes:
        reason: one of the game's own words, such as "capital" or "rounds".
        winners: the seats that share the victory, in seat order; at least one.
        loser: the seat whose fall ended the game, or None.
        scores: every seat's final score, by seat; its form is the game's own.
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
