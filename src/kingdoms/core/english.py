"""Small pieces of English sentences."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, one: str, more: str | None = None) -> str:
    """Return a number with its noun.

    Args:
        number: how many.
        one: the noun.
        more: its plural, where that takes more than an s.

    Examples:
        >>> count(1, "city", "cities"), count(3, "city", "cities"), count(2, "temple")
        ('1 city', '3 cities', '2 temples')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def listing(parts: Sequence[str], last: str = "and") -> str:
    """Return several things as one phrase.

    Examples:
        >>> listing(["North", "East", "West"]), listing(["2", "3"], "or")
        ('North, East and West', '2 or 3')
    """
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
