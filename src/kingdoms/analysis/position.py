"""Analysis of a position: search, with the results as texts."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from kingdoms.analysis.findings import Analysis, Option, Step
from kingdoms.analysis.prudence import advise
from kingdoms.core.bot import Seen
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.nets import own_net
from kingdoms.search import Choice, Found, Limits, Searcher

MOST_OPTIONS: Final = 5
"""The default number of choices in an analysis."""


def analyse_position(
    view: View,
    limits: Limits,
    *,
    seen: Sequence[Seen] = (),
    seed: int = 0,
    threads: int = 1,
    most_options: int = MOST_OPTIONS,
    report: Callable[[Analysis], None] | None = None,
    every: float = 0.25,
    stop: threading.Event | None = None,
) -> Analysis:
    """Analyse one position; see `kingdoms.analyse`.

    Args:
        view: the view of the seat to move.
        limits: the limits of the search.
        seen: the history that the seat has seen; required in games with secrets.
        seed: the random seed.
        threads: the number of search threads.
        most_options: the maximum number of choices to list.
        report: a callback for partial results.
        every: the interval between two reports, in seconds.
        stop: an event that ends the search soon after it is set.

    Raises:
        SearchError: the game is over, the seat of the view is not to move, or there are too few simulations.
    """
    searcher = Searcher(view.game, seed, threads, own_net(view.game))
    searcher.observe(seen)
    return look(searcher, view, limits, most_options=most_options, report=report, every=every, stop=stop)


def look(
    searcher: Searcher,
    view: View,
    limits: Limits,
    *,
    most_options: int = MOST_OPTIONS,
    most_lines: int | None = None,
    report: Callable[[Analysis], None] | None = None,
    every: float = 0.25,
    stop: threading.Event | None = None,
) -> Analysis:
    """Analyse one position with a searcher; its first option is the advised choice (see `advise`).

    Args:
        searcher: the searcher; in games with secrets, each seat has its own.
        view: the view of the seat to move.
        limits: the limits of the search.
        most_options: the maximum number of choices to list.
        most_lines: the number of choices with an expected line; None for all.
        report: a callback for partial results.
        every: the interval between two reports, in seconds.
        stop: an event that ends the search soon after it is set.

    Raises:
        SearchError: the game is over, the seat of the view is not to move, or there are too few simulations.
    """
    builder = AnalysisBuilder(searcher, view, most_options, most_lines)

    def report_partial(result: Found) -> None:
        if report is not None and any(choice.visits for choice in result.choices):
            report(builder.build(replace(result, stopped="running")))

    result = searcher.think(view, limits, None if report is None else report_partial, stop, every)
    return builder.build(advise(searcher, builder.state, result, limits.nodes))


class AnalysisBuilder:
    """Converts search results for one position into an `Analysis`.

    Args:
        searcher: the searcher.
        view: the view that is searched.
        most_options: the maximum number of choices to list.
        most_lines: the number of choices with an expected line; None for all.
    """

    def __init__(self, searcher: Searcher, view: View, most_options: int, most_lines: int | None) -> None:
        self.searcher = searcher
        self.view = view
        self.game = view.game
        self.most_options = most_options
        self.most_lines = most_options if most_lines is None else most_lines
        self.state = view.sample(Random(searcher.seed))

    def build(self, result: Found) -> Analysis:
        """Return search results as an `Analysis`."""
        choices = [choice for choice in result.choices if choice.visits]
        best = choices[0]
        to_move = self.view.to_move
        assert to_move is not None
        gap = max(abs(best_chance - root_chance) for best_chance, root_chance in zip(best.chances, result.chances, strict=True))
        proven = result.proven or best.proven
        return Analysis(
            seat=self.view.seat,
            to_move=to_move,
            options=tuple(self._option(choice, place) for place, choice in enumerate(choices[: self.most_options])),
            chances=by_seat(self.game, best.chances),
            spread=0.0 if proven else min(1.0, spread(best.chances, best.visits) + gap),
            proven=proven,
            visits=result.visits,
            simulations=result.simulations,
            nodes=result.nodes,
            seconds=result.seconds,
            stopped=result.stopped,
        )

    def _option(self, choice: Choice, place: int) -> Option:
        """Return a choice as an `Option`; `place` is its rank, from 0."""
        return Option(
            action=self.game.action_to_string(choice.action),
            words=self.game.describe(self.state, choice.action),
            said=self.game.choice(self.state, choice.action),
            visits=choice.visits,
            prior=choice.prior,
            chances=by_seat(self.game, choice.chances),
            spread=0.0 if choice.proven else spread(choice.chances, choice.visits),
            proven=choice.proven,
            line=self._line(choice.action) if place < self.most_lines else (),
        )

    def _line(self, action: int) -> tuple[Step, ...]:
        """Return the expected line after an action, up to the first illegal action in the state sampled from the view."""
        steps: list[Step] = []
        before = self.state.clone()
        for number in self.searcher.line(action):
            by = before.to_move
            if by is None or not before.is_legal(number):
                break
            after = before.child(number)
            text, events = self.game.tell(before, self.game.action_to_string(number), after, self.view.seat)
            steps.append(Step(by, text, tuple(events)))
            before = after
        return tuple(steps)


def spread(chances: Sequence[float], visits: int) -> float:
    """Return the sampling error of chances from a number of simulations: the greatest standard error over the seats.

    The formula treats each simulation as a game that one seat wins. It adds one win and one loss to the counts, so a few
    simulations never seem certain. Simulations that end in an evaluation before the end of the game vary less than that. The
    bias of such evaluations is not included.

    Examples:
        >>> round(spread([0.5, 0.5], 98), 3), round(spread([0.5, 0.5], 9998), 3)
        (0.05, 0.005)
        >>> round(spread([1.0, 0.0], 8), 3)
        0.095
    """
    total = visits + 2
    shares = [(chance * visits + 1) / total for chance in chances]
    return max(math.sqrt(share * (1 - share) / total) for share in shares)


def by_seat(game: Game, shares: Sequence[float]) -> Mapping[str, float]:
    """Return shares as a mapping from seat to share."""
    return dict(zip(game.seats, shares, strict=True))
