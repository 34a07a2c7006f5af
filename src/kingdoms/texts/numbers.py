"""Numbers as each language writes them, after Unicode's CLDR."""

from __future__ import annotations

from typing import Final, NamedTuple

from kingdoms.texts.locale import ENGLISH, language


class Writing(NamedTuple):
    """How a language writes numbers: the signs between thousands and before decimals, and a share of 100."""

    thousands: str
    decimal: str
    percent: str


WRITINGS: Final = {
    ENGLISH: Writing(",", ".", "{}%"),
    "de": Writing(".", ",", "{}\u00a0%"),
    "es": Writing(".", ",", "{}\u00a0%"),
    "fr": Writing("\u202f", ",", "{}\u00a0%"),
}
"""Language -> how it writes numbers. A language that is not here writes them as in English until it has a line."""


def number(value: float, digits: int = 0, signed: bool = False) -> str:
    """Return a number in the present language.

    Args:
        value: the number.
        digits: the number of decimals.
        signed: whether positive numbers get a sign.

    Examples:
        >>> number(14526), number(3.25, 1), number(2, signed=True)
        ('14,526', '3.2', '+2')
    """
    writing = writing_of(language())
    english = f"{value:{'+' if signed else ''},.{digits}f}"
    return english.translate({ord(","): writing.thousands, ord("."): writing.decimal})


def percent(share: float, digits: int = 0) -> str:
    """Return a share in percent in the present language.

    Args:
        share: the share, from 0 to 1.
        digits: the number of decimals.

    Examples:
        >>> percent(0.456), percent(0.456, 1)
        ('46%', '45.6%')
    """
    return writing_of(language()).percent.format(number(100 * share, digits))


def writing_of(tag: str) -> Writing:
    """Return how a language writes numbers."""
    return WRITINGS.get(tag) or WRITINGS.get(tag.partition("-")[0]) or WRITINGS[ENGLISH]
