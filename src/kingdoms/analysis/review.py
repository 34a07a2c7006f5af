"""A game analysed: each decision through the eyes of the seat that took it."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

from kingdoms.analysis.findings import Analysis, Decision, Review, Standing
from kingdoms.analysis.position import MOST_OPTIONS, by_seat, look, spread
from kingdoms.core.bot import Seen
from kingdoms.core.errors import KingdomsError
from kingdoms.core.record import Entry, Record, play_entry
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.search import Limits, Searcher, SearchError


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
) -> Iterator[Review]:
    """Analyse a game decision by decision; see `kingdoms.analyse`.

    Args:
        record: the game's record.
        limits: the limits of each search: one before each decision, and one after it if it was not the best.
        seat: whose decisions to look at; None for everybody's.
        after: how many entries to skip, because they have been reviewed already.
        seed: the seed for everything random.
        threads: how many threads to search with.
        most_options: how many choices of each decision to list; only the best one has the line that follows.
        stop: ends the analysis soon after it is set; what has been found by then is kept.

    Yields:
        The results so far: once before the first decision, and again after each.

    Raises:
        SeatsError: the game has no such seat; KingdomsError: the game has secrets and is not over, and no seat is named.
    """
    game = record.game
    seat = game.accept_viewer(seat)
    check_may_be_read(record, seat)
    found = Review(
        game=game.name,
        seats=game.seats,
        seat=seat,
        entries=len(record.entries),
        total=sum(_is_wanted(state, entry, seat) for n, (entry, state) in enumerate(_moments(record)) if n >= after),
        decisions=(),
        end=_end(record),
    )
    yield found
    stop = stop or threading.Event()
    analyst = _Analyst(record, limits, seed, threads, most_options, stop)
    for number, (entry, state) in enumerate(_moments(record), 1):
        if stop.is_set():
            return
        wanted = number > after and _is_wanted(state, entry, seat)
        decision = analyst.decision(number, entry, state) if wanted else None
        if stop.is_set():
            return
        if decision is not None:
            found = _with(found, decision)
            yield found
        analyst.note(entry, state)


def check_may_be_read(record: Record, seat: str | None) -> None:
    """Check that a record may be read through the eyes of a seat (None: of everybody).

    Raises:
        KingdomsError: the game has secrets and is not over, and no seat is named.
    """
    if record.game.has_secrets and seat is None and not record.state.is_terminal():
        raise KingdomsError(
            "this game has secrets and is not over: give the seat whose view to take, to keep the others' secrets",
            code="secrets",
            topic="view",
        ).cite(record.game)


def sight_of_mover(record: Record, seat: str | None = None) -> tuple[View, list[Seen]]:
    """Return what the seat to move knows now, as `sight` does; if nobody is to move, what anybody can see.

    Args:
        record: the game's record.
        seat: the seat that the caller expects; None for any.

    Raises:
        SearchError: another seat is to move.
    """
    to_move = record.state.to_move
    if to_move not in record.game.seats:
        return sight(record, None)
    if seat not in (None, to_move):
        raise SearchError(f"seat {to_move} is to move, not {seat}").cite(record.game)
    return sight(record, to_move)


def sight(record: Record, seat: str | None, number: int | None = None) -> tuple[View, list[Seen]]:
    """Return what a seat knows after a number of entries: what it sees, and what it was told up to then.

    Args:
        record: the game's record.
        seat: whose eyes; None for an onlooker's.
        number: how many entries; None for all.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.play("rivers", ["random", "random"], seed=1)
        >>> view, seen = sight(record, "A", 40)
        >>> view.seat, len(seen)
        ('A', 40)
    """
    told: list[Seen] = []
    state = record.opening()
    for entry in record.entries[:number]:
        before = state.clone() if record.game.has_secrets else None
        play_entry(state, entry)
        if before is not None and entry.action is not None:
            told.append(_seen(before, entry, state, seat))
    return state.view(seat), told


class _Analyst:
    """Analyses one decision of a game after the other.

    Without secrets one searcher looks on from everybody's eyes; with them each seat has one, which is told what the seat was.
    """

    def __init__(
        self, record: Record, limits: Limits, seed: int, threads: int, most_options: int, stop: threading.Event
    ) -> None:
        self.game = record.game
        self.limits = limits
        self.most_options = most_options
        self.stop = stop
        eyes: tuple[str | None, ...] = self.game.seats if self.game.has_secrets else (None,)
        self.searchers = {seat: Searcher(self.game, seed, threads) for seat in eyes}

    def decision(self, number: int, entry: Entry, state: State) -> Decision:
        """Analyse the decision that an entry holds, in the state before it."""
        by, action = entry.by or "", entry.action or ""
        eyes = by if self.game.has_secrets else None
        searcher = self.searchers[eyes]
        before = look(searcher, state.view(by), self.limits, most_options=self.most_options, most_lines=1, stop=self.stop)
        chosen = self.game.string_to_action(action)
        after = self._after(number, chosen, before, searcher, state, by)
        loss = 0.0 if action == before.best.action else max(0.0, before.chances[by] - after.chances[by])
        return Decision(
            number=number,
            by=by,
            action=action,
            words=self.game.describe(state, chosen),
            before=before,
            after=after,
            loss=loss,
            doubt=math.hypot(before.best.spread, after.spread) if loss else 0.0,
        )

    def _after(self, number: int, chosen: int, before: Analysis, searcher: Searcher, state: State, by: str) -> Standing:
        """Return how the game stands after what was chosen, as whoever chose it sees it."""
        for option in before.options:
            if option.action == self.game.action_to_string(chosen) and (option.proven or option is before.best):
                return Standing(number, option.chances, option.spread, option.proven)
        if self.game.has_secrets:
            return self._as_expected(number, chosen, searcher)
        state = state.clone()
        state.apply_action(chosen)
        if state.is_terminal():
            return Standing(number, by_seat(self.game, state.returns()), 0.0, True)
        found = searcher.weigh(state.view(by), self.limits, stop=self.stop)
        chances, visits, proven = found.chances, found.visits, found.proven
        if state.to_move == by and found.choices:  # who goes on alone will do the best; others may not be that sure of theirs
            best = found.choices[0]
            chances, visits, proven = best.chances, best.visits, proven or best.proven
        return Standing(number, by_seat(self.game, chances), 0.0 if proven else spread(chances, visits), proven)

    def _as_expected(self, number: int, chosen: int, searcher: Searcher) -> Standing:
        """Return what could be expected of a choice before it showed anything."""
        choice = searcher.insist(chosen, self.limits, stop=self.stop)
        off = 0.0 if choice.proven else spread(choice.chances, choice.visits)
        return Standing(number, by_seat(self.game, choice.chances), off, choice.proven)

    def note(self, entry: Entry, state: State) -> None:
        """Let each seat know what it is told of an entry, in the state before it."""
        if not self.game.has_secrets or entry.action is None:
            return
        after = state.clone()
        after.apply_action(entry.action)
        for seat, searcher in self.searchers.items():
            searcher.observe([_seen(state, entry, after, seat)])


def _moments(record: Record) -> Iterator[tuple[Entry, State]]:
    """Yield each entry with the state before it, which the caller leaves as it is."""
    state = record.opening()
    for entry in record.entries:
        yield entry, state
        play_entry(state, entry)


def _is_wanted(state: State, entry: Entry, seat: str | None) -> bool:
    """Say whether an entry is a decision to look at: there was something to choose, and the seat is asked for."""
    if entry.action is None or entry.by not in (state.game.seats if seat is None else (seat,)):
        return False
    return len(state.legal_actions()) > 1


def _seen(before: State, entry: Entry, after: State, seat: str | None) -> Seen:
    """Return an entry as a seat is told of it."""
    assert entry.action is not None
    told, events = before.game.tell(before, entry.action, after, seat)
    return Seen(before.to_move or "chance", told, tuple(events))


def _end(record: Record) -> Standing | None:
    """Return how the game ended, None if it is not over."""
    if not record.state.is_terminal():
        return None
    return Standing(len(record.entries), by_seat(record.game, record.state.returns()), 0.0, True)


def _with(found: Review, decision: Decision) -> Review:
    """Return what has been found with one more decision."""
    return Review(
        game=found.game,
        seats=found.seats,
        seat=found.seat,
        entries=found.entries,
        total=found.total,
        decisions=(*found.decisions, decision),
        end=found.end,
    )
