"""Requests to a server, and what to do when the line is down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import quote

import httpx

from kingdoms.client.answers import read
from kingdoms.client.errors import Refused, TooMany, UnexpectedAnswer, Unreachable, refusal
from kingdoms.client.routes import Route

T = TypeVar("T")

TRIES = 6
"""How often a request is made before the client gives up, if it is safe to repeat."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between attempts: the first pause, and the longest after doublings."""
LONGEST_WAIT = 30.0
"""The longest `Retry-After` that the client waits for, in seconds."""
TIMEOUT = 30.0
"""Seconds until an answer counts as lost. Streams send something every 20 seconds at the latest."""


def pauses() -> Iterator[float]:
    """Yield the seconds between attempts, without end.

    Examples:
        >>> from itertools import islice
        >>> [round(pause, 1) for pause in islice(pauses(), 8)]
        [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    """
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


class Connection:
    """Requests to one server, with one set of cookies or one token.

    Args:
        url: the address of the server.
        token: the token of a seat, for programs.
        http: the HTTP client to use, with the server as its base URL; None for one of its own.
    """

    def __init__(self, url: str, token: str | None = None, http: httpx.AsyncClient | None = None) -> None:
        self.url = url.rstrip("/")
        self.http = http or httpx.AsyncClient(base_url=self.url, timeout=TIMEOUT)
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    async def close(self) -> None:
        """Close all connections."""
        await self.http.aclose()

    @property
    def cookies(self) -> str:
        """The value of the header `Cookie`."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def send(self, route: Route[T], *, idempotent: bool | None = None, **values: Any) -> T:
        """Make a request, and return its answer.

        A request that is safe to repeat is made again if the answer is lost or the server is out of service for a moment; any
        request is made again if it was refused because of too many in a short time.

        Args:
            route: the kind of request.
            idempotent: whether it is safe to repeat; None if its method says so.
            **values: the values for the path, the body and the address; those that are None are left out.

        Returns:
            an object of the class `route.answer`; the text of the answer if there is none.

        Raises:
            Refused: the server refused it.
            Unreachable: there was no answer.
            UnexpectedAnswer: the answer is not what the API promises.
        """
        answer = await self._answer(route, route.method == "GET" if idempotent is None else idempotent, values)
        if route.answer is None:
            return cast(T, answer.text)
        try:
            data = answer.json()
        except ValueError:
            raise UnexpectedAnswer(f"{self.url} answered with something other than JSON: is it a kingdoms server?") from None
        return read(route.answer, data)

    async def _answer(self, route: Route[Any], idempotent: bool, values: Mapping[str, Any]) -> httpx.Response:
        """Make a request, several times if need be, and return the successful answer."""
        parameters = {name: value for name, value in values.items() if value is not None}
        unknown = parameters.keys() - {*route.body, *route.query} - {name for name in parameters if f"{{{name}}}" in route.path}
        if unknown:
            raise TypeError(f"{route.method} {route.path} takes no {', '.join(sorted(unknown))}")
        path = route.path.format(**{name: quote(str(value), safe="") for name, value in parameters.items()})
        body = {name: parameters[name] for name in route.body if name in parameters} if route.method != "GET" else None
        query = {name: _query_value(parameters[name]) for name in route.query if name in parameters}
        for number, pause in enumerate(pauses(), 1):
            try:
                headers = self.headers | ({} if body is None else {"Content-Type": "application/json"})
                content = None if body is None else json.dumps(body)
                answer = await self.http.request(route.method, path, content=content, params=query, headers=headers)
            except httpx.TransportError as error:
                if not idempotent or number == TRIES:
                    raise Unreachable(f"{self.url} gives no answer ({type(error).__name__}: {error})") from None
            else:
                if answer.is_success:
                    return answer
                refused = refusal(answer.status_code, _json(answer), answer.headers.get("Retry-After"))
                if number == TRIES or not self._passes(refused, idempotent):
                    raise refused
                pause = max(pause, refused.retry_after or 0.0)
            await asyncio.sleep(pause)
        raise AssertionError  # the pauses never end

    @staticmethod
    def _passes(refused: Refused, idempotent: bool) -> bool:
        """Return whether to make a refused request again: a limit on requests, or a moment out of service."""
        if isinstance(refused, TooMany):
            return refused.retry_after is not None and refused.retry_after <= LONGEST_WAIT
        return idempotent and refused.status in (502, 503, 504) and (refused.retry_after or 0.0) <= LONGEST_WAIT


def _json(answer: httpx.Response) -> Any:
    """Return the JSON data of an answer, None if it has none."""
    try:
        return answer.json()
    except ValueError:
        return None


def _query_value(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
