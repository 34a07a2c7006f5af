"""Moving single pieces: tiles, leaders, treasures, points. What may be done, and what follows, is for the rules' modules."""

from kingdoms.games.rivers.engine import codes, tables
from kingdoms.games.rivers.engine.table import Table

# -- tiles ------------------------------------------------------------------------------------------------------------


def put(table: Table, cell: int, what: int) -> None:
    """Have something else lie on a cell: a tile, a leader, nothing."""
    if (table.what[cell] == codes.TEMPLE) != (what == codes.TEMPLE):
        change = 1 if what == codes.TEMPLE else -1
        for i in range(4 * cell, 4 * cell + 4):
            table.near[tables.NEXT[i]] += change
    table.what[cell] = what
    table.stale = 1
    table.listed = 0


def is_tile(what: int) -> int:
    """Say whether that is a face-up tile."""
    return codes.TEMPLE <= what < codes.DOWN


def connects(table: Table, cell: int) -> int:
    """Say whether what lies on a cell holds a region together (C-1)."""
    what = table.what[cell]
    return what != codes.EMPTY and what != codes.CATASTROPHE and cell != table.marker


def bears_treasure(table: Table, cell: int) -> int:
    """Say whether a treasure lies on a cell."""
    return table.treasures & tables.TREASURE[cell] != 0


def hand_count(table: Table, seat: int) -> int:
    """Return how many tiles a seat has in hand."""
    place = 4 * seat
    return table.hand[place] + table.hand[place + 1] + table.hand[place + 2] + table.hand[place + 3]


def bag_count(table: Table) -> int:
    """Return how many tiles the bag holds."""
    return table.bag[0] + table.bag[1] + table.bag[2] + table.bag[3]


# -- leaders ----------------------------------------------------------------------------------------------------------


def lift(table: Table, piece: int) -> None:
    """Take a leader off the board, into its owner's hand (C-4)."""
    put(table, table.stand[piece], codes.EMPTY)
    table.stand[piece] = codes.HAND


def stand(table: Table, piece: int, cell: int) -> None:
    """Stand a leader from the hand on an empty cell."""
    put(table, cell, codes.LEADERS + piece)
    table.stand[piece] = cell


def send_home(table: Table) -> None:
    """Return all leaders without an adjacent temple to their owners, together (D-7)."""
    for piece in range(16):
        if table.stand[piece] >= 0 and table.near[table.stand[piece]] == 0:
            lift(table, piece)


def owner_on_board(table: Table, cell: int) -> int:
    """Return the leader on a cell as 4 * seat + colour, -1 if there is none."""
    return table.what[cell] - codes.LEADERS if table.what[cell] >= codes.LEADERS else -1


# -- seats ------------------------------------------------------------------------------------------------------------


def next_seat(table: Table, seat: int) -> int:
    """Return the next seat clockwise (C-4)."""
    seat = (seat + 1) & 3
    while not table.playing >> seat & 1:
        seat = (seat + 1) & 3
    return seat


def score(table: Table, seat: int, colour: int, points: int) -> None:
    """Give points of a colour to a seat."""
    table.points[4 * seat + colour] += points
    if table.points[4 * seat + colour] > codes.MOST_POINTS:
        table.points[4 * seat + colour] = codes.MOST_POINTS
