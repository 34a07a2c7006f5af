"""The values with which games and states answer: outcomes, refusals, explanations and alerts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kingdoms.core.message import Said, message_json, message_text


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game.

    Attributes:
        reason: why the game ended, a word defined by the game, such as "capital" or "rounds".
        winners: the seats that share the victory, in seat order; at least one.
        loser: the seat whose defeat ended the game, or None.
        scores: seat -> final score, in a format defined by the game.
    """

    reason: str
    winners: tuple[str, ...]
    loser: str | None
    scores: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON data."""
        return {"reason": self.reason, "winners": list(self.winners), "loser": self.loser, "scores": dict(self.scores)}


@dataclass(frozen=True)
class Refusal:
    """The reason why an action is not legal now.

    Attributes:
        code: a stable word for programs, one per rule.
        clause: the clause of the rules that forbids the action, such as "FT-4".
        said: a sentence for people, addressed to the seat that asked: a message of the game's catalogue, or a text.
        params: the facts in the sentence, for programs.
    """

    code: str
    clause: str
    said: Said
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The sentence in English, with the notation of places."""
        return message_text(self.said, notation=True)

    def to_json(self) -> dict[str, Any]:
        """Return `code`, `clause`, `message` as JSON data."""
        return {"code": self.code, "clause": self.clause, "message": self.message}


class Explanation(NamedTuple):
    """The current question, and the clauses that govern it.

    Attributes:
        question: the question, and the seat that has to answer it, in one sentence: a message of the game's catalogue, or a
            text. A text is the same for every reader, that seat included.
        clauses: the clauses that govern the decision: id -> text.

    Examples:
        >>> print(Explanation("Anna: roll or stop?", {"R-1": "Who rolls a 1 loses the turn."}))
        Anna: roll or stop?
        R-1: Who rolls a 1 loses the turn.
    """

    question: Said
    clauses: Mapping[str, str]

    def lines(self) -> list[str]:
        """Return the clauses with their ids, one per line."""
        return [f"{clause}: {text}" for clause, text in self.clauses.items()]

    def __str__(self) -> str:
        return "\n".join([str(self.question), *self.lines()])


@dataclass(frozen=True)
class Alert:
    """A plain warning of how the game may soon end.

    Attributes:
        kind: the reason for the end that it warns of, as outcomes name it, such as "trade".
        seat: who may win or lose by it; None for what concerns all.
        wins: whether that seat would win; False where it would lose, or where the score decides.
        near: whether it can happen before the round or turn is over, rather than one step later.
        said: a sentence for people: a message of the game's catalogue, or a text.
        details: the subjects of the sentence, for programs.

    Examples:
        >>> Alert("unrest", "S", False, True, "South's unrest is 4: at 5 there is civil war.", {"unrest": 4}).kind
        'unrest'
    """

    kind: str
    seat: str | None
    wins: bool
    near: bool
    said: Said
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.said)


@dataclass(frozen=True)
class PlainAlert:
    """An alert as plain data, for clients.

    Attributes:
        kind: as in `Alert`.
        seat: as in `Alert`.
        wins: as in `Alert`.
        near: as in `Alert`.
        text: the sentence in English.
        said: the same as a message, or None.
        details: as in `Alert`.
    """

    kind: str
    seat: str | None
    wins: bool
    near: bool
    text: str
    said: dict[str, Any] | None
    details: Mapping[str, Any]

    @classmethod
    def from_alert(cls, alert: Alert) -> PlainAlert:
        """Return an alert as plain data."""
        return cls(alert.kind, alert.seat, alert.wins, alert.near, alert.text, message_json(alert.said), alert.details)
