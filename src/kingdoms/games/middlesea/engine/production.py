"""Production phase: Capitals, markets and mines yield goods and gold (A.10)."""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import codes, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table import Table


def produce(table: Table) -> None:
    """Credit the seat on turn for its Capital, then city by city; under `production = choice` ask at each city."""
    seat = turns.seat_on_turn(table)
    if table.cursor == 0:
        pieces.gain_goods(table, seat, table.king[seat])
        pieces.gain_gold(table, seat, table.king[seat])
    todo = producing_cities(table, seat) >> table.cursor << table.cursor
    if todo and table.rulings[codes.PRODUCTION_CHOICE]:
        table.cursor = inline.lowest_bit(todo)
        turns.ask(table)
    else:
        while todo:
            credit(table, seat, inline.lowest_bit(todo))
            todo &= todo - 1
        table.cursor = 0
        turns.next_seat(table)


def producing_cities(table: Table, seat: int) -> int:
    """Return the cities of a seat that can produce: they have an active leader and a route to the Capital (P-3)."""
    sites = table.governed[seat] & (table.suits[codes.SUNS] | table.suits[codes.CROWNS])
    if not sites or not table.active[seat]:
        return 0
    sites &= routes.reach(table, seat, 6 * seat)
    able = 0
    for leader in range(6):
        if table.active[seat] >> leader & 1:
            able |= tables.BIT[table.place[6 * seat + leader]]
    return sites & able


def credit(table: Table, seat: int, site: int) -> None:
    """Credit the value of a city and its leader, and make the leader inactive (P-2, P-4)."""
    leader = pieces.leader_at(table, seat, site)
    amount = pieces.value_at(table, site) + leader
    if table.suits[codes.SUNS] >> site & 1:
        pieces.gain_goods(table, seat, amount)
    else:
        pieces.gain_gold(table, seat, amount)
    pieces.turn_leader(table, seat, leader)


def list_production(table: Table, moves: Moves) -> None:
    """List `produce SITE` and `hold SITE` for the city at the cursor (AMB-59)."""
    inline.append_action(moves, codes.PRODUCE_CITY + table.cursor)
    inline.append_action(moves, codes.HOLD_CITY + table.cursor)


def decide(table: Table, site: int, yes: int) -> None:
    """Produce in a city or skip it, and continue with the next city."""
    if yes:
        credit(table, turns.seat_on_turn(table), site)
    table.cursor = site + 1
    turns.proceed(table, codes.PRODUCE)
