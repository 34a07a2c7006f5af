"""What happens at random in a game: all of it follows from the game's seed, which nobody knows while it is under way.

The seed is a key here, not a place where a sequence begins: each draw is a digest of its number under that key. Whoever has
seen any number of draws knows nothing of the next one, and there are too many seeds to try.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Sequence
from hashlib import blake2b

BITS = 128
"""How long a seed is."""
SCALE = 1 << 63
"""What the probabilities of an outcome are parts of."""


def new() -> int:
    """Return the seed of a new game."""
    return secrets.randbits(BITS)


def drawn(seed: int, number: int, outcomes: Sequence[tuple[int, float]]) -> int:
    """Return the action by which chance becomes entry `number` of a game.

    Args:
        seed: the game's.
        number: what no other entry of the game has.
        outcomes: what can come, with its probability.

    Examples:
        >>> drawn(7, 1, [(10, 0.25), (11, 0.75)])
        11
    """
    parts = [round(share * SCALE) for _, share in outcomes]
    left = _below(sum(parts), seed, number)
    for (action, _), part in zip(outcomes, parts):
        if left < part:
            return action
        left -= part
    raise ValueError("chance has no outcome here")


def _below(bound: int, seed: int, number: int) -> int:
    """Return a number from 0 to `bound - 1`, each equally likely: what would make some likelier is thrown away."""
    bits = (bound - 1).bit_length()
    key = seed.to_bytes(BITS // 8, "big")
    for attempt in itertools.count():
        digest = blake2b(f"{number} {attempt}".encode(), key=key, person=b"chance").digest()
        found = int.from_bytes(digest, "big") & ((1 << bits) - 1)
        if found < bound:
            return found
    raise AssertionError


def of_bot(seed: int, number: int) -> int:
    """Return the seed that a bot is given after `number` entries: it tells nothing of what chance will bring.

    Examples:
        >>> of_bot(7, 1) != of_bot(7, 2)
        True
    """
    return int.from_bytes(
        blake2b(str(number).encode(), key=seed.to_bytes(BITS // 8, "big"), person=b"bot", digest_size=7).digest()
    )
