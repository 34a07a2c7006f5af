"""Small helpers that the compiled engine inlines.

This module is never compiled: `inline.pxd` defines the same helpers in C for the compiled modules.
"""

from math import exp, log, sqrt

from kingdoms.core.moves import Moves

exponential = exp
logarithm = log
root = sqrt


def lowest(mask: int) -> int:
    """Return the index of the lowest bit set in a nonzero mask."""
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """Return the number of bits set."""
    return mask.bit_count()


def mix(value: int, number: int) -> int:
    """Mix a number into a 64-bit hash value, and return the new value."""
    value = ((value ^ (number & 0xFFFFFFFFFFFFFFFF)) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 29)


def take_list(spare: list[Moves | None]) -> Moves:
    """Take a list from the pool of unused lists, or create one."""
    try:
        taken = spare.pop()
    except IndexError:
        taken = None
    return Moves() if taken is None else taken


def give_back(spare: list[Moves | None], moves: Moves) -> None:
    """Return a list to the pool of unused lists."""
    spare.append(moves)


def put(moves: Moves, action: int) -> None:
    """Append an action to `moves`."""
    if moves.count == moves.room:
        moves.grow()
    moves.items[moves.count] = action
    moves.count += 1
