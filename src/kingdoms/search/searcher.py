"""The interface of search: limits, threads, trees kept between moves, and results."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kingdoms.core.bot import Seen
from kingdoms.core.errors import KingdomsError, quoted
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.nets import Net
from kingdoms.search.running import run
from kingdoms.search.tree import Tree
from kingdoms.texts import listing, shared

SEED_STEP = 104_729
"""The difference between the seeds of consecutive threads."""
JITTER = 1.0
"""The noise on the priors of all threads but the first; without it, all threads might grow the same tree."""
MOST_THREADS = 256
MOST_NODES = 100_000_000
FIRST_CHUNK = 16
LAST_CHUNK = 512
"""The number of simulations between two checks of the limits: the first number, and the maximum after doublings."""
LINE = 12
"""The maximum length of an expected line, in actions."""


@dataclass(frozen=True)
class Option:
    """An option of the search trees.

    Attributes:
        about: a short description.
        most: the highest value; the lowest is 0.
        whole: whether the value must be a whole number.
    """

    about: str
    most: float = 1
    whole: bool = True


ABOUT = shared("parameter")
"""The descriptions of the options."""
OPTIONS = {
    "exploration": Option(ABOUT["exploration"], 1000, whole=False),
    "widening": Option(ABOUT["widening"], 1000, whole=False),
    "others": Option(ABOUT["others"], 1000, whole=False),
    "width": Option(ABOUT["width"], 10_000),
    "root_width": Option(ABOUT["root_width"], 10_000),
    "rollouts": Option(ABOUT["rollouts"]),
    "transpositions": Option(ABOUT["transpositions"]),
    "even_priors": Option(ABOUT["even_priors"]),
    "pruning": Option(ABOUT["pruning"]),
    "reuse": Option(ABOUT["reuse"]),
}
"""The options of a search, by name (see `kingdoms.search.tree.Tree`)."""


class SearchError(KingdomsError, ValueError):
    """An invalid search: there is nothing to decide, no limit is given, or a limit or an option is invalid."""

    code, topic, clause = "search", "request", "N.7"


@dataclass(frozen=True)
class Limits:
    """The limits of a search, which ends at the first one that it reaches.

    Args:
        simulations: the number of simulations through the position, including those of earlier moves; None for no limit.
        seconds: the wall-clock time; None for no limit.
        nodes: the total number of nodes in the trees of all threads. When a tree is full, the search continues without
            growing it.

    Raises:
        SearchError: neither simulations nor seconds are limited, or a limit is out of range.

    Examples:
        >>> Limits(simulations=300)
        Limits(simulations=300, seconds=None, nodes=2000000)
        >>> Limits(simulations=0)
        Traceback (most recent call last):
        ...
        kingdoms.search.searcher.SearchError: a search needs at least 1 simulation, not 0
    """

    simulations: int | None = None
    seconds: float | None = None
    nodes: int = 2_000_000

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise SearchError("say how long to search: a number of simulations, or of seconds")
        if self.simulations is not None and self.simulations < 1:
            raise SearchError(f"a search needs at least 1 simulation, not {quoted(self.simulations)}")
        if self.seconds is not None and not self.seconds > 0:
            raise SearchError(f"a search needs some time, not {quoted(self.seconds)} seconds")
        if not 1 <= self.nodes <= MOST_NODES:
            raise SearchError(f"a search needs room for 1 to {MOST_NODES} states, not {quoted(self.nodes)}")


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


def checked(options: Mapping[str, float]) -> dict[str, float]:
    """Validate search options, and return them with the types that trees need.

    Raises:
        SearchError: an option is unknown, or its value is invalid.

    Examples:
        >>> checked({"width": 8.0})
        {'width': 8}
    """
    found: dict[str, float] = {}
    for name, value in options.items():
        option = OPTIONS.get(name)
        if option is None:
            raise SearchError(f"a search has no option {quoted(name)}: the options are {listing(list(OPTIONS))}")
        if not 0 <= value <= option.most or (option.whole and value != int(value)):
            kind = "a whole number" if option.whole else "a number"
            raise SearchError(f"the option {name} must be {kind} from 0 to {option.most:g}, not {quoted(value)}")
        found[name] = int(value) if option.whole else float(value)
    return found


class Searcher:
    """Searches successive positions of one game from the point of view of a seat.

    Args:
        game: the game.
        seed: the seed of all random numbers. With one thread, the same seed and number of simulations give the same result.
        threads: the number of threads. Each searches in its own tree, and their results are combined.
        net: evaluates states instead of the game's knowledge, without rollouts unless an option asks for them.
        knowledge: makes the knowledge of each thread from a state, such as a subclass of `PlainKnowledge`; the default is
            `Game.knowledge`.
        **options: the options of all trees (see `OPTIONS`), such as `exploration=0.3`; they override the game's own
            (`Game.search_options`).

    Raises:
        SearchError: the number of threads is out of range, or an option is unknown or has an invalid value.

    Examples:
        >>> import kingdoms
        >>> from kingdoms.search import Limits, Searcher
        >>> game = kingdoms.load_game("middlesea", seats=2)
        >>> state = game.new_initial_state()
        >>> state.apply_action("first N")
        >>> found = Searcher(game, seed=1).think(state.view("N"), Limits(simulations=50))
        >>> game.action_to_string(found.best), found.visits
        ('explore suns N.FL', 50)
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        threads: int = 1,
        net: Net | None = None,
        knowledge: Callable[[State], Knowledge] | None = None,
        **options: float,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise SearchError(f"a search takes from 1 to {MOST_THREADS} threads, not {quoted(threads)}")
        self.game = game
        self.seed = seed
        self.threads = threads
        self.net = net
        self.knowledge = game.knowledge if knowledge is None else knowledge
        self.options = checked({**game.search_options(), **({} if net is None else {"rollouts": 0}), **options})
        self._rng = Random(seed)
        self._trees: list[Tree] = []
        self._seen: list[Seen] = []

    def observe(self, seen: Sequence[Seen]) -> None:
        """Record the seat's observations since the last call."""
        for tree in self._trees:
            tree.knowledge.observe(seen)
        if not self._trees:
            self._seen += seen

    def think(
        self,
        view: View,
        limits: Limits,
        report: Callable[[Found], None] | None = None,
        stop: threading.Event | None = None,
        every: float = 0.25,
    ) -> Found:
        """Search the position of a view.

        Args:
            view: the view of the seat to move; in a game without secrets, any view.
            limits: when to end.
            report: called at intervals with the results so far.
            stop: an event that ends the search soon after it is set.
            every: the interval between reports, in seconds.

        Raises:
            SearchError: the game is over, chance or another seat is to move, or the limit on simulations is too low.
        """
        self._check(view)
        least = 2 * self.threads
        if limits.simulations is not None and limits.simulations < least:
            few = f"{limits.simulations} simulation{'' if limits.simulations == 1 else 's'} cannot try any choice"
            raise SearchError(f"{few}: give the search at least {least}").cite(self.game)
        return self._search(view, limits, report, stop, every)

    def weigh(self, view: View, limits: Limits, stop: threading.Event | None = None) -> Found:
        """Search a position for the expected share of each seat, even if another seat or chance is to move.

        Args:
            view: the view of the seat to search for; in a game without secrets, any view. With secrets, the view after an
                action may reveal more than the seat knew when it chose the action: to judge a choice, use `insist`.
            limits: when to end.
            stop: an event that ends the search soon after it is set.

        Raises:
            SearchError: the game is over, or it has secrets and the view is an onlooker's.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.search import Limits, Searcher
            >>> game = kingdoms.load_game("middlesea", seats=2)
            >>> found = Searcher(game, seed=1).weigh(game.new_initial_state().view("N"), Limits(simulations=20))
            >>> found.visits, found.choices, round(sum(found.chances), 3)
            (20, (), 1.0)
        """
        if view.to_move is None:
            raise SearchError("the game is over: there is nothing to search").cite(self.game)
        if self.game.has_secrets and view.seat is None:
            raise SearchError("this game has secrets, and this is what an onlooker sees: search needs the view of a seat").cite(
                self.game
            )
        return self._search(view, limits, None, stop, 0.0)

    def insist(self, action: int, limits: Limits, stop: threading.Event | None = None) -> Choice:
        """Search one action further in the position of the last search, and return its new result.

        Args:
            action: any legal action in that position, even if it is not among the choices.
            limits: when to end; `simulations` counts those that start with the action, including earlier ones.
            stop: an event that ends the search soon after it is set.

        Raises:
            SearchError: nothing has been searched yet.

        Examples:
            >>> import kingdoms
            >>> from kingdoms.search import Limits, Searcher
            >>> game = kingdoms.load_game("middlesea", seats=2)
            >>> state = game.new_initial_state()
            >>> state.apply_action("first N")
            >>> searcher = Searcher(game, seed=1)
            >>> found = searcher.think(state.view("N"), Limits(simulations=50))
            >>> searcher.insist(game.string_to_action("end"), Limits(simulations=50)).visits
            50
        """
        for tree in self._searched():
            tree.insist(action)
        if limits.simulations is not None:
            choices = [choice for tree in self._trees for choice in tree.choices()]
            others = sum(tree.root_visits() for tree in self._trees) - sum(c[1] for c in choices if c[0] == action)
            limits = replace(limits, simulations=others + limits.simulations)
        search = _Search(self._trees, limits, stop)
        search.run(None, 0.0)
        return next(choice for choice in search.found().choices if choice.action == action)

    def line(self, action: int, most: int = LINE) -> list[int]:
        """Return the expected line for an action in the position of the last search, starting with the action.

        Raises:
            SearchError: nothing has been searched yet.
        """
        return self._searched()[0].line(action, most)

    def _searched(self) -> list[Tree]:
        """Return the trees of the last search, or raise `SearchError` if there was none."""
        if not self._trees:
            raise SearchError("nothing has been searched yet: call think first").cite(self.game)
        return self._trees

    def _search(
        self,
        view: View,
        limits: Limits,
        report: Callable[[Found], None] | None,
        stop: threading.Event | None,
        every: float,
    ) -> Found:
        """Search the position of a view, without checking it."""
        self._prepare_trees(view, limits)
        search = _Search(self._trees, limits, stop)
        search.run(report, every)
        return search.found()

    def _check(self, view: View) -> None:
        """Raise `SearchError` if no seat is to move, or with secrets, if the view belongs to another seat."""
        to_move = view.to_move
        if to_move is None:
            raise SearchError("the game is over: there is nothing to search").cite(self.game)
        if to_move == "chance":
            raise SearchError("chance decides now: search looks only at what a seat decides").cite(self.game)
        if self.game.has_secrets and view.seat != to_move:
            whose = f"seat {view.seat}" if view.seat else "an onlooker"
            raise SearchError(f"seat {to_move} is to move, and this is what {whose} sees").cite(self.game)

    def _prepare_trees(self, view: View, limits: Limits) -> None:
        """Move all trees to the position of a view; create them on first use."""
        if not self._trees:
            state = view.sample(self._rng)
            for number in range(self.threads):
                tree = Tree(self.knowledge(state), self.seed + SEED_STEP * number, net=self.net)
                tree.jitter = JITTER if number else 0.0
                for name, value in self.options.items():
                    setattr(tree, name, value)
                tree.knowledge.observe(self._seen)
                self._trees.append(tree)
            self._seen = []
        for tree in self._trees:
            tree.most_nodes = max(1, limits.nodes // self.threads)
            tree.knowledge.look(view, self._rng)
            tree.replant()


class _Search:
    """A search in progress: the trees and the limits."""

    def __init__(self, trees: Sequence[Tree], limits: Limits, stop: threading.Event | None) -> None:
        self.trees = trees
        self.limits = limits
        self.stop = stop or threading.Event()
        self.began = time.perf_counter()
        self.visits_before = [tree.root_visits() for tree in trees]
        self.reason = "simulations"
        self.errors: list[BaseException] = []
        self.ended: set[int] = set()

    def run(self, report: Callable[[Found], None] | None, every: float) -> None:
        """Search until a limit is reached, reporting at intervals."""
        if len(self.trees) == 1:
            self._search_tree(0, report, every)
            return
        while len(self.ended) < len(self.trees):
            until = math.inf if report is None else time.perf_counter() + every
            self._run_threads(until)
            if report is not None:
                report(self.found())

    def _run_threads(self, until: float) -> None:
        """Search in all trees until they have ended or a report is due, so that no tree is read while it grows."""
        working = [number for number in range(len(self.trees)) if number not in self.ended]
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
                report(self.found())
                reported = now
            run(tree, left)
            chunk = min(2 * chunk, LAST_CHUNK)
        self.ended.add(number)

    def found(self) -> Found:
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
            nodes=sum(tree.used for tree in self.trees),
            seconds=time.perf_counter() - self.began,
            proven=bool(certain),
            stopped=self.reason,
        )


def _mean(values: Sequence[Sequence[float]], weights: Sequence[float]) -> tuple[float, ...]:
    """Return the weighted mean of several lists of chances; unweighted if all weights are 0."""
    whole = sum(weights)
    if not whole:
        weights, whole = [1] * len(values), len(values)
    return tuple(sum(n * value[i] for value, n in zip(values, weights, strict=True)) / whole for i in range(len(values[0])))


def _merge(choices: Sequence[Choice]) -> Choice:
    """Merge the results of several trees for one action."""
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
