"""The player that chooses at random."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.rng import Random
from kingdoms.core.view import View


class RandomBot:
    """Chooses each legal action with the same probability.

    Args:
        seed: where its choices come from.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return any of the legal actions."""
        return legal[self.rng.roll(len(legal))]
