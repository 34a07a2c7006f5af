"""The routes of a device: which part of the table answers which request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from kingdoms.device.home import ME, PERSON, STUDY, Home
from kingdoms.device.requests import plain
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.daily import today
from kingdoms.table import advising, board, messages, mistakes, puzzles, sandbox, trees, viewing
from kingdoms.table.catalogue import catalogue
from kingdoms.table.errors import ApiError
from kingdoms.table.explorer import explore_board, explore_game
from kingdoms.table.live import LiveGame
from kingdoms.table.mistakes import Mistake
from kingdoms.table.own_games import own_games_of, question_time, waits_for
from kingdoms.table.packing import pack
from kingdoms.table.path import path_of
from kingdoms.table.study import merge_studies
from kingdoms.texts import text

VISITOR: Final = PERSON.client
KEEP_ALIVE: Final = 3600.0
"""Seconds without news after which a review says so; nothing between page and worker needs it."""


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


async def _analyse(request: Request, live: LiveGame) -> Any:
    query, advice = request.query, request.home.advice
    return live.game, await advising.analysis(advice, live, VISITOR, PERSON, query.seat, query.number, query.strength)


async def _review(request: Request, live: LiveGame) -> Any:
    return live.game, await advising.review(request.home.advice, live, PERSON, request.query.strength, KEEP_ALIVE)


async def _analyse_text(request: Request) -> Any:
    view = viewing.read_shared(request.query.written)
    return view.game, await board.analyse_text(request.home.advice, PERSON, view, request.query.written, request.query.strength)


async def _write_tree(request: Request) -> Any:
    return Answer(200, (await trees.write_tree(request.home.games, request.body))[1])


async def _puzzle(request: Request, answer: Callable[[Puzzle], Any]) -> Any:
    """Return an answer about the puzzle in the path."""
    result = answer(await request.home.puzzles.find(request.query.name))
    return await result if hasattr(result, "__await__") else result


async def _mistake(request: Request, live: LiveGame, answer: Callable[[Mistake], Any]) -> Any:
    """Return an answer about the mistake in the path."""
    result = answer(await mistakes.find_mistake(request.home.advice, live, VISITOR, VISITOR, request.query.number))
    return await result if hasattr(result, "__await__") else result


def _position(request: Request, live: LiveGame) -> Any:
    viewing.check_begun(live)
    return viewing.position(live, request.query.number)


async def _path(request: Request) -> Any:
    return path_of(await request.home.results())


async def _study(request: Request) -> Any:
    return {"kept": True, "study": merge_studies(await request.home.document(STUDY) or {}, {})}


async def _add_to_study(request: Request) -> Any:
    """Add what the page has learned to the document; the solver's rating is the page's, since no server rates here."""
    merged = merge_studies(await request.home.document(STUDY) or {}, plain(request.body))
    await request.home.store.put(STUDY, json.dumps(merged))
    return {"kept": True, "study": merged}


async def _clear_study(request: Request) -> Any:
    await request.home.store.put(STUDY, "{}")
    return Answer(204, "")


PUZZLE, MISTAKE = "/api/puzzles/{name}", "/api/games/{game_id}/mistakes/{number}"
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
    Route("GET", "/api/games/{game_id}/analysis", on_game=_analyse),
    Route("GET", "/api/games/{game_id}/analysis/game", on_game=_review),
    Route("POST", "/api/games/{game_id}/line", on_game=lambda r, live: advising.line(r.home.games, live, VISITOR, r.body)),
    Route("GET", "/api/games/{game_id}/tree", on_game=lambda r, live: trees.tree_of_game(r.home.games, live, r.query.number)),
    Route(
        "GET",
        "/api/games/{game_id}/explorer",
        on_game=lambda r, live: explore_game(r.home.games, r.home.advice, VISITOR, live, r.query.number, None),
    ),
    Route("GET", MISTAKE, on_game=lambda r, live: _mistake(r, live, mistakes.show)),
    Route(
        "POST",
        f"{MISTAKE}/answer",
        on_game=lambda r, live: _mistake(r, live, lambda m: mistakes.judge(r.home.puzzles, PERSON, m, r.body.action)),
    ),
    Route(
        "POST",
        f"{MISTAKE}/solution",
        on_game=lambda r, live: _mistake(r, live, lambda m: mistakes.judge(r.home.puzzles, PERSON, m, None)),
    ),
    Route(
        "POST",
        f"{MISTAKE}/preview",
        on_game=lambda r, live: _mistake(r, live, lambda m: messages.preview(m.table, m.seat, r.body.actions)),
    ),
    Route(
        "POST",
        f"{MISTAKE}/explain",
        on_game=lambda r, live: _mistake(r, live, lambda m: messages.refusal(m.table, r.body.action)),
    ),
    Route("POST", "/api/sandbox", lambda r: sandbox.play(r.body)),
    Route("POST", "/api/positions", lambda r: board.show(r.home.games, r.body)),
    Route("POST", "/api/positions/preview", lambda r: board.preview(r.home.games, r.body)),
    Route("POST", "/api/positions/explain", lambda r: board.explain(r.home.games, r.body)),
    Route(
        "POST",
        "/api/positions/analysis",
        lambda r: board.analyse(r.home.games, r.home.advice, PERSON, r.body, r.query.strength),
    ),
    Route("POST", "/api/positions/levels", lambda r: board.levels(r.home.games, r.home.advice, PERSON, r.body)),
    Route("POST", "/api/positions/record", _write_tree),
    Route("GET", "/api/positions/{written}/analysis", _analyse_text),
    Route("POST", "/api/records/tree", lambda r: trees.tree_of(r.home.games, r.body.record.split("\n"))),
    Route("POST", "/api/explorer", lambda r: explore_board(r.home.games, r.home.advice, VISITOR, r.body, None)),
    Route("GET", "/api/puzzles", lambda r: r.home.puzzles.page(r.query)),
    Route("GET", "/api/puzzles/today", lambda r: r.home.puzzles.of_day(today())),
    Route("POST", "/api/puzzles/rate", lambda r: r.home.puzzles.rate(r.body)),
    Route("POST", "/api/puzzles/next", lambda r: r.home.puzzles.next(r.body)),
    Route("GET", PUZZLE, lambda r: _puzzle(r, r.home.puzzles.show)),
    Route("POST", f"{PUZZLE}/answer", lambda r: _puzzle(r, lambda puzzle: r.home.puzzles.answer(puzzle, PERSON, r.body))),
    Route("POST", f"{PUZZLE}/solution", lambda r: _puzzle(r, lambda puzzle: r.home.puzzles.solution(puzzle, r.body))),
    Route("POST", f"{PUZZLE}/preview", lambda r: _puzzle(r, lambda puzzle: puzzles.preview(puzzle, r.body))),
    Route("POST", f"{PUZZLE}/explain", lambda r: _puzzle(r, lambda puzzle: puzzles.explain(puzzle, r.body))),
    Route("GET", "/api/me/path", _path),
    Route("GET", "/api/me/study", _study),
    Route("POST", "/api/me/study", _add_to_study),
    Route("DELETE", "/api/me/study", _clear_study),
)
