"""Names of people: readable, and unique at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from pydantic_core import PydanticCustomError

LONGEST = 30
"""Maximum length of a name in characters."""
NAMELESS = "You"
"""The name of a visitor who has chosen none; pages show another word for other visitors."""
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that are invisible or change the direction of text."""


def readable(name: str, what: str = "a name") -> str:
    """Return a name, or another line of text, in composed form (NFC).

    Args:
        name: the line.
        what: what an error message calls it.

    Raises:
        PydanticCustomError: it contains invisible or direction-changing characters.

    Examples:
        >>> readable("Zoe\u0308") == "Zo\u00eb"
        True
        >>> readable("Ida\u202e")
        Traceback (most recent call last):
        ...
        pydantic_core._pydantic_core.PydanticCustomError: a name can't have invisible or direction-changing characters
    """
    if any(unicodedata.category(character) in UNSEEN for character in name):
        raise PydanticCustomError("name", "{what} can't have invisible or direction-changing characters", {"what": what})
    return unicodedata.normalize("NFC", name)


def told_apart(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number appended if it is taken. Names that differ only in case or width count as equal.

    Examples:
        >>> told_apart("Ida", ["Bob"]), told_apart("ＩＤＡ", ["Ida", "Ida 2"])
        ('Ida', 'ＩＤＡ 3')
    """
    others = {_plain(each) for each in taken}
    found, number = name, 1
    while _plain(found) in others:
        number += 1
        behind = f" {number}"
        found = name[: LONGEST - len(behind)] + behind
    return found


def _plain(name: str) -> str:
    """Return a name without differences in case, width and number of spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
