"""Views: the information that a seat has about a state, and the functions that draw it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kingdoms.core.message import Said, message_json
from kingdoms.texts import text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from rich.text import Text

    from kingdoms.core.answers import Alert, Outcome
    from kingdoms.core.event import Event
    from kingdoms.core.game import Game
    from kingdoms.core.rng import Random
    from kingdoms.core.state import State

COMPACT = json.JSONEncoder(separators=(",", ":"))
"""Writes JSON without spaces."""


@dataclass(frozen=True)
class CommonFacts:
    """What the plain data of a view has in every game.

    Attributes:
        game: the name of the game.
        seat: the viewing seat; None for an onlooker.
        seats: the seats in the game.
        phase: the part of the round or turn; empty in a game without phases.
        decision: the kind of decision, as a word; None in a finished game.
        to_move: the seat to move, or "chance"; None in a finished game.
        question: the current question and the seat to answer it, in a sentence.
        asked: the same as a message, or None.
        outcome: how the game ended.
    """

    game: str
    seat: str | None
    seats: tuple[str, ...]
    phase: str
    decision: str | None
    to_move: str | None
    question: str
    asked: dict[str, Any] | None
    outcome: dict[str, Any] | None


@dataclass(frozen=True)
class PlainFacts(CommonFacts):
    """A view as plain data, for clients without code for the game.

    Attributes:
        round: from 1; None in a game without rounds.
        scores: the known scores, by seat.
        words: the table in words, line by line.
        picture: the table as an SVG document, or None if the game has no picture.
        picture_dark: the same for a dark page.
    """

    round: int | None
    scores: dict[str, int]
    words: str
    picture: str | None
    picture_dark: str | None


class View(ABC):
    """The information that one seat may have about a state. Bots, boards and clients receive views, not states.

    A view is a snapshot. It holds a copy of the state without the information hidden from the seat.

    Args:
        state: a copy for this view only, without the information hidden from the seat.
        seat: the seat; None for an onlooker.

    Attributes:
        game: the game.
        seat: the seat; None for an onlooker.
        announced: what all events of the game have told, from `Game.announced`; None where they are not known.
    """

    announced: Any = None

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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the table for notebooks: in words and, if the game has pictures, as an SVG document."""
        bundle = {"text/plain": self.words()}
        drawing = self.game.drawing()
        if drawing is not None and drawing.svg is not None:
            bundle["image/svg+xml"] = drawing.svg(self, "light", False)
        return bundle

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the game."""
        return self.game.seats

    @property
    def decision(self) -> str | None:
        """The kind of the current decision, as a word; None when the game is over."""
        kind: str | None = self._state.decision()
        return kind

    @property
    def to_move(self) -> str | None:
        """The seat to move, "chance", or None when the game is over."""
        player: str | None = self._state.to_move
        return player

    @property
    def question(self) -> str:
        """The current question, and the seat that has to answer it, in one sentence."""
        return str(self._question)

    @property
    def asked(self) -> dict[str, Any] | None:
        """The current question as a message in JSON; None in a game without a catalogue."""
        return message_json(self._question)

    @cached_property
    def _question(self) -> Said:
        """The current question; a view does not change."""
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
        """The current scores by seat; scores that this seat may not know are missing."""
        return {}

    @property
    def alerts(self) -> Sequence[Alert]:
        """Warnings that the game may end soon, based on what this seat knows, the most urgent first."""
        return ()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game is in progress."""
        outcome: Outcome | None = self._state.outcome()
        return outcome

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data."""

    def write_json(self, into: Any) -> int:
        """Write the view as compact JSON in ASCII to a buffer, such as memory shared with another process.

        Args:
            into: a writable buffer: a bytearray, a memoryview, an `mmap`, or a NumPy array of bytes.

        Returns:
            The number of bytes written, from the beginning of the buffer; the rest is unchanged.

        Raises:
            ValueError: the buffer is too short or read-only; nothing has been written.

        Examples:
            >>> import json, kingdoms
            >>> view = kingdoms.load_game("rivers", seats=2).new_initial_state().view("A")
            >>> shared = bytearray(4096)
            >>> length = view.write_json(shared)
            >>> json.loads(shared[:length]) == view.to_json()
            True
        """
        written = COMPACT.encode(self.to_json()).encode("ascii")
        buffer = memoryview(into)
        if buffer.readonly or not buffer.c_contiguous or buffer.nbytes < len(written):
            is_short = buffer.nbytes < len(written)
            raise ValueError(
                f"this view has {len(written)} bytes as JSON, "
                + (f"and the buffer only {buffer.nbytes}" if is_short else "and needs a writable buffer in one piece")
            )
        buffer.cast("B")[: len(written)] = written
        return len(written)

    @abstractmethod
    def sample(self, rng: Random) -> State:
        """Return a random state that agrees with everything that the seat knows (a determinization).

        In games without secrets, this is a copy of the state. Otherwise, the sampled state looks the same to the seat and has
        the same legal actions for it.
        """

    def words(self) -> str:
        """Return the table as lines of text.

        By default, these are the fields of `to_json`, with the names of seats, the game's `labels`, and what `show` returns.
        """
        fields = {name: value for name, value in self.to_json().items() if name not in OMITTED_FIELDS}
        return "\n".join(_lines(self, fields, ""))

    def show(self, field: str, value: Any) -> str | None:
        """Return a field of `to_json` as one line of text for `words`, or None for the default.

        A game can draw what lies on the table this way: dice as "⚁ ⚄ ⚄", 3 stones of 5 as "●●●○○". By default, numbers and
        words are unchanged, seats have their names, lists have commas, and a list of lists has a line for each.

        Args:
            field: the name of the field, wherever it is.
            value: its value: JSON data.
        """
        return None

    def facts(self) -> DataclassInstance:
        """Return the table and derived facts as plain data, for clients."""
        drawing = self.game.drawing()
        svg = None if drawing is None else drawing.svg
        return PlainFacts(
            **self.common_facts(),
            round=self.round,
            scores=dict(self.scores),
            words=self.words() if drawing is None or drawing.text is None else str(drawing.text(self, False)),
            picture=None if svg is None else svg(self, "light", False),
            picture_dark=None if svg is None else svg(self, "dark", False),
        )

    def common_facts(self) -> dict[str, Any]:
        """Return the fields of `CommonFacts`."""
        outcome = self.outcome
        return {
            "game": self.game.name,
            "seat": self.seat,
            "seats": self.seats,
            "phase": self.phase,
            "decision": self.decision,
            "to_move": self.to_move,
            "question": self.question,
            "asked": self.asked,
            "outcome": None if outcome is None else outcome.to_json(),
        }


Stand = tuple[float, float, int]
"""One side of a conflict: where it stands in the picture, and its strength."""


@dataclass(frozen=True)
class Drawing:
    """The functions that draw the tables of one game.

    Attributes:
        svg: takes a view, the theme ("light" or "dark"), and whether to label the pieces; returns an SVG document. None if the
            game has no picture.
        text: takes a view, and whether to use colours and symbols; returns the whole table as a plain string or a rich text.
            None if `View.words` is enough.
        clash: takes a view and the event that comes next; if the event ends a conflict, returns x and y in the picture and the
            strength, of the winner and of the loser, else None. None if films of the game need no scenes of conflicts.
    """

    svg: Callable[[Any, str, bool], str] | None
    text: Callable[[Any, bool], Text | str] | None = None
    clash: Callable[[Any, Event], tuple[Stand, Stand] | None] | None = None


OMITTED_FIELDS = ("game", "rulings", "seat", "outcome")
"""The top-level fields that `View.words` omits, because pages show them elsewhere."""


def _lines(view: View, fields: Mapping[str, Any], indent: str) -> list[str]:
    """Return fields of JSON data as lines, with what is in objects and tables indented."""
    lines = []
    for name, value in fields.items():
        game = view.game
        label = game.seat_name(name) if name in game.seats else game.labels.get(name, name.replace("_", " "))
        line = view.show(name, value)
        if line is not None:
            lines.append(f"{indent}{label}: {line}")
        elif isinstance(value, Mapping) and value and all(part == {} for part in value.values()):
            continue  # only names, such as the seats of a position that says nothing else about them
        elif isinstance(value, Mapping) and value:
            lines += [f"{indent}{label}:", *_lines(view, value, f"{indent}  ")]
        elif isinstance(value, list) and any(isinstance(element, list | Mapping) for element in value):
            lines += [f"{indent}{label}:", *(f"{indent}  {_row(view, element)}" for element in value)]
        elif value is not None:
            lines.append(f"{indent}{label}: {_value_text(view, value)}")
    return lines


def _row(view: View, value: Any) -> str:
    """Return an element of a list in one line; the cells of a row stand side by side."""
    if isinstance(value, Mapping):
        return "; ".join(part.strip() for part in _lines(view, value, "")) or text("table.none")
    return " ".join(_value_text(view, element) for element in value) if isinstance(value, list) else _value_text(view, value)


def _value_text(view: View, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_value_text(view, element) for element in value) or text("table.none")
    if isinstance(value, bool):
        return text("table.yes" if value else "table.no")
    if isinstance(value, str) and value in view.seats:
        return view.game.seat_name(value)
    return text("table.none") if value is None or value == {} else str(value)
