"""Small helpers that the compiled engine inlines.

This module is never compiled: `inline.pxd` holds the same helpers in C for the compiled modules.
"""

from kingdoms.core.moves import Moves


def lowest(mask: int) -> int:
    """Index of the lowest bit set in a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """Number of bits set."""
    return mask.bit_count()


def put(moves: Moves, action: int) -> None:
    """Append an action to `moves`."""
    if moves.count == moves.room:
        moves.grow()
    moves.items[moves.count] = action
    moves.count += 1
