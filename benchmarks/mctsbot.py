"""Our games for OpenSpiel's `MCTSBot`: the adapters for states and rollouts."""

from __future__ import annotations

from typing import Any

import pyspiel
from open_spiel.python.algorithms import mcts

import kingdoms
from kingdoms.core.playouts import playout


class SpielGame:
    """The interface of a game that `MCTSBot` needs."""

    def get_type(self) -> Any:
        """Return the game type: sequential, with terminal rewards."""
        return SpielType

    def max_utility(self) -> float:
        """Return the utility of winning alone."""
        return 1.0


class SpielType:
    """The game type in OpenSpiel's terms."""

    reward_model = pyspiel.GameType.RewardModel.TERMINAL
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL


class SpielState:
    """One of our states with the interface that `MCTSBot` needs."""

    __slots__ = ("apply_action", "chance_outcomes", "current_player", "is_chance_node", "is_terminal", "ours", "returns")

    def __init__(self, ours: kingdoms.State) -> None:
        self.ours = ours
        self.apply_action = ours.apply_trusted
        self.chance_outcomes = ours.chance_outcomes
        self.current_player = ours.current_player
        self.is_chance_node = ours.is_chance_node
        self.is_terminal = ours.is_terminal
        self.returns = ours.returns

    def clone(self) -> SpielState:
        """Return a copy."""
        return SpielState(self.ours.clone())

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of the player to move."""
        return self.ours.legal_actions()


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Random actions inside our engine, then our own evaluation: more informative than OpenSpiel's random games to the end.

    Args:
        game: the game.
        plies: the number of random actions.
        seed: the seed of these actions.
    """

    def __init__(self, game: kingdoms.Game, plies: int, seed: int) -> None:
        self.knowledge = game.knowledge(game.new_initial_state())
        self.plies = plies
        self.rng = kingdoms.Random(seed)

    def evaluate(self, state: SpielState) -> list[float]:
        """Return the expected share of the game for each seat."""
        played = state.ours.clone()
        playout(played, self.rng, self.plies)
        self.knowledge.begin(played)
        return self.knowledge.evaluation()

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Return even priors, or the probabilities at a chance node."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]
