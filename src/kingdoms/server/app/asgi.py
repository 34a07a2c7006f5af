"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import AsyncIterator
from functools import partial

import orjson
from fastapi import APIRouter, FastAPI, Request
from fastapi.routing import iter_route_contexts
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

import kingdoms
from kingdoms.server.advice.schemas import STREAMED
from kingdoms.server.app.api import router as api
from kingdoms.server.app.services import Services
from kingdoms.server.base.addresses import ForwardedHeaders
from kingdoms.server.base.errors import UnexpectedErrors, install_handlers
from kingdoms.server.base.settings import ServerSettings, read_settings
from kingdoms.server.database.engine import DatabaseError, open_database
from kingdoms.server.database.sole import sole_server
from kingdoms.server.entrance.pages import router as own_pages
from kingdoms.server.http.hosts import HostCheck
from kingdoms.server.http.languages import Languages
from kingdoms.server.http.logs import RequestLog
from kingdoms.server.http.metrics import Metrics, free_disk_space
from kingdoms.server.http.open_requests import CancelOnStop, OpenRequests
from kingdoms.server.http.refusals import Refusals
from kingdoms.server.http.security import BodyLimit, OriginCheck, SecurityHeaders
from kingdoms.server.http.static import ANYWHERE, AnywhereClient, BuiltClient
from kingdoms.server.operator.monitoring import router as operating
from kingdoms.server.operator.routes import router as operator
from kingdoms.server.pictures import previews
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.table.shortcut import Shortcut
from kingdoms.server.visitors.admission import AccessCheck, House
from kingdoms.server.visitors.identity import Identity, SetCookies
from kingdoms.server.visitors.keys import KeptKeys
from kingdoms.server.visitors.limits import RateLimit
from kingdoms.table.base.errors import ApiError, Unavailable
from kingdoms.table.game import messages
from kingdoms.texts import text

logger = logging.getLogger("kingdoms.server")

STOP_TIMEOUT = 2.5
"""Time limit for stopping the services, in seconds."""

UNCOMPRESSED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/octet-stream", "application/x-ndjson")
"""Media types that are not compressed: compressed formats, and streams, whose lines must be sent at once."""

CHECK_KEYS_EVERY = 1.0
"""Seconds between two checks for a new signing key."""

DESCRIPTION = "Games, live updates and everything else the web page uses. Programs can use it too."

GAME_PAGE = re.compile("/g/([^/]+)(?:/.*)?")
"""Paths of pages about one game."""

SHARED_PAGE = re.compile("/p/([^/]+)")
"""Paths of pages about shared positions."""

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

edges = APIRouter()


@edges.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """Return the OpenAPI document. Building it the first time is slow, so a thread does that."""
    described = await asyncio.to_thread(request.app.openapi)
    return Response(orjson.dumps(described), media_type="application/json")


@edges.api_route("/api", methods=METHODS, include_in_schema=False)
@edges.api_route("/api/{rest:path}", methods=METHODS, include_in_schema=False)
async def no_such_request(request: Request) -> None:
    """Answer an unknown address or method below /api, where there are no pages, with an error."""
    allowed = methods_at(request.app, request.url.path)
    if allowed:
        raise HTTPException(405, headers={"Allow": ", ".join(allowed)})
    raise HTTPException(404)


def methods_at(app: FastAPI, path: str) -> list[str]:
    """Return the methods that an address accepts; none if there is nothing at it."""
    return [
        method
        for route in iter_route_contexts(app.routes)
        if route.methods and route.include_in_schema and route.path_regex.fullmatch(path)
        for method in sorted(route.methods)
    ]


@edges.api_route(ANYWHERE.rstrip("/"), methods=["GET", "HEAD"], include_in_schema=False)
@edges.api_route(f"{ANYWHERE}{{rest:path}}", methods=["GET", "HEAD"], include_in_schema=False)
async def anywhere(request: Request) -> Response:
    """Return a file of the page that plays on its visitor's device, if the server has one."""
    client: AnywhereClient | None = request.app.state.anywhere
    return await page(request) if client is None else client.respond(request)


