"""Searches in self-play. In a game with secrets, they know what a seat that has seen the whole game knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kingdoms.bots.levels import SEVERAL, SearchBot
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.nets import Net
from kingdoms.search import Limits, Searcher
from kingdoms.search.running import run
from kingdoms.search.settings import validate
from kingdoms.search.tree import Tree

CHUNK: Final = 512
WIDE: Final = {"exploration": 0.2, "widening": 0.25}
"""The options of searches that explore as much as when the first nets were trained, so that these can be made again."""
GREEDY: Final = {"greedy": 0.5}
"""The options of searches with the priors of that time."""


def search_player(game: Game, seed: int, simulations: int, net: Net | None, **options: Any) -> SearchBot:
    """Return a player that searches, as levels do with this number of seats."""
    others = SEVERAL if game.num_players > 2 else 1.0
    return SearchBot(Searcher(game, seed, net=net, others=others, **options), Limits(simulations=simulations))


class Thinker:
    """A search for self-play.

    With secrets, it gets the state and the seat to think for instead of the seat's observations, since computing what each
    seat sees of each action takes longer than the search. It only uses what the seat may know (`Knowledge.witness`).

    Args:
        game: the game.
        seed: the seed of all random numbers.
        net: evaluates states instead of the game's knowledge.
        wide: whether it explores as much as `WIDE` says, or as much as the game's own searches.
        greedy: whether it favours the greedy choice as `GREEDY` says, or as the game's own searches do.
    """

    def __init__(self, game: Game, seed: int, net: Net | None, wide: bool, greedy: bool) -> None:
        several: dict[str, Any] = {
            **(WIDE if wide else {}),
            **(GREEDY if greedy else {}),
            **({"others": SEVERAL} if game.num_players > 2 else {}),
        }
        self.game = game
        self.searcher = Searcher(game, seed, 1, net, **several)
        self.tree: Tree | None = None
        if game.has_secrets:
            self.tree = Tree(game.knowledge(game.new_initial_state()), seed, net=net)
            options = {**game.search_options(), **({} if net is None else {"rollouts": 0}), **several}
            for name, value in validate(options).items():
                setattr(self.tree, name, value)

    def think(self, state: State, seat: int, simulations: int) -> tuple[int, tuple[float, ...]]:
        """Return the best action, -1 if there is no choice, and the share that each seat can expect.

        Args:
            state: the state.
            seat: the index of the seat to think for; without secrets, any.
            simulations: the number of simulations.
        """
        if self.tree is None:
            search_result = self.searcher.weigh(state.view(None), Limits(simulations=simulations))
            return search_result.choices[0].action if search_result.choices else -1, search_result.chances
        tree = self.tree
        tree.knowledge.witness(state, seat)
        tree.plant()
        for start in range(0, simulations, CHUNK):
            run(tree, min(CHUNK, simulations - start))
        choices = tree.choices()
        if not choices:
            return -1, tuple(tree.value())
        return max(choices, key=lambda choice: (choice[1], choice[4][seat], choice[2]))[0], tuple(tree.value())


class SelfPlayer:
    """A player of self-play, which keeps what it expects.

    Args:
        thinker: its search.
        simulations: how long it searches.
        actions: all actions of the game so far; the caller appends each new one.
        expected: filled in: by number of actions before a decision, the share that each seat can expect.
    """

    def __init__(
        self, thinker: Thinker, simulations: int, actions: Sequence[int], expected: dict[int, tuple[float, ...]]
    ) -> None:
        self.thinker = thinker
        self.simulations = simulations
        self.actions = actions
        self.expected = expected
        self.state = thinker.game.new_initial_state()
        self.action_count = 0

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the best action according to search."""
        for action in self.actions[self.action_count :]:
            self.state.apply_action(action)
        self.action_count = len(self.actions)
        if len(legal) == 1:
            return legal[0]
        action, expected = self.thinker.think(self.state, self.state.current_player(), self.simulations)
        self.expected[self.action_count] = expected
        return action


def deal(knowledge: Knowledge, state: State, seat: int, rng: Random) -> None:
    """Set knowledge to a state as search visits it: with secrets, to a sample that agrees with what a seat knows."""
    if not knowledge.secrets:
        knowledge.begin(state)
        return
    knowledge.witness(state, seat)
    knowledge.start_over(rng)
