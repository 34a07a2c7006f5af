"""Games that begin at random, so that bots without chance of their own do not play the same one again and again."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.rng import Random
from kingdoms.core.view import View


class Opening:
    """The first decisions of one game, made at random whoever is to decide.

    Args:
        decisions: how many.
        seed: where they come from: the same seed opens a game in the same way, whoever plays it.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.bots import BOTS
        >>> game = kingdoms.load_game("rivers", seats=2)
        >>> opening = Opening(6, seed=4)
        >>> players = [opening.before(BOTS.make("greedy", game, seed)) for seed in (1, 2)]
        >>> kingdoms.play(game, players, seed=4).state.is_terminal()
        True
    """

    def __init__(self, decisions: int, seed: int) -> None:
        self.left = decisions
        self.rng = Random(seed)

    def before(self, bot: Bot) -> Bot:
        """Return a player that takes part in the opening and then leaves everything to a bot."""
        return _ObservingOpened(self, bot) if isinstance(bot, Observer) else _Opened(self, bot)


class _Opened:
    """A bot that waits for the opening to be over."""

    def __init__(self, opening: Opening, bot: Bot) -> None:
        self.opening = opening
        self.bot = bot

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return any of the legal actions during the opening, then what the bot chooses."""
        if self.opening.left > 0:
            self.opening.left -= 1
            return legal[self.opening.rng.roll(len(legal))]
        return self.bot.choose(view, legal)


class _ObservingOpened(_Opened):
    """A bot that waits for the opening to be over and watches it."""

    bot: Observer

    def observe(self, seen: Sequence[Seen]) -> None:
        """Hand on what the seat has seen."""
        self.bot.observe(seen)
