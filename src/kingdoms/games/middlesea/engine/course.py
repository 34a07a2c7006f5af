"""Dispatch of actions and automatic steps to the modules of the rules (A.7, N.3).

Each decision belongs to a stage, and each stage to one module of the rules. An automatic step of a stage either asks for the
stage's decision or moves on to another stage.
"""

from kingdoms.core.moves import Moves
from kingdoms.games.middlesea.engine import (
    build,
    codes,
    conflict,
    control,
    dominance,
    leaders,
    production,
    rebellion,
    turns,
    victory,
)
from kingdoms.games.middlesea.engine.table import Table


def list_moves(table: Table, moves: Moves) -> None:
    """Fill `moves` with the legal actions in ascending order."""
    moves.count = 0
    stage = table.stage
    if stage == codes.BUILDING:
        build.list_builds(table, moves)
    elif stage == codes.LEADING:
        leaders.list_leader_actions(table, moves)
    elif stage == codes.HIRE:
        conflict.list_hires(table, moves)
    elif stage == codes.DEFEND:
        conflict.list_defences(table, moves)
    elif stage == codes.PAY:
        control.list_payments(table, moves)
    elif stage == codes.REBEL:
        control.list_rebels(table, moves)
    elif stage == codes.SUPPRESS:
        rebellion.list_suppressions(table, moves)
    elif stage == codes.PRODUCE:
        production.list_production(table, moves)
    elif stage == codes.RANK or stage == codes.FIRST:
        dominance.list_ranks(table, moves)


def act(table: Table, action: int) -> None:
    """Apply a legal action, without the automatic steps that follow."""
    stage = table.stage
    amount = (action - codes.AMOUNTS) // codes.WIDTH
    family = (action - codes.AMOUNTS) % codes.WIDTH
    if stage == codes.BUILDING:
        build.build(table, action)
    elif stage == codes.LEADING:
        leaders.lead(table, action)
    elif stage == codes.HIRE:
        conflict.hire(table, amount)
    elif stage == codes.DEFEND:
        conflict.defend(table, amount, family == codes.DEFENCE_WITH_LEADER)
    elif stage == codes.PAY:
        control.pay(table, amount)
    elif stage == codes.REBEL:
        control.rebel(table, action - codes.REBEL_CITY)
    elif stage == codes.SUPPRESS:
        if action == codes.CONCEDE:
            rebellion.lose(table)
        elif action < codes.AMOUNTS:
            rebellion.suppress(table, (action - codes.PUT_DOWN) // 6, (action - codes.PUT_DOWN) % 6, 0)
        else:
            family -= codes.PUT_DOWN_HIRING
            rebellion.suppress(table, family // 6, family % 6, amount)
    elif stage == codes.PRODUCE:
        if action < codes.HOLD_CITY:
            production.decide(table, action - codes.PRODUCE_CITY, 1)
        else:
            production.decide(table, action - codes.HOLD_CITY, 0)
    elif stage == codes.RANK:
        dominance.put_next(table, action - codes.PUT_NEXT)
    elif table.phase == codes.START:
        dominance.start(table, action - codes.PUT_FIRST)
    else:
        dominance.put_next(table, action - codes.PUT_FIRST)


def step(table: Table) -> None:
    """Carry out one automatic step, which leads to another step or to a decision."""
    stage = table.stage
    if stage == codes.PAY:
        control.begin(table)
    elif stage == codes.REBEL:
        control.choose(table)
    elif stage == codes.SUPPRESS:
        rebellion.contest(table)
    elif stage == codes.RANK:
        dominance.next_place(table)
    elif stage == codes.PRODUCE:
        production.produce(table)
    elif stage == codes.HIRE:
        conflict.consider_hire(table)
    elif stage == codes.DEFEND:
        conflict.consider_defence(table)
    elif stage == codes.RESULT:
        conflict.resolve(table)
    elif stage == codes.ROUND_END:
        victory.round_end(table)
    else:
        turns.ask(table)


def seat_to_move(table: Table) -> int:
    """Return the seat to move (0 to 3: N, E, S, W)."""
    if table.stage == codes.DEFEND:
        return table.defender
    if table.stage == codes.SUPPRESS:
        return table.rebel_seat
    if table.stage == codes.RANK:
        return table.ranking[0]
    return turns.seat_on_turn(table)
