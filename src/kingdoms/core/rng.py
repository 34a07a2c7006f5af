"""A random number generator with the same output in interpreted and compiled code."""

from operator import index
from typing import Any

WORD = 0xFFFFFFFFFFFFFFFF
SEED_STEP = 0x9E3779B97F4A7C15
SEED_MIX_1 = 0xBF58476D1CE4E5B9
SEED_MIX_2 = 0x94D049BB133111EB


class Random:
    """A small, fast generator (xorshift64, seeded through splitmix64).

    Args:
        seed: any integer, also one of NumPy; reduced modulo 2**64.

    Raises:
        TypeError: the seed is no integer.

    Examples:
        >>> rng = Random(7)
        >>> [rng.roll(6) for _ in range(5)]
        [0, 4, 3, 4, 1]
    """

    def __init__(self, seed: int = 0) -> None:
        word = (index(seed) + SEED_STEP) & WORD
        word = ((word ^ (word >> 30)) * SEED_MIX_1) & WORD
        word = ((word ^ (word >> 27)) * SEED_MIX_2) & WORD
        word ^= word >> 31
        self.word = word if word else 1

    def below(self, bound: int) -> int:
        """Return a uniform random integer from 0 to `bound - 1`."""
        word = self.word
        word ^= (word << 13) & WORD
        word ^= word >> 7
        word ^= (word << 17) & WORD
        self.word = word
        return ((word >> 32) * bound) >> 32

    def roll(self, bound: int) -> int:
        """Return a uniform random integer from 0 to `bound - 1`; an alias of `below`."""
        return self.below(bound)

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: the numbers go on in the copy as they do here."""
        return Random, (), self.word

    def __setstate__(self, word: int) -> None:
        self.word = word
