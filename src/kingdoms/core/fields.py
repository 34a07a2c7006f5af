"""Validators for the fields of a position. Each returns the value, or raises a PositionError that names the field.

The argument `clause` is the clause that the error cites; by default, the game's clause on positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingdoms.core.errors import PositionError, no_field, shown, suggest
from kingdoms.texts import text


def fail(where: str, what: str, clause: str | None = None) -> PositionError:
    """Return a PositionError for the field at `where`."""
    return PositionError(f"{where}: {what}" if where else what, clause=clause)


def an_object(value: object, where: str, fields: tuple[str, ...] | None = None, clause: str | None = None) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object that has only the fields named in `fields` (None: any)."""
    if not isinstance(value, Mapping):
        raise fail(where or "position", text("data.not_an_object", value=shown(value)), clause)
    if fields is not None:
        for name in value:
            if name not in fields:
                raise fail(where, no_field(name, fields), clause)
    return value


def a_number(value: object, where: str, least: int, most: int, clause: str | None = None) -> int:
    """Return `value` if it is a whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise fail(where, text("data.not_a_number", least=least, most=most, value=shown(value)), clause)
    return value


def a_bool(value: object, where: str, clause: str | None = None) -> bool:
    """Return `value` if it is true or false."""
    if type(value) is not bool:
        raise fail(where, text("data.not_a_bool", value=shown(value)), clause)
    return value


def a_word(value: object, where: str, words: tuple[str, ...], clause: str | None = None) -> int:
    """Return the index of `value` in `words`."""
    if not isinstance(value, str) or value not in words:
        hint = suggest(value, words)
        raise fail(where, text("data.not_a_word", words=", ".join(words), value=shown(value), hint=hint), clause)
    return words.index(value)


def a_list(value: object, where: str, clause: str | None = None) -> list[Any]:
    """Return a copy of `value` if it is a list."""
    if not isinstance(value, list | tuple):
        raise fail(where, text("data.not_a_list", value=shown(value)), clause)
    return list(value)
