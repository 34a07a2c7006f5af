"""Bots that wrap another bot: those that sometimes play at random, as easier opponents, and those that avoid some actions."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.bots.levels import SearchBot
from kingdoms.core.bot import Adviser, Bot, Closable, Observer, Seen
from kingdoms.core.errors import quoted, suggest
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.message import Said
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.texts import text


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


class AvoidingBot(Relay):
    """A bot that avoids some kinds of actions unless no other action is legal.

    Instead of such an action, it takes the next best one according to its search, or to the game's policy if it does not
    search. It still plans as if it could take the avoided actions later.

    Args:
        bot: the wrapped bot.
        game: the game that it plays.
        kinds: the kinds of actions to avoid, as first words of their texts.

    Raises:
        ValueError: the game has no such kind of action.
    """

    def __init__(self, bot: Bot, game: Game, kinds: Sequence[str]) -> None:
        action_kinds = game.action_kinds
        for kind in kinds:
            if action_kinds and kind not in action_kinds:
                raise ValueError(
                    text("bot.without", kind=quoted(kind), hint=suggest(kind, action_kinds), kinds=", ".join(action_kinds))
                )
        super().__init__(bot)
        self.game = game
        self.kinds = frozenset(kinds)
        self.knowledge: Knowledge | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the wrapped bot's choice, or the best allowed action instead."""
        allowed = [action for action in legal if self.game.action_to_string(action).partition(" ")[0] not in self.kinds]
        if not allowed or len(allowed) == len(legal):
            return self.bot.choose(view, legal)
        if len(allowed) == 1:
            return allowed[0]
        preferred = self.bot.choose(view, legal)
        if preferred in allowed:
            return preferred
        if isinstance(self.bot, SearchBot) and self.bot.result is not None:
            ranked = [choice.action for choice in self.bot.result.choices if choice.visits and choice.action in allowed]
            if ranked:
                return ranked[0]
        return self._best_action(view, allowed)

    def _best_action(self, view: View, allowed: Sequence[int]) -> int:
        """Return the allowed action with the highest weight in the game's policy."""
        rng = Random(0)
        if self.knowledge is None:
            self.knowledge = self.game.knowledge(view.sample(rng))
        self.knowledge.look(view, rng)
        weights = self.knowledge.policy()
        return max(allowed, key=lambda action: weights.get(action, 0.0))
