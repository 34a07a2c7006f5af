"""The client's requests and answers are those of the server's OpenAPI document."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from fastapi.routing import iter_route_contexts

from kingdoms.client import answers
from kingdoms.client.routes import LIVE, ROUTES, Route
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings

Schema = Mapping[str, Any]


@cache
def document() -> dict[str, Any]:
    return create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only")).openapi()


def resolved(schema: Schema) -> Schema:
    """Return a schema, or the one that it refers to."""
    while "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def wrong(kind: Any, schema: Schema, path: str) -> Iterator[str]:
    """Yield what a type of the client reads otherwise than the document promises."""
    schema = resolved(schema)
    options = [resolved(option) for option in schema.get("anyOf", [schema])]
    if kind is Any:
        return
    if get_origin(kind) in (Union, types.UnionType):
        inner = [argument for argument in get_args(kind) if argument is not type(None)]
        rest = [option for option in options if option.get("type") != "null"]
        yield from wrong(inner[0], {"anyOf": rest} if len(rest) > 1 else rest[0], path)
    elif len(options) > 1 and get_origin(kind) is not Mapping:
        yield f"{path}: the document allows {len(options)} forms, the client reads {kind}"
    elif is_dataclass(kind):
        yield from wrong_fields(kind, options[0], path)
    elif get_origin(kind) is tuple:
        if options[0].get("type") != "array":
            yield f"{path}: not a list"
        else:
            yield from wrong(get_args(kind)[0], options[0]["items"], f"{path}[]")
    elif get_origin(kind) is Literal:
        if set(options[0].get("enum", [options[0].get("const")])) != set(get_args(kind)):
            yield f"{path}: {options[0]} is not {kind}"
    elif get_origin(kind) is Mapping:
        yield from (f"{path}: {option} is not an object" for option in options if option.get("type") != "object")
    else:
        names = {str: "string", int: "integer", float: "number", bool: "boolean"}
        if options[0].get("type") != names[kind]:
            yield f"{path}: {options[0]} is not {names[kind]}"


def wrong_fields(kind: Any, schema: Schema, path: str) -> Iterator[str]:
    """Yield the fields of a data class that the document doesn't promise."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        if field.name not in schema.get("properties", {}):
            yield f"{path}: the document has no field {field.name}"
        elif field.default is MISSING and field.name not in schema.get("required", ()):
            yield f"{path}.{field.name} can be left out"
        else:
            yield from wrong(hints[field.name], schema["properties"][field.name], f"{path}.{field.name}")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_request_is_that_of_the_document(route: Route) -> None:
    operation = document()["paths"][route.path][route.method.lower()]
    assert set(re.findall(r"{(\w+)}", route.path)) | set(route.query) <= {
        parameter["name"] for parameter in operation.get("parameters", ())
    }
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    assert set(route.body) <= set(resolved(body).get("properties", ())), body
    assert set(resolved(body).get("required", ())) <= set(route.body)
    (answer,) = (response for status, response in operation["responses"].items() if status.startswith("2"))
    content = answer.get("content", {}).get("application/json")
    assert (route.answer is None) == (content is None)
    if route.answer is not None and content is not None:
        assert list(wrong(route.answer, content["schema"], route.answer.__name__)) == []


def test_entries_and_events_are_those_of_the_document() -> None:
    """Messages on sockets are not in the document, but consist of the same parts."""
    schemas = document()["components"]["schemas"]
    for kind in (answers.Info, answers.Ask, answers.Entry, answers.Remark):
        assert list(wrong(kind, schemas[f"{kind.__name__}Answer"], kind.__name__)) == []


def test_a_false_promise_is_noticed() -> None:
    schemas = document()["components"]["schemas"]
    assert list(wrong(answers.Info, schemas["TokenAnswer"], "Info"))
    number = {"properties": {"token": {"type": "integer"}}, "required": ["token"]}
    assert list(wrong(answers.Token, number, "Token"))
    assert list(wrong(answers.Token, {"properties": {"token": {"type": "string"}}}, "Token")) == ["Token.token can be left out"]
    nullable = {"properties": {"token": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "required": ["token"]}
    assert list(wrong(answers.Token, nullable, "Token"))


def test_the_socket_is_where_the_client_looks_for_it() -> None:
    app = create_app(read_settings(database="sqlite:///unused.db", secret="a secret for tests only"))
    assert LIVE in {context.path for context in iter_route_contexts(app.routes)}
