"""Scores and winners (J-2)."""

from __future__ import annotations

from collections.abc import Sequence

from kingdoms.games.rivers.engine.geometry import SEATS
from kingdoms.games.rivers.engine.table import Table


def final_score(points: Sequence[int], treasures: int) -> list[int]:
    """Return a seat's score: its points by colour, lowest first, with each treasure added to the weakest colour.

    Examples:
        >>> final_score([3, 7, 1, 4], 3)
        [3, 4, 4, 7]
    """
    score = sorted(points)
    for _ in range(treasures):
        score[0] += 1
        score.sort()
    return score


def scores(table: Table) -> dict[str, list[int]]:
    """Return the scores of all seats if the game ended now."""
    points, treasure_counts = table.points, table.treasures_taken
    return {
        name: final_score(points[4 * seat : 4 * seat + 4], treasure_counts[seat])
        for seat, name in enumerate(SEATS)
        if table.playing >> seat & 1
    }


def winners(table: Table) -> tuple[str, ...]:
    """Return the seats with the best score, compared by weakest colour, then second weakest, and so on."""
    standings = scores(table)
    best = max(standings.values())
    return tuple(seat for seat, score in standings.items() if score == best)
