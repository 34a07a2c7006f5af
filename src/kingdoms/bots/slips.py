"""Bots that slip now and then, so that there are easier ones to play against."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.bots.relay import Relay
from kingdoms.core.bot import Bot
from kingdoms.core.errors import quoted
from kingdoms.core.rng import Random
from kingdoms.core.view import View


class Slipping(Relay):
    """A bot that acts at random now and then.

    Args:
        bot: who plays otherwise.
        seed: where slips come from.
        share: how often it slips, from 0 to 1; a text where it comes from a bot's name.

    Raises:
        ValueError: that is not a share.
    """

    def __init__(self, bot: Bot, seed: int, share: float | str) -> None:
        super().__init__(bot)
        self.rng = Random(seed)
        try:
            self.share = float(share)
        except ValueError:
            raise ValueError(f"slips must be a number from 0 to 1, not {quoted(share)}") from None
        if not 0.0 <= self.share <= 1.0:
            raise ValueError(f"slips must be a number from 0 to 1, not {share}")

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return any of the legal actions if it is time for a slip, else what the bot would do."""
        if self.share and self.rng.roll(1_000_000) < self.share * 1_000_000:
            return legal[self.rng.roll(len(legal))]
        return self.bot.choose(view, legal)
