"""Drawing tiles in the deal, the refill and a swap (A-6, D-2, D-13), and the end of the game (J-1)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.core.rng import Random
from kingdoms.games.rivers.engine import codes, pieces, turns
from kingdoms.games.rivers.engine.table import Table


def drawer(table: Table) -> int:
    """Return the seat that draws: in a swap the active seat, otherwise the first one clockwise that lacks tiles."""
    seat = table.turn
    if table.phase != codes.ACTION:
        for _ in range(table.seats):
            if pieces.hand_count(table, seat) < codes.FULL_HAND:
                break
            seat = pieces.next_seat(table, seat)
    return seat


def missing_tiles(table: Table) -> int:
    """Return the number of tiles needed to refill all hands."""
    lack = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            lack += codes.FULL_HAND - pieces.hand_count(table, seat)
    return lack


def consider(table: Table) -> None:
    """Draw the next tile, asking chance unless the bag has only one colour (N-3); end the game if the bag is short (J-1)."""
    lack = table.to_draw if table.phase == codes.ACTION else missing_tiles(table)
    if lack == 0:
        finish(table)
    elif lack > pieces.bag_count(table):
        turns.end_game(table, codes.BY_BAG)
    else:
        for colour in range(4):
            if table.bag[colour]:
                if table.bag[colour] == pieces.bag_count(table):
                    draw(table, colour)
                else:
                    turns.ask(table)
                return


def finish(table: Table) -> None:
    """Continue after the last draw. After a refill, the game ends if few treasures are left (J-1, VA-1)."""
    if table.phase == codes.ACTION:
        turns.proceed(table, codes.ACTION_END)
    elif table.phase == codes.DEAL:
        turns.begin_turn(table, table.turn)
    elif inline.count(table.treasures) <= table.treasures_at_end:
        turns.end_game(table, codes.BY_TREASURES)
    else:
        turns.begin_turn(table, pieces.next_seat(table, table.turn))


def list_draws(table: Table, moves: Moves) -> None:
    """List the colours that can be drawn."""
    for colour in range(4):
        if table.bag[colour]:
            inline.append_action(moves, codes.DRAWN + colour)


def draw(table: Table, colour: int) -> None:
    """Move a tile from the bag to the hand of the seat that draws."""
    table.hand[4 * drawer(table) + colour] += 1
    table.bag[colour] -= 1
    if table.phase == codes.ACTION:
        table.to_draw -= 1
    turns.proceed(table, codes.DRAW)


def pick(table: Table, rng: Random) -> int:
    """Return a random colour, weighted by its share of the bag."""
    tile = rng.below(pieces.bag_count(table))
    colour = 0
    while tile >= table.bag[colour]:
        tile -= table.bag[colour]
        colour += 1
    return colour
