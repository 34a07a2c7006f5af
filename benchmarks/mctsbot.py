"""OpenSpiel's `MCTSBot` as a player of our games: the adapters for states and rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import kingdoms
from kingdoms.core.playouts import playout
from kingdoms.core.view import View


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


class MctsPlayer:
    """`MCTSBot` as a player. In a game with secrets, it searches one deal consistent with the seat's view.

    Args:
        game: the game that it plays.
        simulations: the number of simulations per decision.
        plies: the number of random actions in a rollout.
        seed: the seed of all random numbers.
        exploration: the exploration constant of UCT.

    Examples:
        >>> game = kingdoms.load_game("rivers", seats=2)
        >>> record = kingdoms.play(game, [MctsPlayer(game, 5, 10, seed=1), "random"], seed=2)
        >>> record.state.is_terminal()
        True
    """

    def __init__(self, game: kingdoms.Game, simulations: int, plies: int, seed: int, exploration: float = 2.0) -> None:
        self.rng = kingdoms.Random(seed)
        evaluator = Rollouts(game, plies, seed)
        self.bot = mcts.MCTSBot(SpielGame(), exploration, simulations, evaluator, random_state=np.random.RandomState(seed))

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the choice of `MCTSBot`."""
        if len(legal) == 1:
            return legal[0]
        return int(self.bot.step(SpielState(view.sample(self.rng))))
