"""Heuristic values of placing, moving and withdrawing leaders."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players.values import limits, worth
from kingdoms.games.rivers.players.values import sight as eyes
from kingdoms.games.rivers.players.values.judge import Judge
from kingdoms.games.rivers.players.values.sight import Sight

MOVING = 0.4
"""Cost of moving a leader on the board, mostly that of the action."""
WITHDRAWING = 0.5
"""Cost of withdrawing a leader."""


def lead(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return the value of placing or moving a leader."""
    number = sight.only[cell]
    temples = table.near[cell]
    behind = 0.0
    if table.stand[4 * sight.seat + colour] >= 0:
        behind = judge.stand_worth[4 * sight.seat + colour] + judge.home[colour] + MOVING
    if not number:
        return _lead_between(judge, sight, table, colour, cell) - behind
    key = 4 * number + colour
    rival = sight.leaders[key]
    if rival >= 0 and rival != sight.seat:
        if table.stand[4 * sight.seat + colour] >= 0:
            behind -= judge.home[colour]
        key = 5 * key + temples
        if judge.revolt_known[key] != judge.epoch:
            judge.revolt_known[key] = judge.epoch
            against = table.near[table.stand[4 * rival + colour]]
            judge.revolts[key] = worth.plan_revolt(sight, table, temples, against, rival, colour, number)
        return judge.revolts[key] - behind
    if judge.lead_known[key] != judge.epoch:
        _see_place(judge, sight, colour, number)
    return judge.lead_bare[key] * worth.safety(sight, sight.seat, temples) + judge.lead_more[key] - behind


def _see_place(judge: Judge, sight: Sight, colour: int, number: int) -> None:
    """Compute the value of a leader in a region, and store it in the judge."""
    key = 4 * number + colour
    before = worth.trader_gain(sight, number)
    eyes.copy(sight, number, limits.SCRATCH)
    sight.leaders[4 * limits.SCRATCH + colour] = sight.seat
    value = worth.trader_gain(sight, limits.SCRATCH) - before
    value += tensions_of(sight, limits.SCRATCH, sight.near_by[number], colour)
    judge.lead_known[key] = judge.epoch
    judge.lead_bare[key] = worth.bare_worth(sight, sight.seat, colour, limits.SCRATCH)
    judge.lead_more[key] = value


def _lead_between(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return the value of placing a leader where it joins several regions."""
    temples = table.near[cell]
    touched = eyes.find_regions(sight, cell)
    rival = -1
    near = numbers = 0
    for i in range(touched):
        number = sight.neighbours[i]
        if i == 0:
            eyes.copy(sight, number, limits.SCRATCH)
        else:
            eyes.join(sight, number, limits.SCRATCH)
        if sight.leaders[4 * number + colour] != sight.seat:
            rival = max(rival, sight.leaders[4 * number + colour])
        near |= sight.near_by[number]
        if number <= 16:
            numbers |= 1 << number
    if rival >= 0:
        against = table.near[table.stand[4 * rival + colour]]
        value = worth.plan_revolt(sight, table, temples, against, rival, colour, limits.SCRATCH)
        return value + judge.home[colour] if table.stand[4 * sight.seat + colour] >= 0 else value
    before = worth.trader_gain(sight, limits.SCRATCH)
    sight.leaders[4 * limits.SCRATCH + colour] = sight.seat
    value = worth.leader_worth(sight, sight.seat, colour, limits.SCRATCH, temples)
    value += worth.trader_gain(sight, limits.SCRATCH) - before
    return value + tensions_of(sight, limits.SCRATCH, near & ~numbers, colour)


def tensions_of(sight: Sight, region: int, near: int, colour: int) -> float:
    """Return the value of the possible wars of a colour between a region and the kingdoms of a mask."""
    value = 0.0
    mask = near
    while mask:
        value += worth.tension(sight, region, inline.lowest_bit(mask), colour)
        mask &= mask - 1
    return value


def withdraw(judge: Judge, sight: Sight, colour: int) -> float:
    """Return the value of withdrawing a leader, which is rarely positive."""
    return -judge.stand_worth[4 * sight.seat + colour] - judge.home[colour] - WITHDRAWING
