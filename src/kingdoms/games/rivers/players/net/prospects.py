"""Each seat's expected share of the win in Two Rivers: the result of a decided game, otherwise an estimate.

The estimate is made between turns, when all seats have had the same number. It counts points, the weakest colour most, and
sources of points: safe leaders, tiles that support them, monuments that pay them.
"""

from array import array

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table import Table

STANDING = 4
INCOME = 5
SUPPORT = 6
RUIN = 7
TEMPLE = 8
NEXT = 9

EARLY = [0.15, 0.12, 0.12, 0.1, 0.2, 0.15, 0.09, 0.03, 0.0, 0.15]
"""Weights while all treasures are on the board, as log-odds to win before the factor `KEEN`.

In this order: a point of the weakest colour, of the second, third and fourth; a safe leader; a monument that pays it; a tile
that supports it; an unused catastrophe; a temple in hand; the next turn.
"""
LATE = [0.5, 0.25, 0.07, 0.03, 0.15, 0.35, 0.09, 0.1, 0.13, 0.5]
"""Weights when the game is about to end. Both lists were fitted to games of the greedy player and weaker ones, and rounded."""
BUILDING = 0.6
"""Weight of a civilization building of a leader's colour in its kingdom, relative to a monument."""
KEEN = [0.0, 0.0, 0.64, 1.07, 1.5]
"""Factor on all weights by number of seats: with more seats, each has fewer turns and points."""
SAFE = [0.45, 0.6, 0.8, 0.9, 0.96]
"""Safety of a leader by number of adjacent temples."""
WORTH = [0.8**ahead for ahead in range(17)]
"""Factor on support and income of a colour, by how many points it is ahead of the weakest one."""


class Prospects:
    """Working memory of the estimate.

    Attributes:
        score: final scores by 4 * seat + rank, the weakest colour first.
        value: weighted total by seat, as log-odds to win before the factor `KEEN`.
        support: number of face-up tiles by 4 * kingdom + colour.
    """

    def __init__(self) -> None:
        self.score = [0] * 16
        self.value = [0.0] * 4
        self.support = [0] * 68


def final_score(prospects: Prospects, table: Table, seat: int) -> None:
    """Compute a seat's final score, the weakest colour first, with each treasure counted for the weakest (J-2)."""
    place = 4 * seat
    for colour in range(4):
        prospects.score[place + colour] = table.points[place + colour]
    for _ in range(table.treasures_taken[seat]):
        lowest = place
        for i in range(place + 1, place + 4):
            if prospects.score[i] < prospects.score[lowest]:
                lowest = i
        prospects.score[lowest] += 1
    for i in range(place + 1, place + 4):
        points = prospects.score[i]
        k = i
        while k > place and prospects.score[k - 1] > points:
            prospects.score[k] = prospects.score[k - 1]
            k -= 1
        prospects.score[k] = points


def compare(prospects: Prospects, seat: int, rival: int) -> int:
    """Return a positive number if `seat` has a better score than `rival`, 0 if the scores are equal."""
    for i in range(4):
        if prospects.score[4 * seat + i] != prospects.score[4 * rival + i]:
            return prospects.score[4 * seat + i] - prospects.score[4 * rival + i]
    return 0


def divide_win(prospects: Prospects, table: Table, shares: array) -> None:  # type: ignore[type-arg]
    """Divide the win among the seats with the best current score.

    Args:
        prospects: working memory.
        table: the table; the points of all seats are read.
        shares: filled in, in the order of the seats that play.
    """
    best = -1
    count = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            final_score(prospects, table, seat)
            order = 1 if best < 0 else compare(prospects, seat, best)
            if order > 0:
                best = seat
                count = 0
            if order >= 0:
                count += 1
    index = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            shares[index] = 1.0 / count if compare(prospects, seat, best) == 0 else 0.0
            index += 1


