"""Control phase: cities beyond the king's control value are paid for or rebel (A.8, C-1 to C-4)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, geometry, pieces, rebellion, turns
from kingdoms.games.middlesea.engine.table import Table


def control_value(table: Table, seat: int) -> int:
    """Return how many cities a seat's king holds for free (C-1). Negative only under `negative_control = debt` (AMB-40)."""
    value = table.king[seat] - table.unrest[seat]
    return value if value > 0 or table.rulings[codes.CONTROL_DEBT] else 0


def excess(table: Table, seat: int) -> int:
    """Return how many payments a seat owes for its cities, or 0 if it has no city (C-2)."""
    cities = inline.count(table.controlled_sites[seat])
    owed = cities - control_value(table, seat)
    return owed if cities and owed > 0 else 0


def begin(table: Table) -> None:
    """Ask the seat on turn how much it pays, if it owes anything and has money."""
    seat = turns.seat_on_turn(table)
    if not excess(table, seat):
        turns.next_seat(table)
    elif pieces.budget(table, seat):
        turns.ask(table)
    else:
        pay(table, 0)


def list_payments(table: Table, moves: Moves) -> None:
    """List the actions `pay K` (C-3)."""
    seat = turns.seat_on_turn(table)
    most = excess(table, seat)
    if pieces.budget(table, seat) < most:
        most = pieces.budget(table, seat)
    for amount in range(most + 1):
        inline.append_action(moves, codes.AMOUNTS + codes.WIDTH * amount + codes.PAY_FOR)


def pay(table: Table, amount: int) -> None:
    """Pay for some of the extra cities; each payment left out makes a city rebel."""
    seat = turns.seat_on_turn(table)
    table.to_choose = excess(table, seat) - amount
    pieces.pay(table, seat, amount)
    if table.to_choose:
        table.rebel_seat = seat
        turns.proceed(table, codes.REBEL)
    else:
        turns.next_seat(table)


def choose(table: Table) -> None:
    """Ask which city rebels while there is a choice, then begin the rebellion."""
    seat = table.rebel_seat
    if table.to_choose >= inline.count(table.controlled_sites[seat] & ~table.revolted):
        table.revolted = table.controlled_sites[seat]
        table.to_choose = 0
    if table.to_choose:
        turns.ask(table)
    else:
        rebellion.begin(table, seat, table.revolted)


def list_rebels(table: Table, moves: Moves) -> None:
    """List the actions `rebel SITE` for the controlled cities not named yet (C-4)."""
    todo = table.controlled_sites[table.rebel_seat] & ~table.revolted & geometry.CITY_SITES
    while todo:
        inline.append_action(moves, codes.REBEL_CITY + inline.lowest_bit(todo))
        todo &= todo - 1


def rebel(table: Table, site: int) -> None:
    """Name a city for rebellion."""
    table.revolted |= 1 << site
    table.to_choose -= 1
    turns.proceed(table, codes.REBEL)
