"""Leader phase: change the king, activate, move (A.12); attacks are in `conflict`."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, conflict, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table import Table


def list_leader_actions(table: Table, moves: Moves) -> None:
    """List the legal actions of the seat on turn in the leader phase (F-1 to F-3)."""
    seat = turns.seat_on_turn(table)
    inline.append_action(moves, codes.END)
    if table.acted < 0 and not table.king_changed:
        list_kings(table, seat, moves)
    list_activations(table, seat, moves)
    list_movements(table, seat, moves)
    conflict.list_attacks(table, seat, moves)


def king_price(table: Table, seat: int, leader: int) -> int:
    """Return the price of making a leader king, due in both goods and gold (FK-2)."""
    step = leader - table.king[seat]
    return step if step > 0 else -step


def list_kings(table: Table, seat: int, moves: Moves) -> None:
    """List the actions `king L` (FK-1)."""
    budget = pieces.budget(table, seat)
    for leader in range(6):
        if table.place[6 * seat + leader] == codes.RESERVE and king_price(table, seat, leader) <= budget:
            inline.append_action(moves, codes.NEW_KING + leader)


def list_activations(table: Table, seat: int, moves: Moves) -> None:
    """List the actions `activate L` (FA-1)."""
    for leader in range(table.acted + 1, 6):
        if table.place[6 * seat + leader] < codes.RESERVE and not pieces.is_active(table, seat, leader):
            inline.append_action(moves, codes.ACTIVATE + leader)


def list_movements(table: Table, seat: int, moves: Moves) -> None:
    """List the actions `move L SITE` and `move L reserve`."""
    free = table.controlled_sites[seat] & ~table.governed[seat]
    home = routes.reach(table, seat, 6 * seat)
    for leader in range(table.acted + 1, 6):
        place = table.place[6 * seat + leader]
        if place == codes.RESERVE:
            todo = home & free
        elif place < codes.RESERVE and pieces.is_active(table, seat, leader):
            todo = (home if home >> place & 1 else routes.reach(table, seat, place)) & free
        else:
            continue
        while todo:
            inline.append_action(moves, codes.MOVE + 25 * leader + inline.lowest_bit(todo))
            todo &= todo - 1
        if place < codes.RESERVE and home >> place & 1:
            inline.append_action(moves, codes.MOVE + 25 * leader + codes.RESERVE)


def lead(table: Table, action: int) -> None:
    """Carry out an action of the leader phase."""
    seat = turns.seat_on_turn(table)
    if action == codes.END:
        turns.next_seat(table)
    elif action < codes.ACTIVATE:
        change_king(table, seat, action - codes.NEW_KING)
    elif action < codes.MOVE:
        table.active[seat] |= tables.BIT[action - codes.ACTIVATE]
        table.acted = action - codes.ACTIVATE
    elif action < codes.ATTACK:
        move(table, seat, (action - codes.MOVE) // 25, (action - codes.MOVE) % 25)
    else:
        conflict.attack(table, seat, (action - codes.ATTACK) // 24, (action - codes.ATTACK) % 24)


def change_king(table: Table, seat: int, leader: int) -> None:
    """Swap the king for a leader from the reserve (FK-1, FK-2)."""
    pieces.pay(table, seat, king_price(table, seat, leader))
    table.place[6 * seat + table.king[seat]] = codes.RESERVE
    table.place[6 * seat + leader] = codes.THRONE
    table.king[seat] = leader
    table.king_changed = 1


def move(table: Table, seat: int, leader: int, site: int) -> None:
    """Move a leader to a city, where it is active, or back to the reserve (FM-3, FM-5).

    Control doesn't change: the seat's own routes hold the cities at both ends.
    """
    routes.station(table, seat, leader, site)
    if site < codes.RESERVE:
        table.active[seat] |= tables.BIT[leader]
    table.acted = leader
