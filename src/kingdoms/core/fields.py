"""Validators for fields of JSON and TOML: `Fields` for any object, and functions for the parts of a position.

Each function returns the value, or raises a PositionError that names the field. The argument `clause` is the clause that the
error cites; by default, the game's clause on positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import index
from typing import Any, Final, TypeVar

from kingdoms.core.errors import PositionError, no_field, shown, suggest
from kingdoms.texts import text

Value = TypeVar("Value")
Default = TypeVar("Default")

REQUIRED: Final[Any] = object()
"""The default of fields that must be given."""
NOT_OF_TYPE: Final[Mapping[type, str]] = {
    bool: "data.not_a_bool",
    dict: "data.not_an_object",
    int: "data.not_whole",
    list: "data.not_a_list",
    str: "data.not_a_text",
}
"""The messages for values of a wrong type."""


class Fields:
    """The fields of an object, validated as they are read. A field that is null counts as missing.

    Args:
        data: the object.
        label: the name of the object, with which messages begin; "" for none.
        error: the class of the errors.
        fields: the names of all fields; None if unknown ones are allowed.

    Raises:
        Exception: of the class `error`, like all errors of the methods: `data` is no object, or has an unknown field.

    Examples:
        >>> part = Fields({"games": 0}, "a part", ValueError, ["games"])
        >>> part.integer("games", 1, 100)
        Traceback (most recent call last):
        ...
        ValueError: a part: games must be a whole number from 1 to 100, not 0
    """

    def __init__(self, data: object, label: str, error: type[Exception], fields: Iterable[str] | None = None) -> None:
        self.label = label
        self.error = error
        if not isinstance(data, Mapping):
            raise self.fault(text("data.not_an_object", value=shown(data)))
        for name in data:
            if fields is not None and name not in fields:
                raise self.fault(no_field(name, fields))
        self.data = data

    def fault(self, message: str) -> Exception:
        """Return the error for a fault of the object."""
        return self.error(f"{self.label}: {message}" if self.label else message)

    def value(self, name: str, kind: type[Value], default: Default = REQUIRED) -> Value | Default:
        """Return the value of a field, which must have the given type."""
        value = self._get(name, default)
        return default if value is default else self.check(value, name, kind)

    def check(self, value: object, name: str, kind: type[Value]) -> Value:
        """Return a value that must have the given type; `name` says where it is."""
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fault(f"{name} {text(NOT_OF_TYPE[kind], value=shown(value))}")
        return value

    def integer(self, name: str, least: int, most: int | None = None, default: Default = REQUIRED) -> int | Default:
        """Return the value of a field, which must be a whole number within bounds."""
        value = self._get(name, default)
        if value is not default and (type(value) is not int or value < least or (most is not None and value > most)):
            key = "data.not_a_number" if most is not None else "data.not_a_number_from"
            raise self.fault(f"{name} {text(key, least=least, most=most, value=shown(value))}")
        return value

    def number(self, name: str, least: int, most: int, default: Default = REQUIRED) -> float | Default:
        """Return the value of a field, which must be a number within bounds."""
        value = self._get(name, default)
        if value is not default and (type(value) not in (int, float) or not least <= value <= most):
            raise self.fault(f"{name} {text('data.not_a_real_number', least=least, most=most, value=shown(value))}")
        return value if value is default else float(value)

    def elements(self, name: str, read: Callable[[object, str], Value]) -> list[Value]:
        """Return the elements of a list, each parsed by `read` from its value and its name."""
        return [read(part, f"{name}[{number}]") for number, part in enumerate(self.value(name, list))]

    def _get(self, name: str, default: Any) -> Any:
        value = self.data.get(name)
        if value is None and default is REQUIRED:
            raise self.fault(text("data.field_missing", name=name))
        return default if value is None else value


def fail(path: str, message: str, clause: str | None = None) -> PositionError:
    """Return a PositionError for the field at `path`."""
    return PositionError(f"{path}: {message}" if path else message, clause=clause)


def an_object(value: object, path: str, fields: tuple[str, ...] | None = None, clause: str | None = None) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object that has only the fields named in `fields` (None: any)."""
    if not isinstance(value, Mapping):
        raise fail(path or "position", text("data.not_an_object", value=shown(value)), clause)
    if fields is not None:
        for name in value:
            if name not in fields:
                raise fail(path, no_field(name, fields), clause)
    return value


def a_number(value: object, path: str, least: int, most: int, clause: str | None = None) -> int:
    """Return `value` if it is a whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise fail(path, text("data.not_a_number", least=least, most=most, value=shown(value)), clause)
    return value


def a_bool(value: object, path: str, clause: str | None = None) -> bool:
    """Return `value` if it is true or false."""
    if type(value) is not bool:
        raise fail(path, text("data.not_a_bool", value=shown(value)), clause)
    return value


def a_word(value: object, path: str, words: tuple[str, ...], clause: str | None = None) -> int:
    """Return the index of `value` in `words`."""
    if not isinstance(value, str) or value not in words:
        hint = suggest(value, words)
        raise fail(path, text("data.not_a_word", words=", ".join(words), value=shown(value), hint=hint), clause)
    return words.index(value)


def a_list(value: object, path: str, clause: str | None = None) -> list[Any]:
    """Return a copy of `value` if it is a list."""
    if not isinstance(value, list | tuple):
        raise fail(path, text("data.not_a_list", value=shown(value)), clause)
    return list(value)


def whole_number(value: object) -> int | None:
    """Return a value as an int if it is a whole number of any type, such as one of NumPy; otherwise None.

    Examples:
        >>> whole_number(7), whole_number(7.0), whole_number("7"), whole_number(True)
        (7, None, None, None)
    """
    try:
        return None if value is True or value is False else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
