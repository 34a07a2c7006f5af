"""Dominance phase: a new order of the seats (A.9)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table import Table


def dominance_score(table: Table, seat: int) -> int:
    """Return king plus temples minus unrest (D-1)."""
    temples = table.controlled_sites[seat] & table.suits[codes.MOONS]
    return table.king[seat] + (pieces.worth(table, temples) if temples else 0) - table.unrest[seat]


def next_place(table: Table) -> None:
    """Fill the next place in the order, or ask which seat gets it (D-2 to D-5)."""
    if not routes.cities_of_all(table) & table.suits[codes.MOONS]:
        turns.enter(table, codes.PRODUCTION)
    elif table.ranked == table.seats:
        for i in range(table.seats):
            table.order[i] = table.ranking[i]
            table.ranking[i] = 0
        table.ranked = 0
        turns.enter(table, codes.PRODUCTION)
    else:
        tied = next_in_score(table)
        if inline.count(tied) == 1:
            put_next(table, inline.lowest_bit(tied))
        elif table.ranked:
            turns.ask(table)
        else:
            break_first_tie(table, tied)


def next_in_score(table: Table) -> int:
    """Return the mask of the seats with the highest score among the seats without a place."""
    left = table.playing
    for i in range(table.ranked):
        left &= ~tables.BIT[table.ranking[i]]
    tied = 0
    best = 0
    for seat in range(4):
        if left >> seat & 1:
            points = dominance_score(table, seat)
            if not tied or points > best:
                best = points
                tied = 0
            if points == best:
                tied |= tables.BIT[seat]
    return tied


def best_temple(table: Table, seat: int) -> int:
    """Return the value of a seat's most valuable temple, or 0 if it has none."""
    temples = table.controlled_sites[seat] & table.suits[codes.MOONS]
    value = 0
    while temples & ~table.upto[value]:
        value += 1
    return value


def break_first_tie(table: Table, tied: int) -> None:
    """Break a tie for first place by the best temple (D-4), then by a die or the old order (AMB-57)."""
    first = -1
    best = 0
    for i in range(table.seats):
        seat = table.order[i]
        if tied >> seat & 1 and (first < 0 or best_temple(table, seat) > best):
            first = seat
            best = best_temple(table, seat)
    if best or not table.rulings[codes.FIRST_TIE]:
        put_next(table, first)
    else:
        turns.proceed(table, codes.FIRST)
        turns.ask(table)


def put_next(table: Table, seat: int) -> None:
    """Give a seat the next place."""
    table.ranking[table.ranked] = seat
    table.ranked += 1
    turns.proceed(table, codes.RANK)


def list_ranks(table: Table, moves: Moves) -> None:
    """List `rank SEAT`, or `first SEAT` if a die decides."""
    tied = table.playing if table.phase == codes.START else next_in_score(table)
    base = codes.PUT_FIRST if table.stage == codes.FIRST else codes.PUT_NEXT
    while tied:
        inline.append_action(moves, base + inline.lowest_bit(tied))
        tied &= tied - 1


def start(table: Table, first: int) -> None:
    """Begin the game with `first` in first place and the others in clockwise order (S-12)."""
    rank = 0
    for i in range(4):
        seat = (first + i) % 4
        if table.playing >> seat & 1:
            table.order[rank] = seat
            rank += 1
    turns.enter(table, codes.CONTROL)
