"""The next puzzle that fits: near the rating of the solver, and new to them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from kingdoms.bots.strength import Strength
from kingdoms.puzzles.summary import Summary

AIM: Final = -2.5
"""A puzzle should be rated this much below its solver, who then solves rather more than half of them."""
WIDTH: Final = 2.5
"""Ratings that differ by less than this fit equally well, so that not everybody gets the same puzzles in the same order."""


def select(
    summaries: Iterable[Summary], game: str | None = None, theme: str | None = None, seats: int | None = None
) -> list[Summary]:
    """Return the puzzles of a game, a theme and a number of seats; None for any."""
    return [
        summary
        for summary in summaries
        if game in (None, summary.game) and theme in (None, summary.theme) and seats in (None, len(summary.seats))
    ]


def next_puzzle(
    summaries: Iterable[Summary],
    solver: Strength,
    attempted: Collection[str] = (),
    seed: int = 0,
    ratings: Mapping[str, float] | None = None,
) -> Summary | None:
    """Return the puzzle that fits a solver best; None if all have been attempted.

    No puzzle comes twice, so one that was not solved does not come again by surprise.

    Args:
        summaries: the puzzles to choose from.
        solver: the rating of the solver.
        attempted: the names of the puzzles that the solver has attempted before.
        seed: decides between puzzles that fit equally well.
        ratings: ratings of puzzles by name that differ from those they come with.

    Examples:
        >>> from kingdoms.puzzles.files import summaries
        >>> first = next_puzzle(summaries().values(), Strength(20.0))
        >>> later = next_puzzle(summaries().values(), Strength(45.0))
        >>> first.strength.rating < later.strength.rating
        True
    """
    moved = ratings or {}

    def misfit(summary: Summary) -> tuple[int, bytes]:
        distance = abs(moved.get(summary.name, summary.strength.rating) - solver.rating - AIM)
        return int(distance / WIDTH), hashlib.sha256(f"{seed} {summary.name}".encode()).digest()

    return min((summary for summary in summaries if summary.name not in attempted), key=misfit, default=None)
