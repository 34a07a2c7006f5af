"""Why an answer to a puzzle is right or wrong, in a sentence. Nothing about a wrong answer gives the right one away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kingdoms.analysis.factors import gains_of, shortfalls_of
from kingdoms.bots import BOTS
from kingdoms.core.event import Event
from kingdoms.core.knowledge import Knowledge
from kingdoms.core.message import Message, Said, message_text
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.puzzles.judging import SEED
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.solving import Step, Verdict, play_out
from kingdoms.texts import text

OVER: Final = "game_over"
REASONS: Final = "reason."
"""How the entries of reasons begin."""
SURE: Final = 0.9
"""A victory with less than this share, or a defeat with more than the rest, is only one of the things that may follow."""
LEADS, MAY, LETS, COMES_TO, WEAK, SAME, CHANCES = "leads", "may", "lets", "comes_to", "weak", "same", "chances"
"""The kinds of reasons why an answer is wrong: what it leads to or may lead to, what another seat does then, what it comes to
by the next turn, what speaks for it but is not enough or speaks for another one too, and how many chances it costs."""
BRINGS, AVERTS, DIFFERS, BEST = "brings", "averts", "differs", "best"
"""The other kinds of reasons why an answer is right: what it brings, what follows otherwise, what it changes by the next turn,
and that nothing else leaves as many chances."""


@dataclass(frozen=True)
class Reason:
    """Why an answer is right or wrong.

    Attributes:
        move: the answer in words.
        right: whether it is right.
        kind: the kind of reason, which is also the entry of the catalogue that its sentences are inserted into.
        said: the sentences or phrases, in order.
    """

    move: Said
    right: bool
    kind: str
    said: tuple[Said, ...] = ()


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
        >>> reason = reason_for(attempt.table, moment, attempt.answer(moment.wrong[0].action))
        >>> reason.right, explain(reason, puzzle.seat)[-1]
        (False, '.')
    """
    move = table.game.choice(table, table.game.string_to_action(verdict.action))
    kind, *said = _why_right(table, moment, verdict) if verdict.right else _why_wrong(table, moment, verdict)
    return Reason(move, verdict.right, str(kind), tuple(said))


def explain(reason: Reason, reader: str | None = None) -> str:
    """Return a reason in words; for a right answer, after the answer itself.

    Args:
        reason: the reason.
        reader: the seat that is addressed as "you".
    """
    why = text(f"puzzle.{reason.kind}", said=" ".join(message_text(said, reader) for said in reason.said))
    if not reason.right:
        return why
    move = message_text(reason.move, reader)
    return text("puzzle.answer", move=move[0].upper() + move[1:], why=why)


def shown_line(table: State, verdict: Verdict, moments: Sequence[Moment]) -> list[Step]:
    """Return the steps of the expected line that may be shown: after a wrong answer, only those before a right one.

    Args:
        table: the state in which the answer was given.
        verdict: the verdict on the answer.
        moments: the decisions of the puzzle.
    """
    seat = str(table.to_move)
    steps = play_out(table, seat, verdict.line)
    if verdict.right:
        return steps
    right = {answer.action for moment in moments for answer in moment.right}
    give_aways = (at for at, step in enumerate(steps) if at and step.by == seat and step.action in right)
    return steps[: next(give_aways, len(steps))]


def greatest_cost(line: Sequence[Step], best: Sequence[Step], table: State) -> tuple[Event | None, Event | None]:
    """Return the event of a line that costs the seat to move most, and what another seat did to cause it; None for none.

    The end of the game costs most, then the losses in the order of `Game.losses`. A loss that the best line has as often is no
    reason.

    Args:
        line: the expected line after an answer.
        best: the expected line after the best answer.
        table: the state in which the answer was given.
    """
    seat, losses = str(table.to_move), (OVER, *table.game.losses)
    usual = Counter(event.kind for _, event in _events(best) if costs_seat(table, event, seat))
    costs: list[tuple[int, Event, Event | None]] = []
    cause: Event | None = None
    for step, event in _events(line):
        if is_attack(table, step, event, seat):
            cause = event
        if costs_seat(table, event, seat):
            usual[event.kind] -= 1
            if usual[event.kind] < 0:
                costs.append((losses.index(event.kind), event, None if event in (cause, None) or event.kind == OVER else cause))
    _, cost, cause = min(costs, key=lambda found: found[0], default=(0, None, None))
    return cost, cause


