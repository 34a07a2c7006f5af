"""Names at a table: different ones for different people."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from kingdoms.texts import text

LONGEST: Final = 30
"""Maximum length of a name in characters."""
NAMELESS: Final = "You"
"""The name of a visitor who has chosen none; pages show another word for other visitors."""

MOST_MARKS: Final = 3
"""Maximum number of combining marks on a character; no living script needs more."""
DIRECTIONS: Final = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that change the direction of what follows."""


def name_fault(name: str) -> str | None:
    """Return why a name cannot be read, or None. A server is stricter: it knows letters that look alike, too.

    Examples:
        >>> name_fault("Zoe"), name_fault("Ida\u202e")
        (None, "a name can't have invisible or direction-changing characters")
    """
    kinds = [unicodedata.category(character) for character in name]
    if any(kind in ("Cc", "Cn", "Co", "Cs", "Zl", "Zp") for kind in kinds) or any(sign in name for sign in DIRECTIONS):
        return text("error.name_invisible", what="name")
    if any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in itertools.groupby(kind[0] == "M" for kind in kinds)):
        return text("error.name_accents", what="name", most=MOST_MARKS)
    return None if any(kind[0] not in "CZ" for kind in kinds) else "String should have at least 1 character"


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
