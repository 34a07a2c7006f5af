"""What search says to people, worked out in a process of its own, a step at a time, so that it can be told as it grows.

A question is a generator here: `begin` starts it and returns its first answer, `go_on` the next one. Whoever asks can stop at
any step; nothing goes on by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.analysis import Decision, Review, review, sight, spread
from kingdoms.analysis.findings import rounded
from kingdoms.analysis.position import by_seat, look
from kingdoms.bots import BOTS, Adviser
from kingdoms.core.bot import Reason
from kingdoms.core.view import View
from kingdoms.search import Found, Limits, Searcher
from kingdoms.server.bots.processes import Moment

FIRST_STEP: Final = 0.15
STEP: Final = 0.5
"""Seconds of search between two answers, at first and later on."""
NODES: Final = 400_000
"""How many states a search may hold."""
OPTIONS: Final = 4
"""How many choices are told."""


@dataclass(frozen=True)
class Strength:
    """How long a question is thought about.

    Attributes:
        seconds, simulations: of a position.
        each_seconds, each_simulations: of each position of a game that is gone through.
    """

    seconds: float
    simulations: int
    each_seconds: float
    each_simulations: int

    @property
    def each(self) -> Limits:
        """The limits of each search when a game is gone through."""
        return Limits(simulations=self.each_simulations, seconds=self.each_seconds, nodes=NODES)


STRENGTHS: Final = {
    "quick": Strength(seconds=1.0, simulations=3_000, each_seconds=0.1, each_simulations=1_000),
    "thorough": Strength(seconds=10.0, simulations=400_000, each_seconds=0.5, each_simulations=10_000),
}
"""The strengths that can be asked for, by name."""


class _Current:
    """The question that this process is at."""

    answers: Iterator[Any] = iter(())


def begin(question: Callable[..., Iterator[Any]], *arguments: Any) -> Any:
    """Take a question on, in the place of the last one, and return its first answer."""
    _Current.answers = question(*arguments)
    return next_answer()


def next_answer() -> Any:
    """Return the next answer to the question that was taken on, None when there is no more."""
    return next(_Current.answers, None)


def study(moment: Moment, viewer: str | None, strength: Strength, decides: bool) -> Iterator[dict[str, Any]]:
    """Yield what can be said of a position, better each time.

    Args:
        moment: the game up to there.
        eyes: the seat whose knowledge counts; nothing else of the position is used. None where there are no secrets.
        strength: how long to think.
        decides: whether it is for whoever decides there, who is told what to do as well; else only the chances are told.
    """
    view, seen = sight(moment.record(), viewer)
    searcher = Searcher(view.game, moment.seed)
    searcher.observe(seen)
    adviser = _adviser(view, moment.seed)
    began, step = time.perf_counter(), FIRST_STEP
    while True:
        limits = Limits(simulations=strength.simulations, seconds=min(step, strength.seconds), nodes=NODES)
        told = _advice(searcher, view, limits, adviser) if decides else _chances(searcher, view, limits)
        spent = time.perf_counter() - began
        stopped = told.pop("stopped")
        told["done"] = stopped in ("simulations", "proven") or spent >= strength.seconds
        yield told | {"seat": viewer, "seconds": round(spent, 2)}
        if told["done"]:
            return
        step = min(STEP, strength.seconds - spent, 2 * step)


def _advice(searcher: Searcher, view: View, limits: Limits, adviser: Adviser | None) -> dict[str, Any]:
    """Return chances and the best choices."""
    found = look(searcher, view, limits, most_options=OPTIONS)
    best = found.best.action
    reason = "" if adviser is None else adviser.reason(view, view.game.string_to_action(best))
    told = found.to_json()
    kept = {name: told[name] for name in ("chances", "spread", "proven", "visits", "stopped", "options")}
    why = {"code": reason.code, "details": reason.details} if isinstance(reason, Reason) else None
    return kept | {"reason": str(reason), "why": why}


def _chances(searcher: Searcher, view: View, limits: Limits) -> dict[str, Any]:
    """Return chances alone."""
    found: Found = searcher.weigh(view, limits)
    return {
        "chances": rounded(by_seat(view.game, found.chances)),
        "spread": 0.0 if found.proven else round(spread(found.chances, found.visits), 4),
        "proven": found.proven,
        "visits": found.visits,
        "stopped": found.stopped,
        "options": [],
        "reason": "",
        "why": None,
    }


def _adviser(view: View, seed: int) -> Adviser | None:
    """Return the bot that can say why something is good, None where no bot of the game can."""
    bot = BOTS.make(BOTS.usual(view.game.name), view.game, seed)
    return bot if isinstance(bot, Adviser) else None


def go_through(moment: Moment, strength: Strength, after: int) -> Iterator[tuple[Review, Decision | None, float]]:
    """Yield the decisions of a game as search judges them, and the seconds that each took.

    Args:
        moment: the end of the game.
        strength: how long to think.
        after: how many entries have been looked at already.
    """
    began = time.perf_counter()
    for found in review(moment.record(), strength.each, after=after, seed=moment.seed, most_options=1):
        now = time.perf_counter()
        last = found.decisions[-1] if found.decisions else None
        bare = Review(found.game, found.seats, found.seat, found.entries, found.total, (), found.end)
        yield bare, last, now - began
        began = now
