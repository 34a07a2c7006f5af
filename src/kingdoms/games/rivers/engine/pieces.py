"""Changes to single pieces and points. The rule modules decide what is legal and what follows."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, regions, tables
from kingdoms.games.rivers.engine.table import Table

# -- tiles ------------------------------------------------------------------------------------------------------------


def put(table: Table, cell: int, content: int) -> None:
    """Set the contents of a cell, and update all that follows from it. A marked tile connects nothing (F-1)."""
    if (table.contents[cell] == codes.TEMPLE) != (content == codes.TEMPLE):
        _count_temple(table, cell, 1 if content == codes.TEMPLE else -1)
    if content == codes.EMPTY or content == codes.CATASTROPHE:
        if inline.contains(table.linked, cell):
            regions.part(table, cell)
        table.contents[cell] = content
    else:
        table.contents[cell] = content
        if not inline.contains(table.linked, cell) and cell != table.marker:
            regions.join(table, cell)
    if content == codes.EMPTY:
        inline.add(table.vacant, cell)
    else:
        inline.drop(table.vacant, cell)


def _count_temple(table: Table, cell: int, change: int) -> None:
    """Add a temple, or with -1 remove it, in the counts of its neighbours."""
    for i in range(4 * cell, 4 * cell + 4):
        neighbour = tables.NEXT[i]
        table.near[neighbour] += change
        if table.near[neighbour]:
            inline.add(table.holy, neighbour)
        else:
            inline.drop(table.holy, neighbour)


def is_tile(content: int) -> int:
    """Return whether the contents of a cell are a face-up tile."""
    return codes.TEMPLE <= content < codes.DOWN


def bears_treasure(table: Table, cell: int) -> int:
    """Return whether there is a treasure on a cell."""
    return table.treasures & tables.TREASURE[cell] != 0


def hand_count(table: Table, seat: int) -> int:
    """Return the number of tiles in a seat's hand."""
    place = 4 * seat
    return table.hand[place] + table.hand[place + 1] + table.hand[place + 2] + table.hand[place + 3]


def bag_count(table: Table) -> int:
    """Return the number of tiles in the bag."""
    return table.bag[0] + table.bag[1] + table.bag[2] + table.bag[3]


# -- leaders ----------------------------------------------------------------------------------------------------------


def lift(table: Table, piece: int) -> None:
    """Move a leader from the board to its owner's hand (C-4)."""
    put(table, table.stand[piece], codes.EMPTY)
    table.stand[piece] = codes.HAND


def stand(table: Table, piece: int, cell: int) -> None:
    """Put a leader from the hand on an empty cell."""
    table.stand[piece] = cell
    put(table, cell, codes.LEADERS + piece)


def send_home(table: Table) -> None:
    """Return all leaders without an adjacent temple to their owners (D-7)."""
    for piece in range(16):
        if table.stand[piece] >= 0 and table.near[table.stand[piece]] == 0:
            lift(table, piece)


# -- seats ------------------------------------------------------------------------------------------------------------


def next_seat(table: Table, seat: int) -> int:
    """Return the next seat clockwise (A-1)."""
    seat = (seat + 1) & 3
    while not table.playing >> seat & 1:
        seat = (seat + 1) & 3
    return seat


def score(table: Table, seat: int, colour: int, points: int) -> None:
    """Add points of a colour to a seat, up to `MOST_POINTS`."""
    table.points[4 * seat + colour] += points
    if table.points[4 * seat + colour] > codes.MOST_POINTS:
        table.points[4 * seat + colour] = codes.MOST_POINTS
