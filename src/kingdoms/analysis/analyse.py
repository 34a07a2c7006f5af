"""The one call for both: a position, or a whole game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, overload

from kingdoms.analysis.findings import Analysis, Review
from kingdoms.analysis.position import MOST_OPTIONS, analyse_position
from kingdoms.analysis.review import review
from kingdoms.core.bot import Seen
from kingdoms.core.errors import quoted
from kingdoms.core.record import Record
from kingdoms.core.view import View
from kingdoms.search import Limits, SearchError

USUAL: Final = 1000
"""How many simulations a position gets by default."""


@overload
def analyse(
    subject: View,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seen: Sequence[Seen] = (),
    seed: int = 0,
    threads: int = 1,
    most_options: int = MOST_OPTIONS,
    report: Callable[[Analysis], None] | None = None,
    stop: threading.Event | None = None,
) -> Analysis: ...
@overload
def analyse(
    subject: Record,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seat: str | None = None,
    seed: int = 0,
    threads: int = 1,
    most_options: int = MOST_OPTIONS,
    report: Callable[[Review], None] | None = None,
    stop: threading.Event | None = None,
) -> Review: ...
def analyse(
    subject: View | Record,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seat: str | None = None,
    seen: Sequence[Seen] = (),
    seed: int = 0,
    threads: int = 1,
    most_options: int = MOST_OPTIONS,
    report: Callable[[Any], None] | None = None,
    stop: threading.Event | None = None,
) -> Analysis | Review:
    """Analyse a position, or a whole game.

    For a position: the best choices, the share of the game that each seat can expect, how sure that is, and the expected
    line. For a game: each decision with more than one choice, what it cost, and so where the game was lost.

    With secrets, a position is what its seat knows, and a decision is judged by what the seat that took it knew, never by
    what was hidden.

    Args:
        subject: the view of the seat that is to move, or the record of a game.
        simulations: how long to search each position; 1,000 by default.
        seconds: the same by the clock. If both are given, the first limit that is reached ends a search.
        seat: for a record: whose decisions to review; None for everybody's.
        seen: for a view: what the seat has been told so far (see `kingdoms.analysis.sight`); needed in games with secrets.
        seed: the seed for everything random; with one thread, the same seed and number of simulations always find the same.
        threads: how many threads to search with.
        most_options: how many choices of each position to list.
        report: called now and then with the results so far; for a record, after each decision.
        stop: ends the analysis soon after it is set; the results so far are returned.

    Returns:
        The `Analysis` of a view, or the `Review` of a record.

    Raises:
        SearchError: there is no budget, or too small a one; the game is over, chance is to move, or a seat other than the
            view's is.
        SeatsError: the game has no such seat.
        KingdomsError: the record is of a game with secrets that is not over, and no seat is named.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.play("middlesea", ["greedy", "greedy"], seed=1)
        >>> found = kingdoms.analyse(record.state_after(30).view("N"), simulations=50)
        >>> found.to_move, found.visits, found.line[0].action == found.best.action
        ('N', 50, True)
        >>> record.take_back(6)
        >>> review = kingdoms.analyse(record, simulations=20)
        >>> review.finished, [decision.number for decision in review.decisions]
        (True, [2, 3, 4, 5, 6])
    """
    if simulations is None and seconds is None:
        simulations = USUAL
    limits = Limits(simulations=simulations, seconds=seconds)
    if most_options < 1:
        raise SearchError(f"an analysis must show at least 1 option, not {quoted(most_options)}")
    if isinstance(subject, View):
        if seat not in (None, subject.seat):
            raise SearchError(f"this is what {subject.seat or 'an onlooker'} sees: leave the seat out, or give its view")
        return analyse_position(
            subject, limits, seen=seen, seed=seed, threads=threads, most_options=most_options, report=report, stop=stop
        )
    found = None
    for found in review(subject, limits, seat=seat, seed=seed, threads=threads, most_options=most_options, stop=stop):
        if report is not None:
            report(found)
    assert found is not None
    return found
