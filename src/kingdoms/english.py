"""Helpers for building English sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def count(number: int, one: str, more: str | None = None) -> str:
    """Return a number with its noun.

    Args:
        number: how many.
        one: the noun in the singular.
        more: the plural, if it isn't the singular with an s.

    Examples:
        >>> count(1, "city", "cities"), count(3, "city", "cities"), count(2, "temple")
        ('1 city', '3 cities', '2 temples')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def listing(parts: Sequence[str], last: str = "and") -> str:
    """Join several words or phrases into an enumeration.

    Examples:
        >>> listing(["North", "East", "West"]), listing(["2", "3"], "or")
        ('North, East and West', '2 or 3')
    """
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def fill(text: str | tuple[str, str], details: Mapping[str, Any]) -> str:
    """Return a text with its placeholders filled in.

    Args:
        text: the text; or a pair, whose first text is used if `n` in the details is 1, and the second otherwise.
        details: placeholder name -> value.

    Examples:
        >>> fill("{attack} against {defence}", {"attack": 5, "defence": 4})
        '5 against 4'
        >>> fill(("a city", "{n} cities"), {"n": 1}), fill(("a city", "{n} cities"), {"n": 3})
        ('a city', '3 cities')
    """
    chosen = text if isinstance(text, str) else text[details["n"] != 1]
    return chosen.format_map(details)
