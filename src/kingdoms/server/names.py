"""Names of people: readable, unique at a table, and not impersonating a bot, the host or the operator."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable

from pydantic_core import PydanticCustomError

from kingdoms.bots import BOTS
from kingdoms.texts import text

LONGEST = 30
"""Maximum length of a name in characters."""
NAMELESS = "You"
"""The name of a visitor who has chosen none; pages show another word for other visitors."""
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that are invisible or change the direction of text."""
MOST_MARKS = 3
"""Maximum number of combining marks on a character; no living script needs more."""


def readable(name: str, what: str = "a name") -> str:
    """Return a name, or another line of text, in composed form (NFC).

    Args:
        name: the line.
        what: its name in error messages.

    Raises:
        PydanticCustomError: it contains invisible or direction-changing characters, or piles of combining marks.

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
    composed = unicodedata.normalize("NFC", name)
    runs = itertools.groupby(composed, lambda character: unicodedata.category(character)[0] == "M")
    if any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in runs):
        raise PydanticCustomError(
            "name", "{what} can't have more than {most} accents on a letter", {"what": what, "most": MOST_MARKS}
        )
    return composed


def unpretending(name: str) -> str:
    """Return a name that claims no role at the server; look-alike letters and numbers behind the name don't help.

    Raises:
        PydanticCustomError: it is the title of a bot or level, or contains a word for the host or the operator.

    Examples:
        >>> unpretending("Ida")
        'Ida'
        >>> unpretending("The 0perator")
        Traceback (most recent call last):
        ...
        pydantic_core._pydantic_core.PydanticCustomError: a name can't claim to be a bot, the host or the operator
    """
    titles = {title for kind in BOTS.by_game() for title in (kind.name, kind.called)}
    bare = re.sub(r"[\W\d_]+$", "", name)
    if any(_alike(each, title) for title in titles for each in (name, bare)) or any(
        _alike(word, role) for word in re.split(r"[\W_]+", name) if word for role in text("error.roles").split()
    ):
        raise PydanticCustomError("name", text("error.name_role"))
    return name


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number appended if it is taken. Names that look alike count as equal.

    Examples:
        >>> distinct_name("Ida", ["Bob"]), distinct_name("ＩＤＡ", ["Ida", "Ida 2"]), distinct_name("lda", ["Ida"])
        ('Ida', 'ＩＤＡ 3', 'lda 2')
    """
    others = list(taken)
    found, number = name, 1
    while any(_alike(found, each) for each in others):
        number += 1
        behind = f" {number}"
        found = name[: LONGEST - len(behind)] + behind
    return found


def _alike(name: str, other: str) -> bool:
    """Return whether two names look alike, in upper or lower case."""
    return not _skeletons(name).isdisjoint(_skeletons(other))


@functools.lru_cache(maxsize=10_000)
def _skeletons(name: str) -> frozenset[str]:
    """Return a name without differences in case, width, number of spaces and look-alike letters.

    Letters are replaced in either case: a capital I looks like a small L, and a capital O like a zero.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    letters = _prototypes()
    cases = (plain, plain.casefold(), plain.upper())
    return frozenset("".join(letters.get(character, character) for character in each).casefold() for each in cases)


@functools.cache
def _prototypes() -> dict[str, str]:
    """Return the representative of each confusable character: the lowest of the characters that look the same."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 (900 kB, and seldom needed)

    classes: dict[str, set[str]] = {}
    for character, found in confusables_data.items():
        joined = {character, *(each["c"] for each in found if len(each["c"]) == 1)}
        joined.update(*[classes.get(each, ()) for each in joined])
        classes.update(dict.fromkeys(joined, joined))
    return {character: min(joined) for character, joined in classes.items()}
