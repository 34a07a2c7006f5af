"""The routes of a device: which part of the table answers which request."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from kingdoms.device.home import ME, PERSON, STUDY, Home
from kingdoms.device.requests import plain
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.daily import today
from kingdoms.table.advice.advice import Advice
from kingdoms.table.advice.thinking import GameMoment
from kingdoms.table.answers import advising, board, mistakes, pictures, puzzles, sandbox, trees, viewing
from kingdoms.table.answers.explorer import explore_board, explore_game
from kingdoms.table.answers.mistakes import Mistake, find_mistake
from kingdoms.table.answers.path import path_of
from kingdoms.table.answers.study import merge_studies
from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.packing import pack
from kingdoms.table.game import messages
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import Games
from kingdoms.table.service.own_games import own_games_of, question_time
from kingdoms.texts import text

VISITOR: Final = PERSON.client
MOST: Final = 100
"""Maximum number of games in the list."""
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

    @property
    def games(self) -> Games:
        """The games of the device."""
        return self.home.games

    @property
    def advice(self) -> Advice:
        """Hints and reviews."""
        return self.home.advice

    def info(self, live: LiveGame) -> dict[str, Any]:
        """Return the public information about a game."""
        return self.games.broadcast.info(live, VISITOR)


@dataclass(frozen=True)
class Route:
    """A method and a path of the API, and a function that returns JSON data, an `Answer` or a stream, at once or later."""

    method: str
    path: str
    handler: Callable[[Request], Any]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression that matches the path."""
        return path_pattern(self.path)

    async def answer(self, request: Request) -> Any:
        """Return the answer to a request."""
        return await _result(self.handler(request))


