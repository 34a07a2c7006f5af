"""The routes of a device: which part of the table answers which request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from kingdoms.device.home import ME, PERSON, Home
from kingdoms.table import viewing
from kingdoms.table.catalogue import catalogue
from kingdoms.table.errors import ApiError
from kingdoms.table.live import LiveGame
from kingdoms.table.own_games import own_games_of, question_time, waits_for
from kingdoms.table.packing import pack
from kingdoms.texts import text

VISITOR: Final = PERSON.client


@dataclass(frozen=True)
class Answer:
    """An answer that is not JSON data with the status 200."""

    status: int
    text: str


@dataclass(frozen=True)
class Request:
    """A request whose parameters and body are checked; objects in the body are namespaces."""

    home: Home
    query: Any
    body: Any

    async def game(self) -> LiveGame:
        """Return the game in the path, or raise a 404 error."""
        return await self.home.games.get(self.query.game_id)

    def info(self, live: LiveGame) -> dict[str, Any]:
        """Return the public information about a game."""
        return self.home.games.broadcast.info(live, VISITOR)


Handler = Callable[[Request], Any]
"""Returns JSON data, an `Answer`, the lines of a stream, or an awaitable of these."""
GameHandler = Callable[[Request, LiveGame], Any]


@dataclass(frozen=True)
class Route:
    """A method and a path of the API, and what answers it: `handler`, or `on_game` with the game in the path."""

    method: str
    path: str
    handler: Handler | None = None
    on_game: GameHandler | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression that matches the path."""
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.path)))

    async def answer(self, request: Request) -> Any:
        """Return the answer to a request."""
        if self.on_game is not None:
            result = self.on_game(request, await request.game())
        else:
            assert self.handler is not None
            result = self.handler(request)
        return await result if hasattr(result, "__await__") else result


def elsewhere() -> ApiError:
    """Return the error for what needs a server."""
    return ApiError(409, "elsewhere", text("error.elsewhere"))


async def _own_name(request: Request) -> Any:
    return {"name": await request.home.document(ME)}


async def _set_name(request: Request) -> Any:
    name = request.body.name.strip()
    await request.home.store.put(ME, json.dumps(name))
    return {"name": name}


async def _create(request: Request) -> Any:
    if any(seat.kind in ("open", "program") for seat in request.body.seats) or request.body.rated:
        raise elsewhere()
    live = await request.home.creating.create(PERSON, request.body)
    return Answer(201, pack(request.info(live)).decode())


async def _own_games(home: Home) -> list[LiveGame]:
    """Return the person's games: first those that wait for the person, longest waiting first, then those under way."""
    games = await home.games.get_existing([*home.kept.heads])

    def place(live: LiveGame) -> tuple[int, float]:
        if waits_for(live, VISITOR):
            return 0, question_time(live)
        return (1 if live.header.status == "playing" else 2), -(live.entries[-1].at if live.entries else live.header.created)

    return sorted(games, key=place)


async def _list_games(request: Request) -> Any:
    query = request.query
    games = [] if query.which == "open" or query.rated else await _own_games(request.home)
    if query.which == "running":
        games = [live for live in games if live.header.status == "playing" and live.header.public]
    return {"games": [request.info(live) for live in games if query.game in (None, live.header.game)]}


async def _list_own_games(request: Request) -> Any:
    games = [*own_games_of(request.home.games, await _own_games(request.home), VISITOR)]
    return {"games": games, "waiting": sum(game["since"] is not None for game in games), "looked_at": 0}


async def _delete(request: Request, live: LiveGame) -> Any:
    async with request.home.games.change(live) as change:
        await change.delete()
    return Answer(204, "")


async def _rematch(request: Request, live: LiveGame) -> Any:
    return request.info(await request.home.creating.rematch(live, PERSON))


async def _resign(request: Request, live: LiveGame) -> Any:
    await request.home.ending.resign(live, request.query.seat, VISITOR)
    return request.info(live)


async def _propose(request: Request, live: LiveGame) -> Any:
    await request.home.ending.propose(live, request.body.kind, VISITOR)
    return request.info(live)


async def _act(request: Request, live: LiveGame) -> Any:
    seats, body = live.seats_of(VISITOR), request.body
    return {"number": await request.home.playing.act(live.header.id, seats, body.base, body.action, body.client_id)}


async def _undo(request: Request, live: LiveGame) -> Any:
    return {"number": await request.home.playing.undo(live.header.id, live.seats_of(VISITOR), request.body.base)}


async def _record(request: Request, live: LiveGame) -> Any:
    return Answer(200, await viewing.record(request.home.games, live))


def _position(request: Request, live: LiveGame) -> Any:
    viewing.check_begun(live)
    return viewing.position(live, request.query.number)


SERVER: Final = {"access": "open", "admitted": True, "notice": None, "imprint": None, "privacy": None}
"""What everybody may know of a server that is open."""

ROUTES: Final = (
    Route("GET", "/api/server", lambda _: SERVER),
    Route("GET", "/api/catalogue", lambda r: catalogue(r.home.offers)),
    Route("GET", "/api/me", _own_name),
    Route("PUT", "/api/me", _set_name),
    Route("GET", "/api/me/games", _list_own_games),
    Route("GET", "/api/games", _list_games),
    Route("POST", "/api/games", _create),
    Route("GET", "/api/games/{game_id}", on_game=lambda r, live: r.info(live)),
    Route("DELETE", "/api/games/{game_id}", on_game=_delete),
    Route("POST", "/api/games/{game_id}/rematch", on_game=_rematch),
    Route("POST", "/api/games/{game_id}/seats/{seat}/resign", on_game=_resign),
    Route("POST", "/api/games/{game_id}/proposals", on_game=_propose),
    Route("POST", "/api/games/{game_id}/actions", on_game=_act),
    Route("POST", "/api/games/{game_id}/undo", on_game=_undo),
    Route(
        "POST",
        "/api/games/{game_id}/preview",
        on_game=lambda r, live: viewing.preview(live, VISITOR, r.body.base, r.body.actions),
    ),
    Route(
        "GET",
        "/api/games/{game_id}/view",
        on_game=lambda r, live: viewing.view(live, VISITOR, r.query.seat, r.query.number, position=r.query.position),
    ),
    Route("GET", "/api/games/{game_id}/legal", on_game=lambda r, live: viewing.legal(live, VISITOR, r.query.seat)),
    Route("GET", "/api/games/{game_id}/explain", on_game=lambda r, live: viewing.explain(live, VISITOR, r.query.action)),
    Route(
        "GET",
        "/api/games/{game_id}/history",
        on_game=lambda r, live: viewing.history(r.home.games, live, VISITOR, r.query.seat, r.query.after, r.query.limit),
    ),
    Route("GET", "/api/games/{game_id}/record", on_game=_record),
    Route("GET", "/api/games/{game_id}/position", on_game=_position),
)
