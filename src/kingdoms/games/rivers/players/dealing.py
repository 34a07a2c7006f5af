"""Dealing anew what a seat has not seen, for each simulation of a search; `table.guess` does the same once, for a view."""

from kingdoms.core import inline
from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes, pieces, tables
from kingdoms.games.rivers.engine.geometry import TILES
from kingdoms.games.rivers.engine.table import Table


class Unseen:
    """What a seat has not seen.

    Attributes:
        seat: its number; -1 for whoever sees everything.
        guessed: whether the points and treasures of the others are hidden.
        tiles: by colour those that lie in other hands, in the bag, face down, or out of the game.
        least: how many of them are in the bag at least; `most`: at most; any number is as likely.
        least_points: by 4 * seat + colour what others were seen to gain.
        least_taken: by seat the treasures that others were seen to take.
    """

    def __init__(self) -> None:
        self.seat = -1
        self.guessed = 0
        self.least = self.most = 0
        self.tiles = [0] * 4
        self.least_taken = [0] * 4
        self.least_points = [0] * 16
        self.pool = [0] * 4


def count_up(unseen: Unseen, table: Table) -> None:
    """Count the tiles that the seat does not see on a table, and how many of them may be in the bag (B-1)."""
    down = held = lacking = total = 0
    for colour in range(4):
        unseen.tiles[colour] = TILES[colour]
        if unseen.seat >= 0:
            unseen.tiles[colour] -= table.hand[4 * unseen.seat + colour]
    for cell in range(codes.CELLS):
        kind = table.what[cell]
        if kind == codes.DOWN or kind == codes.WONDER:
            down += 1
        elif codes.TEMPLE <= kind < codes.TEMPLE + 4:
            unseen.tiles[kind - codes.TEMPLE] -= 1
    for seat in range(4):
        full = 0
        for colour in range(4):
            full += table.hand[4 * seat + colour]
        if seat != unseen.seat:
            held += full
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
    most = total - held - down
    unseen.most = most if most > least else least
    # till all hands are full, nothing has left the game
    unseen.least = unseen.most if table.phase == codes.START or table.phase == codes.DEAL else least


def deal(unseen: Unseen, table: Table, rng: Random) -> None:
    """Deal anew the others' hands, the bag, and points that nobody has told the seat.

    Args:
        unseen: what is dealt.
        table: is changed; all hands have as many tiles after as before.
        rng: where the choices come from.
    """
    if unseen.seat < 0 or table.phase == codes.OVER:
        return
    for _ in range(100):
        _deal_tiles(unseen, table, rng)
        colours = 0
        for colour in range(4):
            colours += table.bag[colour] > 0
        if table.stage != codes.DRAW or colours > 1:  # a draw is asked only if there are two colours in the bag
            break
    if unseen.guessed:
        _guess_points(unseen, table, rng)


def _deal_tiles(unseen: Unseen, table: Table, rng: Random) -> None:
    """Deal the tiles that are not seen to the others and the bag."""
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
    if 2 * count > left:  # fewer draws: those that have left the game
        for _ in range(left - count):
            colour = _draw(unseen, rng)
            table.bag[colour] -= 1
    else:
        for _ in range(count):
            colour = _draw(unseen, rng)
            table.bag[colour] += 1


def _draw(unseen: Unseen, rng: Random) -> int:
    """Draw a tile from the pool and return its colour."""
    left = rng.below(unseen.pool[0] + unseen.pool[1] + unseen.pool[2] + unseen.pool[3])
    colour = 0
    while left >= unseen.pool[colour]:
        left -= unseen.pool[colour]
        colour += 1
    unseen.pool[colour] -= 1
    return colour


def _guess_points(unseen: Unseen, table: Table, rng: Random) -> None:
    """Take others to be about as good as the seat: the same points, shuffled, but no less than they were seen to gain."""
    gone = tables.TREASURE_COUNT[table.board] - inline.count(table.treasures) - table.taken[unseen.seat]
    for seat in range(4):
        if seat == unseen.seat or not table.playing >> seat & 1:
            continue
        for i in range(4):
            table.points[4 * seat + i] = table.points[4 * unseen.seat + i]
        for i in range(3, 0, -1):
            k = rng.below(i + 1)
            other = table.points[4 * seat + i]
            table.points[4 * seat + i] = table.points[4 * seat + k]
            table.points[4 * seat + k] = other
        for i in range(4 * seat, 4 * seat + 4):
            table.points[i] = max(table.points[i], unseen.least_points[i])
        table.taken[seat] = unseen.least_taken[seat]
        gone -= unseen.least_taken[seat]
    while gone > 0:
        k = 1 + rng.below(table.seats - 1)
        seat = unseen.seat
        for _ in range(k):
            seat = pieces.next_seat(table, seat)
        table.taken[seat] += 1
        gone -= 1
