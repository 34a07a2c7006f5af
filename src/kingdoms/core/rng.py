"""Random numbers for the engine: the same sequence interpreted and compiled."""

WORD = 0xFFFFFFFFFFFFFFFF
SEED_STEP = 0x9E3779B97F4A7C15
SEED_MIX_1 = 0xBF58476D1CE4E5B9
SEED_MIX_2 = 0x94D049BB133111EB


class Random:
    """A small, fast generator (xorshift64, seeded through splitmix64).

    Args:
        seed: any whole number; taken modulo 2**64.

    Examples:
        >>> rng = Random(7)
        >>> [rng.roll(6) for _ in range(5)]
        [0, 4, 3, 4, 1]
    """

    def __init__(self, seed: int = 0) -> None:
        word = (seed + SEED_STEP) & WORD
        word = ((word ^ (word >> 30)) * SEED_MIX_1) & WORD
        word = ((word ^ (word >> 27)) * SEED_MIX_2) & WORD
        word ^= word >> 31
        self.word = word if word else 1

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`, each equally likely."""
        word = self.word
        word ^= (word << 13) & WORD
        word ^= word >> 7
        word ^= (word << 17) & WORD
        self.word = word
        return ((word >> 32) * bound) >> 32

    def roll(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`, each equally likely: `below` by another name."""
        return self.below(bound)
