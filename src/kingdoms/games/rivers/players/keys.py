"""Numbers that stand for tables: the same for two tables only if search may take them for one."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import pieces
from kingdoms.games.rivers.engine.table import Table


class Ledger:
    """What everybody had when a table was dealt, so that what is gained after that can be told.

    Attributes:
        points: by 4 * seat + colour.
        taken: treasures by seat.
        held: tiles by colour, in all hands and the bag.
    """

    def __init__(self) -> None:
        self.points = [0] * 16
        self.taken = [0] * 4
        self.held = [0] * 4


def mark(ledger: Ledger, table: Table) -> None:
    """Note what everybody has."""
    for i in range(4):
        ledger.taken[i] = table.taken[i]
        ledger.held[i] = table.bag[i]
    for i in range(16):
        ledger.points[i] = table.points[i]
        ledger.held[i & 3] += table.hand[i]


def key(ledger: Ledger, table: Table, whole: int) -> int:
    """Return a 64-bit number for what lies in the open and what has been gained.

    Args:
        ledger: what everybody had before.
        table: the table.
        whole: whether hands and bag count too.
    """
    value = _with_gains(ledger, table, _key_of_board(table))
    return _with_secrets(table, value) if whole else value


def _key_of_board(table: Table) -> int:
    """Return a number for what lies on the board, and what is asked of whom."""
    value = 0
    for cell in range(0, 176, 8):
        word = 0
        for i in range(8):
            word = word << 8 | table.what[cell + i]
        value = inline.mix(value, word)
    word = table.treasures
    for i in range(6):
        monument = table.monument[i] + 1
        word = word << 8 | monument
    value = inline.mix(value, word)
    if table.with_buildings:
        word = 0
        for i in range(4):
            building = table.raised[i] + 1
            word = word << 8 | building
        value = inline.mix(value, word)
    return inline.mix(inline.mix(value, _stage_of(table)), _conflict_of(table))


def _stage_of(table: Table) -> int:
    """Return a number for where the game stands."""
    word = table.turn << 11 | table.stage << 7 | table.phase << 4 | table.asked << 3 | table.actions_left
    word = word << 3 | table.to_draw
    word = word << 2 | table.reason
    for i in range(4):
        word = word << 2 | table.left[i]
    return word


def _conflict_of(table: Table) -> int:
    """Return a number for the tile and the conflict that are pending, and for the wonder."""
    word = table.placed + 1
    word = word << 8 | table.marker + 1
    word = word << 8 | table.wonder + 1
    word = word << 4 | table.revolt << 3 | table.colour + 1
    word = word << 8 | table.attacker + 1 << 4 | table.defender + 1
    return word << 4 | table.attack + 1


def _with_gains(ledger: Ledger, table: Table, start: int) -> int:
    """Return a number with what has been gained, and which tiles have been played or put away."""
    word = 0
    for seat in range(4):
        word = word << 4 | pieces.hand_count(table, seat)
    for colour in range(4):
        held = ledger.held[colour] - table.bag[colour]
        for seat in range(4):
            held -= table.hand[4 * seat + colour]
        word = word << 8 | held & 0xFF
    value = inline.mix(start, word)
    for seat in range(4):
        word = table.taken[seat] - ledger.taken[seat] & 0xFF
        for i in range(4 * seat, 4 * seat + 4):
            word = word << 12 | table.points[i] - ledger.points[i] & 0xFFF
        value = inline.mix(value, word)
    return value


def _with_secrets(table: Table, start: int) -> int:
    """Return a number with the hands, the bag, and what the points come to."""
    value = start
    for seat in range(4):
        word = table.bag[seat]
        word = word << 8 | table.taken[seat]
        for i in range(4 * seat, 4 * seat + 4):
            word = word << 8 | table.hand[i]
        value = inline.mix(value, word)
        for i in range(4 * seat, 4 * seat + 4):
            value = inline.mix(value, table.points[i])
    return value
