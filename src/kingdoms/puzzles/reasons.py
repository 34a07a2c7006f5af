"""Why an answer to a puzzle is right or wrong, in a sentence: what it brings, what it costs, and what would be better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.bots import BOTS
from kingdoms.core.event import Event
from kingdoms.core.message import Said, message_text
from kingdoms.core.state import State
from kingdoms.puzzles.judging import SEED
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.solving import Step, Verdict, play_out
from kingdoms.texts import text

OVER: Final = "game_over"


@dataclass(frozen=True)
class Reason:
    """Why an answer is right or wrong.

    Attributes:
        answer: what the answer brings; "" if the game's bots give no reasons.
        cost: for a wrong answer, the event in its expected line that costs most, unless the best answer costs the same.
        best: for a wrong answer without such an event, what the best answer would bring; "" if that is no different.
    """

    answer: Said
    cost: Event | None = None
    best: Said = ""


def reason_for(table: State, moment: Moment, verdict: Verdict) -> Reason:
    """Return why an answer is right or wrong.

    Args:
        table: the state in which the answer was given.
        moment: the decision of the puzzle.
        verdict: the verdict on the answer.

    Examples:
        >>> from kingdoms.puzzles.files import shipped
        >>> from kingdoms.puzzles.solving import Attempt
        >>> puzzle = shipped("middlesea")[0]
        >>> attempt, moment = Attempt(puzzle), puzzle.moments[0]
        >>> print(reason_for(attempt.table, moment, attempt.answer(moment.wrong[0].action)).best)
        It earns 6 more a round, since your Capital pays what your king is worth.
    """
    assert table.to_move is not None
    answer = _advice(table, verdict.action)
    if verdict.right:
        return Reason(answer)
    best = moment.right[0]
    cost = greatest_cost(play_out(table, table.to_move, verdict.line), play_out(table, table.to_move, best.line), table)
    advice = _advice(table, best.action)
    return Reason(answer, cost, "" if cost is not None or message_text(advice) == message_text(answer) else advice)


def greatest_cost(line: Sequence[Step], best: Sequence[Step], table: State) -> Event | None:
    """Return the event of a line that costs the seat to move most: the end of the game, or else the first loss.

    Args:
        line: the expected line after an answer.
        best: the expected line after the best answer; a loss of the same kind happens there, too, and is no reason.
        table: the state in which the answer was given.
    """
    seat = table.to_move
    costs = [event for step in line for event in step.events if costs_seat(table, event, seat)]
    also = {event.kind for step in best for event in step.events if costs_seat(table, event, seat)}
    ends = [event for event in costs if event.kind == OVER]
    return next((event for event in [*ends, *costs] if event.kind not in also), None)


def costs_seat(table: State, event: Event, seat: str | None) -> bool:
    """Return whether an event costs a seat the game, or something that it held."""
    if event.kind == OVER:
        return seat not in event.details.get("winners", ())
    return event.kind in table.game.losses and event.details.get("loser", event.seat) == seat


def explain(reason: Reason, right: bool, reader: str | None = None) -> str:
    """Return a reason in a sentence, "" if there is none.

    Args:
        reason: the reason.
        right: whether the answer is right.
        reader: the seat that is addressed as "you".
    """
    answer, best = message_text(reason.answer, reader), message_text(reason.best, reader)
    if reason.cost is not None:
        return text("puzzle.cost", event=message_text(reason.cost.said, reader))
    if right or not answer + best:
        return answer
    if not best:
        return text("puzzle.same", answer=answer)
    return text("puzzle.better", answer=answer, best=best) if answer else text("puzzle.best", best=best)


def _advice(table: State, action: str) -> Said:
    view = table.view(table.to_move)
    adviser = BOTS.adviser(table.game, SEED)
    return "" if adviser is None else adviser.reason(view, table.game.string_to_action(action))
