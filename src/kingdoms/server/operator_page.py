"""The operator's page: how the server, and others with the same database, are doing. It shows, and changes nothing.

Whoever has the token of KINGDOMS_OPERATOR_TOKEN sees it: programs send it in a header, people type it into a form once and get
a cookie for an hour. No address ever holds it, since addresses are kept in histories and logs.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from http.cookies import Morsel
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from itsdangerous import BadSignature, TimestampSigner
from sqlalchemy import func, select, text
from starlette.exceptions import HTTPException

import kingdoms
from kingdoms.server import operator_html as pages
from kingdoms.server.bans import read_bans
from kingdoms.server.database import Database
from kingdoms.server.heartbeat import Heartbeat, running
from kingdoms.server.operating import bearer, is_token
from kingdoms.server.security import Buckets, where
from kingdoms.server.settings import Settings, sqlite_file
from kingdoms.server.static import INDEX, Client
from kingdoms.server.tables import IS_WHOLE, GameRow

router = APIRouter(include_in_schema=False)

COOKIE = "kingdoms_operator"
LASTS = 3600
"""Seconds for which somebody is let in who has typed the token."""
TRIES = 0.5
"""Wrong tokens that an address may send a second; four times as many at once."""
STYLE = Path(__file__).with_name("operator.css")
STYLESHEET = re.compile(r'<link rel="stylesheet"[^>]* href="(/assets/index-[\w-]+\.css)"')
"""The stylesheet of the pages to play on, where their index names it."""


@router.get("/operator")
async def show(request: Request) -> Response:
    """Show the page to the operator, and the form to others."""
    settings = check_offered(request)
    if is_operator(request, settings):
        return answer(request, pages.status(await look(request)))
    return answer(request, pages.login(), 401)


@router.post("/operator")
async def login(request: Request) -> Response:
    """Let somebody in who has typed the token."""
    settings = check_offered(request)
    given = parse_qs((await request.body()).decode("ascii", "replace"), max_num_fields=5).get("token", [""])[0]
    if not lets_in(request, settings, given.strip()):
        return answer(request, pages.login("That is not the token."), 401)
    return leave_for_page(session(settings, signer(settings).sign(secrets.token_hex(8)).decode(), LASTS))


@router.post("/operator/leave")
async def leave(request: Request) -> Response:
    """Forget that somebody is the operator."""
    return leave_for_page(session(check_offered(request), "", 0))


@router.get("/operator/style.css")
async def style(request: Request) -> Response:
    """Return what the page has beside the stylesheet of the others."""
    check_offered(request)
    return Response(STYLE.read_bytes(), headers={"Cache-Control": "no-cache"}, media_type="text/css")


# -- who may see it -------------------------------------------------------------------------------------------------------


def check_offered(request: Request) -> Settings:
    """Return the settings; without a token there is no such page.

    Raises:
        HTTPException: 404, there is none.
    """
    settings: Settings = request.app.state.settings
    if settings.operator_token is None:
        raise HTTPException(404)
    return settings


def is_operator(request: Request, settings: Settings) -> bool:
    """Say whether a request comes with the token, or with the cookie of somebody who has typed it."""
    given = bearer(request)
    if given is not None:
        return lets_in(request, settings, given)
    try:
        signer(settings).unsign(request.cookies.get(COOKIE, ""), max_age=LASTS)
    except BadSignature:
        return False
    return True


def lets_in(request: Request, settings: Settings, given: str) -> bool:
    """Say whether a text is the token; whoever sends many that are not is not heard for a while.

    Raises:
        HTTPException: 429, too many were wrong.
    """
    tries, place = _tries(request), where(request)
    if tries.left(place) < 1:
        raise HTTPException(429, headers={"Retry-After": "2"})
    right = is_token(settings, given)
    if not right:
        tries.charge(place, 1)
    return right


def _tries(request: Request) -> Buckets:
    """Return how many wrong tokens each address may still send."""
    state = request.app.state
    if not hasattr(state, "operator_tries"):
        state.operator_tries = Buckets(TRIES)
    found: Buckets = state.operator_tries
    return found


def signer(settings: Settings) -> TimestampSigner:
    """Return what signs the cookie: with the token, so that another token ends what was begun with this one."""
    assert settings.operator_token is not None
    return TimestampSigner(settings.operator_token.get_secret_value(), salt="kingdoms.operator", digest_method=hashlib.sha256)


def session(settings: Settings, value: str, seconds: int) -> str:
    """Return the header `Set-Cookie` that lets somebody in for so long; 0 ends it."""
    morsel: Morsel[str] = Morsel()
    morsel.set(COOKIE, value, value)
    morsel.update({"path": "/operator", "max-age": str(seconds), "httponly": "yes", "samesite": "strict"})
    morsel["secure"] = "yes" if settings.secure else ""
    return morsel.OutputString()


# -- what it shows --------------------------------------------------------------------------------------------------------


def answer(request: Request, page: str, status: int = 200) -> Response:
    """Return a page, in the look of the others where these are installed."""
    client: Client = request.app.state.client
    index = client.files().get(INDEX)
    found = STYLESHEET.search(index.body.decode()) if index is not None else None
    styles = [*([found[1]] if found else []), "/operator/style.css"]
    headers = {"Cache-Control": "no-store", **({"WWW-Authenticate": "Bearer"} if status == 401 else {})}
    return Response(pages.whole(page, styles), status, headers, "text/html; charset=utf-8")


def leave_for_page(cookie: str) -> Response:
    """Return the way to the page, with a cookie."""
    return Response(status_code=303, headers={"Location": "/operator", "Set-Cookie": cookie, "Cache-Control": "no-store"})


async def look(request: Request) -> pages.Status:
    """Return how it goes, here and at other servers with the same database."""
    heartbeat: Heartbeat = request.app.state.heartbeat
    settings: Settings = request.app.state.settings
    database = heartbeat.database
    here = {"process": heartbeat.process, "seen": time.time(), **heartbeat.facts()}
    others = [each for each in await running(database) if each["process"] != heartbeat.process]
    async with database.read_engine.connect() as connection:
        counted = select(GameRow.game, GameRow.status, func.count()).where(IS_WHOLE)
        games: dict[str, dict[str, int]] = {}
        for game, status, number in await connection.execute(counted.group_by(GameRow.game, GameRow.status)):
            games.setdefault(game, {})[status] = number
    return pages.Status(
        version=kingdoms.__version__,
        database=database.dialect,
        bytes=await size(database),
        retention=settings.retention,
        bans=len(await read_bans(database)),
        games=games,
        servers=sorted([here, *others], key=lambda each: float(each["began"])),
        here=heartbeat.process,
    )


async def size(database: Database) -> int:
    """Return how many bytes a database has."""
    if database.dialect == "sqlite":
        file = Path(sqlite_file(database.url))
        files = (file, file.with_name(f"{file.name}-wal"))
        return sum(each.stat().st_size for each in files if each.exists())
    async with database.read_engine.connect() as connection:
        found: Any = await connection.scalar(text("SELECT pg_database_size(current_database())"))
    return int(found)
