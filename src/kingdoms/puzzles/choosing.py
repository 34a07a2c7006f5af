"""Selects a varied collection from many puzzles, without near duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kingdoms.puzzles.puzzle import EASIEST, Puzzle

MOMENTS_APART: Final = 6
"""The minimum distance between two puzzles of one seat in one game, in record entries per seat."""
EASY_SHARE: Final = 0.2
"""The maximum share of a collection that can be solved without looking ahead."""


def choose(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return a varied selection of puzzles, easiest first.

    Puzzles are selected greedily: each is the one least like the previous ones in theme, number of seats, difficulty, kind of
    first action, and source game. Ties are broken in favour of the clearer puzzle.

    Args:
        puzzles: the candidates.
        count: the number wanted; fewer may be returned.
    """
    left, chosen = list(puzzles), list[Puzzle]()
    trait_counts: Counter[tuple[object, ...]] = Counter()
    while left and len(chosen) < count:
        easy = sum(puzzle.difficulty == EASIEST for puzzle in chosen)
        if easy >= EASY_SHARE * count:
            left = [puzzle for puzzle in left if puzzle.difficulty != EASIEST]
        if not left:
            break
        best = min(
            left, key=lambda puzzle: (sum(trait_counts[trait] for trait in _traits(puzzle)), -clearness(puzzle), puzzle.name)
        )
        left.remove(best)
        left = [puzzle for puzzle in left if not _is_alike(puzzle, best)]
        trait_counts.update(_traits(best))
        chosen.append(best)
    return sorted(chosen, key=lambda puzzle: (puzzle.difficulty, puzzle.name))


def clearness(puzzle: Puzzle) -> float:
    """Return how much better the best choice is than the tempting wrong ones, as a part of a fair share."""
    first = puzzle.moments[0]
    return len(puzzle.origin.bots) * (first.chance - max((answer.chance for answer in first.wrong), default=0.0))


def _traits(puzzle: Puzzle) -> list[tuple[object, ...]]:
    """Return the traits in which a collection should vary; the theme counts twice."""
    seats = len(puzzle.origin.bots)
    kind = puzzle.solution[0].partition(" ")[0]
    return [
        ("theme", puzzle.theme),
        ("theme", puzzle.theme),
        ("seats", seats),
        ("difficulty", puzzle.difficulty),
        ("kind", kind),
        ("steps", min(3, len(puzzle.solution))),
        ("game", puzzle.origin.seed),
        ("theme and kind", puzzle.theme, kind),
    ]


def _is_alike(first: Puzzle, second: Puzzle) -> bool:
    """Return whether two puzzles are near duplicates: the same solution, or nearly the same moment of one game."""
    if first.origin.seed == second.origin.seed and first.seat == second.seat:
        return abs(first.origin.number - second.origin.number) < MOMENTS_APART * len(first.origin.bots)
    return first.solution == second.solution and first.seat == second.seat
