"""What a bot is, and what a game says of its own bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from kingdoms.core.errors import KingdomsError
from kingdoms.core.event import Event
from kingdoms.core.view import View


class BotError(KingdomsError, ValueError):
    """A name that no bot has, or parameters that it does not take."""

    code, topic, clause = "bot", "bot", "N.1"


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return one of the legal actions.

        Args:
            view: what the bot's seat knows; never the state itself. `view.game` is the game that is played.
            legal: the legal actions, ascending; at least one.
        """
        ...


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can say why."""

    def reason(self, view: View, action: int) -> str:
        """Return why the bot would take a legal action, in a sentence for people."""
        ...


@dataclass(frozen=True)
class Seen:
    """One action as a seat is told of it.

    Attributes:
        by: the seat that acted, or "chance".
        action: its text; None where that is a secret of others.
        events: what happened, as far as this seat may know.
    """

    by: str
    action: str | None
    events: tuple[Event, ...]


@runtime_checkable
class Observer(Bot, Protocol):
    """A bot that wants to know what its seat has seen, not only what lies on the table now."""

    def observe(self, seen: Sequence[Seen]) -> None:
        """Take in what the seat was told since the bot's last decision, in order; called before each `choose`."""
        ...


@runtime_checkable
class Closable(Bot, Protocol):
    """A bot that holds something, such as a process, which whoever has made the bot lets go after the game."""

    def close(self) -> None:
        """Let it go; the bot is not asked again. Called again, it does nothing."""
        ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bot.

    Attributes:
        name: what it is asked for by.
        about: one sentence for people.
        make: takes a seed for its random numbers and its parameters, by name.
        parameters: what each parameter means, by name.
        games: the games that it plays; empty when it plays any. A game's own bots need not say it.
        title: its name for people; empty where that is `name`.
        takes_game: whether `make` takes the game as well, before the seed.
        patient: whether it may think for long over a decision, so that who asks for many had better take another.
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
        """What people are told that it is called: its title, else its name with a capital letter."""
        return self.title or self.name.capitalize()
