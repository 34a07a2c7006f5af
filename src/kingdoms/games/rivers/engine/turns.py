"""What comes next (N-4)."""

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.table import Table


def ask(table: Table) -> None:
    """Stop here: the decision of the present stage is put to whom it concerns."""
    table.asked = 1


def proceed(table: Table, stage: int) -> None:
    """Go on by itself with another stage."""
    table.stage = stage
    table.asked = 0


def end_action(table: Table) -> None:
    """End what an action has brought about: the next one is chosen, or the turn ends (D-1)."""
    if table.actions_left:
        table.stage = codes.ACTING
        table.asked = 1
    else:
        proceed(table, codes.TURN_END)


def begin_turn(table: Table, seat: int) -> None:
    """Let a seat have its turn."""
    table.turn = seat
    table.phase = codes.ACTION
    table.actions_left = 2
    table.stage = codes.ACTING
    table.asked = 1


def refill(table: Table) -> None:
    """Let the hands be filled up at the end of a turn (D-2)."""
    table.phase = codes.REFILL
    proceed(table, codes.DRAW)


def end_game(table: Table, reason: int) -> None:
    """End the game (J-1)."""
    table.phase = codes.OVER
    table.stage = codes.FINISHED
    table.reason = reason
    table.asked = 1
