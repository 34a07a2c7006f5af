"""What placing, moving and taking back a leader is worth."""

from kingdoms.core import inline
from kingdoms.games.rivers.engine.table import Table
from kingdoms.games.rivers.players import limits, worth
from kingdoms.games.rivers.players import sight as eyes
from kingdoms.games.rivers.players.judge import Judge
from kingdoms.games.rivers.players.sight import Sight

MOVING = 0.4
"""What it costs to move a leader that stands: the action, mostly."""
WITHDRAWING = 0.5
"""... to take one back."""


def lead(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return what placing or moving a leader is worth."""
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
    """Work out what a leader finds in a region."""
    key = 4 * number + colour
    before = worth.trader_gain(sight, number)
    eyes.copy(sight, number, limits.WHOLE)
    sight.leaders[4 * limits.WHOLE + colour] = sight.seat
    value = worth.trader_gain(sight, limits.WHOLE) - before
    value += tensions_of(sight, limits.WHOLE, sight.near_by[number], colour)
    judge.lead_known[key] = judge.epoch
    judge.lead_bare[key] = worth.bare_worth(sight, sight.seat, colour, limits.WHOLE)
    judge.lead_more[key] = value


def _lead_between(judge: Judge, sight: Sight, table: Table, colour: int, cell: int) -> float:
    """Return what it is worth to place a leader where it joins several regions."""
    temples = table.near[cell]
    touched = eyes.around(sight, cell)
    rival = -1
    near = numbers = 0
    for i in range(touched):
        number = sight.found[i]
        if i == 0:
            eyes.copy(sight, number, limits.WHOLE)
        else:
            eyes.join(sight, number, limits.WHOLE)
        if sight.leaders[4 * number + colour] != sight.seat:
            rival = max(rival, sight.leaders[4 * number + colour])
        near |= sight.near_by[number]
        if number <= 16:
            numbers |= 1 << number
    if rival >= 0:
        against = table.near[table.stand[4 * rival + colour]]
        value = worth.plan_revolt(sight, table, temples, against, rival, colour, limits.WHOLE)
        return value + judge.home[colour] if table.stand[4 * sight.seat + colour] >= 0 else value
    before = worth.trader_gain(sight, limits.WHOLE)
    sight.leaders[4 * limits.WHOLE + colour] = sight.seat
    value = worth.leader_worth(sight, sight.seat, colour, limits.WHOLE, temples)
    value += worth.trader_gain(sight, limits.WHOLE) - before
    return value + tensions_of(sight, limits.WHOLE, near & ~numbers, colour)


def tensions_of(sight: Sight, region: int, near: int, colour: int) -> float:
    """Return what the wars of a colour count that a region may have with some kingdoms."""
    value = 0.0
    mask = near
    while mask:
        value += worth.tension(sight, region, inline.lowest(mask), colour)
        mask &= mask - 1
    return value


def withdraw(judge: Judge, sight: Sight, colour: int) -> float:
    """Return what it is worth to take a leader back: seldom anything."""
    return -judge.stand_worth[4 * sight.seat + colour] - judge.home[colour] - WITHDRAWING
