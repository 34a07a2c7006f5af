"""Ratings of puzzles and of those who solve them: an attempt is a duel between the two."""

from __future__ import annotations

from functools import cache
from typing import Final

from kingdoms.bots.levels import LEVEL
from kingdoms.bots.strength import Strength, level_strength, update_strengths
from kingdoms.core.game import Game
from kingdoms.core.registry import game_class

SPREAD: Final = 4.0
"""The standard deviation that is assumed for the rating of a puzzle that comes with a game."""
STEP: Final = 5.0
"""The difference between two levels whose ratings have not been measured."""


def rate(rules: type[Game], seats: int, level: int) -> Strength:
    """Return the rating of a puzzle: the middle between the weakest level that solves it and the level below.

    Args:
        rules: the game.
        seats: the number of seats.
        level: the weakest level that solves the puzzle.

    Examples:
        >>> import kingdoms
        >>> rules = kingdoms.core.registry.game_class("middlesea")
        >>> rate(rules, 2, 4).points < rate(rules, 2, 5).points < rate(rules, 2, 8).points
        True
    """
    ratings = level_ratings(rules.name, seats)
    place = min(level, len(ratings)) - 1
    return Strength((ratings[max(0, place - 1)] + ratings[place]) / 2, SPREAD)


@cache
def level_ratings(game: str, seats: int) -> tuple[float, ...]:
    """Return the ratings of a game's levels with a number of seats.

    The distance of an unmeasured level from the level below is its average with other numbers of seats, or `STEP` if there
    are no measurements.

    Examples:
        >>> level_ratings("middlesea", 2)[3]
        25.0
    """
    rules = game_class(game)
    ratings: list[float] = []
    for number in range(1, len(rules.levels()) + 1):
        strength = level_strength(game, seats, f"{LEVEL}:{number}")
        if strength is not None:
            ratings.append(strength.rating)
        elif not ratings:
            ratings.append(Strength().rating - 3 * STEP)
        else:
            ratings.append(ratings[-1] + _mean_step(rules, number))
    return tuple(ratings)


def _mean_step(rules: type[Game], number: int) -> float:
    """Return how much better a level is than the one below, on average of the numbers of seats where both were measured."""
    below, level = rules.levels()[number - 2 : number]
    steps = [level.ratings[seats] - below.ratings[seats] for seats in level.ratings if seats in below.ratings]
    return sum(steps) / len(steps) if steps else STEP


def duel(solver: Strength, puzzle: Strength, solved: bool) -> tuple[Strength, Strength]:
    """Return the ratings of solver and puzzle after an attempt, which is a game between the two.

    Args:
        solver: the rating of the solver.
        puzzle: the rating of the puzzle.
        solved: whether the first answers solved it; otherwise, the puzzle has won.

    Examples:
        >>> solver, puzzle = duel(Strength(), Strength(30.0, SPREAD), solved=True)
        >>> solver.points > 1000, puzzle.rating < 30.0
        (True, True)
    """
    first, second = update_strengths([solver, puzzle], [float(solved), float(not solved)])
    return first, second
