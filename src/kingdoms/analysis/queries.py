"""Parsing and validation of analysis queries in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.analysis.analyse import USUAL
from kingdoms.analysis.position import MOST_OPTIONS
from kingdoms.analysis.review import check_may_be_read
from kingdoms.core.errors import citing, shown
from kingdoms.core.fields import Fields
from kingdoms.core.lines import RequestError, actions_in, apply_actions, check_fields, new_game, object_in
from kingdoms.core.record import Record
from kingdoms.core.registry import read_position
from kingdoms.search import Limits
from kingdoms.texts import text

SOURCES: Final = ("new", "position", "record")
FIELDS: Final = (
    *("id", *SOURCES, "at", "actions", "seat", "review", "simulations", "seconds", "nodes"),
    *("threads", "seed", "most_options", "report_every"),
)
LONGEST_ID: Final = 100
"""The maximum length of an id."""
MOST_THREADS: Final = 256
MOST: Final = 1_000_000_000
"""The largest number in a query."""


@dataclass(frozen=True)
class Query:
    """A request to analyse a position or a game.

    Attributes:
        id: the id that answers repeat.
        record: the game, up to the position to analyse.
        seat: for a position, the seat whose view to analyse, or None for the seat to move; for a review, the seat whose
            decisions to review, or None for all seats.
        review: whether to review the whole game instead of analysing its last position.
        limits: the limits of each search.
        threads: the number of search threads.
        seed: the random seed.
        most_options: the maximum number of choices to list.
        report_every: the interval between two partial answers, in seconds; None for no partial answers.
    """

    id: str
    record: Record
    seat: str | None
    review: bool
    limits: Limits
    threads: int
    seed: int
    most_options: int
    report_every: float | None


def read_id(request: object) -> str:
    """Return the id of a request.

    Raises:
        RequestError: the request is not an object, or its id is not a text of 1 to `LONGEST_ID` characters.
    """
    if not isinstance(request, Mapping):
        raise RequestError(text("analysis.not_a_query", request=shown(request)))
    query_id = request.get("id")
    if not isinstance(query_id, str) or not 1 <= len(query_id) <= LONGEST_ID:
        raise RequestError(text("analysis.id", most=LONGEST_ID, value=shown(query_id)))
    return query_id


def read_query(request: Mapping[str, Any]) -> Query:
    """Parse a query, and replay its game.

    Raises:
        KingdomsError: the query is invalid.

    Examples:
        >>> query = read_query({"id": "a", "new": {"game": "middlesea", "players": 2}, "actions": ["first N"]})
        >>> query.record.state.to_move, query.limits.simulations
        ('N', 1000)
    """
    check_fields(request, FIELDS, "query")
    fields = Fields(request, "", RequestError)
    simulations, seconds = fields.integer("simulations", 0, MOST, None), fields.number("seconds", 0, MOST, None)
    if simulations is None and seconds is None:
        simulations = USUAL
    report_every = fields.number("report_every", 0, MOST, None)
    if report_every == 0:
        raise RequestError(text("analysis.report_every"))
    review = fields.value("review", bool, False)
    record, seat = _read_game(request, review)
    return Query(
        id=read_id(request),
        record=record,
        seat=seat,
        review=review,
        limits=Limits(simulations, seconds, fields.integer("nodes", 0, MOST, Limits.nodes)),
        threads=fields.integer("threads", 1, MOST_THREADS, 1),
        seed=fields.integer("seed", 0, MOST, 0),
        most_options=fields.integer("most_options", 1, MOST, MOST_OPTIONS),
        report_every=report_every,
    )


def _read_game(request: Mapping[str, Any], review: bool) -> tuple[Record, str | None]:
    """Return the game of a query, up to the position to analyse, and the seat in the query."""
    sources = [name for name in SOURCES if name in request]
    if len(sources) != 1:
        raise RequestError(text("analysis.one_source", n=len(sources), value=" and ".join(sources)))
    if "at" in request and (sources != ["record"] or review):
        raise RequestError(text("analysis.at_needs_record"))
    if sources == ["record"]:
        record = _read_record(request["record"])
    elif sources == ["position"]:
        position = object_in(request, "position")
        record = Record(read_position(position).game, position=position)
    else:
        record = Record(new_game(request))
    with citing(record.game):
        seat = request.get("seat")
        if seat is not None and seat not in record.game.seats:
            seats = ", ".join(record.game.seats)
            raise RequestError(text("analysis.seat", seats=seats, seat=shown(seat)), topic="view")
        if sources == ["record"]:
            check_may_be_read(record, seat)
            if "at" in request:
                _truncate(record, Fields(request, "", RequestError).integer("at", 0, MOST))
        apply_actions(actions_in(request), record.apply)
    return record, seat


def _read_record(lines: object) -> Record:
    if not isinstance(lines, list):
        raise RequestError(text("analysis.record", value=shown(lines)))
    return Record.parse(line if isinstance(line, str) else json.dumps(line) for line in lines)


def _truncate(record: Record, length: int) -> None:
    entries = len(record.entries)
    if length > entries:
        raise RequestError(text("analysis.no_entry", entries=entries, length=shown(length)))
    record.take_back(length)
