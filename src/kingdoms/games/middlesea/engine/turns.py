"""Order of phases, and of the seats within a phase (A.7)."""

from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.table import Table


def seat_on_turn(table: Table) -> int:
    """Return the seat on turn in the current phase."""
    return table.order[table.turn]


def ask(table: Table) -> None:
    """Stop the automatic steps and ask for the decision of the current stage."""
    table.is_asked = 1


def proceed(table: Table, stage: int) -> None:
    """Continue automatically with another stage."""
    table.stage = stage
    table.is_asked = 0


def enter(table: Table, phase: int) -> None:
    """Begin a phase (R-1)."""
    table.phase = phase
    table.turn = 0
    if phase == codes.CONTROL:
        proceed(table, codes.PAY)
    elif phase == codes.DOMINANCE:
        proceed(table, codes.RANK)
    elif phase == codes.PRODUCTION:
        proceed(table, codes.PRODUCE)
    elif phase == codes.BUILD:
        proceed(table, codes.BUILDING)
    else:
        table.acted = -1
        table.king_changed = 0
        table.attacks = 0
        proceed(table, codes.LEADING)


def next_seat(table: Table) -> None:
    """End a seat's turn in the control, production, build or leader phase (R-2)."""
    table.turn += 1
    if table.turn < table.seats:
        table.acted = -1
        table.king_changed = 0
        if table.phase == codes.CONTROL:
            proceed(table, codes.PAY)
        elif table.phase == codes.PRODUCTION:
            proceed(table, codes.PRODUCE)
        elif table.phase == codes.BUILD:
            proceed(table, codes.BUILDING)
        else:
            proceed(table, codes.LEADING)
    elif table.phase == codes.LEADER:
        table.turn = 0
        table.acted = -1
        table.king_changed = 0
        table.attacks = 0
        proceed(table, codes.ROUND_END)
    else:
        enter(table, table.phase + 1)
