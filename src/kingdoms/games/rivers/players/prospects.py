"""What each seat can expect of a game of Two Rivers: the result where it is decided, an estimate where it is not.

The estimate is made between turns, when all have had as many. It counts points, the weakest colour most, and what will bring
points: leaders that stand safely, tiles for them, monuments that pay.
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
"""What counts how much while all treasures lie on the board; a seat that has 1 more is e times as likely to win.

In this order: a point of the weakest colour, of the second, third and fourth; a leader, if it stands safely; a monument that
pays it; a tile that supports it; a catastrophe left; a temple in hand; having the next turn.
"""
LATE = [0.5, 0.25, 0.07, 0.03, 0.15, 0.35, 0.09, 0.1, 0.13, 0.5]
"""... when but two are left. Both were fitted to games of the greedy player with itself and weaker ones, and rounded."""
BUILDING = 0.6
"""A civilization building of a leader's colour in its kingdom, as a part of a monument."""
KEEN = [0.0, 0.0, 0.64, 1.07, 1.5]
"""... times this by the number of seats: the more there are, the fewer turns and points each of them has."""
SAFE = [0.45, 0.6, 0.8, 0.9, 0.96]
"""How safe a leader is with so many temples beside it."""
WORTH = [0.8**ahead for ahead in range(17)]
"""What part of that counts in a colour that is so many points ahead of the weakest one."""


class Prospects:
    """Room to work the prospects out in.

    Attributes:
        score: by 4 * seat + place what the points of a seat come to, the weakest colour first.
        value: by seat, what it has: e times as likely to win for each 1 more.
        support: by 4 * kingdom + colour, how many tiles lie there.
    """

    def __init__(self) -> None:
        self.score = [0] * 16
        self.value = [0.0] * 4
        self.support = [0] * 68


def final_score(prospects: Prospects, table: Table, seat: int) -> None:
    """Work out what the points of a seat come to, the weakest colour first, each treasure given to the weakest (J-2)."""
    place = 4 * seat
    for colour in range(4):
        prospects.score[place + colour] = table.points[place + colour]
    for _ in range(table.taken[seat]):
        lowest = place
        for i in range(place + 1, place + 4):
            if prospects.score[i] < prospects.score[lowest]:
                lowest = i
        prospects.score[lowest] += 1
    for i in range(place + 1, place + 4):
        one = prospects.score[i]
        k = i
        while k > place and prospects.score[k - 1] > one:
            prospects.score[k] = prospects.score[k - 1]
            k -= 1
        prospects.score[k] = one


def compare(prospects: Prospects, one: int, other: int) -> int:
    """Return more than 0 if the score of one seat is better than that of another, 0 if it is the same."""
    for i in range(4):
        if prospects.score[4 * one + i] != prospects.score[4 * other + i]:
            return prospects.score[4 * one + i] - prospects.score[4 * other + i]
    return 0


def divide_win(prospects: Prospects, table: Table, shares: array) -> None:  # type: ignore[type-arg]
    """Divide the win among those with the best score, as things stand.

    Args:
        prospects: room for it.
        table: everybody's points are looked at.
        shares: filled, in the order of the seats that play.
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
    other = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            shares[other] = 1.0 / count if compare(prospects, seat, best) == 0 else 0.0
            other += 1


def is_decided(table: Table) -> int:
    """Say whether the game is over, or will be before anybody can do anything (J-1)."""
    return table.phase == codes.OVER or (table.phase == codes.REFILL and inline.count(table.treasures) <= 2)


def estimate(prospects: Prospects, table: Table, shares: array) -> None:  # type: ignore[type-arg]
    """Say what part of the game each seat can expect; see `divide_win` for the arguments."""
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
    """Count the tiles in each kingdom."""
    regions.survey(table)
    for i in range(68):
        prospects.support[i] = 0
    for cell in range(176):
        what = table.what[cell]
        if codes.EMPTY < what < codes.DOWN:
            prospects.support[4 * table.kingdom[cell] + what - codes.TEMPLE] += 1


def weight_of(table: Table, trait: int) -> float:
    """Return how much something counts, from early to late as treasures are taken."""
    left = max(0, inline.count(table.treasures) - 2) / (tables.TREASURE_COUNT[table.board] - 2.0)
    return LATE[trait] + (EARLY[trait] - LATE[trait]) * left


def value_of(prospects: Prospects, table: Table, seat: int) -> float:
    """Return what a seat has, in the unit of `Prospects.value`."""
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
    value += weight_of(table, RUIN) * table.left[seat] + weight_of(table, TEMPLE) * table.hand[place]
    return value + weight_of(table, NEXT) if _moves_next(table) == seat else value


def _value_of_leader(prospects: Prospects, table: Table, piece: int, lowest: int) -> float:
    """Return what a leader on the board adds to the value of its owner, whose weakest colour comes to `lowest`."""
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
    """Return the seat that has the next turn, or is in the midst of one."""
    return pieces.next_seat(table, table.turn) if table.phase == codes.REFILL else table.turn


def _monuments(table: Table, number: int, colour: int) -> int:
    """Return how many monuments in a kingdom pay leaders of a colour."""
    count = 0
    for pair in range(6):
        corner = table.monument[pair]
        if corner >= 0 and tables.PAIR_HAS[4 * pair + colour] and table.kingdom[corner] == number:
            count += 1
    return count
