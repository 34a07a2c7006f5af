"""What a bot is, and how bots are made from their names."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from kingdoms.core.errors import KingdomsError
from kingdoms.core.game import Game
from kingdoms.core.view import View


class BotError(KingdomsError, ValueError):
    """A name that no bot has, or parameters that it does not take."""

    code, clause = "bot", "N.1"


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return one of the legal actions.

        Args:
            view: what the bot's seat knows; never the state itself.
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
class BotKind:
    """A kind of bot.

    Attributes:
        name: what it is asked for by.
        about: one sentence for people.
        make: takes a seed for its random numbers and its parameters, by name.
        parameters: what each parameter means, by name.
        games: the games that it plays; empty when it plays any.
    """

    name: str
    about: str
    make: Callable[..., Bot]
    parameters: Mapping[str, str]
    games: tuple[str, ...] = ()


class Bots:
    """A registry of kinds of bots; `kingdoms.bots.BOTS` is the one that everything uses."""

    def __init__(self) -> None:
        self.kinds: list[BotKind] = []

    def register(self, kind: BotKind) -> None:
        """Make a kind of bot known. Several kinds may share a name when they play different games."""
        self.kinds.append(kind)

    def names(self, game: str | None = None) -> list[str]:
        """Return the names of the bots that play a game, or any."""
        return sorted({kind.name for kind in self.kinds if game is None or not kind.games or game in kind.games})

    def usual(self, game: str) -> str:
        """Return the name of the bot of a game that plays soundly: an opponent, or somebody to ask for advice."""
        return "greedy" if "greedy" in self.names(game) else "random"

    def make(self, spec: str, game: Game, seed: int) -> Bot:
        """Make a bot.

        Args:
            spec: `name`, or `name:parameter=value`, several parameters parted by colons.
            game: what it shall play.
            seed: where its random numbers come from.

        Raises:
            BotError: there is no such bot for this game, or it does not take these parameters.

        Example:
            >>> import kingdoms
            >>> from kingdoms.bots import BOTS
            >>> game = kingdoms.load_game("middlesea")
            >>> state = game.new_initial_state()
            >>> state.apply_action("first S")
            >>> bot = BOTS.make("greedy:slips=0.1", game, seed=7)
            >>> bot.choose(state.view("S"), state.legal_actions()) in state.legal_actions()
            True
        """
        kind = self.find(spec, game.name)
        name, *parts = spec.split(":")
        parameters: dict[str, Any] = {}
        for part in parts:
            key, equals, value = part.partition("=")
            if not equals or key not in kind.parameters:
                takes = "; ".join(f"{k} ({v})" for k, v in kind.parameters.items()) or "none"
                raise BotError(f"bot {name}: {part!r} is no parameter=value that it takes; it takes {takes}")
            parameters[key] = value
        try:
            return kind.make(seed, **parameters)
        except ValueError as error:
            raise BotError(f"bot {spec}: {error}") from None

    def find(self, spec: str, game: str) -> BotKind:
        """Return the kind of bot that a spec names.

        Raises:
            BotError: there is none for this game.
        """
        name = spec.partition(":")[0]
        for kind in self.kinds:
            if kind.name == name and (not kind.games or game in kind.games):
                return kind
        known = self.names(game)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise BotError(f"there is no bot {name!r} for {game}{hint}; there are {', '.join(known)}")
