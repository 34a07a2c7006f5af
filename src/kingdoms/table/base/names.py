"""Names at a table: different ones for different people."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

LONGEST: Final = 30
"""Maximum length of a name in characters."""
NAMELESS: Final = "You"
"""The name of a visitor who has chosen none; pages show another word for other visitors."""


def is_same(first: str, second: str) -> bool:
    """Return whether two names differ at most in case and in the width of letters."""
    return _folded(first) == _folded(second)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def numbered_name(name: str, used_names: Iterable[str], look_alike: Callable[[str, str], bool] = is_same) -> str:
    """Return a name, with a number appended if it is taken.

    Examples:
        >>> numbered_name("Ida", ["Bob"]), numbered_name("IDA", ["Ida", "Ida 2"])
        ('Ida', 'IDA 3')
    """
    names = list(used_names)
    distinct, number = name, 1
    while any(look_alike(distinct, other_name) for other_name in names):
        number += 1
        behind = f" {number}"
        distinct = name[: LONGEST - len(behind)] + behind
    return distinct
