"""What the server answers, as frozen data classes.

Each class has the name of a schema in the server's OpenAPI document without its ending "Answer", and some of its fields; a test
compares them. Fields that a class doesn't have are ignored, since later servers may add some.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from kingdoms.client.errors import UnexpectedAnswer

T = TypeVar("T")

_READERS: dict[Any, TypeAdapter[Any]] = {}
"""Readers of answers by type."""


@dataclass(frozen=True)
class Me:
    """The visitor: the name, None if none is chosen."""

    name: str | None


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the reason, the winners, the loser if one seat's defeat ended it, and the scores by seat."""

    reason: str
    winners: tuple[str, ...]
    loser: str | None
    scores: Mapping[str, Any]


@dataclass(frozen=True)
class Seat:
    """A seat and its holder.

    Attributes:
        seat: the seat.
        name: the holder's name.
        kind: who plays there.
        bot: the bot that plays there, or None.
        you: whether this client holds it.
        present: whether the holder is connected.
        stand_in: the bot that plays for an absent holder, or None.
        gone: how the holder left for good, "resigned" or "clock", or None.
    """

    seat: str
    name: str
    kind: Literal["person", "open", "bot", "program"]
    bot: str | None
    you: bool
    present: bool
    stand_in: str | None
    gone: Literal["resigned", "clock"] | None


@dataclass(frozen=True)
class Clocks:
    """The seconds left for the seats of people and programs, and the seat whose time runs."""

    left: Mapping[str, float]
    running: str | None


@dataclass(frozen=True)
class Info:
    """What everybody may know about a game.

    Attributes:
        id: the identifier, a part of the address of its page.
        game: the name of the game, as for `kingdoms.load_game`.
        status: "lobby" until all seats are taken, then "playing", and "over" at the end.
        rulings: the rulings that differ from the defaults.
        number: the number of the newest entry.
        to_move: the seat to move, "chance", or None.
        round: the round, from 1; None in games without rounds.
        outcome: how the game ended, or None.
        host: whether this client made the table.
        you: the seats of this client.
        company: whether people play each other here.
        advice: whether the host allows advice all the same.
        seats: the seats.
        clocks: the clocks, or None.
    """

    id: str
    game: str
    status: Literal["lobby", "playing", "over"]
    rulings: Mapping[str, Any]
    number: int
    to_move: str | None
    round: int | None
    outcome: Outcome | None
    host: bool
    you: tuple[str, ...]
    company: bool
    advice: bool
    seats: tuple[Seat, ...]
    clocks: Clocks | None


@dataclass(frozen=True)
class Games:
    """A list of games."""

    games: tuple[Info, ...]


@dataclass(frozen=True)
class Choice:
    """A legal action: its text, its kind, its words for people, and what it costs and can lead to."""

    action: str
    kind: str
    words: str
    forecast: Mapping[str, Any]


@dataclass(frozen=True)
class Ask:
    """The question to a seat.

    Attributes:
        seat: the seat.
        decision: the kind of decision, as a word.
        question: the question, in a sentence.
        undo: whether the last action can be taken back.
        usual: the action to suggest first if the question asks for a number, or None.
        choices: the legal actions.
    """

    seat: str
    decision: str
    question: str
    undo: bool
    usual: str | None
    choices: tuple[Choice, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the legal actions."""
        return tuple(choice.action for choice in self.choices)


@dataclass(frozen=True)
class Change:
    """A changed fact of the position: its path, and its value before and after."""

    path: tuple[str, ...]
    before: Any
    after: Any


@dataclass(frozen=True)
class Event:
    """Something that happened: a word for its kind, the seat, a sentence, the facts in it, and what changed."""

    kind: str
    seat: str | None
    text: str
    details: Mapping[str, Any]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Entry:
    """An entry of a game.

    Attributes:
        number: its number, from 1.
        by: the seat that acted, "chance", or None.
        action: the text of the action; None if it is secret, or if the entry is none.
        call: what the entry is if it is beside the rules, such as "resigned", or None.
        undo: the number that the game has gone back to, or None.
        events: what happened, as far as this client may know.
    """

    number: int
    by: str | None
    action: str | None
    call: str | None
    undo: int | None
    events: tuple[Event, ...]


@dataclass(frozen=True)
class View:
    """A seat's view: the number, the table as the page gets it, the question, and the view in the format of positions."""

    number: int
    view: Mapping[str, Any]
    ask: Ask | None
    position: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Legal:
    """The question to a seat, None if it is not asked."""

    number: int
    ask: Ask | None


@dataclass(frozen=True)
class History:
    """A page of entries, and whether there are more after it."""

    entries: tuple[Entry, ...]
    more: bool


@dataclass(frozen=True)
class Preview:
    """What actions would do: the table after them, the events, and the next question.

    `known` is False if the last action would reveal a secret; then the table is the one before it.
    """

    view: Mapping[str, Any]
    events: tuple[Event, ...]
    known: bool
    ask: Ask | None


@dataclass(frozen=True)
class Explain:
    """Whether an action is legal, and if not, why; or the current question, and the clauses that it follows from."""

    legal: bool | None = None
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    question: str | None = None
    clauses: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Number:
    """The number of a new entry."""

    number: int


@dataclass(frozen=True)
class Token:
    """A token of a seat."""

    token: str


@dataclass(frozen=True)
class Claim:
    """A seat that was taken over."""

    id: str
    seat: str


@dataclass(frozen=True)
class Remark:
    """A message at a table: its number, the writer's seat and name, and its text or the name of its phrase."""

    number: int
    seat: str | None
    name: str | None
    you: bool
    phrase: str | None
    text: str | None


@dataclass(frozen=True)
class Notice:
    """The operator's notice to all: its text, and when it ends, as ISO 8601, or None."""

    text: str
    until: str | None


def read(kind: type[T], data: Any, name: str = "the answer") -> T:
    """Return JSON data as an object of a type.

    Args:
        kind: a data class of this module, or a type that its fields have.
        data: the JSON data.
        name: what the data is, for the error.

    Raises:
        UnexpectedAnswer: the data has another form.

    Examples:
        >>> read(Claim, {"id": "a1", "seat": "N", "later": True})
        Claim(id='a1', seat='N')
        >>> read(Claim, {"id": 7, "seat": "N"})
        Traceback (most recent call last):
        ...
        kingdoms.client.errors.UnexpectedAnswer: the answer.id is not as the API promises: Input should be a valid string
    """
    reader = _READERS.get(kind) or _READERS.setdefault(kind, TypeAdapter(kind))
    try:
        answer: T = reader.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"])
        raise UnexpectedAnswer(f"{name}{place} is not as the API promises: {first['msg']}") from None
    return answer
