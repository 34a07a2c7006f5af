"""The base class of bots that wrap another bot."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.bot import Adviser, Bot, Closable, Observer, Seen
from kingdoms.core.message import Said
from kingdoms.core.view import View


class Relay:
    """Forwards everything except `choose` to another bot.

    Args:
        bot: the wrapped bot.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def reason(self, view: View, action: int) -> Said:
        """Return the wrapped bot's reason for an action; empty if it gives none."""
        return self.bot.reason(view, action) if isinstance(self.bot, Adviser) else ""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Pass on the seat's observations."""
        if isinstance(self.bot, Observer):
            self.bot.observe(seen)

    def close(self) -> None:
        """Release the resources of the wrapped bot."""
        if isinstance(self.bot, Closable):
            self.bot.close()
