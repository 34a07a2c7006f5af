"""What each seat can expect of a game of Two Rivers: the result where it is decided, an estimate where it is not.

The estimate is made between turns, when all have had as many. It counts points, the weakest colour most, and what will bring
points: leaders that stand safely, tiles for them, monuments that pay.
"""

from array import array

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, regions, tables
from kingdoms.games.rivers.engine.table import Table

WEAKEST = 1.6
"""A point of the weakest colour, when all others have more."""
FURTHER = 0.5
"""A point of a colour that is as weak; each further point of it FADING times what the one before it was worth."""
FADING = 0.8
STANDING = 0.8
"""A leader on the board, in points of its colour; PRESENT whatever its colour is worth, BACK for the action that it took."""
PRESENT = 0.25
BACK = 0.9
READY = 0.2
"""... and each tile of its colour in hand, the first three."""
SAFE = [0.45, 0.6, 0.8, 0.9, 0.96]
"""What part of that counts with so many temples beside the leader."""
INCOME = 2.4
"""A monument that pays a leader, or the wonder a king, in points of its colour."""
TILE = 0.1
"""A tile in hand, the first four of a colour; a temple is worth more."""
TEMPLE = 0.08
CATASTROPHE = 0.2
"""A catastrophe that is left."""
EARLY = 5.0
"""How many points make much of a difference when no treasure has been taken; LATE when the last one is."""
LATE = 3.0
_WORTH = [FADING**ahead for ahead in range(17)]
WORTH = _WORTH
"""What a point is worth in a colour that is so far ahead of the weakest one."""
AHEAD = [sum(_WORTH[:ahead]) for ahead in range(17)]
"""What so many points are worth by which a colour is ahead."""


class Prospects:
    """Room to work the prospects out in.

    Attributes:
        score: by 4 * seat + place what the points of a seat come to, the weakest colour first.
        value: by seat, what it has, in points.
    """

    def __init__(self) -> None:
        self.score = [0] * 16
        self.value = [0.0] * 4


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
    regions.survey(table)
    top = 0.0
    for seat in range(4):
        if table.playing >> seat & 1:
            prospects.value[seat] = value_of(prospects, table, seat)
            top = max(top, prospects.value[seat])
    heat = heat_of(table)
    total = 0.0
    i = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            shares[i] = inline.exponential((prospects.value[seat] - top) / heat)
            total += shares[i]
            i += 1
    for seat in range(i):
        shares[seat] = shares[seat] / total


def heat_of(table: Table) -> float:
    """Return how many points make much of a difference: fewer as the end comes near."""
    return LATE + (EARLY - LATE) * max(0, inline.count(table.treasures) - 2) / 8.0


def value_of(prospects: Prospects, table: Table, seat: int) -> float:
    """Return what a seat has, in points."""
    final_score(prospects, table, seat)
    place = 4 * seat
    value = WEAKEST * prospects.score[place]
    for colour in range(1, 4):
        value += FURTHER * AHEAD[min(prospects.score[place + colour] - prospects.score[place], 16)]
    for colour in range(4):
        held = table.hand[place + colour]
        value += TILE * min(held, 4)
        ahead = max(0, table.points[place + colour] - prospects.score[place])
        worth = WORTH[min(ahead, 16)]
        cell = table.stand[place + colour]
        if cell < 0:
            continue
        number = table.kingdom[cell]
        value += BACK + (PRESENT + worth * (STANDING + READY * min(held, 3))) * SAFE[min(table.near[cell], 4)]
        value += INCOME * worth * _monuments(table, number, colour)
        if colour == codes.BLACK and table.wonder >= 0 and table.kingdom[table.wonder] == number:
            value += INCOME
    return value + TEMPLE * table.hand[place] + CATASTROPHE * table.left[seat]


def _monuments(table: Table, number: int, colour: int) -> int:
    """Return how many monuments in a kingdom pay leaders of a colour."""
    count = 0
    for pair in range(6):
        corner = table.monument[pair]
        if corner >= 0 and tables.PAIR_HAS[4 * pair + colour] and table.kingdom[corner] == number:
            count += 1
    return count
