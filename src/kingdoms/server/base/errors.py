"""Errors as JSON: `{"error": {"code", "clause", "message"}}`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
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

from kingdoms.core.errors import IllegalAction, KingdomsError
from kingdoms.core.message import message_json
from kingdoms.server.base.addresses import neighbourhood
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

MESSAGES = {
    404: text("error.not_found"),
    405: text("error.method"),
    500: text("error.internal"),
}
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


class ApiError(Exception):
    """An error that is returned to the client.

    Args:
        code: a stable word for programs.
        message: one sentence for people.
        clause: the clause of the rules that it follows from.
        extra: more fields of the body, beside `error`.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        clause: str | None = None,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.clause = clause
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})

    def answer(self, scope: Scope) -> Response:
        """Return the response to a request, and count the refusal for the operator."""
        scope[REFUSED] = self.code
        refusals = getattr(scope["app"].state, "refusals", None) if "app" in scope else None
        if refusals is not None and self.status < 500:
            refusals.note(self.code, neighbourhood((scope.get("client") or ("",))[0]))
        return self.response()

    def response(self) -> Response:
        """Return the response."""
        error = {"code": self.code, "clause": self.clause, "message": self.message}
        body = orjson.dumps({"error": error, **self.extra})
        return Response(body, self.status, self.headers, media_type="application/json")

    async def send(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response from a middleware, to a request or in place of a WebSocket's handshake."""
        scope[REFUSED] = self.code
        if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.answer(scope)(scope, receive, send)


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
        return error.answer(request.scope)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        return _from_http(error).answer(request.scope)

    @app.exception_handler(RequestValidationError)
    async def handle_validation_error(request: Request, error: RequestValidationError) -> Response:
        return _from_validation(error).answer(request.scope)

    @app.exception_handler(KingdomsError)
    async def handle_refusal(request: Request, error: KingdomsError) -> Response:
        return as_api_error(error).answer(request.scope)


def as_api_error(error: KingdomsError, status: int = 400) -> ApiError:
    """Return the error for clients that stands for an error of the rules or of another part of this package.

    Args:
        status: the HTTP status; that of an illegal action is always 422.
    """
    if not isinstance(error, IllegalAction):
        return ApiError(status, error.code, error.message, error.clause)
    return ApiError(422, error.code, error.message, error.clause, {"said": message_json(error.refusal.said)})


def _from_http(error: HTTPException) -> ApiError:
    status = error.status_code
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "error"
    detail = error.detail if isinstance(error.detail, str) and error.detail != phrase else phrase.lower()
    return ApiError(
        status,
        CODES.get(status, "error"),
        MESSAGES.get(status, detail),
        headers={k: str(v) for k, v in (error.headers or {}).items()},
    )


def _from_validation(error: RequestValidationError) -> ApiError:
    """Return one sentence about an invalid request, which never quotes the request."""
    first = error.errors()[0]
    path = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    if first["type"] == "json_invalid":
        return ApiError(422, "invalid", text("error.not_json"))
    place = ".".join(path) or ("the body" if first["loc"] and first["loc"][0] == "body" else "the request")
    return ApiError(422, "invalid", f"{place}: {first['msg'][0].lower()}{first['msg'][1:]}")


class ServerStop(ApiError):
    """The server stops before it could answer; it is unknown whether the request took effect."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "stopping",
            text("error.stopping"),
            headers={"Retry-After": "5", "Connection": "close"},
        )


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
            await ApiError(500, "internal", MESSAGES[500]).send(scope, receive, send)
