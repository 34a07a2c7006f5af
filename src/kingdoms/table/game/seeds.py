"""Chance in games: all draws follow from a game's seed, which is secret while the game is under way.

The seed is a key, not the start of a sequence: each draw is a keyed digest of its number. Earlier draws say nothing about later
ones, and there are too many seeds for a brute-force search.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Sequence
from hashlib import blake2b

BITS = 128
"""Bits of a seed."""
SCALE = 1 << 63
"""The integer that stands for the probability 1."""


def new() -> int:
    """Return the seed of a new game."""
    return secrets.randbits(BITS)


def draw_outcome(seed: int, number: int, outcomes: Sequence[tuple[int, float]]) -> int:
    """Draw the chance action for entry `number` of a game.

    Args:
        outcomes: the possible actions, with their probabilities.

    Examples:
        >>> draw_outcome(7, 1, [(10, 0.25), (11, 0.75)])
        11
    """
    parts = [round(share * SCALE) for _, share in outcomes]
    left = _uniform(sum(parts), seed, number)
    for (action, _), part in zip(outcomes, parts):
        if left < part:
            return action
        left -= part
    raise ValueError("chance has no outcome here")


def _uniform(bound: int, seed: int, number: int) -> int:
    """Return a uniform number from 0 to `bound - 1`, by rejection sampling."""
    bits = (bound - 1).bit_length()
    key = seed.to_bytes(BITS // 8, "big")
    for attempt in itertools.count():
        digest = blake2b(f"{number} {attempt}".encode(), key=key, person=b"chance").digest()
        draw = int.from_bytes(digest, "big") & ((1 << bits) - 1)
        if draw < bound:
            return draw
    raise AssertionError


def bot_seed(seed: int, number: int) -> int:
    """Return the seed for a bot after `number` entries. It doesn't reveal future chance actions.

    Examples:
        >>> bot_seed(7, 1) != bot_seed(7, 2)
        True
    """
    return int.from_bytes(
        blake2b(str(number).encode(), key=seed.to_bytes(BITS // 8, "big"), person=b"bot", digest_size=7).digest()
    )
