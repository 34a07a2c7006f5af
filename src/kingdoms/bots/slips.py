"""Bots that slip now and then, so that there are easier ones to play against."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.rng import Random


class Slips:
    """Says when a bot acts at random instead, and how.

    Args:
        rng: where slips come from.
        share: how often, from 0 to 1; a text where it comes from a bot's name.

    Raises:
        ValueError: that is no share.

    Example:
        >>> Slips(Random(1), "1").action([7])
        7
    """

    def __init__(self, rng: Random, share: float | str) -> None:
        self.rng = rng
        try:
            self.share = float(share)
        except ValueError:
            raise ValueError(f"slips must be a number from 0 to 1, not {share!r}") from None
        if not 0.0 <= self.share <= 1.0:
            raise ValueError(f"slips must be a number from 0 to 1, not {share}")

    def action(self, legal: Sequence[int]) -> int | None:
        """Return any of the legal actions if it is time for a slip, else None."""
        if self.share and self.rng.roll(1_000_000) < self.share * 1_000_000:
            return legal[self.rng.roll(len(legal))]
        return None
