"""Bots that lose the game when they crash, in place of a stand-in that takes their seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kingdoms.bots.program import ProgramBot
from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.errors import KingdomsError, cut
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.view import View
from kingdoms.texts import text

CRASH: Final = "crash"
"""The reason for the end of a game that a bot has lost by a crash."""
MOST_QUOTED: Final = 300


class Crash(Exception):
    """Raised when a bot raises an exception, breaks the rules or runs out of time.

    Attributes:
        seat: the seat of the bot.
        record: the game up to there, if it has a record.
        played: the number of actions before it, without those of chance.
    """

    def __init__(self, message: str, seat: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.record: Record | None = None
        self.played = 0


class Mortal:
    """A bot that raises `Crash` in place of any other exception, and of an action that isn't legal.

    Args:
        bot: the bot. A program gets no stand-in.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        if isinstance(bot, ProgramBot):
            bot.stands_in = False

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the choice of the bot."""
        try:
            action = self.bot.choose(view, legal)
        except Exception as error:
            raise _crash(error, view.game, str(view.seat)) from error
        if action not in legal:
            raise Crash(text("bot.illegal", seat=view.game.seat_name(str(view.seat)), action=cut(repr(action))), str(view.seat))
        return action


class ObservingMortal(Mortal):
    """A `Mortal` around a bot that observes; what goes wrong there is raised at its next choice."""

    bot: Observer

    def __init__(self, bot: Observer) -> None:
        super().__init__(bot)
        self.fault: Exception | None = None

    def observe(self, seen: Sequence[Seen]) -> None:
        """Pass on the seat's observations."""
        try:
            self.bot.observe(seen)
        except Exception as error:
            self.fault = error

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the choice of the bot."""
        if self.fault is not None:
            raise _crash(self.fault, view.game, str(view.seat)) from self.fault
        return super().choose(view, legal)


def wrap_failures(bot: Bot) -> Bot:
    """Return a bot that raises `Crash` whatever goes wrong."""
    return ObservingMortal(bot) if isinstance(bot, Observer) else Mortal(bot)


def winnings(seats: Sequence[str], crashed: str) -> list[float]:
    """Return what each seat wins if one has crashed: the others share the victory.

    Examples:
        >>> winnings(["A", "B", "P"], "B")
        [0.5, 0.0, 0.5]
    """
    return [0.0 if seat == crashed else 1 / (len(seats) - 1) for seat in seats]


def _crash(error: Exception, game: Game, seat: str) -> Crash:
    reason = error.message if isinstance(error, KingdomsError) else f"{type(error).__name__}: {error}"
    return Crash(text("bot.crashed", seat=game.seat_name(seat), reason=cut(reason, MOST_QUOTED)), seat)
