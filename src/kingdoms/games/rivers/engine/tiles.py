"""Placing tiles and catastrophes, and swapping tiles (D-8 to D-13)."""

from kingdoms.games.rivers.engine import civic, codes, pieces, regions, turns
from kingdoms.games.rivers.engine.table import Table


def place(table: Table, colour: int, cell: int) -> None:
    """Place a tile from the hand (D-8). It scores, or is marked if it joins two kingdoms."""
    regions.survey(table)
    touches, kingdom = table.touch[cell], regions.highest_neighbour(table, cell)
    table.hand[4 * table.turn + colour] -= 1
    table.placed = cell
    if touches == 2:
        table.marker = cell
        pieces.put(table, cell, codes.TEMPLE + colour)
        turns.proceed(table, codes.WAR)
        return
    pieces.put(table, cell, codes.TEMPLE + colour)
    if touches == 1:
        award(table, kingdom, colour)
    turns.proceed(table, codes.RAISE if table.with_buildings else codes.BUILD)


def award(table: Table, kingdom: int, colour: int) -> None:
    """Score the placed tile for the leader of its colour in a kingdom or, if there is none, for the king (D-9).

    A building doubles the point (CB-7). `kingdom` is the kingdom's number before the tile was placed.
    """
    seat = table.ruler[4 * kingdom + colour]
    if seat < 0:
        seat = table.ruler[4 * kingdom + codes.BLACK]
    if seat >= 0:
        pieces.score(table, seat, colour, 1 + civic.pays(table, colour))


def ruin(table: Table, cell: int) -> None:
    """Put a catastrophe on a cell; a tile there leaves the game (D-12)."""
    table.catastrophes_left[table.turn] -= 1
    pieces.put(table, cell, codes.CATASTROPHE)
    pieces.send_home(table)
    turns.proceed(table, codes.ACTION_END)


def swap(table: Table, counts: int) -> None:
    """Discard tiles and draw the same number (D-13), or end the game if the bag has too few (J-1).

    Args:
        counts: the tiles to discard, as 343 * red + 49 * blue + 7 * green + black.
    """
    first = 4 * table.turn
    red, blue, green, black = counts // 343, counts // 49 % 7, counts // 7 % 7, counts % 7
    table.hand[first] -= red
    table.hand[first + 1] -= blue
    table.hand[first + 2] -= green
    table.hand[first + 3] -= black
    table.to_draw = red + blue + green + black
    if table.to_draw > pieces.bag_count(table):
        table.to_draw = 0
        turns.end_game(table, codes.BY_BAG)
    else:
        turns.proceed(table, codes.DRAW)
