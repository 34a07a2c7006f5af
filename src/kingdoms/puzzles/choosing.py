"""Chooses from many puzzles the ones that make a good collection: each kind, none twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kingdoms.puzzles.puzzle import EASIEST, Puzzle

MOMENTS_APART: Final = 6
"""So many entries for each seat have to lie between two puzzles of a seat in one game."""
EASY_SHARE: Final = 0.2
"""At most this part of a collection may be found by whoever does not look ahead."""


def choose(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return a varied choice of puzzles, the easiest first.

    One after the other the puzzle is taken that is least like those taken before: in theme, number of seats, difficulty, the
    kind of its first action and the game that it comes from. Where puzzles are equal in this, the clearer one is taken.

    Args:
        puzzles: to choose from.
        count: how many are wanted; there may be fewer.
    """
    left, chosen = list(puzzles), list[Puzzle]()
    seen: Counter[tuple[object, ...]] = Counter()
    while left and len(chosen) < count:
        easy = sum(puzzle.difficulty == EASIEST for puzzle in chosen)
        if easy >= EASY_SHARE * count:
            left = [puzzle for puzzle in left if puzzle.difficulty != EASIEST]
        if not left:
            break
        best = min(left, key=lambda puzzle: (sum(seen[trait] for trait in _traits(puzzle)), -clearness(puzzle), puzzle.name))
        left.remove(best)
        left = [puzzle for puzzle in left if not _is_alike(puzzle, best)]
        seen.update(_traits(best))
        chosen.append(best)
    return sorted(chosen, key=lambda puzzle: (puzzle.difficulty, puzzle.name))


def clearness(puzzle: Puzzle) -> float:
    """Return by what part of a fair share the best choice is better than the wrong ones that tempt most."""
    first = puzzle.moments[0]
    return len(puzzle.origin.bots) * (first.chance - max((one.chance for one in first.wrong), default=0.0))


def _traits(puzzle: Puzzle) -> list[tuple[object, ...]]:
    """Return what a collection shall have of many kinds."""
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


def _is_alike(one: Puzzle, other: Puzzle) -> bool:
    """Say whether two puzzles are much the same: the same actions to find, or nearly the same moment of one game."""
    if one.origin.seed == other.origin.seed and one.seat == other.seat:
        return abs(one.origin.number - other.origin.number) < MOMENTS_APART * len(one.origin.bots)
    return one.solution == other.solution and one.seat == other.seat
