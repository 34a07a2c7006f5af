"""Analysis for programs in any language, as a protocol of JSON lines. `docs/analysis.md` describes every field."""

from __future__ import annotations

import json
import queue
import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

from kingdoms.analysis.findings import Analysis
from kingdoms.analysis.position import analyse_position
from kingdoms.analysis.queries import Query, read_id, read_query
from kingdoms.analysis.review import review, sight_of_mover
from kingdoms.core.errors import KingdomsError, shown
from kingdoms.core.lines import RequestError, check_fields, error_json, read_json, read_lines
from kingdoms.search import SearchError
from kingdoms.texts import text

MOST_WAITING: Final = 1000
"""The maximum number of queries that are waiting or in progress."""


def serve(requests: BinaryIO, answers: BinaryIO, workers: int = 1) -> None:
    """Answer queries until the input ends and all are answered. Invalid lines get an error answer and don't end the loop.

    Args:
        requests: the input, one JSON object per line.
        answers: the output, one JSON object per line.
        workers: the number of queries to process at the same time.

    Raises:
        SearchError: `workers` is less than 1.
    """
    if workers < 1:
        raise SearchError(text("analysis.workers", workers=workers))
    desk = Desk(answers)
    threads = [threading.Thread(target=desk.work, daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        for line in read_lines(requests):
            desk.take(line)
        desk.close(workers)
        for thread in threads:
            thread.join()
        if isinstance(desk.fault, OSError) and not isinstance(desk.fault, BrokenPipeError):
            raise desk.fault
    except BaseException:
        desk.stop_all()
        raise


class Desk:
    """Queues queries, processes them in worker threads, and writes the answers.

    Args:
        answers: the output stream.
    """

    def __init__(self, answers: BinaryIO) -> None:
        self.answers = answers
        self.queries: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self.stops: dict[str, threading.Event] = {}
        self.lock = threading.Lock()
        self.is_stopping = False
        self.fault: Exception | None = None
        """Why the output can't be written."""

    def take(self, line: bytes | RequestError) -> None:
        """Process one line: queue a query, or answer anything else immediately."""
        number = None
        try:
            if isinstance(line, RequestError):
                raise line
            request = read_json(line)
            number = read_id(request)
            if "cancel" in request:
                self.say({"id": number, "cancelled": self._cancel(request)})
            else:
                self._register(number)
                self.queries.put(request)
        except RequestError as error:
            self.say({"id": number, "error": error_json(error)})

    def close(self, workers: int) -> None:
        """Make each worker end when the queue is empty."""
        for _ in range(workers):
            self.queries.put(None)

    def stop_all(self) -> None:
        """Stop all searches, including future ones."""
        with self.lock:
            self.is_stopping = True
            for stop in self.stops.values():
                stop.set()

    def work(self) -> None:
        """Answer queries from the queue until it is closed; the main loop of a worker thread."""
        while (request := self.queries.get()) is not None:
            number = request["id"]
            reply: dict[str, Any]
            try:
                reply = {"partial": False, **self._answer(request)}
            except KingdomsError as error:
                reply = {"error": error_json(error)}
            except RecursionError:
                reply = {"error": error_json(RequestError("the query is nested too deeply"))}
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                message = f"the analysis failed on this query ({type(error).__name__}): please report it"
                reply = {"error": error_json(RequestError(message, code="internal"))}
            with self.lock:
                del self.stops[number]
            self.say({"id": number, **reply})

    def say(self, reply: Mapping[str, Any]) -> None:
        """Write an answer. If the output is closed, stop all searches."""
        line = json.dumps(reply).encode() + b"\n"
        try:
            with self.lock:
                self.answers.write(line)
                self.answers.flush()
        except (OSError, ValueError) as error:
            self.fault = self.fault or error
            self.stop_all()

    def _register(self, number: str) -> None:
        """Register a query by its id, so that it can be cancelled."""
        with self.lock:
            if number in self.stops:
                raise RequestError(text("analysis.id_taken", number=shown(number)), code="id_taken")
            if len(self.stops) >= MOST_WAITING:
                raise RequestError(text("analysis.many_queries", most=MOST_WAITING), code="too_many")
            self.stops[number] = threading.Event()
            if self.is_stopping:
                self.stops[number].set()

    def _cancel(self, request: Mapping[str, Any]) -> bool:
        """Stop the search of a query, and return whether the query exists."""
        check_fields(request, ("id", "cancel"), "a request with cancel")
        query_id = request["cancel"]
        if not isinstance(query_id, str):
            raise RequestError(text("analysis.cancel", value=shown(query_id)))
        with self.lock:
            stop = self.stops.get(query_id)
        if stop is not None:
            stop.set()
        return stop is not None

    def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the final answer to a query, without the id; partial answers are written as they arise."""
        stop = self.stops[request["id"]]
        query = read_query(request)
        if query.review:
            return {"review": self._review(query, stop)}
        view, history = sight_of_mover(query.record, query.seat)
        analysis = analyse_position(
            view,
            query.limits,
            seen=history,
            seed=query.seed,
            threads=query.threads,
            most_options=query.most_options,
            report=None if query.report_every is None else lambda analysis: self._report(query, analysis),
            every=query.report_every or 0.0,
            stop=stop,
        )
        return {"analysis": analysis.to_json()}

    def _report(self, query: Query, analysis: Analysis) -> None:
        self.say({"id": query.id, "partial": True, "analysis": analysis.to_json()})

    def _review(self, query: Query, stop: threading.Event) -> dict[str, Any]:
        """Return the review of a game; if requested, write a partial answer for each decision."""
        steps = review(
            query.record,
            query.limits,
            seat=query.seat,
            seed=query.seed,
            threads=query.threads,
            most_options=query.most_options,
            stop=stop,
        )
        for progress in steps:
            if progress.decisions and query.report_every is not None:
                count, decision = len(progress.decisions), progress.decisions[-1].to_json()
                self.say({"id": query.id, "partial": True, "done": count, "total": progress.total, "decision": decision})
        return progress.to_json()
