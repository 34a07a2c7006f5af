"""The requests that the client makes. A test compares each with the server's OpenAPI document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kingdoms.client import answers

T = TypeVar("T")


@dataclass(frozen=True)
class Route(Generic[T]):
    """A kind of request.

    Attributes:
        method: the HTTP method.
        path: the path, with names in braces.
        answer: the class of the answer; None for a text, which is empty if there is nothing to say, or a stream.
        body: the fields of the body.
        query: the parameters in the address.
    """

    method: str
    path: str
    answer: type[T] | None = None
    body: tuple[str, ...] = ()
    query: tuple[str, ...] = ()


NAME = Route("PUT", "/api/me", answers.Me, body=("name",))
CREATE = Route(
    "POST",
    "/api/games",
    answers.Info,
    body=("game", "seats", "rulings", "minutes", "clock", "public", "advice", "stand_in", "record", "position"),
)
GAMES = Route("GET", "/api/games", answers.Games, query=("which", "game"))
INFO = Route("GET", "/api/games/{game_id}", answers.Info)
CANCEL: Route[str] = Route("DELETE", "/api/games/{game_id}")
JOIN = Route("POST", "/api/games/{game_id}/seats/{seat}/join", answers.Info, body=("name",))
LEAVE = Route("POST", "/api/games/{game_id}/seats/{seat}/leave", answers.Info)
RETURN = Route("POST", "/api/games/{game_id}/seats/{seat}/return", answers.Info)
RESIGN = Route("POST", "/api/games/{game_id}/seats/{seat}/resign", answers.Info)
TOKEN = Route("POST", "/api/games/{game_id}/seats/{seat}/token", answers.Token)
LINK = Route("POST", "/api/games/{game_id}/seats/{seat}/link", answers.Token)
CLAIM = Route("POST", "/api/claims", answers.Claim, body=("token",))
ACT = Route("POST", "/api/games/{game_id}/actions", answers.Number, body=("base", "action", "client_id"))
UNDO = Route("POST", "/api/games/{game_id}/undo", answers.Number, body=("base",))
PREVIEW = Route("POST", "/api/games/{game_id}/preview", answers.Preview, body=("base", "actions"))
VIEW = Route("GET", "/api/games/{game_id}/view", answers.View, query=("seat", "number", "position"))
LEGAL = Route("GET", "/api/games/{game_id}/legal", answers.Legal, query=("seat",))
EXPLAIN = Route("GET", "/api/games/{game_id}/explain", answers.Explain, query=("action",))
HISTORY = Route("GET", "/api/games/{game_id}/history", answers.History, query=("seat", "after", "limit"))
RECORD: Route[str] = Route("GET", "/api/games/{game_id}/record")
SAY = Route("POST", "/api/games/{game_id}/talk", answers.Remark, body=("text", "phrase"))
PROGRAM_STREAM: Route[str] = Route("GET", "/api/program/stream", query=("after", "position"))
PROGRAM_ACT = Route("POST", "/api/program/actions", answers.Number, body=("base", "action", "client_id"))

ROUTES: tuple[Route[Any], ...] = tuple(value for value in list(globals().values()) if isinstance(value, Route))
"""All of them."""

LIVE = "/api/games/{game_id}/live"
"""The WebSocket of a table, which OpenAPI cannot describe."""
