"""Taking treasures (section G)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import codes, regions, tables, turns
from kingdoms.games.rivers.engine.table import Table


def hoard(table: Table) -> int:
    """Return the kingdom whose trader takes treasures next, the first on the board of several; 0 for none (G-1, G-4)."""
    if not _has_choice(table):
        return 0
    for cell in range(176):
        number = table.kingdom[cell]
        if number and table.ruler[4 * number + codes.GREEN] >= 0:
            treasures = treasures_in(table, number)
            if treasures & (treasures - 1):
                return number
    return 0


def _has_choice(table: Table) -> int:
    regions.survey(table)
    once = 0
    rest = table.treasures
    while rest:
        number = table.kingdom[tables.TREASURE_CELL[inline.lowest_bit(rest)]]
        rest &= rest - 1
        if number and table.ruler[4 * number + codes.GREEN] >= 0:
            if once >> number & 1:
                return 1
            once |= 1 << number
    return 0


def treasures_in(table: Table, number: int) -> int:
    """Return the treasures in a kingdom, as a mask."""
    treasures = 0
    rest = table.treasures
    while rest:
        if table.kingdom[tables.TREASURE_CELL[inline.lowest_bit(rest)]] == number:
            treasures |= rest & -rest
        rest &= rest - 1
    return treasures


def next_treasures(table: Table, number: int) -> int:
    """Return the treasures of a kingdom that can be taken next, as a mask; special borders come first (G-2)."""
    treasures = treasures_in(table, number)
    return treasures & tables.SPECIALS if treasures & tables.SPECIALS else treasures


def list_treasures(table: Table, moves: Moves) -> None:
    """List the treasures that can be taken."""
    choices = next_treasures(table, hoard(table))
    while choices:
        inline.append_action(moves, codes.TAKEN + tables.TREASURE_CELL[inline.lowest_bit(choices)])
        choices &= choices - 1


def consider(table: Table) -> None:
    """Take or ask for the next treasure, or end the action if no kingdom with a trader has more than one (G-1)."""
    number = hoard(table)
    if not number:
        turns.proceed(table, codes.ACTION_END)
        return
    choices = next_treasures(table, number)
    if choices & (choices - 1):
        turns.ask(table)
    else:
        take(table, tables.TREASURE_CELL[inline.lowest_bit(choices)])


def taker(table: Table) -> int:
    """Return the owner of the trader that takes treasures next, or -1."""
    number = hoard(table)
    return table.ruler[4 * number + codes.GREEN] if number else codes.HAND


def take(table: Table, cell: int) -> None:
    """Give the treasure on a cell to the trader's owner."""
    table.treasures_taken[taker(table)] += 1
    table.treasures &= ~tables.TREASURE[cell]
    turns.proceed(table, codes.TAKE)