def is_decided(table: Table) -> int:
    """Return whether the game is over, or will be before any seat acts again (J-1)."""
    return table.phase == codes.OVER or (
        table.phase == codes.REFILL and inline.count(table.treasures) <= table.treasures_at_end
    )


def estimate(prospects: Prospects, table: Table, shares: array) -> None:  # type: ignore[type-arg]
    """Set `shares` to each seat's expected share of the win; see `divide_win` for the arguments."""
    if is_decided(table):
        divide_win(prospects, table, shares)
        return
    _count_support(prospects, table)
    top = -1000.0
    for seat in range(4):
        if table.playing >> seat & 1:
            prospects.value[seat] = value_of(prospects, table, seat)
            top = max(top, prospects.value[seat])
    total = 0.0
    i = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            shares[i] = inline.exponential(KEEN[table.seats] * (prospects.value[seat] - top))
            total += shares[i]
            i += 1
    for seat in range(i):
        shares[seat] = shares[seat] / total


def _count_support(prospects: Prospects, table: Table) -> None:
    """Count the face-up tiles in each kingdom by colour."""
    regions.survey(table)
    for i in range(68):
        prospects.support[i] = 0
    for cell in range(176):
        content = table.contents[cell]
        if codes.EMPTY < content < codes.DOWN:
            prospects.support[4 * table.kingdom[cell] + content - codes.TEMPLE] += 1


def weight_of(table: Table, trait: int) -> float:
    """Return the weight of a trait, which moves from `EARLY` to `LATE` as treasures are taken."""
    most = tables.TREASURE_COUNT[table.board] - table.treasures_at_end
    left = max(0, inline.count(table.treasures) - table.treasures_at_end) / most
    return LATE[trait] + (EARLY[trait] - LATE[trait]) * left


def value_of(prospects: Prospects, table: Table, seat: int) -> float:
    """Return the weighted total of a seat, see `Prospects.value`."""
    final_score(prospects, table, seat)
    place = 4 * seat
    lowest = prospects.score[place]
    value = 0.0
    for i in range(4):
        value += weight_of(table, i) * prospects.score[place + i]
    for colour in range(4):
        cell = table.stand[place + colour]
        if cell >= 0:
            value += _value_of_leader(prospects, table, place + colour, lowest)
    value += weight_of(table, RUIN) * table.catastrophes_left[seat] + weight_of(table, TEMPLE) * table.hand[place]
    return value + weight_of(table, NEXT) if _moves_next(table) == seat else value


def _value_of_leader(prospects: Prospects, table: Table, piece: int, lowest: int) -> float:
    """Return a leader's part of its owner's weighted total; `lowest` is the final score of the weakest colour."""
    colour, cell = piece & 3, table.stand[piece]
    number = table.kingdom[cell]
    worth = WORTH[min(max(0, table.points[piece] - lowest), 16)]
    value = weight_of(table, STANDING) * SAFE[min(table.near[cell], 4)]
    value += weight_of(table, SUPPORT) * worth * min(prospects.support[4 * number + colour], 6)
    value += weight_of(table, INCOME) * worth * _monuments(table, number, colour)
    if table.raised[colour] >= 0 and table.kingdom[table.raised[colour]] == number:
        value += BUILDING * weight_of(table, INCOME) * worth
    if colour == codes.BLACK and table.wonder >= 0 and table.kingdom[table.wonder] == number:
        value += weight_of(table, INCOME)
    return value


def _moves_next(table: Table) -> int:
    """Return the seat whose turn it is, or after a turn, the next seat."""
    return pieces.next_seat(table, table.turn) if table.phase == codes.REFILL else table.turn


def _monuments(table: Table, number: int, colour: int) -> int:
    """Return the number of monuments in a kingdom that pay leaders of a colour."""
    count = 0
    for pair in range(6):
        corner = table.monument[pair]
        if corner >= 0 and tables.PAIR_HAS[4 * pair + colour] and table.kingdom[corner] == number:
            count += 1
    return count
