"""Hash keys of tables; search treats tables with equal keys as one."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import pieces
from kingdoms.games.rivers.engine.table import Table


class Ledger:
    """Snapshot of points, treasures and tiles when a table was dealt, from which later gains are computed.

    Attributes:
        points: points by 4 * seat + colour.
        treasures: treasures by seat.
        tiles: tiles in all hands and the bag, by colour.
    """

    def __init__(self) -> None:
        self.points = [0] * 16
        self.treasures = [0] * 4
        self.tiles = [0] * 4


def mark(ledger: Ledger, table: Table) -> None:
    """Store the points, treasures and tiles of a table."""
    for i in range(4):
        ledger.treasures[i] = table.treasures_taken[i]
        ledger.tiles[i] = table.bag[i]
    for i in range(16):
        ledger.points[i] = table.points[i]
        ledger.tiles[i & 3] += table.hand[i]


def key(ledger: Ledger, table: Table, with_secrets: int) -> int:
    """Return a 64-bit key of the public information and of all gains since the snapshot.

    Args:
        ledger: the snapshot.
        table: the table.
        with_secrets: whether to include the hands, the bag and all points and treasures.
    """
    value = _extend_key(ledger, table, _key_of_board(table))
    return _with_secrets(table, value) if with_secrets else value


def _key_of_board(table: Table) -> int:
    """Return a key of the board, the pending decision and its seat."""
    value = 0
    for cell in range(0, 176, 8):
        word = 0
        for i in range(8):
            word = word << 8 | table.contents[cell + i]
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
    """Return the turn, the stage and their counters as a bit field."""
    word = table.turn << 11 | table.stage << 7 | table.phase << 4 | table.is_asked << 3 | table.actions_left
    word = word << 3 | table.to_draw
    word = word << 2 | table.reason
    for i in range(4):
        word = word << 2 | table.catastrophes_left[i]
    return word


def _conflict_of(table: Table) -> int:
    """Return the placed tile, the current conflict and the wonder as a bit field."""
    word = table.placed + 1
    word = word << 8 | table.marker + 1
    word = word << 8 | table.wonder + 1
    word = word << 4 | table.revolt << 3 | table.colour + 1
    word = word << 8 | table.attacker + 1 << 4 | table.defender + 1
    return word << 4 | table.attack + 1


def _extend_key(ledger: Ledger, table: Table, start: int) -> int:
    """Return a key extended by the gains since the snapshot, the hand sizes, and the tiles played or discarded."""
    word = 0
    for seat in range(4):
        word = word << 4 | pieces.hand_count(table, seat)
    for colour in range(4):
        count = ledger.tiles[colour] - table.bag[colour]
        for seat in range(4):
            count -= table.hand[4 * seat + colour]
        word = word << 8 | count & 0xFF
    value = inline.mix(start, word)
    for seat in range(4):
        word = table.treasures_taken[seat] - ledger.treasures[seat] & 0xFF
        for i in range(4 * seat, 4 * seat + 4):
            word = word << 12 | table.points[i] - ledger.points[i] & 0xFFF
        value = inline.mix(value, word)
    return value


def _with_secrets(table: Table, start: int) -> int:
    """Return a key extended by the hands, the bag, and all points and treasures."""
    value = start
    for seat in range(4):
        word = table.bag[seat]
        word = word << 8 | table.treasures_taken[seat]
        for i in range(4 * seat, 4 * seat + 4):
            word = word << 8 | table.hand[i]
        value = inline.mix(value, word)
        for i in range(4 * seat, 4 * seat + 4):
            value = inline.mix(value, table.points[i])
    return value
