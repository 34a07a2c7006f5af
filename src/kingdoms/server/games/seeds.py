"""Seeds of what happens at random in a game: all follow from the game's own, which nobody knows while it is under way."""

from __future__ import annotations

from hashlib import blake2b


def of_chance(seed: int, number: int) -> int:
    """Return the seed by which chance decides what becomes entry `number` of a game.

    Examples:
        >>> of_chance(7, 1) != of_chance(7, 2)
        True
    """
    return seed + 0x9E3779B97F4A7C15 * number


def of_bot(seed: int, number: int) -> int:
    """Return the seed that a bot is given after `number` entries. It is a digest: it tells nothing of what chance will bring.

    Examples:
        >>> of_bot(7, 1) == of_chance(7, 1)
        False
    """
    return int.from_bytes(blake2b(f"{seed} {number}".encode(), digest_size=7).digest(), "big")
