"""Checks of requests against the JSON schemas of the server's OpenAPI document, with the sentences of the server's errors."""

from __future__ import annotations

import json
import keyword
import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import parse_qsl

from kingdoms.table.answers.board import root_fault
from kingdoms.table.base.errors import ApiError, invalid
from kingdoms.table.base.names import name_fault
from kingdoms.table.game.clocks import clock_fault

Schema = Mapping[str, Any]
Place = tuple[str | int, ...]

BOUNDS: Final = (
    ("minimum", operator.ge, "greater than or equal to"),
    ("exclusiveMinimum", operator.gt, "greater than"),
    ("maximum", operator.le, "less than or equal to"),
)
"""The bounds of a number, how it is compared with them, and how an error says it."""
BOARDS: Final = ("BoardRoot", "BoardRequest", "BoardTrialRequest", "BoardWhyRequest")
FAULTS: Final[dict[str, Callable[[Any], str | None]]] = {"ClockRequest": clock_fault, **dict.fromkeys(BOARDS, root_fault)}
"""What schemas cannot say: functions that return what is wrong with a whole object, by the name of its schema."""
NAMED: Final = ("NameRequest", "SeatRequest")
"""The schemas of objects with the name of a person."""
TRUE, FALSE = ("1", "on", "t", "true", "y", "yes"), ("0", "off", "f", "false", "n", "no")
"""The texts that mean true and false in a query."""


class Requests:
    """Reads and checks requests.

    Args:
        document: the server's OpenAPI document.
    """

    def __init__(self, document: Schema) -> None:
        self.paths: Schema = document["paths"]
        self.schemas: Schema = document["components"]["schemas"]

    def parameters(self, path: str, method: str, names: Mapping[str, str], query: str) -> SimpleNamespace:
        """Return the parameters of a request in its path and query, with defaults.

        Args:
            path: the path as in the document, with the names of its parameters in braces.
            names: the parameters in the path.

        Raises:
            ApiError: 422, one is missing or invalid.
        """
        texts: dict[str, list[str]] = {}
        for name, value in parse_qsl(query, keep_blank_values=True):
            texts.setdefault(name, []).append(value)
        values = {}
        for parameter in self.paths[path][method.lower()].get("parameters", ()):
            name, schema = parameter["name"], parameter["schema"]
            place = (parameter["in"], name)
            argument: Any = names.get(name) if parameter["in"] == "path" else texts.get(name)
            if isinstance(argument, list) and not _is_list(schema):
                argument = argument[-1]
            if argument is None and parameter.get("required"):
                raise invalid(place, "Field required")
            values[name] = self._default(schema) if argument is None else self.value(schema, argument, place)
        return SimpleNamespace(**values)

    def body(self, path: str, method: str, text: str | None) -> Any:
        """Return the body of a request with defaults; objects become namespaces, except free ones. None if it needs no body.

        Raises:
            ApiError: 422, it is missing or invalid.
        """
        description = self.paths[path][method.lower()].get("requestBody")
        if description is None:
            return None
        if not text:
            raise invalid(("body",), "Field required")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise invalid(("body",), "", is_json=False) from None
        return self.value(description["content"]["application/json"]["schema"], data, ("body",))

    def value(self, schema: Schema, data: Any, place: Place) -> Any:
        """Return data that a schema describes, with defaults.

        Raises:
            ApiError: 422, the data is invalid; the message says where and why.
        """
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            value = self.value(self.schemas[name], data, place)
            if name in NAMED and value.name is not None:
                value.name = unicodedata.normalize("NFC", value.name).strip()
                if (fault := name_fault(value.name)) is not None:
                    raise invalid((*place, "name"), fault)
            if (fault := FAULTS[name](value) if name in FAULTS else None) is not None:
                raise invalid(place, fault)
            return value
        if "anyOf" in schema:
            return self._any(schema["anyOf"], data, place)
        if "enum" in schema:
            if data not in schema["enum"]:
                *others, last = [repr(value) for value in schema["enum"]]
                raise invalid(place, f"Input should be {', '.join(others)} or {last}" if others else f"Input should be {last}")
            return data
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema, data, place)
        if kind == "array":
            return self._array(schema, data, place)
        if kind == "boolean":
            return _boolean(data, place)
        check = {"string": _string, "integer": _integer, "number": _number}.get(str(kind))
        return data if check is None else check(schema, data, place)

    def _any(self, schemas: Sequence[Schema], data: Any, place: Place) -> Any:
        """Return data that one of some schemas describes; the error is that of the first one."""
        if data is None and {"type": "null"} in schemas:
            return None
        fault: ApiError | None = None
        for schema in schemas:
            try:
                if schema != {"type": "null"}:
                    return self.value(schema, data, place)
            except ApiError as error:
                fault = fault or error
        assert fault is not None
        raise fault

    def _object(self, schema: Schema, data: Any, place: Place) -> Any:
        fields: Schema | None = schema.get("properties")
        if not isinstance(data, dict):
            kind = "dictionary" if fields is None else "dictionary or object to extract fields from"
            raise invalid(place, f"Input should be a valid {kind}")
        if fields is None:
            return self._dictionary(schema, data, place)
        values = {}
        for name, field in fields.items():
            if name not in data and name in schema.get("required", ()):
                raise invalid((*place, name), "Field required")
            value = self.value(field, data[name], (*place, name)) if name in data else self._default(field)
            values[f"{name}_" if keyword.iskeyword(name) else name] = value
        if schema.get("additionalProperties") is False and (extra := next((name for name in data if name not in fields), None)):
            raise invalid((*place, extra), "Extra inputs are not permitted")
        return SimpleNamespace(**values)

    def _dictionary(self, schema: Schema, data: dict[str, Any], place: Place) -> dict[str, Any]:
        """Return a free object, whose names may have to match patterns."""
        patterns: Schema = schema.get("patternProperties", {})
        for pattern, field in patterns.items():
            for name, value in data.items():
                _match(pattern, name, (*place, name, "[key]"))
                self.value(field, value, (*place, name))
        if len(data) > (most := schema.get("maxProperties", len(data))):
            raise invalid(place, f"Dictionary should have at most {most} items after validation, not {len(data)}")
        return data

    def _array(self, schema: Schema, data: Any, place: Place) -> list[Any]:
        if not isinstance(data, list):
            raise invalid(place, "Input should be a valid list")
        if len(data) > (most := schema.get("maxItems", len(data))):
            raise invalid(place, f"List should have at most {most} items after validation, not {len(data)}")
        return [self.value(schema.get("items", {}), value, (*place, number)) for number, value in enumerate(data)]

    def _default(self, schema: Schema) -> Any:
        """Return the default of a field that is left out; the document leaves out those that are null or empty."""
        if "default" in schema:
            return self.value({name: part for name, part in schema.items() if name != "default"}, schema["default"], ())
        return {"array": [], "object": {}}.get(schema.get("type", ""))


