"""Bots that do without something, to see what it is worth."""

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


class Without(Relay):
    """A bot that does not take some kinds of actions, unless nothing else is possible.

    When it would take one, it takes the next best: of what its search has found, or by what the game knows of good play. It
    plans as if it could take them later on.

    Args:
        bot: who plays otherwise.
        game: what it plays.
        kinds: what it does not take: first words of actions.

    Raises:
        ValueError: no action is of such a kind.
    """

    def __init__(self, bot: Bot, game: Game, kinds: Sequence[str]) -> None:
        known = game.action_kinds
        for kind in kinds:
            if known and kind not in known:
                there = ", ".join(known)
                raise ValueError(f"no action is of the kind {quoted(kind)}{suggest(kind, known)}; the kinds are {there}")
        super().__init__(bot)
        self.game = game
        self.kinds = frozenset(kinds)
        self.knowledge: Knowledge | None = None

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return what the bot would do, or the best of what is left to it."""
        allowed = [action for action in legal if self.game.action_to_string(action).partition(" ")[0] not in self.kinds]
        if not allowed or len(allowed) == len(legal):
            return self.bot.choose(view, legal)
        if len(allowed) == 1:
            return allowed[0]
        wanted = self.bot.choose(view, legal)
        if wanted in allowed:
            return wanted
        if isinstance(self.bot, SearchBot) and self.bot.found is not None:
            ranked = [choice.action for choice in self.bot.found.choices if choice.visits and choice.action in allowed]
            if ranked:
                return ranked[0]
        return self._best(view, allowed)

    def _best(self, view: View, allowed: Sequence[int]) -> int:
        """Return what looks best at a glance."""
        rng = Random(0)
        if self.knowledge is None:
            self.knowledge = self.game.knowledge(view.sample(rng))
        self.knowledge.look(view, rng)
        weights = self.knowledge.policy()
        return max(allowed, key=lambda action: weights.get(action, 0.0))
