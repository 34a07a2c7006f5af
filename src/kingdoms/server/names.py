"""What people are called: names that can be read, and told apart at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from pydantic_core import PydanticCustomError

LONGEST = 30
"""Characters of a name."""
NAMELESS = "You"
"""What somebody is called who has chosen no name; pages have a word of their own for it where it is somebody else."""
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of characters that are not seen, or change the direction of others."""


def readable(name: str, what: str = "a name") -> str:
    r"""Return a name, or another line that people write, in its composed form.

    Args:
        name: the line.
        what: what it is called in the message of an error.

    Raises:
        PydanticCustomError: it has characters that cannot be seen.

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
    """Return a name with a number behind it if somebody has it already, in whatever letters.

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
    """Return what is left of a name without case, width and the number of its spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
