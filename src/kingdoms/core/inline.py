"""Small helpers that the compiled engine inlines.

This module is never compiled: `inline.pxd` defines the same helpers in C for the compiled modules.
"""

from math import exp, log, sqrt

from kingdoms.core.moves import Moves

exponential = exp
logarithm = log
root = sqrt


def lowest_bit(mask: int) -> int:
    """Return the index of the lowest bit set in a nonzero mask."""
    return (mask & -mask).bit_length() - 1


def lowest_of(word: int) -> int:
    """Return the index of the lowest bit set in a nonzero word of 64 bits."""
    return (word & -word).bit_length() - 1


def contains(words: list[int], number: int) -> int:
    """Return whether a number is in a set; a set is a list of words of 64 bits, lowest first."""
    return words[number >> 6] >> (number & 63) & 1


def add(words: list[int], number: int) -> None:
    """Add a number to a set."""
    words[number >> 6] |= 1 << (number & 63)


def drop(words: list[int], number: int) -> None:
    """Remove a number from a set."""
    words[number >> 6] &= ~(1 << (number & 63))


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
        moves = spare.pop()
    except IndexError:
        moves = None
    return Moves() if moves is None else moves


def give_back(spare: list[Moves | None], moves: Moves) -> None:
    """Return a list to the pool of unused lists."""
    spare.append(moves)


def append_action(moves: Moves, action: int) -> None:
    """Append an action to `moves`."""
    if moves.count == moves.room:
        moves.grow()
    moves.items[moves.count] = action
    moves.count += 1


def put_bits(moves: Moves, first: int, word: int) -> None:
    """Append the action `first + i` for each bit `i` of a word of 64 bits, ascending."""
    while word:
        append_action(moves, first + lowest_of(word))
        word &= word - 1


def repeat_actions(moves: Moves, start: int, end: int, more: int) -> None:
    """Append the actions from `start` to `end` in the list once more, each with `more` added to its number."""
    for i in range(start, end):
        append_action(moves, moves.items[i] + more)


def to_list(moves: Moves, ints: list[int]) -> list[int]:
    """Return the actions as a list; those with numbers below `len(ints)` are taken from `ints`."""
    return [ints[action] if action < len(ints) else action for action in moves]