def path_pattern(path: str) -> re.Pattern[str]:
    """Return the expression that matches a path of the API."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path)))


async def _result(value: Any) -> Any:
    return await value if isinstance(value, Awaitable) else value


def _on_game(method: str, way: str, answer: Callable[[Request, LiveGame], Any]) -> Route:
    """Return a route about the game in its path."""

    async def handler(request: Request) -> Any:
        return await _result(answer(request, await request.games.get(request.query.game_id)))

    return Route(method, f"/api/games/{{game_id}}{way}", handler)


def _on_puzzle(method: str, way: str, answer: Callable[[Request, Puzzle], Any]) -> Route:
    """Return a route about the puzzle in its path."""

    async def handler(request: Request) -> Any:
        return await _result(answer(request, await request.home.puzzles.find(request.query.name)))

    return Route(method, f"/api/puzzles/{{name}}{way}", handler)


def _on_mistake(method: str, way: str, answer: Callable[[Request, Mistake], Any]) -> Route:
    """Return a route about the mistake in its path."""

    async def handler(request: Request, live: LiveGame) -> Any:
        return await _result(answer(request, await find_mistake(request.advice, live, VISITOR, VISITOR, request.query.number)))

    return _on_game(method, f"/mistakes/{{number}}{way}", handler)


def elsewhere() -> ApiError:
    """Return the error for what needs a server."""
    return ApiError(409, "elsewhere", text("error.elsewhere"))


async def _own_name(request: Request) -> Any:
    return {"name": await request.home.document(ME)}


async def _set_name(request: Request) -> Any:
    name = request.body.name
    await request.home.store.put(ME, json.dumps(name))
    return {"name": name}


async def _create(request: Request) -> Any:
    if any(seat.kind in ("open", "program") for seat in request.body.seats) or request.body.rated:
        raise elsewhere()
    live = await request.home.creating.create(PERSON, request.body)
    return Answer(201, pack(request.info(live)).decode())


async def _own_games(home: Home) -> list[dict[str, Any]]:
    """Return the person's games: first those that wait for the person, longest waiting first, then those under way.

    Finished games are not loaded again: the information about them is kept.
    """
    ends = await home.ends()
    headers = sorted(
        (header for header, _ in home.game_store.heads.values()), key=lambda header: (header.status, header.created)
    )
    ids = [header.id for header in headers[::-1]][:MOST]
    games = await home.games.get_existing(game_id for game_id in ids if game_id not in ends)
    rows = []
    for live, row in zip(games, own_games_of(home.games, games, VISITOR), strict=True):
        moved = live.entries[-1].at if live.entries else live.header.created
        rows.append(((0, question_time(live)) if row["since"] else (int(live.is_over) + 1, -moved), row))
    for game_id in filter(ends.__contains__, ids):
        end = ends[game_id]
        info = end["info"] | {"rematch": home.game_store.heads[game_id][0].rematch}
        rows.append(((2, -end["moved"]), {"info": info, "question": None, "since": None}))
    return [row for _, row in sorted(rows, key=lambda placed: placed[0])]


async def _list_games(request: Request) -> Any:
    query = request.query
    rows = [] if query.which == "open" or query.rated else await _own_games(request.home)
    infos = [row["info"] for row in rows if query.game in (None, row["info"]["game"])]
    if query.which == "running":
        infos = [info for info in infos if info["status"] == "playing" and info["public"]]
    return {"games": infos}


async def _list_own_games(request: Request) -> Any:
    rows = await _own_games(request.home)
    return {"games": rows, "waiting": sum(row["since"] is not None for row in rows), "looked_at": 0}


async def _delete(request: Request, live: LiveGame) -> Any:
    async with request.games.change(live) as change:
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
    return Answer(200, await viewing.record(request.games, live))


async def _analyse(request: Request, live: LiveGame) -> Any:
    query, advice = request.query, request.advice
    return live.game, await advising.analysis(advice, live, VISITOR, PERSON, query.seat, query.number, query.strength)


async def _review(request: Request, live: LiveGame) -> Any:
    return live.game, await advising.review(request.advice, live, PERSON, request.query.strength, KEEP_ALIVE)


async def _analyse_text(request: Request) -> Any:
    view = viewing.read_shared(request.query.written)
    return view.game, await board.analyse_text(request.advice, PERSON, view, request.query.written, request.query.strength)


def _picture(request: Request, live: LiveGame) -> Answer:
    pictures.check_drawn(live)
    return Answer(200, pictures.draw_moment(live, viewing.number_in(live, request.query.number), request.query.theme))


async def _film(request: Request, live: LiveGame) -> Answer:
    pictures.check_drawn(live)
    moment = GameMoment.from_game(live)
    return Answer(200, await request.home.pool.ask(PERSON, 0.0, pictures.draw_film, moment, request.query.theme))


async def _write_tree(request: Request) -> Any:
    return Answer(200, (await trees.write_tree(request.games, request.body))[1])


def _view(request: Request, live: LiveGame) -> Any:
    query = request.query
    return viewing.view(live, VISITOR, query.seat, query.number, position=query.position)


def _history(request: Request, live: LiveGame) -> Any:
    query = request.query
    return viewing.history(request.games, live, VISITOR, query.seat, query.after, query.limit)


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


SERVER: Final = {"access": "open", "admitted": True, "notice": None, "imprint": None, "privacy": None, "anywhere": None}
"""What everybody may know of a server that is open."""

ROUTES: Final = (
    Route("GET", "/api/server", lambda _: SERVER),
    Route("GET", "/api/catalogue", lambda r: r.home.catalogue()),
    Route("GET", "/api/me", _own_name),
    Route("PUT", "/api/me", _set_name),
    Route("PUT", "/api/me/language", lambda _: Answer(204, "")),  # the page keeps it
    Route("GET", "/api/me/games", _list_own_games),
    Route("GET", "/api/me/path", _path),
    Route("GET", "/api/me/study", _study),
    Route("POST", "/api/me/study", _add_to_study),
    Route("DELETE", "/api/me/study", _clear_study),
    Route("GET", "/api/games", _list_games),
    Route("POST", "/api/games", _create),
    _on_game("GET", "", lambda r, live: r.info(live)),
    _on_game("DELETE", "", _delete),
    _on_game("POST", "/rematch", _rematch),
    _on_game("POST", "/seats/{seat}/resign", _resign),
    _on_game("POST", "/proposals", _propose),
    _on_game("POST", "/actions", _act),
    _on_game("POST", "/undo", _undo),
    _on_game("POST", "/preview", lambda r, live: viewing.preview(live, VISITOR, r.body.base, r.body.actions)),
    _on_game("GET", "/view", _view),
    _on_game("GET", "/legal", lambda r, live: viewing.legal(live, VISITOR, r.query.seat)),
    _on_game("GET", "/explain", lambda r, live: viewing.explain(live, VISITOR, r.query.action)),
    _on_game("GET", "/history", _history),
    _on_game("GET", "/record", _record),
    _on_game("GET", "/position", _position),
    _on_game("GET", "/picture", _picture),
    _on_game("GET", "/film", _film),
    _on_game("GET", "/analysis", _analyse),
    _on_game("GET", "/analysis/game", _review),
    _on_game("POST", "/line", lambda r, live: advising.line(r.games, live, VISITOR, r.body)),
    _on_game("GET", "/tree", lambda r, live: trees.tree_of_game(r.games, live, r.query.number)),
    _on_game("GET", "/explorer", lambda r, live: explore_game(r.games, r.advice, VISITOR, live, r.query.number, None)),
    _on_mistake("GET", "", lambda _, mistake: mistakes.show(mistake)),
    _on_mistake("POST", "/answer", lambda r, mistake: mistakes.judge(r.home.puzzles, PERSON, mistake, r.body.action)),
    _on_mistake("POST", "/solution", lambda r, mistake: mistakes.judge(r.home.puzzles, PERSON, mistake, None)),
    _on_mistake("POST", "/preview", lambda r, mistake: messages.preview(mistake.table, mistake.seat, r.body.actions)),
    _on_mistake("POST", "/explain", lambda r, mistake: messages.refusal(mistake.table, r.body.action)),
    Route("GET", "/api/boards", lambda _: {"boards": []}),
    Route("POST", "/api/sandbox", lambda r: sandbox.play(r.body)),
    Route("POST", "/api/positions", lambda r: board.show(r.games, r.body)),
    Route("POST", "/api/positions/preview", lambda r: board.preview(r.games, r.body)),
    Route("POST", "/api/positions/explain", lambda r: board.explain(r.games, r.body)),
    Route("POST", "/api/positions/analysis", lambda r: board.analyse(r.games, r.advice, PERSON, r.body, r.query.strength)),
    Route("POST", "/api/positions/levels", lambda r: board.levels(r.games, r.advice, PERSON, r.body)),
    Route("POST", "/api/positions/record", _write_tree),
    Route("GET", "/api/positions/{written}/analysis", _analyse_text),
    Route("POST", "/api/records/tree", lambda r: trees.tree_of(r.games, r.body.record.split("\n"))),
    Route("POST", "/api/explorer", lambda r: explore_board(r.games, r.advice, VISITOR, r.body, None)),
    Route("GET", "/api/puzzles", lambda r: r.home.puzzles.page(r.query)),
    Route("GET", "/api/puzzles/today", lambda r: r.home.puzzles.of_day(today())),
    Route("POST", "/api/puzzles/rate", lambda r: r.home.puzzles.rate(r.body)),
    Route("POST", "/api/puzzles/next", lambda r: r.home.puzzles.next(r.body)),
    _on_puzzle("GET", "", lambda r, puzzle: r.home.puzzles.show(puzzle)),
    _on_puzzle("POST", "/answer", lambda r, puzzle: r.home.puzzles.answer(puzzle, PERSON, r.body)),
    _on_puzzle("POST", "/solution", lambda r, puzzle: r.home.puzzles.solution(puzzle, r.body)),
    _on_puzzle("POST", "/preview", lambda r, puzzle: puzzles.preview(puzzle, r.body)),
    _on_puzzle("POST", "/explain", lambda r, puzzle: puzzles.explain(puzzle, r.body)),
)
