"""What one seat may know."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from kingdoms.core.alert import Alert
    from kingdoms.core.game import Game
    from kingdoms.core.outcome import Outcome
    from kingdoms.core.rng import Random
    from kingdoms.core.state import State


@dataclass(frozen=True)
class PlainFacts:
    """A view as plain data, for clients that know nothing about its game.

    Attributes:
        game: what is played.
        seat: whose eyes these are; None for an onlooker.
        seats: who plays.
        round: from 1; None in a game without rounds.
        phase: the part of the round or turn; empty in a game without phases.
        decision: the kind of decision, as a word; None in a finished game.
        to_move: the seat that is asked, or "chance"; None in a finished game.
        question: the question and who has to answer it, in a sentence.
        scores: the scores that are known, by seat.
        words: the table in words, line by line.
        picture: the table as an SVG document, or None if the game has no picture.
        picture_dark: the same for a dark page.
        outcome: how the game ended.
    """

    game: str
    seat: str | None
    seats: tuple[str, ...]
    round: int | None
    phase: str
    decision: str | None
    to_move: str | None
    question: str
    scores: dict[str, int]
    words: str
    picture: str | None
    picture_dark: str | None
    outcome: dict[str, Any] | None


class View(ABC):
    """What the holder of one seat may know of a state. Bots, boards and clients get views.

    It shows one moment: it keeps a copy of the state without anything that the seat may not know.

    Args:
        state: a copy for this view only, without anything that the seat may not know.
        seat: whose eyes these are; None for an onlooker.

    Attributes:
        game: what is played.
        seat: whose eyes these are.
    """

    def __init__(self, state: State, seat: str | None = None) -> None:
        self._state: Any = state
        self.game: Game = state.game
        self.seat = seat

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.seat, self.game, self.to_json()) == (other.seat, other.game, other.to_json())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<view of {self.game.name} for {self.seat or 'an onlooker'}: {json.dumps(self.to_json())}>"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the game."""
        return self.game.seats

    @property
    def decision(self) -> str | None:
        """The kind of decision that is asked now, None when the game is over."""
        found: str | None = self._state.decision()
        return found

    @property
    def to_move(self) -> str | None:
        """The seat that decides, "chance", or None when the game is over."""
        found: str | None = self._state.to_move
        return found

    @property
    def question(self) -> str:
        """The question and who has to answer it, in one sentence."""
        return self.game.explain(self._state).question

    @property
    def round(self) -> int | None:
        """The round, from 1; None in a game without rounds."""
        return None

    @property
    def phase(self) -> str:
        """The part of the round or turn, for headings; empty in a game without phases."""
        return ""

    @property
    def scores(self) -> Mapping[str, int]:
        """Each seat's current score, as far as this seat may know; unknown ones are missing."""
        return {}

    @property
    def alerts(self) -> Sequence[Alert]:
        """How the game may soon end, as far as this seat can know, the most urgent first."""
        return ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        found: Outcome | None = self._state.outcome()
        return found

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data."""

    @abstractmethod
    def sample(self, rng: Random) -> State:
        """Return a random state that agrees with all that the seat knows.

        In a game without secrets this is simply a copy of the state. Otherwise it is a state that looks the same to the seat
        and offers it the same actions.
        """

    def words(self) -> str:
        """Return the table in words, line by line; by default, the contents of `to_json`."""
        return "\n".join(_lines(self.to_json()))

    def facts(self) -> DataclassInstance:
        """Return the table, and what follows from it, as plain data for clients."""
        outcome, drawing = self.outcome, self.game.drawing()
        svg = None if drawing is None else drawing.svg
        return PlainFacts(
            game=self.game.name,
            seat=self.seat,
            seats=self.seats,
            round=self.round,
            phase=self.phase,
            decision=self.decision,
            to_move=self.to_move,
            question=self.question,
            scores=dict(self.scores),
            words=self.words() if drawing is None or drawing.text is None else str(drawing.text(self, False)),
            picture=None if svg is None else svg(self, "light", False),
            picture_dark=None if svg is None else svg(self, "dark", False),
            outcome=None if outcome is None else outcome.to_json(),
        )


SAID_ELSEWHERE = ("game", "rulings", "seat", "outcome")
"""What a page says about a table in its own words."""


def _lines(data: Mapping[str, Any], depth: int = 0) -> list[str]:
    """Return the fields of JSON data, one a line, what lies within set in."""
    lines = []
    for name, value in data.items():
        label = "  " * depth + name.replace("_", " ")
        if (depth == 0 and name in SAID_ELSEWHERE) or value is None:
            continue
        if isinstance(value, Mapping) and value:
            lines += [f"{label}:", *_lines(value, depth + 1)]
        elif isinstance(value, list):
            lines.append(f"{label}: {', '.join(str(one) for one in value) or 'none'}")
        else:
            lines.append(f"{label}: {value if value != {} else 'none'}")
    return lines
