"""How strong a player of a game can be asked to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Level:
    """One of the strengths that a game is played at.

    A level either searches, or judges at a glance as the game's quick player does and errs as people do: it overlooks some
    choices and misjudges the rest, but takes none that is plainly absurd.

    Attributes:
        name: for people.
        about: one sentence for people.
        simulations: how long it searches, in simulations; 0 to judge at a glance.
        overlooks: how many of 100 choices it does not see, when it judges at a glance.
        misjudges: by how much it is wrong about what it sees, as the standard deviation of the logarithm of a choice's weight.
        absurd: a choice whose weight is less than this part of the best one's is never taken by mistake.
        seconds: a decision takes no longer than this by the clock, for safety: levels are made of simulations, not of time.
        ratings: its fixed rating, by number of seats, where that has been measured; `docs/bots.md` says how.
    """

    name: str
    about: str
    simulations: int = 0
    overlooks: int = 0
    misjudges: float = 0.0
    absurd: float = 0.02
    seconds: float = 20.0
    ratings: Mapping[int, float] = field(default_factory=dict, hash=False)


NAMES = ("Beginner", "Learner", "Casual", "Steady", "Able", "Strong", "Expert", "Master")
"""What the eight levels are called, from the weakest up."""

PLAIN_LEVELS = tuple(
    Level(name, about, simulations)
    for name, about, simulations in zip(
        NAMES,
        (
            "Hardly looks.",
            "Looks a little.",
            "Sees what is near.",
            "Plays soundly.",
            "Thinks ahead.",
            "Thinks well ahead.",
            "Thinks long.",
            "Thinks as long as it takes.",
        ),
        (2, 4, 10, 30, 100, 300, 1000, 4000),
        strict=True,
    )
)
"""The levels of a game that says nothing of itself: all search."""
