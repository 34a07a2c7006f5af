"""The puzzle of the day: the same for everybody, from the date alone."""

from __future__ import annotations

import datetime
import hashlib

from kingdoms.puzzles.files import find_puzzle, summaries
from kingdoms.puzzles.puzzle import Puzzle


def puzzle_of_day(day: datetime.date) -> Puzzle | None:
    """Return the puzzle of a day; None without puzzles.

    The puzzles of all games are shuffled by the number of the cycle that the day is in, and each has its day in every cycle.

    Args:
        day: the date, by convention in UTC.

    Examples:
        >>> friday = puzzle_of_day(datetime.date(2026, 11, 27))
        >>> friday == puzzle_of_day(datetime.date(2026, 11, 27)) != puzzle_of_day(datetime.date(2026, 11, 28))
        True
    """
    names = list(summaries())
    if not names:
        return None
    cycle, number = divmod(day.toordinal(), len(names))

    def lot(name: str) -> bytes:
        return hashlib.sha256(f"{cycle} {name}".encode()).digest()

    return find_puzzle(sorted(names, key=lot)[number])


def today() -> datetime.date:
    """Return the date in UTC."""
    return datetime.datetime.now(datetime.UTC).date()
