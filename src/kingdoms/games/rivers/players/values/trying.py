"""Heuristic values of actions with many effects, catastrophes and buildings: they are tried out on a copy of the table."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine import codes, course, regions, tables
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values import worth
from kingdoms.games.rivers.players.values.judge import Judge
from kingdoms.games.rivers.players.values.sight import Sight

RUIN = 0.9
"""Cost of using one of a seat's two catastrophes."""


def guess_ruin(judge: Judge, sight: Sight, table: Table, cell: int) -> float:
    """Return a cheap estimate of a catastrophe's value: leaders removed, wars prevented, monuments cut off."""
    value = -RUIN
    content = table.contents[cell]
    if content == codes.EMPTY:
        mask = sight.touches[cell]
        if table.touch[cell] == 2:
            value -= worth.tensions(sight, inline.lowest_bit(mask), inline.lowest_bit(mask & (mask - 1)))
        return value
    if content == codes.TEMPLE:
        for i in range(4 * cell, 4 * cell + 4):
            neighbour = tables.NEXT[i]
            piece = table.contents[neighbour] - codes.LEADERS
            if piece < 0:
                continue
            if table.near[neighbour] == 1:
                value -= sight.weight[piece >> 2] * (judge.stand_worth[piece] + worth.LOSS)
            else:
                change = worth.safety(sight, piece >> 2, table.near[neighbour] - 1)
                change -= worth.safety(sight, piece >> 2, table.near[neighbour])
                value += sight.weight[piece >> 2] * judge.bare[piece] * change
    number = sight.region[cell]
    if number <= 16 and regions.parts(table, cell) > 1:
        value += _rival_income(sight, number)
    return value


def _rival_income(sight: Sight, number: int) -> float:
    """Return the value of ending the rivals' income from all monuments in a kingdom."""
    value = 0.0
    for colour in range(4):
        seat = sight.leaders[4 * number + colour]
        if seat >= 0 and seat != sight.seat:
            value -= sight.weight[seat] * sight.worth[4 * seat + colour] * sight.pays[4 * number + colour] * worth.INCOME
    return value


def value_after(judge: Judge, sight: Sight, table: Table, action: int) -> float:
    """Return the value of the board after an action, at the next decision or the end of the action."""
    if action == codes.DECLINE:
        return worth.board_value(sight, table)
    judge.spare.copy_from(table)
    course.act(judge.spare, action)
    while not judge.spare.is_asked and codes.WAR <= judge.spare.stage <= codes.TAKE:
        course.step(judge.spare)
    return _board_value(judge, judge.then, judge.spare)


def _board_value(judge: Judge, sight: Sight, table: Table) -> float:
    eyes.look(sight, table, judge.sight.seat, judge.sight.known)
    return worth.board_value(sight, table)
