"""The plural rules of languages for whole numbers, after Unicode's CLDR. Numbers are taken to be less than a million."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

Rule = Callable[[int], str]
"""Number -> grammatical number: "zero", "one", "two", "few", "many" or "other"."""


def _english(number: int) -> str:
    """Return the form of most languages of Europe: 1 is singular."""
    return "one" if number == 1 else "other"


def _french(number: int) -> str:
    """Return the form where 0 is singular, too."""
    return "one" if number < 2 else "other"


def _chinese(_: int) -> str:
    """Return the only form of languages without plurals."""
    return "other"


def _ends(number: int, first: int, last: int) -> bool:
    """Return whether the last digit is in a range, and the last two don't make a number from 11 to 19."""
    return first <= number % 10 <= last and not 11 <= number % 100 <= 19


def _russian(number: int) -> str:
    """Return the form of Russian, Ukrainian and Belarusian."""
    return "one" if _ends(number, 1, 1) else "few" if _ends(number, 2, 4) else "many"


def _serbian(number: int) -> str:
    """Return the form of Serbian, Croatian and Bosnian."""
    return "one" if _ends(number, 1, 1) else "few" if _ends(number, 2, 4) else "other"


def _polish(number: int) -> str:
    return "one" if number == 1 else "few" if _ends(number, 2, 4) else "many"


def _czech(number: int) -> str:
    """Return the form of Czech and Slovak."""
    return "one" if number == 1 else "few" if 2 <= number <= 4 else "other"


def _slovenian(number: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(number % 100, "other")


def _lithuanian(number: int) -> str:
    return "one" if _ends(number, 1, 1) else "few" if _ends(number, 2, 9) else "other"


def _latvian(number: int) -> str:
    return "one" if number % 10 == 1 and number % 100 != 11 else "other" if _ends(number, 2, 9) else "zero"


def _romanian(number: int) -> str:
    return "one" if number == 1 else "few" if number == 0 or 1 <= number % 100 <= 19 else "other"


def _hebrew(number: int) -> str:
    return {1: "one", 2: "two"}.get(number, "other")


def _irish(number: int) -> str:
    return {1: "one", 2: "two"}.get(number) or ("few" if 3 <= number <= 6 else "many" if 7 <= number <= 10 else "other")


def _arabic(number: int) -> str:
    if number < 3:
        return ("zero", "one", "two")[number]
    return "few" if 3 <= number % 100 <= 10 else "many" if number % 100 >= 11 else "other"


LIKE_ENGLISH: Final = "bg ca da de el en es et eu fi fy gl hu it nb nl nn no pt-PT sq sv sw ta tr ur"
LIKE_FRENCH: Final = "bn fa fr gu hi hy kn pt vi zu"
LIKE_CHINESE: Final = "id ja ko lo ms my th zh"

RULES: Final[Mapping[str, Rule]] = {
    **dict.fromkeys(LIKE_ENGLISH.split(" "), _english),
    **dict.fromkeys(LIKE_FRENCH.split(" "), _french),
    **dict.fromkeys(LIKE_CHINESE.split(" "), _chinese),
    **dict.fromkeys(("be", "ru", "uk"), _russian),
    **dict.fromkeys(("bs", "hr", "sr"), _serbian),
    **dict.fromkeys(("cs", "sk"), _czech),
    "ar": _arabic,
    "ga": _irish,
    "he": _hebrew,
    "lt": _lithuanian,
    "lv": _latvian,
    "pl": _polish,
    "ro": _romanian,
    "sl": _slovenian,
}
"""Language -> its rule. A language that is not here needs a line, with its rule from CLDR's table of plurals."""


def rule_of(tag: str) -> Rule | None:
    """Return the rule of a language, or None if it is not known.

    Examples:
        >>> [rule(3) for rule in map(rule_of, ("en-XA", "pl", "ja")) if rule]
        ['other', 'few', 'other']
    """
    return RULES.get(tag) or RULES.get(tag.partition("-")[0])
