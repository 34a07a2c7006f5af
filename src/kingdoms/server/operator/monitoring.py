"""Routes for the operator: liveness, readiness and metrics."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

import kingdoms
from kingdoms.server.base.addresses import address
from kingdoms.server.base.errors import error_responses
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.http import metrics as figures
from kingdoms.server.http.hosts import HERE, name_of
from kingdoms.server.http.security import bearer
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add to requests."""

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """The state of the server."""

    status: str
    version: str


@router.get("/healthz", responses=error_responses(429))
async def healthz() -> Health:
    """Return that the server is alive, even if its database is unavailable: a restart would not help."""
    return Health(status="ok", version=kingdoms.__version__)


@router.get("/readyz", responses=error_responses(429, 503))
async def readyz(request: Request) -> Health:
    """Return whether the server can work: its database accepts writes, and notifications of other servers arrive."""
    await request.app.state.database.check()
    if not request.app.state.services.receives_notices:
        raise ApiError(503, "deaf", text("error.deaf"), headers={"Retry-After": "5"})
    return Health(status="ok", version=kingdoms.__version__)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **error_responses(401, 403, 429)},
)
async def metrics(request: Request) -> Response:
    """Tell the server's figures in Prometheus' text format, to the operator or on this machine."""
    if not is_from_here(request):
        check_operator(request)
    return Response(request.app.state.figures(), headers={"Content-Type": figures.CONTENT_TYPE})


def check_operator(request: Request) -> None:
    """Authorise the operator by the token.

    Raises:
        ApiError: 401 without the token, 403 if the server has none.
    """
    settings: ServerSettings = request.app.state.settings
    if settings.operator_token is None:
        raise ApiError(403, "operator", text("error.operator"))
    token = bearer(request)
    if token is None or not is_token(settings, token):
        raise ApiError(401, "operator", text("error.operator_token"), headers={"WWW-Authenticate": "Bearer"})


def is_token(settings: ServerSettings, text: str) -> bool:
    """Return whether a text is the operator's token, in constant time."""
    token = settings.operator_token
    return token is not None and secrets.compare_digest(text.encode(), token.get_secret_value().encode())


def is_from_here(request: Request) -> bool:
    """Return whether a request comes from this machine, and not through a proxy.

    A trusted proxy's own address doesn't count: the proxy may have left out the client's.
    """
    client = address(request.client.host) if request.client else None
    if client is None or not client.is_loopback or any(name in request.headers for name in FORWARDED):
        return False
    settings: ServerSettings = request.app.state.settings
    if any(client in network for network in settings.proxies):
        return False
    return name_of(request.headers.get("host", "")) in HERE
