"""The puzzle of the day: the same for everybody, from the date alone."""

from __future__ import annotations

import datetime
import hashlib

from kingdoms.core.registry import game_names
from kingdoms.puzzles.files import shipped
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
    puzzles = [puzzle for game in game_names() for puzzle in shipped(game)]
    if not puzzles:
        return None
    cycle, number = divmod(day.toordinal(), len(puzzles))

    def lot(puzzle: Puzzle) -> bytes:
        return hashlib.sha256(f"{cycle} {puzzle.name}".encode()).digest()

    return sorted(puzzles, key=lot)[number]


def today() -> datetime.date:
    """Return the date in UTC."""
    return datetime.datetime.now(datetime.UTC).date()
