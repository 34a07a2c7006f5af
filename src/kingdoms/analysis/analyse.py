"""The main function of the package, for positions and for whole games."""

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
from kingdoms.texts import text

USUAL: Final = 1000
"""The default number of simulations per position."""


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

    The result for a position contains the best choices, the share of the game that each seat can expect, its uncertainty, and
    the expected line. The result for a game contains each decision with more than one choice, and its cost.

    In games with secrets, the analysis of a position or decision uses only what the seat to move knows, never hidden
    information.

    Args:
        subject: the view of the seat to move, or the record of a game.
        simulations: the number of simulations per position; 1,000 by default.
        seconds: the time limit per position. If both limits are given, a search ends at the first one that is reached.
        seat: for a record: the seat whose decisions to review; None for all seats.
        seen: for a view: the history that the seat has seen (see `kingdoms.analysis.sight`); required in games with secrets.
        seed: the random seed. With one thread, the same seed and number of simulations always give the same result.
        threads: the number of search threads.
        most_options: the maximum number of choices to list for each position.
        report: a callback for partial results, called at intervals; for a record, after each decision.
        stop: an event that ends the analysis soon after it is set; the results so far are returned.

    Returns:
        The `Analysis` of a view, or the `Review` of a record.

    Raises:
        SearchError: a limit or another argument is invalid, the game is over, or the seat of the view is not to move.
        SeatsError: the game has no such seat.
        KingdomsError: the game has secrets and is not over, and no seat is given for the review.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.play("middlesea", ["greedy", "greedy"], seed=1)
        >>> analysis = kingdoms.analyse(record.state_after(30).view("N"), simulations=50)
        >>> analysis.to_move, analysis.visits, analysis.line[0].action == analysis.best.action
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
        raise SearchError(text("analysis.most_options", number=quoted(most_options)))
    if isinstance(subject, View):
        if seat not in (None, subject.seat):
            raise SearchError(text("analysis.other_view", seat=subject.seat or text("command.onlooker")))
        return analyse_position(
            subject, limits, seen=seen, seed=seed, threads=threads, most_options=most_options, report=report, stop=stop
        )
    progress = None
    for progress in review(subject, limits, seat=seat, seed=seed, threads=threads, most_options=most_options, stop=stop):
        if report is not None:
            report(progress)
    assert progress is not None
    return progress
