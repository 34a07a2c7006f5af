"""Random openings, so that deterministic bots do not repeat the same game."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.rng import Random
from kingdoms.core.view import View


class RandomOpening:
    """The opening of one game: its first decisions, made at random for all seats.

    Args:
        decisions: the number of decisions.
        seed: the seed of these decisions; the same seed gives the same opening for all bots.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.bots import BOTS
        >>> game = kingdoms.load_game("rivers", seats=2)
        >>> opening = RandomOpening(6, seed=4)
        >>> players = [opening.wrap(BOTS.make("greedy", game, seed)) for seed in (1, 2)]
        >>> kingdoms.play(game, players, seed=4).state.is_terminal()
        True
    """

    def __init__(self, decisions: int, seed: int) -> None:
        self.decisions_left = decisions
        self.rng = Random(seed)

    def wrap(self, bot: Bot) -> Bot:
        """Wrap a bot: the result plays the opening, and the bot decides from then on."""
        return _ObservingOpeningBot(self, bot) if isinstance(bot, Observer) else _OpeningBot(self, bot)


class _OpeningBot:
    def __init__(self, opening: RandomOpening, bot: Bot) -> None:
        self.opening = opening
        self.bot = bot

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return a random legal action during the opening, then the bot's choice."""
        if self.opening.decisions_left > 0:
            self.opening.decisions_left -= 1
            return legal[self.opening.rng.roll(len(legal))]
        return self.bot.choose(view, legal)


class _ObservingOpeningBot(_OpeningBot):
    """An `_OpeningBot` around a bot that observes, also during the opening."""

    bot: Observer

    def observe(self, seen: Sequence[Seen]) -> None:
        self.bot.observe(seen)
