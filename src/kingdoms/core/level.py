"""Levels of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kingdoms.texts import LiveText, Spoken, shared_texts


@dataclass(frozen=True)
class Level:
    """A level of play.

    A level either searches, or uses the prior of `Game.knowledge` without search and makes human-like errors: it overlooks some
    choices and misjudges the others, but never chooses an absurd one.

    Attributes:
        name: the display name.
        about: one sentence for people.
        simulations: the number of simulations per decision; 0 for no search.
        overlooks: without search, the percentage of choices that are overlooked.
        misjudges: without search, the standard deviation of the error in the logarithm of a choice's weight.
        absurd: a choice is absurd if its weight is less than this fraction of the best choice's.
        seconds: the maximum time per decision, as a safeguard; strength is set by `simulations`.
        ratings: number of seats -> fixed rating, where it has been measured; see `docs/bots.md`.
    """

    name: Spoken = Spoken()
    about: Spoken = Spoken()
    simulations: int = 0
    overlooks: int = 0
    misjudges: float = 0.0
    absurd: float = 0.02
    seconds: float = 20.0
    ratings: Mapping[int, float] = field(default_factory=dict, hash=False)


TEXTS = shared_texts("level")
NAMES = tuple(LiveText(TEXTS, f"name_{number}") for number in range(1, 9))
"""The names of the eight levels, from the weakest to the strongest."""

PLAIN_LEVELS = tuple(
    Level(name, LiveText(TEXTS, f"about_{number}"), simulations)
    for number, (name, simulations) in enumerate(zip(NAMES, (2, 4, 10, 30, 100, 300, 1000, 4000), strict=True), 1)
)
"""The levels for games without knowledge (see `Game.knowledge`); all of them search."""
