"""The interface of bots, and how a game describes its own bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from kingdoms.core.errors import KingdomsError
from kingdoms.core.event import Event
from kingdoms.core.message import Said
from kingdoms.core.view import View
from kingdoms.texts import Spoken

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


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can give reasons."""

    def reason(self, view: View, action: int) -> Said:
        """Return why the bot would choose a legal action: a message of the game's catalogue, or a text."""
        ...


@dataclass(frozen=True)
class Seen:
    """One action as a seat sees it.

    Attributes:
        by: the seat that acted, or "chance".
        action: the action's text; None if it is secret from this seat.
        events: the events, as far as this seat may know.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]

    @classmethod
    def from_seat(cls, seat: str | None, before: State, action: str, after: State) -> Self:
        """Return an action as a seat sees it (None: an onlooker), given the states around it."""
        text, events = before.game.tell(before, action, after, seat)
        return cls(before.to_move or "chance", text, tuple(events))


@runtime_checkable
class Observer(Bot, Protocol):
    """A bot that uses the history its seat has seen, not only the current view."""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Process the seat's observations since the bot's last decision, in order; called before each `choose`."""
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
    about: Spoken = Spoken()
    make: Callable[..., Bot]  # type: ignore[misc]  # `about` has no default
    parameters: Mapping[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    title: Spoken = Spoken("")
    takes_game: bool = False
    patient: bool = False

    @property
    def called(self) -> str:
        """The display name: the title, or else the capitalised name."""
        return self.title or self.name.capitalize()
