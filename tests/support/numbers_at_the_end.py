"""Numbers at the end of what games count."""

from __future__ import annotations

import random


def near(rng: random.Random, most: int) -> int:
    """A number at or near the end of what is counted, or far beyond what a game comes to."""
    return rng.choice([most, most - rng.randrange(1, 30), 1_000_000, 999_999])
