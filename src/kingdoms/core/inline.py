"""Small helpers that the compiled engine inlines.

This module is never compiled: `inline.pxd` holds the same helpers in C for the compiled modules.
"""

from math import exp, log, sqrt

from kingdoms.core.moves import Moves

exponential = exp
logarithm = log
root = sqrt


def lowest(mask: int) -> int:
    """Index of the lowest bit set in a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """Number of bits set."""
    return mask.bit_count()


def mix(value: int, number: int) -> int:
    """Return a 64-bit number that depends on every bit of two."""
    value = ((value ^ (number & 0xFFFFFFFFFFFFFFFF)) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 29)


def take_list(spare: list[Moves | None]) -> Moves:
    """Take a list out of those that nobody uses now, or make one."""
    try:
        taken = spare.pop()
    except IndexError:
        taken = None
    return Moves() if taken is None else taken


def give_back(spare: list[Moves | None], moves: Moves) -> None:
    """Put a list back with those that nobody uses now."""
    spare.append(moves)


def put(moves: Moves, action: int) -> None:
    """Append an action to `moves`."""
    if moves.count == moves.room:
        moves.grow()
    moves.items[moves.count] = action
    moves.count += 1
