"""The operator's page: the state of all servers with this database. It is read-only.

It requires the token of KINGDOMS_OPERATOR_TOKEN: programs send it in a header, people type it into a form and get a cookie for
an hour. It is never part of an address, since addresses are stored in histories and logs.
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
from kingdoms.server.identity import Identity
from kingdoms.server.operating import bearer, is_token
from kingdoms.server.people.sessions import Sessions
from kingdoms.server.security import Buckets, where
from kingdoms.server.settings import Settings, sqlite_file
from kingdoms.server.static import INDEX, Client
from kingdoms.server.tables import IS_WHOLE, GameRow
from kingdoms.server.talk import cases

router = APIRouter(include_in_schema=False)

COOKIE = "kingdoms_operator"
MAX_AGE = 3600
"""Lifetime of an operator's cookie, in seconds."""
WRONG_TOKENS_RATE = 0.5
"""Wrong tokens per second that an address may send, with a burst of four seconds' worth."""
MOST_CASES = 30
"""How many reports the page shows."""
STYLE = Path(__file__).with_name("operator.css")
STYLESHEET = re.compile(r'<link rel="stylesheet"[^>]* href="(/assets/index-[\w-]+\.css)"')
"""The link to the client's stylesheet in its index page."""


@router.get("/operator")
async def show(request: Request) -> Response:
    """Return the page for the operator, and the login form otherwise."""
    settings = check_offered(request)
    if is_operator(request, settings):
        return answer(request, pages.status(await current_status(request)))
    return answer(request, pages.login(), 401)


@router.post("/operator")
async def login(request: Request) -> Response:
    """Set a cookie for an operator who has entered the token."""
    settings = check_offered(request)
    given = parse_qs((await request.body()).decode("ascii", "replace"), max_num_fields=5).get("token", [""])[0]
    if not is_valid_token(request, settings, given.strip()):
        return answer(request, pages.login("That is not the token."), 401)
    return redirect_to_page(session(settings, signer(settings).sign(secrets.token_hex(8)).decode(), MAX_AGE))


@router.post("/operator/leave")
async def leave(request: Request) -> Response:
    """End the operator's session, and delete its cookie."""
    settings = check_offered(request)
    if (known := session_id(request, settings)) is not None:
        sessions: Sessions = request.app.state.sessions
        await sessions.end(known)
    return redirect_to_page(session(settings, "", 0))


@router.get("/operator/style.css")
async def style(request: Request) -> Response:
    """Return the stylesheet of this page, which adds to the client's."""
    check_offered(request)
    return Response(STYLE.read_bytes(), headers={"Cache-Control": "no-cache"}, media_type="text/css")


# -- authorisation --------------------------------------------------------------------------------------------------------


def check_offered(request: Request) -> Settings:
    """Return the settings if the page is available, which needs a token.

    Raises:
        HTTPException: 404, the page is not available.
    """
    settings: Settings = request.app.state.settings
    if settings.operator_token is None:
        raise HTTPException(404)
    return settings


def is_operator(request: Request, settings: Settings) -> bool:
    """Return whether a request comes with the token, or with an operator's cookie."""
    given = bearer(request)
    if given is not None:
        return is_valid_token(request, settings, given)
    return session_id(request, settings) is not None


def session_id(request: Request, settings: Settings) -> str | None:
    """Return the id of the operator's session, by the cookie; None without one that is valid."""
    try:
        found = signer(settings).unsign(request.cookies.get(COOKIE, ""), max_age=MAX_AGE).decode()
    except BadSignature:
        return None
    identity: Identity = request.app.state.identity
    return None if found in identity.ended else found


def is_valid_token(request: Request, settings: Settings, given: str) -> bool:
    """Return whether a text is the token. Wrong tokens are rate limited by address.

    Raises:
        HTTPException: 429, the address has sent too many wrong tokens.
    """
    wrong_tokens, place = _wrong_tokens(request), where(request)
    if wrong_tokens.left(place) < 1:
        raise HTTPException(429, headers={"Retry-After": "2"})
    right = is_token(settings, given)
    if not right:
        wrong_tokens.charge(place, 1)
    return right


def _wrong_tokens(request: Request) -> Buckets:
    """Return the token buckets of wrong tokens by address."""
    state = request.app.state
    if not hasattr(state, "operator_tries"):
        state.operator_tries = Buckets(WRONG_TOKENS_RATE)
    found: Buckets = state.operator_tries
    return found


def signer(settings: Settings) -> TimestampSigner:
    """Return the signer of cookies. Its key is the token, so a new token invalidates old cookies."""
    assert settings.operator_token is not None
    return TimestampSigner(settings.operator_token.get_secret_value(), salt="kingdoms.operator", digest_method=hashlib.sha256)


def session(settings: Settings, value: str, seconds: int) -> str:
    """Return the header `Set-Cookie` of an operator's cookie with a lifetime in seconds; 0 deletes it."""
    morsel: Morsel[str] = Morsel()
    morsel.set(COOKIE, value, value)
    morsel.update({"path": "/operator", "max-age": str(seconds), "httponly": "yes", "samesite": "strict"})
    morsel["secure"] = "yes" if settings.secure else ""
    return morsel.OutputString()


# -- content --------------------------------------------------------------------------------------------------------------


def answer(request: Request, page: str, status: int = 200) -> Response:
    """Return a page as a response, with the client's stylesheet if the client is installed."""
    client: Client = request.app.state.client
    index = client.files().get(INDEX)
    found = STYLESHEET.search(index.body.decode()) if index is not None else None
    styles = [*([found[1]] if found else []), "/operator/style.css"]
    headers = {"Cache-Control": "no-store", **({"WWW-Authenticate": "Bearer"} if status == 401 else {})}
    return Response(pages.document(page, styles), status, headers, "text/html; charset=utf-8")


def redirect_to_page(cookie: str) -> Response:
    """Return a redirect to the page, with a cookie."""
    return Response(status_code=303, headers={"Location": "/operator", "Set-Cookie": cookie, "Cache-Control": "no-store"})


async def current_status(request: Request) -> pages.Status:
    """Return the state of this server and of others with the same database."""
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
        cases=await cases.find(database, statuses=(cases.OPEN, cases.LOOKED_AT), most=MOST_CASES),
        reports=await cases.counts(database),
        games=games,
        servers=sorted([here, *others], key=lambda each: float(each["began"])),
        here=heartbeat.process,
    )


async def size(database: Database) -> int:
    """Return the size of a database in bytes."""
    if database.dialect == "sqlite":
        file = Path(sqlite_file(database.url))
        files = (file, file.with_name(f"{file.name}-wal"))
        return sum(each.stat().st_size for each in files if each.exists())
    async with database.read_engine.connect() as connection:
        found: Any = await connection.scalar(text("SELECT pg_database_size(current_database())"))
    return int(found)
