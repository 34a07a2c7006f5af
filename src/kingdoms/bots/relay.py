"""What bots have in common that stand before another one."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.bot import Adviser, Bot, Closable, Observer, Seen
from kingdoms.core.view import View


class Relay:
    """Hands on to a bot whatever is not about choosing.

    Args:
        bot: the one behind it.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def reason(self, view: View, action: int) -> str:
        """Return what the bot says for an action."""
        return self.bot.reason(view, action) if isinstance(self.bot, Adviser) else ""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Hand on what the seat has seen."""
        if isinstance(self.bot, Observer):
            self.bot.observe(seen)

    def close(self) -> None:
        """Let go of what the bot holds."""
        if isinstance(self.bot, Closable):
            self.bot.close()
