"""The end of the game, and its winners (A.6)."""

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, pieces, tables, turns
from kingdoms.games.middlesea.engine.table import Table

PIERS = [0, 3, 5]
"""The piers that a trade victory requires, by the code of `trade_piers`."""


def score(table: Table, seat: int) -> int:
    """Return a seat's score (V-2): (cities - unrest) x (their values + piers). It may be negative (AMB-115)."""
    cities = table.controlled_sites[seat]
    return (inline.count(cities) - table.unrest[seat]) * (pieces.worth(table, cities) + piers(table, seat))


def piers(table: Table, seat: int) -> int:
    """Return how many piers a seat has."""
    total = 0
    todo = table.ports[seat]
    while todo:
        total += table.piers[inline.lowest_bit(todo)]
        todo &= todo - 1
    return total


def has_home(table: Table, seat: int) -> int:
    """Return whether a seat controls five home cities."""
    return table.controlled_sites[seat] & tables.HOME[seat] == tables.HOME[seat]


def has_conquest(table: Table, seat: int) -> int:
    """Return whether a seat meets the conditions of a conquest victory (V-4, VA-3)."""
    abroad = table.controlled_sites[seat] & ~tables.HOME[seat]
    if not has_home(table, seat) or (inline.count(abroad) < 3 and not table.rulings[codes.CONQUEST_EACH]):
        return 0
    for opponent in range(4):
        if opponent != seat and table.playing >> opponent & 1 and not abroad & tables.HOME[opponent]:
            return 0
    return 1


def awake(table: Table, seat: int) -> int:
    """Return how many leaders of a seat count as active for a trade victory (V-3, AMB-109). The king always does."""
    count = 0
    for leader in range(6):
        place = table.place[6 * seat + leader]
        if place == codes.RESERVE:
            count += table.rulings[codes.TRADE_RESERVE]
        elif place > codes.RESERVE or pieces.is_active(table, seat, leader):
            count += 1
    return count


def has_trade(table: Table, seat: int) -> int:
    """Return whether a seat meets the conditions of a trade victory (V-3).

    Variants also require a provincial city (VA-1) or piers (VA-2).
    """
    if not has_home(table, seat):
        return 0
    if table.rulings[codes.TRADE_ABROAD] and not table.controlled_sites[seat] & ~tables.HOME[seat]:
        return 0
    return piers(table, seat) >= PIERS[table.rulings[codes.TRADE_PIERS]] and awake(table, seat) == 6


def round_end(table: Table) -> None:
    """End the game with the round if a condition is met (V-5, V-6); otherwise begin the next round."""
    conquerors = 0
    traders = 0
    for seat in range(4):
        if table.playing >> seat & 1:
            if has_conquest(table, seat):
                conquerors |= 1 << seat
            if has_trade(table, seat):
                traders |= 1 << seat
    # a conqueror holds a home city of every opponent, so no other seat has all five, to conquer or to trade
    if conquerors:
        finish(table, codes.BY_CONQUEST, conquerors)
    elif traders:
        finish(table, codes.BY_TRADE, traders)
    elif table.time_up:
        finish(table, codes.BY_TIME, table.playing)
    elif table.round_limit and table.round_number >= table.round_limit:
        finish(table, codes.BY_ROUNDS, table.playing)
    else:
        if table.round_number < codes.LAST_ROUND:
            table.round_number += 1
        turns.enter(table, codes.CONTROL)


def fall(table: Table, reason: int, loser: int) -> None:
    """End the game after the fall of a Capital or king, or civil war; the best score among the others wins (V-1, U-4)."""
    table.loser = loser
    finish(table, reason, table.playing & ~(1 << loser))


def finish(table: Table, reason: int, candidates: int) -> None:
    """End the game. The best score among the candidates wins; ties are shared or go by dominance (AMB-113)."""
    table.reason = reason
    table.winners = 0
    best = 0
    for place in range(table.seats):
        seat = table.order[place]
        if candidates >> seat & 1:
            points = score(table, seat)
            if not table.winners or points > best:
                best = points
                table.winners = 1 << seat
            elif points == best and not table.rulings[codes.SCORE_TIE]:
                table.winners |= 1 << seat
    clear(table)
    table.phase = codes.OVER
    table.stage = codes.FINISHED
    turns.ask(table)


def clear(table: Table) -> None:
    """Reset all unfinished business; a finished game keeps the board, the order and the round."""
    table.turn = 0
    table.to_choose = 0
    table.rebel_seat = -1
    table.revolted = 0
    table.rebelling = 0
    table.ranked = 0
    table.cursor = 0
    table.acted = -1
    table.king_changed = 0
    table.attacks = 0
    table.target = -1
    table.defender = -1
    table.attack_total = 0
    table.defence_total = 0
    table.leader_defends = 0
