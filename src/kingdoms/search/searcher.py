"""The interface of search: threads, and trees that are kept between moves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import index

from kingdoms.core.bot import Seen
from kingdoms.core.errors import quoted
from kingdoms.core.game import Game
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.nets import Net
from kingdoms.search.batched import BatchTree, Evaluator, RootNoise
from kingdoms.search.progress import LINE, Choice, Found, Search
from kingdoms.search.settings import Limits, SearchError, validate
from kingdoms.search.tree import Tree
from kingdoms.texts import text

SEED_STEP = 104_729
"""The difference between the seeds of consecutive threads."""
JITTER = 1.0
"""The noise on the priors of all threads but the first; without it, all threads might grow the same tree."""
MOST_THREADS = 256
MOST_LEAVES = 512
"""The largest number of leaves that an evaluator gets at once."""


class Searcher:
    """Searches successive positions of one game from the point of view of a seat.

    Args:
        game: the game.
        seed: the seed of all random numbers. With one thread, the same seed and number of simulations give the same result.
        threads: the number of threads. Each searches in its own tree, and their results are combined.
        net: evaluates states instead of the game's knowledge, without rollouts unless an option asks for them.
        knowledge: makes the knowledge of each thread from a state, such as a subclass of `PlainKnowledge`; the default is
            `Game.knowledge`.
        evaluator: values many states in one call, without rollouts, such as a network in Python (see `Evaluator`); it needs
            one thread, and no net.
        batch: the largest number of states that the evaluator gets at once.
        root_noise: the share of Dirichlet noise in the evaluator's priors at the root, 0.25 for AlphaZero's self-play.
        noise_alpha: the parameter of that noise.
        **options: the options of all trees (see `OPTIONS`), such as `exploration=0.3`; they override the game's own
            (`Game.search_options`).

    Raises:
        SearchError: the number of threads is out of range, an option is unknown or has an invalid value, or an evaluator
            comes with threads or a net, or the noise is out of range or comes without an evaluator.

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
        evaluator: Evaluator | None = None,
        batch: int = 32,
        root_noise: float = 0.0,
        noise_alpha: float = 0.3,
        **options: float,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise SearchError(text("search.threads", most=MOST_THREADS, threads=quoted(threads)))
        if evaluator is not None and (threads > 1 or net is not None):
            raise SearchError("a search with an evaluator takes one thread and no net")
        if not 1 <= batch <= MOST_LEAVES:
            raise SearchError(f"an evaluator takes batches of 1 to {MOST_LEAVES} states, not {quoted(batch)}")
        if root_noise and evaluator is None:
            raise SearchError("noise at the root is mixed with the priors of an evaluator, and there is none")
        self.evaluator = evaluator
        self._noise = RootNoise(root_noise, noise_alpha, seed) if root_noise else None
        self.batch = batch
        self.game = game
        self.seed = index(seed)
        self.threads = threads
        self.net = net
        self.knowledge = game.knowledge if knowledge is None else knowledge
        self.options = validate({**game.search_options(), **({} if net is None else {"rollouts": 0}), **options})
        self._rng = Random(seed)
        self._trees: list[Tree] = []
        self._view: View | None = None
        self._sightings: list[Seen] = []

    def observe(self, seen: Sequence[Seen]) -> None:
        """Record the seat's observations since the last call."""
        self._view = None
        for tree in self._trees:
            tree.knowledge.observe(seen)
        if not self._trees:
            self._sightings += seen

    def think(
        self,
        view: View,
        limits: Limits,
        report: Callable[[Found], None] | None = None,
        stop: threading.Event | None = None,
        every: float = 0.25,
    ) -> Found:
        """Search the position of a view; the same view again continues its search.

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
        for tree in self._last_trees():
            tree.insist(action)
        if limits.simulations is not None:
            choices = [choice for tree in self._trees for choice in tree.choices()]
            other_visits = sum(tree.root_visits() for tree in self._trees) - sum(c[1] for c in choices if c[0] == action)
            limits = replace(limits, simulations=other_visits + limits.simulations)
        search = Search(self._trees, limits, stop)
        search.run(None, 0.0)
        return next(choice for choice in search.combine().choices if choice.action == action)

    def line(self, action: int, most: int = LINE) -> list[int]:
        """Return the expected line for an action in the position of the last search, starting with the action.

        Raises:
            SearchError: nothing has been searched yet.
        """
        return self._last_trees()[0].line(action, most)

    def _last_trees(self) -> list[Tree]:
        """Return the trees of the last search, or raise `SearchError` if there was none."""
        if not self._trees:
            raise SearchError("nothing has been searched yet: call think first").cite(self.game)
        return self._trees

    def _search(
        self, view: View, limits: Limits, report: Callable[[Found], None] | None, stop: threading.Event | None, every: float
    ) -> Found:
        """Search the position of a view, without checking it."""
        self._prepare_trees(view, limits)
        search = Search(self._trees, limits, stop)
        search.run(report, every)
        self._view = view
        return search.combine()

    def _check(self, view: View) -> None:
        """Raise `SearchError` if no seat is to move, or with secrets, if the view belongs to another seat."""
        to_move = view.to_move
        if to_move is None:
            raise SearchError("the game is over: there is nothing to search").cite(self.game)
        if to_move == "chance":
            raise SearchError("chance decides now: search looks only at what a seat decides").cite(self.game)
        if self.game.has_secrets and view.seat != to_move:
            viewer = f"seat {view.seat}" if view.seat else "an onlooker"
            raise SearchError(f"seat {to_move} is to move, and this is what {viewer} sees").cite(self.game)

    def _make_tree(self, knowledge: Knowledge, seed: int) -> Tree:
        if self.evaluator is not None:
            return BatchTree(knowledge, seed, self.evaluator, self.batch, self._noise)
        return Tree(knowledge, seed, net=self.net)

    def _prepare_trees(self, view: View, limits: Limits) -> None:
        """Move all trees to the position of a view; create them on first use."""
        if not self._trees:
            state = view.sample(self._rng)
            for number in range(self.threads):
                tree = self._make_tree(self.knowledge(state), self.seed + SEED_STEP * number)
                tree.jitter = JITTER if number else 0.0
                for name, value in self.options.items():
                    setattr(tree, name, value)
                tree.knowledge.observe(self._sightings)
                self._trees.append(tree)
            self._sightings = []
        continues, self._view = view is self._view, None
        for tree in self._trees:
            tree.most_nodes = max(1, limits.nodes // self.threads)
            if continues:
                tree.resume()
            else:
                tree.knowledge.look(view, self._rng)
                tree.replant()
