"""Names of people: readable, unique at a table, and not impersonating a bot, the host or the operator."""

from __future__ import annotations

import functools
import itertools
import unicodedata
from collections.abc import Iterable

import regex
from pydantic_core import PydanticCustomError, PydanticKnownError

from kingdoms.bots import BOTS
from kingdoms.table.base.names import LONGEST, MOST_MARKS, numbered_name
from kingdoms.texts import edition, languages, speaking, text

BLANKS = "\u2800\U00013441\U00013442\U00016fe4\U0001d159"
"""Characters that look like spaces, beside those that Unicode calls spaces or ignorable."""

_compile = functools.partial(regex.compile, flags=regex.V1)
_BLANK = _compile(f"[{BLANKS}]")
_IGNORABLE = _compile(r"[\p{DI}--\p{Bidi_Control}]")
_VISIBLE = (  # ignorable, but seen: joiners, variants of characters, and flags of parts of countries
    r"(?<=\p{Joining_Type=Dual_Joining}\p{Mn}*)\u200c(?=\p{Joining_Type=Dual_Joining}|\p{Joining_Type=Right_Joining})",
    r"(?<=\p{ccc=9})\p{Join_Control}",
    r"\p{Join_Control}(?=\p{ccc=9})",
    r"(?<=[\p{Extended_Pictographic}\p{EMod}\uFE0F])\u200d(?=\p{Extended_Pictographic})",
    r"(?<=[\p{Han}\p{Mongolian}\p{Extended_Pictographic}])\p{Variation_Selector}",
    r"(?<=\U0001F3F4[\U000E0020-\U000E007E]*)[\U000E0020-\U000E007F]",
)
_CLEANED = _compile(f"({'|'.join(_VISIBLE)})|{_IGNORABLE.pattern}")
_UNREADABLE = _compile(r"[\p{C}\p{Zl}\p{Zp}--[\p{DI}--\p{Bidi_Control}]]|\p{Bidi_Control}")
_BESIDE = _compile(rf"[\p{{DI}}\p{{C}}\p{{P}}\p{{Z}}{BLANKS}]|[\p{{M}}&&\p{{Inherited}}]")
"""What doesn't count when names are compared. Marks of a single script are its vowels, and count."""
_BETWEEN = _compile(r"[\W_]+|(?<=\p{L}\p{Ll})(?=\p{Lu})")
"""What is between two words, as in "The Host", "The-Host" and "TheHost"."""
_STYLED = _compile(r"(?:SMALL CAPITAL|LATIN CAPITAL LETTER|SYMBOL LETTER) ([A-Z])$")
"""The end of the Unicode name of a letter in another style: in a box, or as a small capital."""


def readable(name: str, label: str = "name", longest: int = LONGEST) -> str:
    """Return a name, or another line of text, in composed form (NFC) and without invisible characters.

    Joiners and selectors of variants stay where they change what is seen, as in Persian and in emoji.

    Args:
        label: what it is, for errors: "name", "title", "message" or "notice".

    Raises:
        PydanticCustomError: it contains control or direction-changing characters, or piles of combining marks.
        PydanticKnownError: nothing in it is visible, or it is too long in composed form.

    Examples:
        >>> readable("Zoe\u0308") == "Zo\u00eb", readable("Ida\ufe00"), readable("\u2764\ufe0f") == "\u2764\ufe0f"
        (True, 'Ida', True)
        >>> readable("Ida\u202e")
        Traceback (most recent call last):
        ...
        pydantic_core._pydantic_core.PydanticCustomError: a name can't have invisible or direction-changing characters
    """
    if _UNREADABLE.search(name):
        raise PydanticCustomError("name", text("error.name_invisible", what=label))
    composed = unicodedata.normalize("NFC", _BLANK.sub(" ", _CLEANED.sub(r"\1", name))).strip()
    runs = itertools.groupby(composed, lambda character: unicodedata.category(character)[0] == "M")
    if any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in runs):
        raise PydanticCustomError("name", text("error.name_accents", what=label, most=MOST_MARKS))
    if not _IGNORABLE.sub("", composed):
        raise PydanticKnownError("string_too_short", {"min_length": 1})
    if len(composed) > longest:
        raise PydanticKnownError("string_too_long", {"max_length": longest})
    return composed


