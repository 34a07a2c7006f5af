"""What a dynasty of Two Rivers sees, as a row of bytes: its own seat comes first, and no other hand is in it (B-1).

`fields` names the fields in the order in which they are written here.
"""

from __future__ import annotations

from array import array

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, course, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.observation import sights


def observe(table: Table, numbers: array[int], player: int, scores_open: int, row: array[int], at: int) -> None:
    """Write the observation of a player into a row that is all 0.

    Args:
        table: the table.
        numbers: player -> seat.
        player: the player who sees.
        scores_open: whether all points and treasures are public.
        row: the row, from the index `at` on.
        at: the index of the first byte.
    """
    seats = len(numbers)
    observe_board(table, row, at)
    rest = at + sights.CELLS * (sights.PLANES + seats)
    for colour in range(4):
        row[rest + colour] = table.hand[4 * numbers[player] + colour]
    rest += 4
    if table.stage < sights.DECISIONS:
        row[rest + table.stage] = 1
    rest += sights.DECISIONS
    row[rest + table.phase] = 1
    rest += sights.PHASES
    row[rest] = table.actions_left
    row[rest + 1] = inline.count(table.treasures)
    row[rest + 2] = table.to_draw
    for pair in range(6):
        row[rest + 3 + pair] = table.monument[pair] < 0
    rest += 9
    if table.stage == codes.COMMIT:
        row[rest + table.revolt] = 1
        row[rest + 2 + table.colour] = 1
        row[rest + 6] = table.attack + 1
        row[at + sights.CELLS * 20 + table.stand[4 * table.attacker + table.colour]] = 1
        row[at + sights.CELLS * 21 + table.stand[4 * table.defender + table.colour]] = 1
    rest += 7
    for rank in range(seats):
        observe_seat(table, numbers, player, rank, rank == 0 or scores_open or table.phase == codes.OVER, row, at, rest)


def observe_board(table: Table, row: array[int], at: int) -> None:
    """Write the planes of the board that do not depend on seats."""
    for cell in range(176):
        row[at + cell] = tables.WET[177 * table.board + cell]
        content = table.contents[cell]
        if content >= codes.LEADERS:
            row[at + sights.CELLS * (9 + (content & 3)) + cell] = 1
        elif content:
            row[at + sights.CELLS * (1 + content) + cell] = 1
    left = table.treasures
    while left:
        row[at + sights.CELLS + tables.TREASURE_CELL[inline.lowest_bit(left)]] = 1
        left &= left - 1
    for pair in range(6):
        corner = table.monument[pair]
        if corner >= 0:
            for colour in range(4):
                if tables.PAIR_HAS[4 * pair + colour]:
                    for i in range(4):
                        row[at + sights.CELLS * (13 + colour) + corner + (i & 1) + 16 * (i >> 1)] = 1
    for colour in range(4):
        if table.raised[colour] >= 0:
            row[at + sights.CELLS * 17 + table.raised[colour]] = 1
    if table.placed >= 0 and table.stage != codes.ACTING:
        row[at + sights.CELLS * 18 + table.placed] = 1
    if table.marker >= 0:
        row[at + sights.CELLS * 19 + table.marker] = 1


def observe_seat(
    table: Table, numbers: array[int], player: int, rank: int, is_known: int, row: array[int], at: int, rest: int
) -> None:
    """Write what belongs to one seat.

    Args:
        rank: the number of places after the own seat.
        is_known: whether the points and treasures of the seat are known.
        at: the index of the first byte of the observation.
        rest: the index of the first byte of the fields by seat.
    """
    seats = len(numbers)
    seat = seat_after(numbers, player, rank)
    i = rest + 4 * rank
    count = 0
    for colour in range(4):
        cell = table.stand[4 * seat + colour]
        if cell >= 0:
            row[at + sights.CELLS * (sights.PLANES + rank) + cell] = 1
        count += table.hand[4 * seat + colour]
        if is_known:
            row[i + colour] = cap(table.points[4 * seat + colour])
    i = rest + 4 * seats + rank
    row[i] = table.treasures_taken[seat] if is_known else 0
    row[i + seats] = 1 if is_known else 0
    row[i + 2 * seats] = count
    row[i + 3 * seats] = table.catastrophes_left[seat]
    row[i + 4 * seats] = table.phase != codes.START and table.turn == seat
    if table.stage != codes.FIRST and table.stage != codes.DRAW and table.stage != codes.FINISHED:
        row[i + 5 * seats] = course.seat_to_move(table) == seat
    if table.stage == codes.COMMIT:
        row[i + 6 * seats] = table.attacker == seat
        row[i + 7 * seats] = table.defender == seat


def seat_after(numbers: array[int], player: int, rank: int) -> int:
    """Return the seat that is `rank` places after a player's."""
    seats = len(numbers)
    return numbers[player + rank if player + rank < seats else player + rank - seats]


def cap(number: int) -> int:
    """Return a number, at most 255."""
    return number if number < sights.MOST else sights.MOST
