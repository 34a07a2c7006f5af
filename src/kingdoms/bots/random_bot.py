"""The bot that plays at random."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.rng import Random
from kingdoms.core.view import View


class RandomBot:
    """A bot that chooses each legal action with the same probability.

    Args:
        seed: the seed of its choices.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return a random legal action."""
        return legal[self.rng.roll(len(legal))]
