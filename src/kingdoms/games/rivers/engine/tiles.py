"""Placing tiles, catastrophes, swapping (D-8 to D-13)."""

from kingdoms.games.rivers.engine import civic, codes, pieces, regions, turns
from kingdoms.games.rivers.engine.table import Table


def place(table: Table, colour: int, cell: int) -> None:
    """Place a tile from the hand (D-8): it scores, or joins two kingdoms."""
    regions.survey(table)
    touches, found = table.touch[cell], regions.touched(table, cell)
    table.hand[4 * table.turn + colour] -= 1
    table.placed = cell
    pieces.put(table, cell, codes.TEMPLE + colour)
    if touches == 2:
        table.marker = cell
        table.stale = 0  # as long as the marker lies there, nothing new is connected (F-1)
        turns.proceed(table, codes.WAR)
        return
    regions.extend(table, cell)
    if touches == 1:
        award(table, found, colour)
    turns.proceed(table, codes.RAISE if table.with_buildings else codes.BUILD)


def award(table: Table, kingdom: int, colour: int) -> None:
    """Give the point for the placed tile to the leader of its colour in a kingdom, else to the king; a building doubles it.

    That is D-9 and CB-7. The kingdom has the number that it had before the tile.
    """
    seat = table.ruler[4 * kingdom + colour]
    if seat < 0:
        seat = table.ruler[4 * kingdom + codes.BLACK]
    if seat >= 0:
        pieces.score(table, seat, colour, 1 + civic.pays(table, colour))


def ruin(table: Table, cell: int) -> None:
    """Put a catastrophe on a cell; what lay there leaves the game (D-12)."""
    table.left[table.turn] -= 1
    pieces.put(table, cell, codes.CATASTROPHE)
    pieces.send_home(table)
    turns.proceed(table, codes.ACTION_END)


def swap(table: Table, counts: int) -> None:
    """Put tiles out of the game and draw as many (D-13), if there are so many (J-1).

    Args:
        counts: 343 * red + 49 * blue + 7 * green + black.
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
