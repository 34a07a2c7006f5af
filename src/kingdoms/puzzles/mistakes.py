"""Mistakes of a finished game as puzzles: the real position, in which each choice is judged by search."""

from __future__ import annotations

from kingdoms.analysis import sight
from kingdoms.core.record import Record
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.puzzles.judging import SEED, PuzzleJudge, line_texts
from kingdoms.puzzles.puzzle import Answer, Moment
from kingdoms.puzzles.solving import AS_GOOD, SECONDS, SIMULATIONS, Verdict


def table_of(view: View) -> State:
    """Return a state on which a decision is tried again: one that the seat could not tell from the real one."""
    return view.sample(Random(SEED))


def judge_decision(
    record: Record, seat: str, action: str | None = None, simulations: int = SIMULATIONS
) -> tuple[Moment, Verdict]:
    """Judge a choice at the end of a record by search, from what the seat to move knew.

    Args:
        record: the record of the game up to the decision.
        seat: the seat to move.
        action: the text of a legal action; None for the best one.
        simulations: the number of simulations of each search.

    Returns:
        The decision as a moment of a puzzle, with its best choice, and the verdict on the given one.

    Examples:
        >>> import kingdoms
        >>> record = kingdoms.play("rivers", ["random", "random"], seed=1)
        >>> record.take_back(40)
        >>> moment, verdict = judge_decision(record, record.state.to_move, simulations=100)
        >>> verdict.right, verdict.action == moment.right[0].action
        (True, True)
    """
    view, observations = sight(record, seat)
    table, game = table_of(view), view.game
    judge = PuzzleJudge(view, SEED, seconds=SECONDS, observations=observations)
    best = judge.judge(judge.think(simulations).best, simulations)
    choice = best if action is None else judge.judge(game.string_to_action(action), simulations)
    moment = Moment((Answer(game.action_to_string(best.action), best.chance, line_texts(table, seat, best.line)),), ())
    is_right = choice.chance >= best.chance - AS_GOOD / game.num_players
    verdict = Verdict(
        action=game.action_to_string(choice.action),
        right=is_right,
        expected=choice.action == best.action,
        solved=is_right,
        chance=choice.chance,
        best=max(best.chance, choice.chance),
        line=line_texts(table, seat, choice.line),
    )
    return moment, verdict
