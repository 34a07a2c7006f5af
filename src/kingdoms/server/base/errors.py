"""Errors as JSON: `{"error": {"code", "clause", "message"}}`."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdoms.core.errors import KingdomsError
from kingdoms.server.base.addresses import neighbourhood
from kingdoms.table.base.errors import ApiError, as_api_error, invalid
from kingdoms.texts import text

logger = logging.getLogger("kingdoms.server")

CODES = {
    400: "bad_request",
    401: "nobody",
    403: "forbidden",
    404: "not_found",
    405: "method",
    409: "conflict",
    413: "too_large",
    415: "media_type",
    422: "invalid",
    429: "too_many",
    500: "internal",
    503: "unavailable",
}
"""Default error codes by HTTP status."""

MESSAGES = {404: "error.not_found", 405: "error.method", 500: "error.internal"}
"""Default messages by HTTP status, in place of Starlette's."""
REFUSED = "kingdoms.refused"
"""The key in a request's scope for the code of its error."""


class ErrorDetail(BaseModel):
    """What went wrong."""

    code: str = Field(description="a stable word for programs")
    clause: str | None = Field(description="where the rules say so, null when it is not about the rules")
    message: str = Field(description="one sentence for people")


class ErrorAnswer(BaseModel):
    """The answer to a request that failed. Some errors bring more fields, as the 409 of a stale action does."""

    model_config = ConfigDict(extra="allow")

    error: ErrorDetail


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI descriptions of a route's errors. Errors are JSON on all routes.

    Examples:
        >>> error_responses(404)[404]["description"]
        'Not Found'
    """
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorAnswer.__name__}"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


def answer(error: ApiError, scope: Scope) -> Response:
    """Return the response to a request, and count the refusal for the operator."""
    scope[REFUSED] = error.code
    refusals = getattr(scope["app"].state, "refusals", None) if "app" in scope else None
    if refusals is not None and error.status < 500:
        refusals.note(error.code, neighbourhood((scope.get("client") or ("",))[0]))
    return Response(orjson.dumps(error.body), error.status, error.headers, media_type="application/json")


async def refuse(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an error from a middleware, to a request or in place of a WebSocket's handshake."""
    scope[REFUSED] = error.code
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    await answer(error, scope)(scope, receive, send)


def install_handlers(app: FastAPI, *more: type[BaseModel]) -> None:
    """Install handlers that return all errors in this form, and add their model and others to the OpenAPI document."""
    openapi = app.openapi

    def openapi_with_errors() -> dict[str, Any]:
        schemas = openapi().setdefault("components", {}).setdefault("schemas", {})
        if ErrorAnswer.__name__ not in schemas:
            shapes: tuple[type[BaseModel], ...] = (ErrorAnswer, *more)
            for shape in shapes:
                model = shape.model_json_schema(ref_template="#/components/schemas/{model}")
                schemas.update(model.pop("$defs", {}), **{shape.__name__: model})
        return openapi()

    app.openapi = openapi_with_errors  # type: ignore[method-assign]

    @app.exception_handler(ApiError)
    async def api_error(request: Request, error: ApiError) -> Response:
        return answer(error, request.scope)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        return answer(_from_http(error), request.scope)

    @app.exception_handler(RequestValidationError)
    async def handle_validation_error(request: Request, error: RequestValidationError) -> Response:
        return answer(_from_validation(error), request.scope)

    @app.exception_handler(KingdomsError)
    async def handle_refusal(request: Request, error: KingdomsError) -> Response:
        return answer(as_api_error(error), request.scope)


def _from_http(error: HTTPException) -> ApiError:
    status = error.status_code
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "error"
    detail = error.detail if isinstance(error.detail, str) and error.detail != phrase else phrase.lower()
    return ApiError(
        status,
        CODES.get(status, "error"),
        text(MESSAGES[status]) if status in MESSAGES else detail,
        headers={k: str(v) for k, v in (error.headers or {}).items()},
    )


def _from_validation(error: RequestValidationError) -> ApiError:
    """Return one sentence about an invalid request, which never quotes the request."""
    first = error.errors()[0]
    return invalid(first["loc"], first["msg"], is_json=first["type"] != "json_invalid")


class UnexpectedErrors:
    """Middleware that logs unexpected errors, and answers them with a 500 that reveals nothing about them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer it with a 500 if that fails."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_and_watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, send_and_watch)
        except Exception:
            logger.exception("a request failed")
            if started:
                raise
            await refuse(ApiError(500, "internal", text(MESSAGES[500])), scope, receive, send)
