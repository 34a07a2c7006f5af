"""Bots that sometimes play at random, as easier opponents."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.bots.relay import Relay
from kingdoms.core.bot import Bot
from kingdoms.core.errors import quoted
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.texts import text


class SlippingBot(Relay):
    """A bot that sometimes plays at random.

    Args:
        bot: the bot that plays otherwise.
        seed: the seed of the slips.
        share: the probability of a slip, from 0 to 1; a string if it comes from a spec.

    Raises:
        ValueError: `share` is not a number from 0 to 1.
    """

    def __init__(self, bot: Bot, seed: int, share: float | str) -> None:
        super().__init__(bot)
        self.rng = Random(seed)
        try:
            self.share = float(share)
        except ValueError:
            raise ValueError(text("bot.slips", share=quoted(share))) from None
        if not 0.0 <= self.share <= 1.0:
            raise ValueError(text("bot.slips", share=share))

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return a random legal action for a slip, otherwise the wrapped bot's choice."""
        if self.share and self.rng.roll(1_000_000) < self.share * 1_000_000:
            return legal[self.rng.roll(len(legal))]
        return self.bot.choose(view, legal)
