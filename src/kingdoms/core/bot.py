"""The interface of bots, and how a game describes its own bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from kingdoms.core.errors import KingdomsError
from kingdoms.core.event import Event
from kingdoms.core.view import View

if TYPE_CHECKING:
    from kingdoms.core.state import State


class BotError(KingdomsError, ValueError):
    """An unknown bot, or parameters that the bot does not accept."""

    code, topic, clause = "bot", "bot", "N.1"


class Bot(Protocol):
    """A program that plays for a seat."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return one of the legal actions.

        Args:
            view: the view of the bot's seat, never the state itself. `view.game` is the game being played.
            legal: the legal actions, ascending; at least one.
        """
        ...


class Reason(str):
    """A reason for an action: a sentence, with the data that a client needs to translate it.

    Attributes:
        code: identifies the sentence within its game; stable when the wording changes.
        details: the facts in the sentence, as JSON data; nothing that must stay secret from the seat that reads it.

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
            code: identifies the sentence.
            details: the facts in the sentence.
        """
        self = super().__new__(cls, text)
        self.code, self.details = code, dict(details)
        return self

    def __getnewargs__(self) -> tuple[str, str, dict[str, Any]]:  # type: ignore[override]
        """Return the arguments that recreate the reason, since reasons are pickled between processes."""
        return str(self), self.code, self.details


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can give reasons."""

    def reason(self, view: View, action: int) -> str:
        """Return why the bot would choose a legal action, as a sentence for people, preferably a `Reason`."""
        ...


@dataclass(frozen=True)
class Seen:
    """One action as a seat sees it.

    Attributes:
        by: the seat that acted, or "chance".
        action: the action's text; None if it is secret from this seat.
        events: what happened, as far as this seat may know.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]

    @classmethod
    def from_seat(cls, seat: str | None, before: State, action: str, after: State) -> Self:
        """Return an action as a seat sees it (None: an onlooker), given the states around it."""
        told, events = before.game.tell(before, action, after, seat)
        return cls(before.to_move or "chance", told, tuple(events))


@runtime_checkable
class Observer(Bot, Protocol):
    """A bot that uses the history its seat has seen, not only the current view."""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Process what the seat has seen since the bot's last decision, in order; called before each `choose`."""
        ...


@runtime_checkable
class Closable(Bot, Protocol):
    """A bot that holds a resource, such as a process, which the code that created the bot must release after the game."""

    def close(self) -> None:
        """Release the resource; `choose` is not called again. Closing twice does nothing."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bot.

    Attributes:
        name: the identifier, as written in bot specs.
        about: one sentence for people.
        make: creates a bot from a seed for its random numbers, and its parameters as keyword arguments.
        parameters: parameter name -> meaning.
        games: the games that the bot plays; empty if it plays any. A game's own bots can leave it empty.
        title: the display name; if empty, `name` capitalised.
        takes_game: whether `make` also takes the game, as the argument before the seed.
        patient: whether the bot may think for a long time; callers with many decisions should choose another bot.
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
        """The display name: the title, or else the capitalised name."""
        return self.title or self.name.capitalize()