def _is_list(schema: Schema) -> bool:
    return any(option.get("type") == "array" for option in [schema, *schema.get("anyOf", ())])


def _string(schema: Schema, data: Any, place: Place) -> str:
    if not isinstance(data, str):
        raise invalid(place, "Input should be a valid string")
    for name, is_wrong, bound in (("minLength", operator.lt, "least"), ("maxLength", operator.gt, "most")):
        if name in schema and is_wrong(len(data), schema[name]):
            noun = "character" if schema[name] == 1 else "characters"
            raise invalid(place, f"String should have at {bound} {schema[name]} {noun}")
    if "pattern" in schema:
        _match(schema["pattern"], data, place)
    return data


def _match(pattern: str, data: str, place: Place) -> None:
    if not re.search(re.sub(r"\$$", r"\\Z", pattern), data):
        raise invalid(place, f"String should match pattern '{pattern}'")


def _integer(schema: Schema, data: Any, place: Place) -> int:
    if isinstance(data, str):
        if not re.fullmatch(r"\s*[+-]?\d+(\.0+)?\s*", data):
            raise invalid(place, "Input should be a valid integer, unable to parse string as an integer")
        data = float(data) if "." in data else int(data)
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise invalid(place, "Input should be a valid integer")
    if data != int(data):
        raise invalid(place, "Input should be a valid integer, got a number with a fractional part")
    return int(_bounded(schema, int(data), place))


def _number(schema: Schema, data: Any, place: Place) -> float:
    if isinstance(data, str):
        try:
            data = float(data)
        except ValueError:
            raise invalid(place, "Input should be a valid number, unable to parse string as a number") from None
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise invalid(place, "Input should be a valid number")
    return _bounded(schema, data, place)


def _bounded(schema: Schema, data: float, place: Place) -> float:
    for name, is_kept, words in BOUNDS:
        if name in schema and not is_kept(data, bound := schema[name]):
            raise invalid(place, f"Input should be {words} {int(bound) if bound == int(bound) else bound}")
    return data


def _boolean(data: Any, place: Place) -> bool:
    if isinstance(data, bool):
        return data
    if place[:1] == ("body",):
        raise invalid(place, "Input should be a valid boolean")
    if data.lower() in (*TRUE, *FALSE):
        return bool(data.lower() in TRUE)
    raise invalid(place, "Input should be a valid boolean, unable to interpret input")


def plain(value: Any) -> Any:
    """Return checked data as JSON data."""
    if isinstance(value, SimpleNamespace):
        return {name.rstrip("_"): plain(field) for name, field in vars(value).items()}
    return [plain(element) for element in value] if isinstance(value, list) else value


def request_schemas(document: Schema, paths: Iterable[str]) -> Schema:
    """Return the part of an OpenAPI document that describes the requests of some paths, for the page."""
    ways = {path: document["paths"][path] for path in paths}
    methods = {
        path: {
            method: {name: way[name] for name in ("parameters", "requestBody") if name in way}
            for method, way in operations.items()
        }
        for path, operations in ways.items()
    }
    schemas: dict[str, Any] = {}
    waiting = _references(methods)
    while waiting:
        name = waiting.pop()
        if name not in schemas:
            schemas[name] = document["components"]["schemas"][name]
            waiting |= _references(schemas[name])
    return {"paths": methods, "components": {"schemas": schemas}}


def _references(part: Any) -> set[str]:
    """Return the names of the schemas that a part of a document refers to."""
    return set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(part)))
