"""Numbers at the limits of counters."""

from __future__ import annotations

import random


def near_limit(rng: random.Random, most: int) -> int:
    return rng.choice([most, most - rng.randrange(1, 30), 1_000_000, 999_999])
