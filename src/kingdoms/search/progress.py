"""A search in progress, in one tree or in several, and its results."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kingdoms.core.rng import Random
from kingdoms.search.running import run
from kingdoms.search.settings import Limits, SearchError
from kingdoms.search.tree import Tree

FIRST_CHUNK = 16
LAST_CHUNK = 512
"""The number of simulations between two checks of the limits: the first number, and the maximum after doublings."""
LINE = 12
"""The maximum length of an expected line, in actions."""


@dataclass(frozen=True)
class Choice:
    """The result of a search for one action.

    Attributes:
        action: the number of the action.
        visits: the number of simulations that started with it.
        prior: its estimated probability before the search.
        proven: whether the chances are certain.
        chances: the expected share of the game for each seat after it, in the order of `game.seats`; the sum is 1.
    """

    action: int
    visits: int
    prior: float
    proven: bool
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Found:
    """The result of a search.

    Attributes:
        choices: the results for the actions, best first.
        chances: the expected share of the game for each seat, in the order of `game.seats`.
        line: the expected actions, starting with the best choice.
        visits: the number of simulations that passed through the position, including those of earlier moves.
        simulations: the number of simulations in this search.
        nodes: the number of nodes in the trees.
        seconds: the wall-clock time that it took.
        proven: whether the chances are certain.
        stopped: why it ended: "simulations", "seconds", "proven", or "stopped" (by the caller).
    """

    choices: tuple[Choice, ...]
    chances: tuple[float, ...]
    line: tuple[int, ...]
    visits: int
    simulations: int
    nodes: int
    seconds: float
    proven: bool
    stopped: str

    @property
    def best(self) -> int:
        """The best action."""
        return self.choices[0].action

    def policy(self, temperature: float = 1.0) -> dict[int, float]:
        """Return the probability of each action by its visits: what an AlphaZero loop plays, and what a policy learns.

        Args:
            temperature: 1 for the share of visits, lower for more weight on the most visited; 0 for the best action alone.

        Raises:
            SearchError: the temperature is negative or not a number, or the search had nothing to choose.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.search import Limits, Searcher
            >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
            >>> state.apply_action("first N")
            >>> found = Searcher(state.game, seed=1).think(state.view("N"), Limits(simulations=50))
            >>> round(sum(found.policy().values()), 6), found.policy(0.0)[found.best]
            (1.0, 1.0)
        """
        if not 0 <= temperature < math.inf or not self.choices:
            raise SearchError(f"a policy has a temperature from 0 and some choices, not {temperature} and {len(self.choices)}")
        most = max(choice.visits for choice in self.choices)
        if temperature == 0 or most == 0:
            return {choice.action: float(choice.action == self.best) for choice in self.choices}
        weights = {choice.action: (choice.visits / most) ** (1 / temperature) for choice in self.choices}
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}

    def sample(self, rng: Random, temperature: float = 1.0) -> int:
        """Return a random action with the probabilities of `policy`."""
        policy = self.policy(temperature)
        point = rng.roll(1 << 30) / (1 << 30)
        for action, probability in policy.items():
            point -= probability
            if point < 0:
                return action
        return self.best


class Search:
    """A search in progress: the trees and the limits."""

    def __init__(self, trees: Sequence[Tree], limits: Limits, stop: threading.Event | None) -> None:
        self.trees = trees
        self.limits = limits
        self.stop = stop or threading.Event()
        self.began = time.perf_counter()
        self.visits_before = [tree.root_visits() for tree in trees]
        self.reason = "simulations"
        self.errors: list[BaseException] = []
        self.finished_trees: set[int] = set()

    def run(self, report: Callable[[Found], None] | None, every: float) -> None:
        """Search until a limit is reached, reporting at intervals."""
        if len(self.trees) == 1:
            self._search_tree(0, report, every)
            return
        while len(self.finished_trees) < len(self.trees):
            until = math.inf if report is None else time.perf_counter() + every
            self._run_threads(until)
            if report is not None:
                report(self.combine())

    def _run_threads(self, until: float) -> None:
        """Search in all trees until they have ended or a report is due, so that no tree is read while it grows."""
        working = [number for number in range(len(self.trees)) if number not in self.finished_trees]
        threads = [threading.Thread(target=self._run_thread, args=(number, until), daemon=True) for number in working]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self.stop.set()
            raise
        if self.errors:
            raise self.errors[0]

    def _run_thread(self, number: int, until: float) -> None:
        """Search in one tree, and keep any error for the main thread to raise."""
        try:
            self._search_tree(number, None, 0.0, until)
        except BaseException as error:
            self.errors.append(error)
            self.stop.set()

    def _search_tree(self, number: int, report: Callable[[Found], None] | None, every: float, until: float = math.inf) -> None:
        """Search in one tree in chunks of simulations, until a limit is reached or the clock reaches `until`."""
        tree, limits = self.trees[number], self.limits
        share = None
        if limits.simulations is not None:
            share = (limits.simulations + number) // len(self.trees)
        chunk, reported = FIRST_CHUNK, self.began
        while True:
            now = time.perf_counter()
            left = chunk if share is None else min(chunk, share - tree.root_visits())
            begun = tree.root_visits() > 1
            if begun and self.stop.is_set():
                self.reason = "stopped"
                break
            if begun and limits.seconds is not None and now - self.began >= limits.seconds:
                self.reason = "seconds"
                break
            if left <= 0:
                break
            if begun and tree.is_proven():
                self.reason = "proven"
                break
            if now >= until:
                return
            if begun and report is not None and now - reported >= every:
                report(self.combine())
                reported = now
            run(tree, left)
            chunk = min(2 * chunk, LAST_CHUNK)
        self.finished_trees.add(number)

    def combine(self) -> Found:
        """Return the combined results of all trees."""
        choices: dict[int, list[Choice]] = {}
        for tree in self.trees:
            for choice in tree.choices():
                choices.setdefault(choice[0], []).append(Choice(*choice))
        mover = self.trees[0].root_mover()
        ranked = sorted(map(_merge, choices.values()), key=lambda choice: _rank(choice, mover), reverse=True)
        visits = [tree.root_visits() for tree in self.trees]
        certain = [tree for tree in self.trees if tree.is_proven()]
        values = [tree.value() for tree in certain or self.trees]
        return Found(
            choices=tuple(ranked),
            chances=_mean(values, [1] * len(values) if certain else visits),
            line=tuple(self.trees[0].line(ranked[0].action, LINE)) if ranked else (),
            visits=sum(visits),
            simulations=sum(visits) - sum(self.visits_before),
            nodes=sum(tree.node_count for tree in self.trees),
            seconds=time.perf_counter() - self.began,
            proven=bool(certain),
            stopped=self.reason,
        )


def _mean(values: Sequence[Sequence[float]], weights: Sequence[float]) -> tuple[float, ...]:
    """Return the weighted mean of several lists of chances; unweighted if all weights are 0."""
    total = sum(weights)
    if not total:
        weights, total = [1] * len(values), len(values)
    return tuple(sum(n * value[i] for value, n in zip(values, weights, strict=True)) / total for i in range(len(values[0])))


def _merge(choices: Sequence[Choice]) -> Choice:
    certain = [choice for choice in choices if choice.proven]
    trusted = certain or choices
    return Choice(
        action=choices[0].action,
        visits=sum(choice.visits for choice in choices),
        prior=choices[0].prior,
        proven=bool(certain),
        chances=_mean([choice.chances for choice in trusted], [choice.visits for choice in trusted]),
    )


def _rank(choice: Choice, mover: int) -> tuple[int, int, float, float]:
    """Return a sort key: proven wins rank highest, proven losses lowest, others by visits."""
    chance = choice.chances[mover]
    certain = 0 if not choice.proven else 1 if chance >= 1.0 else -1 if chance <= 0.0 else 0
    return certain, choice.visits, chance, choice.prior
