"""The client's requests and answers are those of the server's OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from kingdoms.client.routes import LIVE, ROUTES, Route
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings


@cache
def document() -> dict[str, Any]:
    return create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only")).openapi()


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema, or the one that it refers to."""
    while "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_request_is_that_of_the_document(route: Route[Any]) -> None:
    operation = document()["paths"][route.path][route.method.lower()]
    assert set(re.findall(r"{(\w+)}", route.path)) | set(route.query) <= {
        parameter["name"] for parameter in operation.get("parameters", ())
    }
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    assert set(route.body) <= set(resolved(body).get("properties", ())), body
    assert set(resolved(body).get("required", ())) <= set(route.body)
    (answer,) = (response for status, response in operation["responses"].items() if status.startswith("2"))
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    assert schema.get("$ref", "").rpartition("/")[2] == ("" if route.answer is None else route.answer.__name__)


def test_the_socket_is_where_the_client_looks_for_it() -> None:
    app = create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only"))
    assert LIVE in {context.path for context in iter_route_contexts(app.routes)}
