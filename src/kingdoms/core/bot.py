"""What a bot is, and how a game describes its own bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from kingdoms.core.errors import KingdomsError
from kingdoms.core.event import Event
from kingdoms.core.view import View


class BotError(KingdomsError, ValueError):
    """A name that no bot has, or parameters that the bot does not take."""

    code, topic, clause = "bot", "bot", "N.1"


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return one of the legal actions.

        Args:
            view: what the bot's seat knows; never the state itself. `view.game` is the game being played.
            legal: the legal actions, ascending; at least one.
        """
        ...


class Reason(str):
    """A reason for an action, with what its sentence consists of, so that a client can say it in another language.

    Attributes:
        code: which sentence it is, among those of its game; it stays the same when the words change.
        details: what the sentence speaks of, as JSON has it; nothing that the seat that is told it may not know.

    Examples:
        >>> reason = Reason("It raises your income by 2 a round.", "income", {"n": 2})
        >>> reason
        'It raises your income by 2 a round.'
        >>> reason.code, reason.details
        ('income', {'n': 2})
    """

    __slots__ = ("code", "details")

    code: str
    details: dict[str, Any]

    def __new__(cls, text: str, code: str, details: Mapping[str, Any]) -> Reason:
        """Make a reason.

        Args:
            text: the sentence.
            code: which it is.
            details: what it speaks of.
        """
        self = super().__new__(cls, text)
        self.code, self.details = code, dict(details)
        return self

    def __getnewargs__(self) -> tuple[str, str, dict[str, Any]]:  # type: ignore[override]
        """Return what makes an equal one: reasons go from process to process."""
        return str(self), self.code, self.details


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can give reasons."""

    def reason(self, view: View, action: int) -> str:
        """Return why the bot would take a legal action, in a sentence for people; best as a `Reason`."""
        ...


@dataclass(frozen=True)
class Seen:
    """One action as a seat is told it.

    Attributes:
        by: the seat that acted, or "chance".
        action: its text; None if that is secret from this seat.
        events: what happened, as far as this seat may know.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]


@runtime_checkable
class Observer(Bot, Protocol):
    """A bot that needs to know what its seat has seen, not only what is on the table now."""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Take in what the seat was told since the bot's last decision, in order; called before each `choose`."""
        ...


@runtime_checkable
class Closable(Bot, Protocol):
    """A bot that holds a resource, such as a process, which its maker releases after the game."""

    def close(self) -> None:
        """Release it; the bot is not asked again. Closing twice does nothing."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bot.

    Attributes:
        name: the name to ask for it by.
        about: one sentence for people.
        make: makes one, from a seed for its random numbers and its parameters, by name.
        parameters: what each parameter means, by name.
        games: the games that it plays; empty if it plays any. A game's own bots need not give it.
        title: its name for people; empty if that is `name`.
        takes_game: whether `make` takes the game as well, before the seed.
        patient: whether it may think for long about a decision, so that callers with many decisions should choose another.
    """

    name: str
    about: str
    make: Callable[..., Bot]
    parameters: Mapping[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    title: str = ""
    takes_game: bool = False
    patient: bool = False

    @property
    def called(self) -> str:
        """Its name for people: its title, or else its name with a capital letter."""
        return self.title or self.name.capitalize()
