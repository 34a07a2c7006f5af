"""Resampling of the information hidden from a seat, for each simulation of a search; `table.guess` does it for a view."""

from kingdoms.core import inline
from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes, pieces, tables
from kingdoms.games.rivers.engine.geometry import TILES
from kingdoms.games.rivers.engine.table import Table


class HiddenInformation:
    """The information hidden from a seat.

    Attributes:
        seat: number of the seat; -1 if nothing is hidden.
        guessed: whether the points and treasures of other seats are hidden.
        tiles: hidden tiles by colour: in other hands, in the bag, face down or out of the game.
        least: minimum number of hidden tiles in the bag; `most` is the maximum. All numbers in between are equally likely.
        least_points: points that other seats were seen to gain, by 4 * seat + colour.
        least_taken: treasures that other seats were seen to take, by seat.
    """

    def __init__(self) -> None:
        self.seat = -1
        self.guessed = 0
        self.least = self.most = 0
        self.tiles = [0] * 4
        self.least_taken = [0] * 4
        self.least_points = [0] * 16
        self.pool = [0] * 4


def count_up(unseen: HiddenInformation, table: Table) -> None:
    """Count the tiles hidden from the seat, and the minimum and maximum of them in the bag (B-1)."""
    down = hand_tiles = lacking = total = 0
    for colour in range(4):
        unseen.tiles[colour] = TILES[colour]
        if unseen.seat >= 0:
            unseen.tiles[colour] -= table.hand[4 * unseen.seat + colour]
    for cell in range(codes.CELLS):
        content = table.contents[cell]
        if content == codes.DOWN or content == codes.WONDER:
            down += 1
        elif codes.TEMPLE <= content < codes.TEMPLE + 4:
            unseen.tiles[content - codes.TEMPLE] -= 1
    for seat in range(4):
        full = 0
        for colour in range(4):
            full += table.hand[4 * seat + colour]
        if seat != unseen.seat:
            hand_tiles += full
        if table.playing >> seat & 1:
            lacking += codes.FULL_HAND - full
    for colour in range(4):
        total += unseen.tiles[colour]
    least = 0
    if table.phase == codes.ACTION:
        least = table.to_draw
    elif table.phase == codes.DEAL or table.phase == codes.REFILL:
        least = lacking
    if table.stage == codes.DRAW and least < 2:
        least = 2
    most = total - hand_tiles - down
    unseen.most = most if most > least else least
    # no tile leaves the game before all hands are full
    unseen.least = unseen.most if table.phase == codes.START or table.phase == codes.DEAL else least


def deal(unseen: HiddenInformation, table: Table, rng: Random) -> None:
    """Resample the other hands, the bag, and the points hidden from the seat.

    Args:
        unseen: the hidden information.
        table: changed in place; hand sizes stay the same.
        rng: the random number generator.
    """
    if unseen.seat < 0 or table.phase == codes.OVER:
        return
    for _ in range(100):
        _deal_tiles(unseen, table, rng)
        colours = 0
        for colour in range(4):
            colours += table.bag[colour] > 0
        if table.stage != codes.DRAW or colours > 1:  # a chance node has at least two colours to draw
            break
    if unseen.guessed:
        _guess_points(unseen, table, rng)


def _deal_tiles(unseen: HiddenInformation, table: Table, rng: Random) -> None:
    """Deal the hidden tiles to the other hands and the bag."""
    for colour in range(4):
        unseen.pool[colour] = unseen.tiles[colour]
    for seat in range(4):
        if seat != unseen.seat and table.playing >> seat & 1:
            left = pieces.hand_count(table, seat)
            for colour in range(4):
                table.hand[4 * seat + colour] = 0
            for _ in range(left):
                colour = _draw(unseen, rng)
                table.hand[4 * seat + colour] += 1
    left = unseen.pool[0] + unseen.pool[1] + unseen.pool[2] + unseen.pool[3]
    count = min(left, unseen.least + rng.below(unseen.most - unseen.least + 1))
    for colour in range(4):
        table.bag[colour] = unseen.pool[colour] if 2 * count > left else 0
    if 2 * count > left:  # fewer draws: remove the tiles outside the bag
        for _ in range(left - count):
            colour = _draw(unseen, rng)
            table.bag[colour] -= 1
    else:
        for _ in range(count):
            colour = _draw(unseen, rng)
            table.bag[colour] += 1


def _draw(unseen: HiddenInformation, rng: Random) -> int:
    left = rng.below(unseen.pool[0] + unseen.pool[1] + unseen.pool[2] + unseen.pool[3])
    colour = 0
    while left >= unseen.pool[colour]:
        left -= unseen.pool[colour]
        colour += 1
    unseen.pool[colour] -= 1
    return colour


def _guess_points(unseen: HiddenInformation, table: Table, rng: Random) -> None:
    """Guess the other seats' points: the seat's own, shuffled, but at least the gains seen; treasures are random."""
    treasures = tables.TREASURE_COUNT[table.board] - inline.count(table.treasures) - table.treasures_taken[unseen.seat]
    for seat in range(4):
        if seat == unseen.seat or not table.playing >> seat & 1:
            continue
        for i in range(4):
            table.points[4 * seat + i] = table.points[4 * unseen.seat + i]
        for i in range(3, 0, -1):
            k = rng.below(i + 1)
            points = table.points[4 * seat + i]
            table.points[4 * seat + i] = table.points[4 * seat + k]
            table.points[4 * seat + k] = points
        for i in range(4 * seat, 4 * seat + 4):
            table.points[i] = max(table.points[i], unseen.least_points[i])
        table.treasures_taken[seat] = unseen.least_taken[seat]
        treasures -= unseen.least_taken[seat]
    while treasures > 0:
        k = 1 + rng.below(table.seats - 1)
        seat = unseen.seat
        for _ in range(k):
            seat = pieces.next_seat(table, seat)
        table.treasures_taken[seat] += 1
        treasures -= 1
