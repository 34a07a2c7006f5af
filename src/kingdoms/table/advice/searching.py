"""Search for hints and reviews, in a worker process and in steps, so that results can be sent as they improve.

A question is a generator: `begin` starts it and returns the first answer, `next_answer` the next one. Nothing runs between the
calls, so the caller can stop after any step.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from kingdoms.analysis import Analysis, Decision, Review, review, sight, spread
from kingdoms.analysis.contrast import contrast
from kingdoms.analysis.findings import rounded
from kingdoms.analysis.position import by_seat, look
from kingdoms.analysis.prudence import ADVICE
from kingdoms.bots import BOTS, Adviser
from kingdoms.bots.levels import level_kinds
from kingdoms.core.bot import Seen
from kingdoms.core.message import Message, Said, message_json
from kingdoms.core.view import View
from kingdoms.export.position_text import SEED, read_position_text
from kingdoms.nets import own_net
from kingdoms.puzzles.mistakes import judge_decision
from kingdoms.puzzles.puzzle import Moment
from kingdoms.puzzles.solving import Verdict
from kingdoms.search import Found, Limits, Searcher
from kingdoms.table.advice.thinking import GameMoment, choose

FIRST_STEP: Final = 0.15
STEP: Final = 0.5
"""Seconds of search until the first answer, and at most between later ones."""
OPTIONS: Final = 4
"""Maximum number of choices in an answer."""
NO_FACTS: Final[dict[str, Any]] = {"than": None, "gains": []}
"""The fields of an answer that has no alternative."""


@dataclass(frozen=True)
class SearchStrength:
    """Limits of a search.

    Attributes:
        per_position: the limits for a single position, with a limit on seconds.
        per_decision: the limits of each search in a review, which goes at least as far as the one for advice.
    """

    per_position: Limits
    per_decision: Limits


STRENGTHS: Final = {
    "quick": SearchStrength(ADVICE, replace(ADVICE, seconds=0.5)),
    "thorough": SearchStrength(replace(ADVICE, seconds=10.0, simulations=400_000), replace(ADVICE, simulations=10_000)),
}
"""The available strengths by name."""


class _CurrentQuestion:
    answers: Iterator[Any] = iter(())


def begin(question: Callable[..., Iterator[Any]], *arguments: Any) -> Any:
    """Start a question in place of the previous one, and return its first answer."""
    _CurrentQuestion.answers = question(*arguments)
    return next_answer()


def next_answer() -> Any:
    """Return the next answer to the current question, or None at the end."""
    return next(_CurrentQuestion.answers, None)


def study(moment: GameMoment, viewer: str | None, strength: SearchStrength, decides: bool) -> Iterator[dict[str, Any]]:
    """Yield improving results for a position.

    Args:
        viewer: the seat whose knowledge the search uses; None in a game without secrets.
        decides: whether to include the best choices, for the seat to move; otherwise only the chances.
    """
    view, observations = sight(moment.record(), viewer)
    yield from _study(view, observations, strength, decides)


def study_text(written: str, strength: SearchStrength) -> Iterator[dict[str, Any]]:
    """Yield improving results for the position of a text, with the best choices if its seat is to move."""
    view = read_position_text(written)
    decides = view.to_move in view.seats and (not view.game.has_secrets or view.seat == view.to_move)
    yield from _study(view, [], strength, decides)


def study_levels(moment: GameMoment, most: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the choice of each level's bot, from the lowest on up to `most`, with all that the seat to move has seen."""
    state = moment.state()
    kinds = level_kinds(type(state.game))[:most]
    began = time.perf_counter()
    for level, kind in enumerate(kinds, 1):
        action = choose(moment, kind.name)
        number = state.game.string_to_action(action)
        yield {
            "level": level,
            "bot": kind.name,
            "title": kind.called,
            "action": action,
            "words": state.game.describe(state, number),
            "said": message_json(state.game.choice(state, number)),
            "seconds": round(time.perf_counter() - began, 2),
            "done": level == len(kinds),
        }


