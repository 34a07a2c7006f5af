"""The results of analysing a position, a decision in a game, and a whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.analysis.factors import Gain
from kingdoms.core.event import Event
from kingdoms.core.message import Said, message_json

LEAST_LOSS: Final = 0.05
"""The minimum loss of a turning point, as a share of the game."""
SURE: Final = 2.0
"""How many times its doubt a loss must be to count as a mistake: less may be the error of the search alone."""
MOST_TURNING_POINTS: Final = 5
DIGITS: Final = 4
"""The number of decimal places of chances in JSON."""


@dataclass(frozen=True)
class Step:
    """One action of an expected line.

    Attributes:
        by: the seat that acts, or "chance".
        action: the action's text; None if it would be secret from the viewer.
        events: the resulting events, as far as the viewer may know them.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The resulting events as sentences."""
        return tuple(event.text for event in self.events)

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON data, with its events as sentences."""
        return {"by": self.by, "action": self.action, "sentences": list(self.sentences)}


@dataclass(frozen=True)
class Option:
    """One of the choices in a position.

    Attributes:
        action: the action's text.
        words: a description of the action for menus, with its cost or effect.
        said: the same as a message, if the game has one.
        visits: the number of simulations that began with the action.
        prior: the prior probability of the action, before search.
        chances: the share of the game that each seat can expect after the action; their sum is 1.
        spread: the uncertainty of `chances` (see `kingdoms.analysis.spread`); 0 if they are proven.
        proven: whether `chances` are certain.
        line: the expected line, starting with the action; empty if no line was requested.
    """

    action: str
    words: str
    said: Said
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
            "said": message_json(self.said),
            "visits": self.visits,
            "prior": round(self.prior, DIGITS),
            "chances": rounded(self.chances),
            "spread": round(self.spread, DIGITS),
            "proven": self.proven,
            "line": [step.to_json() for step in self.line],
            "line_said": [[message_json(event.said) for event in step.events] for step in self.line],
        }


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position.

    Attributes:
        seat: the seat whose view was analysed; None for an onlooker.
        to_move: the seat to move.
        options: the best choices, from best to worst; at least one.
        chances: the share of the game that each seat can expect with best play; their sum is 1.
        spread: the uncertainty of `chances`; 0 if they are proven.
        proven: whether `chances` are certain.
        visits: the number of simulations that passed through the position, including those of earlier analyses.
        simulations: the number of simulations of this analysis.
        nodes: the number of states in the search trees.
        seconds: the elapsed time.
        stopped: why the search ended: "simulations", "seconds", "proven" or "stopped" (by the caller); "running" for a partial
            result.
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
        """The expected line, starting with the best choice."""
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
    """The expectations at one point in a game.

    Attributes:
        number: the number of record entries played so far.
        chances: the share of the game that each seat can expect; their sum is 1.
        spread: the uncertainty of `chances`.
        proven: whether `chances` are certain.
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
    """A decision in a game, judged by the knowledge of the deciding seat.

    Attributes:
        number: the number of the record entry, from 1.
        by: the seat that decided.
        action: the chosen action's text.
        words: a description of the action for menus, with its cost or effect.
        said: the same as a message, if the game has one.
        before: the analysis of the position before the decision.
        after: the expectations after the decision.
        loss: the share of the game that the decision cost: the seat's expectation after the advised choice, minus the one after
            this choice; at least 0, and 0 if the choice was advised.
        doubt: the uncertainty of `loss`.
        gains: of a costly decision, what the better choice changes for the better, the weightiest first (see `gains_of`).
    """

    number: int
    by: str
    action: str
    words: str
    said: Said
    before: Analysis
    after: Standing
    loss: float
    doubt: float
    gains: tuple[Gain, ...] = ()

    @property
    def better(self) -> Option | None:
        """The better choice, or None if the decision is no mistake (see `is_costly`)."""
        return self.before.best if is_costly(self.loss, self.doubt) else None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as JSON data."""
        return {
            "number": self.number,
            "by": self.by,
            "action": self.action,
            "words": self.words,
            "said": message_json(self.said),
            "loss": round(self.loss, DIGITS),
            "doubt": round(self.doubt, DIGITS),
            "before": self.before.to_json(),
            "after": self.after.to_json(),
            "gains": [gain.to_json() for gain in self.gains],
        }


@dataclass(frozen=True)
class Review:
    """The review of a game, complete or partial.

    Attributes:
        game: the name of the game.
        seats: the seats in the game.
        seat: the seat whose decisions are reviewed; None for all seats.
        entries: the number of entries in the record.
        total: the number of decisions to review; decisions with only one choice don't count.
        decisions: the decisions reviewed so far, in order.
        end: the final result, or None if the game is not over.
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
        """Whether all decisions have been reviewed."""
        return len(self.decisions) == self.total

    @property
    def course(self) -> tuple[Standing, ...]:
        """The expectations before each decision, and the final result of a finished review; the data for a graph."""
        before = [decision.before for decision in self.decisions]
        numbers = [decision.number - 1 for decision in self.decisions]
        course = [
            Standing(n, analysis.chances, analysis.spread, analysis.proven) for n, analysis in zip(numbers, before, strict=True)
        ]
        return (*course, *([self.end] if self.end is not None and self.finished else []))

    def turning_points(self, most: int = MOST_TURNING_POINTS, least: float = LEAST_LOSS) -> tuple[Decision, ...]:
        """Return the decisions with the greatest loss, the worst first.

        Args:
            most: the maximum number of decisions.
            least: the minimum loss, as a share of the game. The loss must also be beyond doubt.
        """
        costly = [decision for decision in self.decisions if is_costly(decision.loss, decision.doubt, least)]
        return tuple(sorted(costly, key=lambda decision: (-decision.loss, decision.number))[:most])

    def to_json(self, most: int = MOST_TURNING_POINTS) -> dict[str, Any]:
        """Return the review as JSON data, with the numbers of at most `most` turning points."""
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
    """Return chances as JSON data, rounded to `DIGITS` places."""
    return {seat: round(chance, DIGITS) for seat, chance in chances.items()}


def is_costly(loss: float, doubt: float, least: float = LEAST_LOSS) -> bool:
    """Return whether a decision with this loss, and this uncertainty of it, is a mistake that can be a turning point."""
    return loss >= least and loss > SURE * doubt