def costs_seat(table: State, event: Event, seat: str | None) -> bool:
    """Return whether an event costs a seat the game, or something that it held."""
    if event.kind == OVER:
        return seat not in event.details.get("winners", ())
    return event.kind in table.game.losses and event.details.get("loser", event.seat) == seat


def is_attack(table: State, step: Step, event: Event, seat: str) -> bool:
    """Return whether an event is an alarm for a seat that another seat has raised."""
    return event.kind in table.game.alarms and step.by not in (seat, "chance") and concerns(event, seat)


def concerns(event: Event, seat: str) -> bool:
    """Return whether the details of an event name a seat."""
    return any(value == seat or (isinstance(value, dict) and seat in value.values()) for value in event.details.values())


def _why_wrong(table: State, moment: Moment, verdict: Verdict) -> tuple[Said, ...]:
    """Return the kind of reason why an answer is wrong, and what to say."""
    seat = str(table.to_move)
    line, best = (play_out(table, seat, actions) for actions in (verdict.line, moment.right[0].line))
    cost, cause = greatest_cost(line, best, table)
    if cost is not None:
        if cause is not None:
            return LETS, cause.said, cost.said
        return MAY if cost.kind == OVER and verdict.chance > 1 - SURE else LEADS, cost.said
    usual = {event.kind for _, event in _events(best) if concerns(event, seat)}
    for step, event in _events(line):
        if is_attack(table, step, event, seat) and event.kind not in usual:
            return LETS, event.said
    better, chosen = (table.game.string_to_action(action) for action in (moment.right[0].action, verdict.action))
    shortfalls = shortfalls_of(_knowledge(table), better, chosen, verdict.loss / 2, seed=SEED)
    if shortfalls:
        return COMES_TO, shortfalls[0].said
    advice = _advice(table, verdict.action)
    if advice and not (isinstance(advice, Message) and not advice.holes):  # without holes, it says nothing of this answer
        return SAME if message_text(advice) == message_text(_advice(table, moment.right[0].action)) else WEAK, advice
    return CHANCES, f"{max(1, round(100 * verdict.loss))}"


def _why_right(table: State, moment: Moment, verdict: Verdict) -> tuple[Said, ...]:
    """Return the kind of reason why an answer is right, and what to say."""
    seat = str(table.to_move)
    line = play_out(table, seat, verdict.line)
    victory = next((event for _, event in _events(line) if event.kind == OVER and not costs_seat(table, event, seat)), None)
    if victory is not None:
        return LEADS if verdict.chance >= SURE else MAY, victory.said
    costs = [greatest_cost(play_out(table, seat, answer.line), line, table)[0] for answer in moment.wrong]
    kind, count = Counter(cost.kind for cost in costs if cost is not None).most_common(1)[0] if any(costs) else ("", 0)
    averted = next((cost for cost in costs if cost is not None and cost.kind == kind), None) if 2 * count > len(costs) else None
    advice = _purpose(_advice(table, verdict.action))
    tempting = moment.wrong[0].action if moment.wrong else verdict.action
    if averted is not None and (averted.kind == OVER or advice in ("", _advice(table, tempting))):
        return AVERTS, averted.said
    if advice and (message_text(advice) != message_text(_advice(table, tempting)) or not moment.wrong):
        return BRINGS, advice
    better, chosen = (table.game.string_to_action(action) for action in (verdict.action, tempting))
    if better != chosen and (gains := gains_of(_knowledge(table), better, chosen, 0.0, most=1, seed=SEED)):
        return DIFFERS, gains[0].said
    return (BRINGS, advice) if advice else (BEST,)


def _purpose(advice: Said) -> Said:
    """Return a reason without the risk that it is told with: the best answer is worth it."""
    parts = advice.holes.values() if isinstance(advice, Message) else ()
    return next((part for part in parts if isinstance(part, Message) and part.id.startswith(REASONS)), advice)


def _events(line: Sequence[Step]) -> Iterator[tuple[Step, Event]]:
    return ((step, event) for step in line for event in step.events)


def _knowledge(table: State) -> Knowledge:
    """Return the game's knowledge of a table, as the seat to move has it."""
    knowledge = table.game.knowledge(table)
    knowledge.look(table.view(table.to_move), Random(SEED))
    return knowledge


def _advice(table: State, action: str) -> Said:
    view = table.view(table.to_move)
    adviser = BOTS.adviser(table.game, SEED)
    return "" if adviser is None else adviser.reason(view, table.game.string_to_action(action))
