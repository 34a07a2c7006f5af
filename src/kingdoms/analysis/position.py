"""A position analysed: search, told in words."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from kingdoms.analysis.findings import Analysis, Option, Step
from kingdoms.core.bot import Seen
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.search import Choice, Found, Limits, Searcher

MOST_OPTIONS: Final = 5
"""How many of the choices an analysis names, if nobody asks for more or fewer."""


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
    """Analyse one position; `kingdoms.analyse` says more.

    Raises:
        SearchError: the game is over, chance is asked, another seat is to move than the one whose view it is, or there is but
            1 simulation.
    """
    searcher = Searcher(view.game, seed, threads)
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
    """Search a position with what a searcher remembers of earlier ones, and tell it.

    Args:
        searcher: of the seat whose view it is.
        view: of the seat that is to move.
        limits: when to end.
        most_options: how many choices are told.
        most_lines: how many of them with the line that follows; None for all.
        report: is given what has been found by then, now and then.
        every: how many seconds lie between two reports.
        stop: ends the search soon after it is set.

    Raises:
        SearchError: there is nothing to search, or 1 simulation to do it with.
    """
    teller = Teller(searcher, view, most_options, most_lines)

    def tell(found: Found) -> None:
        if report is not None and any(choice.visits for choice in found.choices):
            report(teller.tell(replace(found, stopped="running")))

    found = searcher.think(view, limits, None if report is None else tell, stop, every)
    return teller.tell(found)


class Teller:
    """Tells what search has found of one position, in texts and words.

    Args:
        searcher: what searches.
        view: what it looks at.
        most_options: how many choices are told.
        most_lines: how many of them with the line that follows; None for all.
    """

    def __init__(self, searcher: Searcher, view: View, most_options: int, most_lines: int | None) -> None:
        self.searcher = searcher
        self.view = view
        self.game = view.game
        self.most_options = most_options
        self.most_lines = most_options if most_lines is None else most_lines
        self.state = view.sample(Random(searcher.seed))

    def tell(self, found: Found) -> Analysis:
        """Return what has been found."""
        tried = [choice for choice in found.choices if choice.visits]
        best = tried[0]
        to_move = self.view.to_move
        assert to_move is not None
        gap = max(abs(one - other) for one, other in zip(best.chances, found.chances, strict=True))
        proven = found.proven or best.proven
        return Analysis(
            seat=self.view.seat,
            to_move=to_move,
            options=tuple(self._option(choice, place) for place, choice in enumerate(tried[: self.most_options])),
            chances=by_seat(self.game, best.chances),
            spread=0.0 if proven else min(1.0, spread(best.chances, best.visits) + gap),
            proven=proven,
            visits=found.visits,
            simulations=found.simulations,
            nodes=found.nodes,
            seconds=found.seconds,
            stopped=found.stopped,
        )

    def _option(self, choice: Choice, place: int) -> Option:
        """Return one of the choices in words."""
        return Option(
            action=self.game.action_to_string(choice.action),
            words=self.game.describe(self.state, choice.action),
            visits=choice.visits,
            prior=choice.prior,
            chances=by_seat(self.game, choice.chances),
            spread=0.0 if choice.proven else spread(choice.chances, choice.visits),
            proven=choice.proven,
            line=self._line(choice.action) if place < self.most_lines else (),
        )

    def _line(self, action: int) -> tuple[Step, ...]:
        """Return the line that is expected after an action, as far as it can be played on a table that agrees with the view."""
        steps: list[Step] = []
        before = self.state.clone()
        for number in self.searcher.line(action):
            by = before.to_move
            if by is None or not before.is_legal(number):
                break
            after = before.clone()
            after.apply_action(number)
            text, events = self.game.tell(before, self.game.action_to_string(number), after, self.view.seat)
            steps.append(Step(by, text, tuple(events)))
            before = after
        return tuple(steps)


def spread(chances: Sequence[float], visits: int) -> float:
    """Return how far chances that were found in so many simulations may be off, by chance alone.

    It is the standard error that they had if each simulation were a game played to its end, won by one seat: the greatest
    over the seats, with one game more won and one more lost than were, so that a handful of simulations never seems sure. Where
    simulations end before the game does, chance blurs them less than that; where the judgement at their end is wrong, no number
    of simulations mends it.

    Examples:
        >>> round(spread([0.5, 0.5], 98), 3), round(spread([0.5, 0.5], 9998), 3)
        (0.05, 0.005)
        >>> round(spread([1.0, 0.0], 8), 3)
        0.095
    """
    whole = visits + 2
    shares = [(chance * visits + 1) / whole for chance in chances]
    return max(math.sqrt(share * (1 - share) / whole) for share in shares)


def by_seat(game: Game, shares: Sequence[float]) -> Mapping[str, float]:
    """Return chances by seat."""
    return dict(zip(game.seats, shares, strict=True))