@edges.api_route("/{page:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request) -> Response:
    """Return a file of the client, or its index page."""
    client: BuiltClient = request.app.state.client
    house: House = request.app.state.house
    settings: ServerSettings = request.app.state.settings
    is_admitted = await house.admits(request)
    preview = await preview_of(request) if is_admitted or house.public_paths.fullmatch(request.url.path) else None
    head = (
        preview
        if is_admitted
        else f'<meta name="kingdoms-closed" content="{house.access}" data-strangers="{settings.strangers}">{preview or ""}'
    )
    return client.respond(request, head)


async def preview_of(request: Request) -> str | None:
    """Return the link preview for the head of a page, or None if it is not about a game or a position that can be loaded."""
    games: LiveGames = request.app.state.games
    settings: ServerSettings = request.app.state.settings
    origin = settings.public_url or f"{request.url.scheme}://{request.url.netloc}"
    shared = SHARED_PAGE.fullmatch(request.url.path)
    if shared is not None:
        return previews.shared_head_tags(shared[1], origin)
    linked = GAME_PAGE.fullmatch(request.url.path)
    try:
        return None if linked is None else previews.head_tags(await games.get(linked[1]), origin)
    except ApiError:
        return None  # the page itself reports the error


class Texts:
    """Middleware that leaves texts of messages out of answers to requests with `texts=false` or `texts=short`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with texts or without."""
        query = scope.get("query_string", b"")
        if b"texts" not in query:
            await self.app(scope, receive, send)
            return
        wording = QueryParams(query).get("texts", "")
        is_known = wording in (messages.Wording.MESSAGES, messages.Wording.SHORT)
        with messages.wording(messages.Wording(wording) if is_known else messages.Wording.TEXTS):
            await self.app(scope, receive, send)


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the database and start the services; stop them at the end."""
    settings: ServerSettings = app.state.settings
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(sole_server(settings.database_url))
        database = await stack.enter_async_context(open_database(settings.database_url, settings.durability))
        counted: Metrics = app.state.metrics
        counted.info.info({"version": kingdoms.__version__, "database": database.dialect})
        database.report_errors_to(counted.count_database_error)
        services = Services(settings, database, counted, app.state.house, app.state.refusals, app.state.identity)
        services.install(app.state)
        try:
            await services.start()
        except Unavailable:
            raise DatabaseError(text("database.gone")) from None
        about = {"version": kingdoms.__version__, "database": database.dialect, "durability": settings.durability}
        services.background.run_every(CHECK_KEYS_EVERY, app.state.identity.refresh_keys)
        logger.info("started", extra={"data": {**about, "process": os.getpid()}})
        try:
            async with counted.watch_loop():
                yield
        finally:
            try:
                async with asyncio.timeout(STOP_TIMEOUT):
                    await services.stop()
            except TimeoutError:
                logger.warning("some games did not settle in time; all acknowledged actions are stored")
            logger.info("stopped")


ROUTES = [route for router in (api, operating, operator, own_pages, edges) for route in router.routes]
"""All routes, in the order of matching. If the routers were included, FastAPI would analyse them for each application."""


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """Return the application. Its database is opened when it starts.

    Args:
        settings: the settings; by default those of the environment.

    Raises:
        SettingsError: the data folder or the signing key cannot be created.
    """
    settings = read_settings() if settings is None else settings
    if settings.database is None:
        settings.make_data_folder()
    counted, open_requests, house = Metrics(), OpenRequests(), House(settings)
    counted.disk_free.set_function(partial(free_disk_space, settings.data))
    identity = Identity(KeptKeys(settings), secure=settings.secure)
    app = FastAPI(
        title="Kingdoms",
        version=kingdoms.__version__,
        description=DESCRIPTION,
        lifespan=_lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        routes=ROUTES,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # `/metrics` has them; this slows requests
        # From the outside in: the first one sees a request first, and its answer last.
        middleware=[
            Middleware(ForwardedHeaders, trusted=settings.proxies),
            Middleware(Languages),
            Middleware(RequestLog, metrics=counted),
            Middleware(SecurityHeaders, secure=settings.secure),
            Middleware(CancelOnStop, open_requests=open_requests),
            Middleware(UnexpectedErrors),
            Middleware(RateLimit, rate=settings.rate, address_rate=settings.address_rate),
            Middleware(HostCheck, public_url=settings.public_url, listens=settings.host),
            Middleware(AccessCheck, house=house),
            Middleware(OriginCheck, public_url=settings.public_url),
            Middleware(BodyLimit),
            Middleware(SetCookies, identity=identity),
            Middleware(Texts),
            Middleware(Shortcut),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5, exclude_content_types=UNCOMPRESSED),
        ],
    )
    app.state.settings = settings
    app.state.metrics = counted
    app.state.figures = counted.text
    app.state.open_requests = open_requests
    app.state.house = house
    app.state.refusals = Refusals()
    app.state.identity = identity
    app.state.client = BuiltClient()
    app.state.anywhere = None if settings.site is None else AnywhereClient(settings.site)
    install_handlers(app, *STREAMED)
    return app
