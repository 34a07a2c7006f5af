"""Placing, moving and withdrawing leaders (D-4 to D-6)."""

from kingdoms.games.rivers.engine import codes, conflict, pieces, regions, turns
from kingdoms.games.rivers.engine.table import Table


def lead(table: Table, colour: int, cell: int) -> None:
    """Place or move a leader. If the kingdom already has a leader of its colour, a revolt begins (D-6)."""
    piece = 4 * table.turn + colour
    if table.stand[piece] >= 0:
        pieces.lift(table, piece)
    regions.survey(table)
    kingdom = regions.highest_neighbour(table, cell)
    defender = table.ruler[4 * kingdom + colour] if kingdom else codes.HAND
    pieces.stand(table, piece, cell)
    if defender >= 0:
        conflict.begin(table, 1, colour, table.turn, defender)
    else:
        turns.proceed(table, codes.TAKE)


def withdraw(table: Table, colour: int) -> None:
    """Return one of the active seat's leaders to the hand (D-5)."""
    pieces.lift(table, 4 * table.turn + colour)
    turns.proceed(table, codes.ACTION_END)
