"""The results of an analysis: of a position, of a decision in a game, and of the whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.core.event import Event

LEAST_LOSS: Final = 0.05
"""A decision that costs less than this share of the game is not a turning point."""
MOST_TURNING_POINTS: Final = 5
DIGITS: Final = 4
"""How many decimal places chances have in JSON."""


@dataclass(frozen=True)
class Step:
    """One action of an expected line.

    Attributes:
        by: the seat that acts, or "chance".
        action: its text; None if the viewer would not be told.
        events: what it brings, as the viewer would be told.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What it brings, in words."""
        return tuple(event.text for event in self.events)

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON data, its events in words only."""
        return {"by": self.by, "action": self.action, "sentences": list(self.sentences)}


@dataclass(frozen=True)
class Option:
    """One of the choices in a position.

    Attributes:
        action: its text.
        words: what it does or costs, for menus.
        visits: how many simulations began with it.
        prior: how likely it seemed before anything was tried, from 0 to 1.
        chances: the share of the game that each seat can expect after it; together 1.
        spread: how far these chances may be off (see `kingdoms.analysis.spread`); 0 if they are proven.
        proven: whether they are certain.
        line: what is expected from here on, this action first; empty if no line was asked for.
    """

    action: str
    words: str
    visits: int
    prior: float
    chances: Mapping[str, float]
    spread: float
    proven: bool
    line: tuple[Step, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the option as JSON data."""
        return {
            "action": self.action,
            "words": self.words,
            "visits": self.visits,
            "prior": round(self.prior, DIGITS),
            "chances": rounded(self.chances),
            "spread": round(self.spread, DIGITS),
            "proven": self.proven,
            "line": [step.to_json() for step in self.line],
        }


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position.

    Attributes:
        seat: through whose eyes; None for an onlooker's.
        to_move: the seat that decides.
        options: the best choices, the best first; at least one.
        chances: the share of the game that each seat can expect with best play; together 1.
        spread: how far these chances may be off; 0 if they are proven.
        proven: whether they are certain.
        visits: simulations that passed through the position, those of earlier positions included.
        simulations: the simulations of this analysis.
        nodes: how many states the search holds.
        seconds: how long it took, by the clock.
        stopped: why it ended: "simulations", "seconds", "proven", "stopped" (by whoever asked); "running" while it has not.
    """

    seat: str | None
    to_move: str
    options: tuple[Option, ...]
    chances: Mapping[str, float]
    spread: float
    proven: bool
    visits: int
    simulations: int
    nodes: int
    seconds: float
    stopped: str

    @property
    def best(self) -> Option:
        """The best choice."""
        return self.options[0]

    @property
    def line(self) -> tuple[Step, ...]:
        """The expected line, the best choice first."""
        return self.best.line

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as JSON data."""
        return {
            "seat": self.seat,
            "to_move": self.to_move,
            "chances": rounded(self.chances),
            "spread": round(self.spread, DIGITS),
            "proven": self.proven,
            "visits": self.visits,
            "simulations": self.simulations,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "options": [option.to_json() for option in self.options],
        }


@dataclass(frozen=True)
class Standing:
    """How a game stands at a moment.

    Attributes:
        number: how many entries of the record have been played by then.
        chances: the share of the game that each seat can expect; together 1.
        spread: how far these chances may be off.
        proven: whether they are certain.
    """

    number: int
    chances: Mapping[str, float]
    spread: float
    proven: bool

    def to_json(self) -> dict[str, Any]:
        """Return the standing as JSON data."""
        return {
            "number": self.number,
            "chances": rounded(self.chances),
            "spread": round(self.spread, DIGITS),
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Decision:
    """One decision of a game, as the seat that took it could judge it.

    Attributes:
        number: which entry of the record it is, from 1.
        by: who decided.
        action: what was chosen.
        words: what that does or costs, for menus.
        before: the analysis of the position before it.
        after: how the game stood after it.
        loss: the share of the game it cost: the expectation after the best choice less that after this one; never less than
            0.
        doubt: how far the loss may be off.
    """

    number: int
    by: str
    action: str
    words: str
    before: Analysis
    after: Standing
    loss: float
    doubt: float

    @property
    def better(self) -> Option | None:
        """What would have been better, None if nothing would."""
        return self.before.best if self.loss > 0.0 else None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as JSON data."""
        return {
            "number": self.number,
            "by": self.by,
            "action": self.action,
            "words": self.words,
            "loss": round(self.loss, DIGITS),
            "doubt": round(self.doubt, DIGITS),
            "before": self.before.to_json(),
            "after": self.after.to_json(),
        }


@dataclass(frozen=True)
class Review:
    """The review of a whole game, or of as much of it as has been analysed.

    Attributes:
        game: the name of what is played.
        seats: who plays.
        seat: whose decisions are reviewed; None for everybody's.
        entries: how many entries the record has.
        total: how many decisions there are to review: those with more than one choice.
        decisions: those reviewed so far, in order.
        end: how the game ended, None if it is not over.
    """

    game: str
    seats: tuple[str, ...]
    seat: str | None
    entries: int
    total: int
    decisions: tuple[Decision, ...]
    end: Standing | None

    @property
    def finished(self) -> bool:
        """Whether every decision has been looked at."""
        return len(self.decisions) == self.total

    @property
    def course(self) -> tuple[Standing, ...]:
        """How the game stood before each decision, and how it ended: what a graph shows."""
        before = [decision.before for decision in self.decisions]
        numbers = [decision.number - 1 for decision in self.decisions]
        course = [Standing(n, each.chances, each.spread, each.proven) for n, each in zip(numbers, before, strict=True)]
        return (*course, *([self.end] if self.end is not None and self.finished else []))

    def turning_points(self, most: int = MOST_TURNING_POINTS, least: float = LEAST_LOSS) -> tuple[Decision, ...]:
        """Return the decisions that cost whoever took them most, the worst first.

        Args:
            most: how many at most.
            least: the share of the game that a decision must have cost. It must also have cost more than its doubt.
        """
        costly = [decision for decision in self.decisions if decision.loss >= least and decision.loss > decision.doubt]
        return tuple(sorted(costly, key=lambda decision: (-decision.loss, decision.number))[:most])

    def to_json(self, most: int = MOST_TURNING_POINTS) -> dict[str, Any]:
        """Return the review as JSON data, with the numbers of at most so many turning points."""
        return {
            "game": self.game,
            "seats": list(self.seats),
            "seat": self.seat,
            "entries": self.entries,
            "total": self.total,
            "finished": self.finished,
            "course": [standing.to_json() for standing in self.course],
            "turning_points": [decision.number for decision in self.turning_points(most)],
            "decisions": [decision.to_json() for decision in self.decisions],
        }


def rounded(chances: Mapping[str, float]) -> dict[str, float]:
    """Return chances as JSON data, with only meaningful digits."""
    return {seat: round(chance, DIGITS) for seat, chance in chances.items()}