def _study(view: View, observations: Sequence[Seen], strength: SearchStrength, decides: bool) -> Iterator[dict[str, Any]]:
    """Yield improving results for a view; `observations` is what its seat has seen before."""
    searcher = Searcher(view.game, SEED, net=own_net(view.game))
    searcher.observe(observations)
    adviser = BOTS.adviser(view.game, SEED)
    most = strength.per_position.seconds or math.inf
    began, step = time.perf_counter(), FIRST_STEP
    while True:
        limits = replace(strength.per_position, seconds=min(step, most))
        looked = look(searcher, view, limits, most_options=OPTIONS) if decides else None
        answer = _chances(searcher, view, limits) if looked is None else _advice(looked, view, adviser)
        spent = time.perf_counter() - began
        stopped = answer.pop("stopped")
        answer["done"] = stopped in ("simulations", "proven") or spent >= most
        if answer["done"] and looked is not None:
            answer |= _facts(looked, view, observations)
        yield answer | {"seat": view.seat, "seconds": round(time.perf_counter() - began, 2)}
        if answer["done"]:
            return
        step = min(STEP, most - spent, 2 * step)


def _advice(analysis: Analysis, view: View, adviser: Adviser | None) -> dict[str, Any]:
    best = analysis.best.action
    reason = "" if adviser is None else adviser.reason(view, view.game.string_to_action(best))
    fields = analysis.to_json()
    selection = {name: fields[name] for name in ("chances", "spread", "proven", "visits", "stopped", "options")}
    return selection | {"reason": str(reason), "said": message_json(reason), "why": _reason_json(reason)} | NO_FACTS


def _facts(analysis: Analysis, view: View, observations: Sequence[Seen]) -> dict[str, Any]:
    """Return an alternative to the best choice, and what speaks for the latter."""
    comparison = contrast(analysis, view, observations, SEED)
    return (
        NO_FACTS
        if comparison is None
        else {"than": comparison.than.action, "gains": [gain.to_json() for gain in comparison.gains]}
    )


def _reason_json(reason: Said) -> dict[str, Any] | None:
    """Return the code and the details of a reason, None for a text."""
    return None if not isinstance(reason, Message) else {"code": _code(reason), "details": _details(reason)}


def _details(message: Message) -> dict[str, Any]:
    """Return the holes of a message; messages within it have codes of their own."""
    return {name: _detail(value) for name, value in message.holes.items()}


def _detail(value: Any) -> Any:
    if isinstance(value, Message):
        return {"code": _code(value)} | _details(value)
    return [_detail(element) for element in value] if isinstance(value, list) else value


def _code(message: Message) -> str:
    return message.id.rpartition(".")[2]


def _chances(searcher: Searcher, view: View, limits: Limits) -> dict[str, Any]:
    estimate: Found = searcher.weigh(view, limits)
    return {
        "chances": rounded(by_seat(view.game, estimate.chances)),
        "spread": 0.0 if estimate.proven else round(spread(estimate.chances, estimate.visits), 4),
        "proven": estimate.proven,
        "visits": estimate.visits,
        "stopped": estimate.stopped,
        "options": [],
        "reason": "",
        "said": None,
        "why": None,
    } | NO_FACTS


def judge_decisions(
    moment: GameMoment, strength: SearchStrength, after: int
) -> Iterator[tuple[Review, Decision | None, float]]:
    """Yield the judged decisions of a game, and the seconds that each took.

    Args:
        after: the number of entries that have been judged already.
    """
    began = time.perf_counter()
    for partial_review in review(moment.record(), strength.per_decision, after=after, seed=SEED, most_options=1, ended=True):
        now = time.perf_counter()
        last = partial_review.decisions[-1] if partial_review.decisions else None
        yield replace(partial_review, decisions=()), last, now - began
        began = now


def judge_choice(moment: GameMoment, seat: str, action: str | None) -> tuple[Moment, Verdict]:
    """Judge a choice of the seat to move, None for the best one: see `judge_decision`."""
    return judge_decision(moment.record(), seat, action)
