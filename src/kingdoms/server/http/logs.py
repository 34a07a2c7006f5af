"""The server's log: lines of JSON, or plain lines on a terminal, through the standard logging module.

A line contains the template of the requested route (`/api/games/{id}`), but never the address itself, nor a cookie, token or
body. So a reader of the log can't take over a seat.
"""

from __future__ import annotations

import contextvars
import datetime
import logging
import random
import sys
import time
import traceback
from collections.abc import Mapping
from typing import TextIO

import orjson
from fastapi.routing import iter_route_contexts
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.server.base.errors import REFUSED
from kingdoms.server.http.metrics import Metrics

access = logging.getLogger("kingdoms.access")

request_id: contextvars.ContextVar[str | None] = contextvars.ContextVar("request_id", default=None)
"""The id of the current request, which is part of every line that is logged meanwhile."""

QUOTABLE = (OSError, SQLAlchemyError, TypeError, AttributeError, NameError, ImportError, AssertionError, NotImplementedError)
"""Exceptions whose messages are about the program or its environment. Messages of others may quote a request."""

FAILED = 500
"""The status of an unexpected error."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"})


def configure(stream: TextIO | None = None, *, human: bool | None = None, about: Mapping[str, object] | None = None) -> None:
    """Send the log to a stream, by default to standard error.

    Args:
        human: whether to write plain lines, of warnings and errors only; by default if the stream is a terminal. Else JSON,
            with a line for every request.
        about: fields that identify the process, for every line of JSON.
    """
    stream = sys.stderr if stream is None else stream
    human = stream.isatty() if human is None else human
    handler = logging.StreamHandler(stream)
    handler.setFormatter(HumanFormatter() if human else JsonFormatter(about or {}))
    # no line has the thread or process, and looking them up is slow
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    ours = logging.getLogger("kingdoms")
    for logger in (ours, *map(logging.getLogger, ("uvicorn", "alembic", "asyncio", "sqlalchemy"))):
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    ours.setLevel(logging.INFO)
    access.setLevel(logging.ERROR if human else logging.INFO)
    # Below warnings, uvicorn logs addresses with their queries.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


class _Formatter(logging.Formatter):
    def formatException(self, ei: tuple[type[BaseException], BaseException, object] | tuple[None, None, None]) -> str:  # noqa: N802
        """Return the traceback of an exception, and its message only if that can't contain a secret."""
        lines: list[str] = []
        error = ei[1]
        while error is not None:
            message = f": {error}" if isinstance(error, QUOTABLE) else ""
            lines.insert(0, "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + message)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\n".join(lines)


class JsonFormatter(_Formatter):
    """Formats a record as JSON: `time`, `level`, `logger`, `message`, `request` if any, and the `data` of `extra`."""

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
    """Formats a record as a plain line: the time, the level from warnings on, the message and its data."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        data = "".join(f" {key}={value}" for key, value in getattr(record, "data", {}).items())
        line = f"{datetime.datetime.fromtimestamp(record.created):%H:%M:%S} {level}{record.getMessage()}{data}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class RequestLog:
    """Middleware that gives each request an id, and logs and measures its answer."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.templates: dict[object, str] = {}
        self.ids = random.Random()  # seeded by the system once; ids need not be secret, and asking it for each takes longer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        own_id = f"{self.ids.getrandbits(64):016x}"
        token = request_id.set(own_id)
        began, took, status, closed = time.perf_counter(), 0.0, 500, 0
        live = scope["type"] == "websocket"

        async def send_and_watch(message: Message) -> None:
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
            await self.app(scope, receive, send_and_watch)
        finally:
            self.note(self.route_of(scope), "WEBSOCKET" if live else scope["method"], status, took)
            if REFUSED in scope:
                self.metrics.refusals.labels(scope[REFUSED]).inc()
            if closed:
                self.metrics.socket_ends.labels(str(closed)).inc()
            request_id.reset(token)

    def route_of(self, scope: Scope) -> str:
        """Return the template of the route of a request, or "unknown" if no route has handled it."""
        if not self.templates:
            for route in iter_route_contexts(scope["app"].routes):
                self.templates.setdefault(route.endpoint, route.path_format or "unknown")
        return self.templates.get(scope.get("endpoint"), "unknown")

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Log an answer, and the time until it began: streams and sockets stay open for hours."""
        method = method if method in METHODS else "OTHER"
        if method != "WEBSOCKET":
            self.metrics.request(route, method, str(status)).observe(seconds)
        level = logging.ERROR if status == FAILED else logging.INFO  # the cause of a 503 has been logged
        if access.isEnabledFor(level):
            data = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            # like `access.log`, but without looking up the caller
            access.handle(access.makeRecord(access.name, level, "", 0, "%s %s", (method, route), None, extra={"data": data}))
