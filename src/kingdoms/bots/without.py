"""Bots that avoid some kinds of actions, to measure the worth of these."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.bots.levels import SearchBot
from kingdoms.bots.relay import Relay
from kingdoms.core.bot import Bot
from kingdoms.core.errors import quoted, suggest
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.texts import text


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
