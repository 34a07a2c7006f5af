"""Review of a game: analysis of each decision from the view of the deciding seat."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import replace

from kingdoms.analysis.factors import gains_of
from kingdoms.analysis.findings import Analysis, Decision, Review, Standing, is_costly
from kingdoms.analysis.position import MOST_OPTIONS, by_seat, look, spread
from kingdoms.analysis.prudence import ADVICE
from kingdoms.core.bot import Seen
from kingdoms.core.entry import RecordEntry, play_entry
from kingdoms.core.errors import KingdomsError
from kingdoms.core.knowledge import NOBODY, Knowledge
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.nets import own_net
from kingdoms.search import Limits, Searcher, SearchError
from kingdoms.texts import text


def review(
    record: Record,
    limits: Limits,
    *,
    seat: str | None = None,
    after: int = 0,
    seed: int = 0,
    threads: int = 1,
    most_options: int = MOST_OPTIONS,
    stop: threading.Event | None = None,
    ended: bool = False,
) -> Iterator[Review]:
    """Analyse a game decision by decision; see `kingdoms.analyse`.

    Args:
        record: the record of the game.
        limits: the limits of each search: one for each decision, and one for the choice if it was not the advised one.
        seat: the seat whose decisions to review; None for all seats.
        after: the number of entries to skip, for instance because they have been reviewed before.
        seed: the random seed.
        threads: the number of search threads.
        most_options: the maximum number of choices to list for each decision; only the best one has an expected line.
        stop: an event that ends the review soon after it is set; the results yielded so far remain valid.
        ended: whether the game has ended outside of its rules, for instance by resigning, so that its secrets may be read.

    Yields:
        The results so far: once before the first decision, and again after each decision.

    Raises:
        SeatsError: the game has no such seat; KingdomsError: the game has secrets and is not over, and no seat is given.
    """
    game = record.game
    seat = game.accept_viewer(seat)
    if not ended:
        check_may_be_read(record, seat)
    progress = Review(
        game=game.name,
        seats=game.seats,
        seat=seat,
        entries=len(record.entries),
        total=sum(_is_reviewed(state, entry, seat) for n, (entry, state) in enumerate(_replay(record)) if n >= after),
        decisions=(),
        end=_final_standing(record),
    )
    yield progress
    stop = stop or threading.Event()
    analyst = _Analyst(record, limits, seed, threads, most_options, stop)
    for number, (entry, state) in enumerate(_replay(record), 1):
        if stop.is_set():
            return
        is_relevant = number > after and _is_reviewed(state, entry, seat)
        decision = analyst.decision(number, entry, state) if is_relevant else None
        if stop.is_set():
            return
        if decision is not None:
            progress = replace(progress, decisions=(*progress.decisions, decision))
            yield progress
        analyst.observe(entry, state)


def check_may_be_read(record: Record, seat: str | None) -> None:
    """Check that the views of `seat` (None: of all seats) in a record may be revealed.

    Raises:
        KingdomsError: the game has secrets and is not over, and no seat is given.
    """
    if record.game.has_secrets and seat is None and not record.state.is_terminal():
        raise KingdomsError(text("analysis.secrets"), code="secrets", topic="view").cite(record.game)


def sight_of_mover(record: Record, seat: str | None = None) -> tuple[View, list[Seen]]:
    """Return the knowledge of the seat to move, as `sight` does; if no seat is to move, that of an onlooker.

    Args:
        record: the record of the game.
        seat: the seat that the caller expects to move; None for any.

    Raises:
        SearchError: another seat is to move.
    """
    to_move = record.state.to_move
    if to_move not in record.game.seats:
        return sight(record, None)
    if seat not in (None, to_move):
        raise SearchError(text("analysis.not_to_move", to_move=to_move, seat=seat)).cite(record.game)
    return sight(record, to_move)


def sight(record: Record, seat: str | None, number: int | None = None) -> tuple[View, list[Seen]]:
    """Return the knowledge of a seat after a number of entries: its view, and the history it has seen.

    In games without secrets, the history is empty, because the view contains everything.

    Args:
        record: the record of the game.
        seat: the seat; None for an onlooker.
        number: the number of entries; None for all.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.play("rivers", ["random", "random"], seed=1)
        >>> view, history = sight(record, "A", 40)
        >>> view.seat, len(history)
        ('A', 40)
    """
    history: list[Seen] = []
    state = record.opening()
    for entry in record.entries[:number]:
        before = state.clone() if record.game.has_secrets else None
        play_entry(state, entry)
        if before is not None and entry.action is not None:
            history.append(Seen.from_seat(seat, before, entry.action, state))
    return state.view(seat), history


class _Analyst:
    """Analyses the decisions of a game in order, each by a search of its own: the one behind advice in that position.

    In games with secrets, a search knows what the deciding seat has seen.
    """

    def __init__(
        self, record: Record, limits: Limits, seed: int, threads: int, most_options: int, stop: threading.Event
    ) -> None:
        self.game = record.game
        self.stages = (ADVICE, limits) if _goes_beyond_advice(limits) else (limits,)
        self.seed = seed
        self.threads = threads
        self.most_options = most_options
        self.stop = stop
        self.histories: dict[str, list[Seen]] = {seat: [] for seat in self.game.seats} if self.game.has_secrets else {}

    def decision(self, number: int, entry: RecordEntry, state: State) -> Decision:
        """Analyse the decision of an entry; `state` is the state before it."""
        by, action = entry.by or "", entry.action or ""
        searcher = Searcher(self.game, self.seed, self.threads, own_net(self.game))
        searcher.observe(self.histories.get(by, ()))
        analyses = [
            look(searcher, state.view(by), limits, most_options=self.most_options, most_lines=1, stop=self.stop)
            for limits in self.stages
        ]
        before = analyses[-1]
        chosen = self.game.string_to_action(action)
        after = self._expectations_after(number, chosen, before, searcher)
        is_advised = any(action == analysis.best.action for analysis in analyses)
        loss = 0.0 if is_advised else max(0.0, before.chances[by] - after.chances[by])
        doubt = math.hypot(before.best.spread, after.spread) if loss else 0.0
        best = self.game.string_to_action(before.best.action)
        return Decision(
            number=number,
            by=by,
            action=action,
            words=self.game.describe(state, chosen),
            said=self.game.choice(state, chosen),
            before=before,
            after=after,
            loss=loss,
            doubt=doubt,
            gains=gains_of(self._knowledge(state, by), best, chosen, loss / 2) if is_costly(loss, doubt) else (),
        )

    def _knowledge(self, state: State, by: str) -> Knowledge:
        """Return the game's knowledge of a state, in a game with secrets as a seat that has seen the whole game has it."""
        knowledge = self.game.knowledge(state)
        knowledge.witness(state, self.game.seats.index(by) if self.game.has_secrets else NOBODY)
        return knowledge

    def _expectations_after(self, number: int, chosen: int, before: Analysis, searcher: Searcher) -> Standing:
        """Return the expectations for a choice, based on the seat's knowledge before the choice revealed anything."""
        best = before.best
        if self.game.string_to_action(best.action) == chosen:
            return Standing(number, best.chances, best.spread, best.proven)
        choice = searcher.insist(chosen, self.stages[-1], stop=self.stop)
        doubt = 0.0 if choice.proven else spread(choice.chances, choice.visits)
        return Standing(number, by_seat(self.game, choice.chances), doubt, choice.proven)

    def observe(self, entry: RecordEntry, state: State) -> None:
        """Note an entry as each seat sees it; `state` is the state before the entry."""
        if not self.game.has_secrets or entry.action is None:
            return
        after = state.child(entry.action)
        for seat, history in self.histories.items():
            history.append(Seen.from_seat(seat, state, entry.action, after))


def _goes_beyond_advice(limits: Limits) -> bool:
    """Return whether a search with these limits goes further than the one for advice."""
    seconds, simulations = limits.seconds or math.inf, limits.simulations or math.inf
    return seconds >= (ADVICE.seconds or math.inf) and simulations > (ADVICE.simulations or math.inf)


def _replay(record: Record) -> Iterator[tuple[RecordEntry, State]]:
    """Yield each entry with the state before it, which the caller must not modify."""
    state = record.opening()
    for entry in record.entries:
        yield entry, state
        play_entry(state, entry)


def _is_reviewed(state: State, entry: RecordEntry, seat: str | None) -> bool:
    """Return whether to review an entry: a decision of the given seat (None: any) with more than one choice."""
    if entry.action is None or entry.by not in (state.game.seats if seat is None else (seat,)):
        return False
    return len(state.legal_actions()) > 1


def _final_standing(record: Record) -> Standing | None:
    """Return the final result, or None if the game is not over."""
    if not record.state.is_terminal():
        return None
    return Standing(len(record.entries), by_seat(record.game, record.state.returns()), 0.0, True)
