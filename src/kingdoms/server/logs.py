"""The server's log: lines of JSON, or plain lines on a terminal, through the standard logging module.

A line names the route that was asked (`/api/games/{id}`), never the address itself, and no cookie, token or body: whoever reads
the log can take nobody's seat.
"""

from __future__ import annotations

import contextvars
import datetime
import logging
import secrets
import sys
import time
import traceback
from collections.abc import Mapping
from typing import TextIO

import orjson
from fastapi.routing import iter_route_contexts
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.errors import REFUSED
from kingdoms.server.metrics import Metrics

access = logging.getLogger("kingdoms.access")

request_id: contextvars.ContextVar[str | None] = contextvars.ContextVar("request_id", default=None)
"""The id of the request that is being answered; every line that is logged meanwhile has it."""

QUOTABLE = (OSError, SQLAlchemyError, TypeError, AttributeError, NameError, ImportError, AssertionError, NotImplementedError)
"""Exceptions whose messages are about the program or its surroundings; others may quote what somebody has sent."""

FAILED = 500
"""The status of what should not have happened."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"})


def configure(stream: TextIO | None = None, *, human: bool | None = None, about: Mapping[str, object] | None = None) -> None:
    """Send the log to a stream, by default to standard error.

    Args:
        stream: where to.
        human: plain lines, of what deserves attention only; by default where the stream is a terminal. Else JSON, a line for
            every request.
        about: what every line of JSON says of the process that writes it.
    """
    stream = sys.stderr if stream is None else stream
    human = stream.isatty() if human is None else human
    handler = logging.StreamHandler(stream)
    handler.setFormatter(HumanFormatter() if human else JsonFormatter(about or {}))
    # which thread and process that was no line tells, and to find it out takes long
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    ours = logging.getLogger("kingdoms")
    for logger in (ours, logging.getLogger("uvicorn"), logging.getLogger("alembic"), logging.getLogger("asyncio")):
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    ours.setLevel(logging.INFO)
    access.setLevel(logging.ERROR if human else logging.INFO)
    # Below a warning uvicorn names addresses with their queries.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


class _Formatter(logging.Formatter):
    """What both kinds of lines share."""

    def formatException(self, ei: tuple[type[BaseException], BaseException, object] | tuple[None, None, None]) -> str:  # noqa: N802
        """Return where an exception came from, and its message only if that can hold nothing secret."""
        lines: list[str] = []
        error = ei[1]
        while error is not None:
            said = f": {error}" if isinstance(error, QUOTABLE) else ""
            lines.insert(0, "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + said)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\n".join(lines)


class JsonFormatter(_Formatter):
    """A line of JSON: `time`, `level`, `logger`, `message`, `request` if there is one, and what `extra={"data": {...}}` has."""

    def __init__(self, about: Mapping[str, object]) -> None:
        super().__init__()
        self.about = about

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "time": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **self.about,
        }
        if (request := request_id.get()) is not None:
            line["request"] = request
        line.update(getattr(record, "data", {}))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class HumanFormatter(_Formatter):
    """A plain line: the time, the level where it matters, the message and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        data = "".join(f" {key}={value}" for key, value in getattr(record, "data", {}).items())
        line = f"{datetime.datetime.fromtimestamp(record.created):%H:%M:%S} {level}{record.getMessage()}{data}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class RequestLog:
    """Middleware: gives every request an id, and notes in log and metrics what was answered and how long that took."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.templates: dict[object, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        own_id = secrets.token_hex(8)
        token = request_id.set(own_id)
        began, took, status, closed = time.perf_counter(), 0.0, 500, 0
        live = scope["type"] == "websocket"

        async def watched(message: Message) -> None:
            nonlocal status, took, closed
            took = took or time.perf_counter() - began
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", own_id.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and status == 101:
                closed = closed or message.get("code", 1000)
            elif message["type"] == "websocket.close":
                status = 403
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            self.note(self.route_of(scope), "WEBSOCKET" if live else scope["method"], status, took)
            if REFUSED in scope:
                self.metrics.refusals.labels(scope[REFUSED]).inc()
            if closed:
                self.metrics.socket_ends.labels(str(closed)).inc()
            request_id.reset(token)

    def route_of(self, scope: Scope) -> str:
        """Return the template of the route that took a request, and nothing of the address where none did."""
        if not self.templates:
            for route in iter_route_contexts(scope["app"].routes):
                self.templates.setdefault(route.endpoint, route.path_format or "unknown")
        return self.templates.get(scope.get("endpoint"), "unknown")

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Note an answer, and how long it took to begin: streams and sockets go on for hours then."""
        method = method if method in METHODS else "OTHER"
        if method != "WEBSOCKET":
            self.metrics.request(route, method, str(status)).observe(seconds)
        level = logging.ERROR if status == FAILED else logging.INFO  # whoever answers with 503 has logged why
        if access.isEnabledFor(level):
            data = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            # as `access.log` does it, but for finding out what has called it
            access.handle(access.makeRecord(access.name, level, "", 0, "%s %s", (method, route), None, extra={"data": data}))
