"""The features of a table for a net: whole numbers that describe a kingdom, and the progress of the game.

A search evaluates positions in the middle of a turn, so the features also say how far the turn and its decisions are.
"""

from __future__ import annotations

from array import array

from kingdoms.core import inline
from kingdoms.games.middlesea.engine import codes, conflict, pieces, routes, tables, victory
from kingdoms.games.middlesea.engine.table import Table
from kingdoms.games.middlesea.players import shape


def describe(table: Table, seat: int, row: array[int], at: int) -> None:
    """Write the features of a seat's kingdom to a row, from an index on."""
    describe_cities(table, seat, row, at)
    describe_means(table, seat, row, at + 12)
    describe_leaders(table, seat, row, at + 24)
    describe_turn(table, seat, row, at + 37)


def describe_cities(table: Table, seat: int, row: array[int], at: int) -> None:
    """Write the features of a seat's cities, and of the home cities that it doesn't hold."""
    cities = table.controlled_sites[seat]
    home = tables.HOME[seat]
    opponent_cities = routes.cities_of_others(table, seat)
    free = home & table.upto[5] & ~opponent_cities & ~cities
    home_cities = inline.count(cities & home)
    row[at] = home_cities
    row[at + 1] = inline.count(cities) - home_cities
    row[at + 2] = pieces.worth(table, cities)
    row[at + 3] = pieces.worth(table, cities & table.suits[codes.MOONS])
    row[at + 4] = inline.count(cities & table.suits[codes.SUNS])
    row[at + 5] = inline.count(cities & table.suits[codes.CROWNS])
    row[at + 6] = inline.count(cities & table.suits[codes.ARMS])
    row[at + 7] = inline.count(free)
    row[at + 8] = inline.count(free & table.upto[3])
    row[at + 9] = inline.count(free & table.upto[2])
    row[at + 10] = inline.count(opponent_cities & home)
    row[at + 11] = 5 - inline.count(home & table.upto[5])


def describe_means(table: Table, seat: int, row: array[int], at: int) -> None:
    """Write the features of a seat's routes, money, king and unrest."""
    roads = 0
    for continent in range(4):
        roads += inline.count(table.roads[4 * seat + continent])
    goods = table.goods[seat]
    gold = table.gold[seat]
    pairs = goods if goods < gold else gold
    singles = goods + gold - 2 * pairs
    cities = inline.count(table.controlled_sites[seat])
    covered = table.king[seat] - table.unrest[seat]
    if covered < 0:
        covered = 0
    row[at] = inline.count(table.ports[seat])
    row[at + 1] = victory.piers(table, seat)
    row[at + 2] = 1 if table.ports[seat] & tables.HOME[seat] else 0
    row[at + 3] = roads
    row[at + 4] = goods if goods < 30 else 30
    row[at + 5] = gold if gold < 30 else 30
    row[at + 6] = pairs if pairs < 20 else 20
    row[at + 7] = singles if singles < 12 else 12
    row[at + 8] = table.king[seat]
    row[at + 9] = table.unrest[seat] if table.unrest[seat] < 20 else 20
    row[at + 10] = cities - covered if cities > covered else 0
    row[at + 11] = covered - cities if cities < covered else 0


def describe_leaders(table: Table, seat: int, row: array[int], at: int) -> None:
    """Write the features of a seat's leaders: where they are, what they earn, and how near the trade victory is."""
    linked = routes.reach(table, seat, 6 * seat)
    yields = linked & (table.suits[codes.SUNS] | table.suits[codes.CROWNS])
    fights = table.suits[codes.ARMS] | table.suits[codes.MOONS]
    placed = 0
    placed_values = 0
    awake_values = 0
    top = -1
    waiting = 0
    income = 0
    earners = 0
    fighters = 0
    for leader in range(6):
        place = table.place[6 * seat + leader]
        if place < codes.RESERVE:
            placed += 1
            placed_values += leader
            if table.active[seat] >> leader & 1:
                awake_values += leader
            if yields >> place & 1:
                earners += 1
                income += leader + tables.VALUE_OF[table.city[place]]
            elif fights >> place & 1:
                fighters += leader + tables.VALUE_OF[table.city[place]]
        elif place == codes.RESERVE:
            top = leader
            waiting += leader
    awake = inline.count(table.active[seat])
    home = victory.has_home(table, seat)
    row[at] = placed
    row[at + 1] = awake
    row[at + 2] = placed_values
    row[at + 3] = awake_values
    row[at + 4] = top + 1
    row[at + 5] = waiting
    row[at + 6] = income
    row[at + 7] = earners
    row[at + 8] = fighters
    row[at + 9] = 1 if home else 0
    row[at + 10] = placed if home else 0
    row[at + 11] = awake if home else 0
    row[at + 12] = 1 if victory.has_trade(table, seat) else 0


def describe_turn(table: Table, seat: int, row: array[int], at: int) -> None:
    """Write a seat's place in the order, how far its turn is, its score, and its part in a conflict or rebellion."""
    rank = 0
    for place in range(table.seats):
        if table.order[place] == seat:
            rank = place
    score = victory.score(table, seat)
    if score < 0:
        score = 0
    elif score > 800:
        score = 800
    attacked = table.target >= 0
    on_turn = rank == table.turn
    row[at] = rank
    row[at + 1] = 1 if rank < table.turn else 0
    row[at + 2] = 1 if on_turn else 0
    row[at + 3] = table.acted + 1 if on_turn and table.phase == codes.LEADER else 0
    row[at + 4] = score >> 2
    row[at + 5] = cap(table.attack_total) if attacked and on_turn else 0
    row[at + 6] = cap(table.attack_total) if attacked and table.defender == seat else 0
    row[at + 7] = table.to_choose + inline.count(table.rebelling) if table.rebel_seat == seat else 0


def describe_game(table: Table, row: array[int], at: int) -> None:
    """Write the features of the game as a whole."""
    rounds = 9
    if table.time_up:
        rounds = 0
    elif table.round_limit and table.round_limit - table.round_number < 9:
        rounds = table.round_limit - table.round_number
    defence = 0
    if table.target >= 0:
        defence = conflict.base_defence(table)
        if table.defender >= 0:
            guard = conflict.leader_to_defend(table)
            if guard > 0:
                defence += guard
    row[at] = table.round_number if table.round_number < 20 else 20
    row[at + 1] = rounds
    row[at + 2] = 1 if table.phase == codes.CONTROL else 0
    row[at + 3] = 1 if table.phase == codes.BUILD else 0
    row[at + 4] = 1 if table.phase == codes.LEADER else 0
    row[at + 5] = defence


def combine(table: Table, kingdoms: array[int], numbers: array[int], inputs: array[int]) -> None:
    """Write all inputs of a net, seat by seat.

    Args:
        table: the table.
        kingdoms: scratch for the kingdoms of four seats.
        numbers: the seats of the game, in order.
        inputs: the inputs of all seats.
    """
    for i in range(table.seats):
        describe(table, numbers[i], kingdoms, i * shape.OWN)
    for i in range(table.seats):
        at = i * shape.INPUTS
        for k in range(shape.OWN):
            inputs[at + k] = kingdoms[i * shape.OWN + k]
            inputs[at + shape.OWN + k] = 0
        for opponent in range(table.seats):
            if opponent != i:
                for k in range(shape.OWN):
                    inputs[at + shape.OWN + k] += kingdoms[opponent * shape.OWN + k]
        describe_game(table, inputs, at + 2 * shape.OWN)


def cap(number: int) -> int:
    """Return a total of an attack, at most 30."""
    return number if number < 30 else 30
