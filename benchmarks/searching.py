"""Measurements of search in one game: its speed, the memory of its trees, and where its time goes."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from timing import rate

import kingdoms
from kingdoms.core.playouts import playouts, policy_playout
from kingdoms.search import Limits, Searcher
from kingdoms.search.running import run
from kingdoms.search.tree import Tree

MOST = 5000
"""The maximum number of actions in a game of quick players."""
SEATS = (2, 4)
THREADS = (1, 2)


def is_choice(state: kingdoms.State) -> bool:
    """Return whether a seat is to move and has more than one legal action."""
    return state.current_player() >= 0 and len(state.legal_actions()) > 1


def positions(game: kingdoms.Game, seed: int = 1) -> dict[str, kingdoms.State]:
    """Return the first decision in a game between quick players, and one from the middle."""
    rng = kingdoms.Random(seed)
    state = game.new_initial_state()
    knowledge = game.knowledge(state)
    choices = []
    for _ in range(MOST):
        if state.is_terminal():
            break
        if is_choice(state):
            choices.append(state.clone())
        if state.is_chance_node():
            state.apply_action(state.draw_chance_action(rng))
        else:
            knowledge.begin(state, state.current_player() if game.has_secrets else -1)
            state.apply_action(knowledge.decide(rng))
    return {"opening": choices[0], "middle": choices[len(choices) // 2]}


def tree_at(state: kingdoms.State, seed: int = 1) -> Tree:
    """Return a tree planted at a state, for the seat to move."""
    game: kingdoms.Game = state.game
    knowledge = game.knowledge(state)
    knowledge.look(state.view(state.to_move), kingdoms.Random(seed))
    tree = Tree(knowledge, seed)
    tree.plant()
    return tree


def plies_of(state: kingdoms.State, simulations: int) -> float:
    """Return the mean number of actions in a simulation, in the tree and in the rollout."""
    tree = tree_at(state)
    run(tree, simulations)
    return tree.plies / simulations


class Searching:
    """The measurements of search in one game.

    Args:
        name: the name of the game.
        simulations: the number of simulations in a search.
    """

    def __init__(self, name: str, simulations: int) -> None:
        self.name = name
        self.simulations = simulations
        self.seeds = iter(range(10**9))

    def search(self, state: kingdoms.State, threads: int) -> int:
        """Run a new search with the given number of simulations per thread, and return their number."""
        searcher = Searcher(state.game, next(self.seeds), threads)
        found = searcher.think(state.view(state.to_move), Limits(simulations=self.simulations * threads))
        return found.simulations

    def quick_players(self, game: kingdoms.Game) -> int:
        """Play a game of quick players inside the engine."""
        return policy_playout(game.knowledge(game.new_initial_state()), kingdoms.Random(next(self.seeds)), MOST)

    def outside(self, state: kingdoms.State, speed: float, seconds: float) -> float:
        """Return the percentage of a search's time that is not spent on listing and playing actions.

        Args:
            state: the position to search.
            speed: the simulations per second of the search.
            seconds: how long to measure.
        """
        plies = plies_of(state, self.simulations)
        length = max(1, round(plies))
        alone = rate(lambda: playouts(state, next(self.seeds), self.simulations, length), seconds)
        return 100 * max(0.0, 1 - speed * plies / alone)

    def figures(self, seconds: float) -> dict[str, tuple[float, str]]:
        """Return all figures, by name."""
        found: dict[str, tuple[float, str]] = {}
        for seats in SEATS:
            game: kingdoms.Game = kingdoms.load_game(self.name, seats)
            about = f"{game.title}: {seats} seats"
            for where, state in positions(game).items():
                speeds = []
                for threads in THREADS:
                    work: Callable[[], int] = partial(self.search, state, threads)
                    speeds.append(rate(work, seconds, clock=time.process_time if threads == 1 else time.perf_counter))
                    label = f"{about}, {where}, search, {threads} thread{'s' if threads > 1 else ''}"
                    found[label] = (speeds[-1], "simulations/s")
                tree = tree_at(state)
                run(tree, self.simulations)
                found[f"{about}, {where}, memory of a node"] = (tree.bytes_used() / tree.node_count, "bytes")
                found[f"{about}, {where}, time outside the rules"] = (self.outside(state, speeds[0], seconds), "%")
            found[f"{about}, quick players inside the engine"] = (
                rate(partial(self.quick_players, game), seconds),
                "decisions/s",
            )
        return found
