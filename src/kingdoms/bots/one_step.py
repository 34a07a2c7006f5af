"""A bot for any game that looks one step ahead, for games without a greedy bot of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kingdoms.core.game import Game
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.core.playouts import playout
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View

PLAYOUTS: Final = 64
"""The number of random games for a decision, divided among its actions."""
LEAST: Final = 2
"""The least number of random games for an action."""
LONGEST: Final = 10_000
"""The maximum number of actions in a random game."""


class OneStepBot:
    """A bot that tries each action and takes the one with the best position after it.

    A position is worth what the game's knowledge says (`PlainKnowledge.values`), or else the mean result of random games from
    it. What the seat does not know is sampled, the same for all actions, and so is chance.

    Args:
        game: the game.
        seed: the seed of samples, random games, and ties.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea", seats=2, rulings={"round_limit": 1})
        >>> state = game.new_initial_state()
        >>> state.apply_action("first N")
        >>> OneStepBot(game, seed=1).choose(state.view("N"), state.legal_actions()) in state.legal_actions()
        True
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the action with the best position after it."""
        if len(legal) == 1:
            return legal[0]
        totals = dict.fromkeys(legal, 0.0)
        for _ in range(max(LEAST, PLAYOUTS // len(legal))):
            state, seed = view.sample(self.rng), self.rng.roll(2**31)
            mover = state.current_player()
            for action in legal:
                totals[action] += self._worth(state.child(action), mover, Random(seed))
        most = max(totals.values())
        best = [action for action, total in totals.items() if total == most]
        return best[self.rng.roll(len(best))]

    def _worth(self, state: State, player: int, rng: Random) -> float:
        """Return what a state is worth to a player; the state is played on."""
        knowledge = self.game.knowledge(state)
        if isinstance(knowledge, PlainKnowledge) and type(knowledge).values is not PlainKnowledge.values:
            return knowledge.evaluation()[player]
        playout(state, rng, LONGEST)
        return float(state.returns_by_score()[player])
