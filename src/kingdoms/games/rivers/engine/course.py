"""The course of a game: dispatching each stage to its rule module (N-3, N-4).

Each decision belongs to a stage. The automatic part of a stage ends by asking that decision or by moving to another stage.
"""

from kingdoms.core import inline
from kingdoms.core.moves import Moves
from kingdoms.games.rivers.engine import (
    civic,
    codes,
    conflict,
    drawing,
    leaders,
    listing,
    monuments,
    pieces,
    tiles,
    treasures,
    turns,
)
from kingdoms.games.rivers.engine.table import Table


def list_moves(table: Table, moves: Moves) -> None:
    """Fill `moves` with the legal actions, ascending."""
    moves.count = 0
    stage = table.stage
    if stage == codes.ACTING:
        listing.list_actions(table, moves)
    elif stage == codes.DRAW:
        drawing.list_draws(table, moves)
    elif stage == codes.COMMIT:
        conflict.list_commits(table, moves)
    elif stage == codes.WAR:
        conflict.list_wars(table, moves)
    elif stage == codes.RAISE:
        civic.list_sites(table, moves)
    elif stage == codes.BUILD:
        monuments.list_buildings(table, moves)
    elif stage == codes.TAKE:
        treasures.list_treasures(table, moves)
    elif stage == codes.INCOME:
        for colour in range(4):
            inline.append_action(moves, codes.CHOOSE_INCOME + colour)
    elif stage == codes.FIRST:
        for seat in range(4):
            if table.playing >> seat & 1:
                inline.append_action(moves, codes.PUT_FIRST + seat)


def act(table: Table, action: int) -> None:
    """Apply a legal action, without its automatic consequences."""
    stage = table.stage
    if stage == codes.ACTING:
        table.actions_left -= 1
        begin_action(table, action)
    elif stage == codes.DRAW:
        drawing.draw(table, action - codes.DRAWN)
    elif stage == codes.COMMIT:
        conflict.commit(table, action - codes.COMMITTED)
    elif stage == codes.WAR:
        conflict.begin_war(table, action - codes.CHOOSE_WAR)
    elif stage == codes.RAISE:
        civic.answer(table, action)
    elif stage == codes.BUILD:
        build(table, action)
    elif stage == codes.TAKE:
        treasures.take(table, action - codes.TAKEN)
    elif stage == codes.INCOME:
        pieces.score(table, table.turn, action - codes.CHOOSE_INCOME, 1)
        turns.refill(table)
    else:
        table.turn = action - codes.PUT_FIRST
        table.phase = codes.DEAL
        turns.proceed(table, codes.DRAW)


def begin_action(table: Table, action: int) -> None:
    """Apply an action of the decision `action` (D-3)."""
    if action >= codes.SWAP:
        tiles.swap(table, action - codes.SWAP)
    elif action >= codes.RUIN:
        tiles.ruin(table, action - codes.RUIN)
    elif action >= codes.LEAD:
        leaders.lead(table, (action - codes.LEAD) // 176, (action - codes.LEAD) % 176)
    elif action >= codes.PLACE:
        tiles.place(table, (action - codes.PLACE) // 176, (action - codes.PLACE) % 176)
    elif action >= codes.WITHDRAW:
        leaders.withdraw(table, action - codes.WITHDRAW)
    else:
        table.actions_left = 0
        turns.proceed(table, codes.ACTION_END)


def build(table: Table, action: int) -> None:
    """Apply an action of the decision `build` (H-1, I-1)."""
    if action == codes.DECLINE:
        monuments.leave(table)
    elif action < codes.MAKE_MONUMENT:
        monuments.make_wonder(table, action - codes.MAKE_WONDER)
    else:
        monuments.build(table, (action - codes.MAKE_MONUMENT) // 176, (action - codes.MAKE_MONUMENT) % 176)


def step(table: Table) -> None:
    """Carry out one automatic step, which leads to the next one or to a decision."""
    stage = table.stage
    if stage == codes.DRAW:
        drawing.consider(table)
    elif stage == codes.WAR:
        conflict.consider_wars(table)
    elif stage == codes.RAISE:
        civic.consider(table)
    elif stage == codes.BUILD:
        monuments.consider(table)
    elif stage == codes.TAKE:
        treasures.consider(table)
    elif stage == codes.ACTION_END:
        turns.end_action(table)
    elif stage == codes.TURN_END:
        monuments.pay_income(table)
    else:
        turns.ask(table)


def seat_to_move(table: Table) -> int:
    """Return the number of the seat to move (0 to 3: A B P L) or, in a draw, of the seat that draws."""
    if table.stage == codes.COMMIT:
        return conflict.committing(table)
    if table.stage == codes.TAKE:
        return treasures.taker(table)
    if table.stage == codes.DRAW:
        return drawing.drawer(table)
    return table.turn