def check_role(name: str) -> str:
    """Return a name that claims no role at the server. Look-alike letters, accents, spaces, signs and numbers don't help.

    Raises:
        PydanticCustomError: it is the title of a bot or level, or contains a word for the host or the operator.

    Examples:
        >>> check_role("Ida"), check_role("Ghost")
        ('Ida', 'Ghost')
        >>> check_role("The 0.per\u00e1tor")
        Traceback (most recent call last):
        ...
        pydantic_core._pydantic_core.PydanticCustomError: a name can't claim to be a bot, the host or the operator
    """
    titles, roles = _claims(edition()[1])
    bare = regex.sub(r"[\W\d_]+$", "", name)
    words = (_skeletons(word) for word in _words(name))
    if not (_skeletons(name) | _skeletons(bare)).isdisjoint(titles) or not all(map(roles.isdisjoint, words)):
        raise PydanticCustomError("name", text("error.name_role"))
    return name


@functools.lru_cache(maxsize=1)
def _claims(_changed: float) -> tuple[frozenset[str], frozenset[str]]:
    """Return what titles of bots and words for roles look like, in all languages: readers believe those of their own."""
    titles, roles = set(), set()
    for tag in languages():
        with speaking(tag):
            titles |= {title for kind in BOTS.by_game() for title in (kind.name, kind.called)} | {text("table.deleted")}
            roles |= set(text("error.roles").split())
    return frozenset().union(*map(_skeletons, titles)), frozenset().union(*map(_skeletons, roles))


def _words(name: str) -> set[str]:
    """Return the words of a name, each also without numbers beside it, and what neighbouring words are if written as one."""
    words = [word for word in _BETWEEN.split(_plain_letters(name)) if word]
    ends = itertools.combinations(range(len(words) + 1), 2)
    joined = {"".join(words[start:end]) for start, end in ends}
    return joined | {regex.sub(r"^\d+|\d+$", "", word) for word in joined}


def distinct_name(name: str, used_names: Iterable[str]) -> str:
    """Return a name, with a number appended if it is taken. Names that look alike count as equal.

    Examples:
        >>> distinct_name("Ida", ["Bob"]), distinct_name("ＩＤＡ", ["Ida", "Ida 2"]), distinct_name("lda", ["Ida"])
        ('Ida', 'ＩＤＡ 3', 'lda 2')
    """
    return numbered_name(name, used_names, _look_alike)


def _look_alike(first: str, second: str) -> bool:
    """Return whether two names look alike, in upper or lower case."""
    return not _skeletons(first).isdisjoint(_skeletons(second))


@functools.lru_cache(maxsize=10_000)
def _skeletons(name: str) -> frozenset[str]:
    """Return a name without differences in case, width, accents, punctuation, spaces and look-alike letters.

    Letters are replaced in either case: a capital I looks like a small L, and a capital O like a zero.
    """
    bare = _BESIDE.sub("", unicodedata.normalize("NFD", _plain_letters(name))) or name
    plain = unicodedata.normalize("NFC", bare)
    letters = _prototypes()
    cases = (plain, plain.casefold(), plain.upper())
    return frozenset("".join(letters.get(character, character) for character in form).casefold() for form in cases)


def _plain_letters(name: str) -> str:
    """Return a name without ignorable characters, and with plain letters for those in another style."""
    visible = regex.sub(r"\p{DI}", "", unicodedata.normalize("NFKC", name))
    styled = (_STYLED.search(unicodedata.name(character, "")) for character in visible)
    return "".join(match[1] if match else character for character, match in zip(visible, styled, strict=True))


@functools.cache
def _prototypes() -> dict[str, str]:
    """Return the representative of each confusable character: the lowest of the characters that look the same."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 (900 kB, and seldom needed)

    classes: dict[str, set[str]] = {}
    for character, matches in confusables_data.items():
        joined = {character, *(match["c"] for match in matches if len(match["c"]) == 1)}
        joined.update(*[classes.get(member, ()) for member in joined])
        classes.update(dict.fromkeys(joined, joined))
    return {character: min(joined) for character, joined in classes.items()}
