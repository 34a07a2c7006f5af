"""Transitions between stages, turns and phases (N-4)."""

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.table import Table


def ask(table: Table) -> None:
    """Ask for the decision of the current stage."""
    table.is_asked = 1


def proceed(table: Table, stage: int) -> None:
    """Move to another stage, starting with its automatic part."""
    table.stage = stage
    table.is_asked = 0


def end_action(table: Table) -> None:
    """End an action: ask for the next one, or end the turn (D-1)."""
    if table.actions_left:
        table.stage = codes.ACTING
        table.is_asked = 1
    else:
        proceed(table, codes.TURN_END)


def begin_turn(table: Table, seat: int) -> None:
    """Begin a seat's turn."""
    table.turn = seat
    table.phase = codes.ACTION
    table.actions_left = 2
    table.stage = codes.ACTING
    table.is_asked = 1


def refill(table: Table) -> None:
    """Begin to refill the hands at the end of a turn (D-2)."""
    table.phase = codes.REFILL
    proceed(table, codes.DRAW)


def end_game(table: Table, reason: int) -> None:
    """End the game (J-1)."""
    table.phase = codes.OVER
    table.stage = codes.FINISHED
    table.reason = reason
    table.is_asked = 1
