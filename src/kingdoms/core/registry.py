"""The known games, by name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kingdoms.core.errors import UnknownGame, citing, quoted, suggest
from kingdoms.core.fields import an_object
from kingdoms.core.game import Game
from kingdoms.core.state import State

ENTRY_POINTS: Final = "kingdoms.games"
"""The group of entry points with which an installed package adds games: name = "module:class"."""

_registered: dict[str, str] = {}


def register_game(name: str, where: str) -> None:
    """Register a game in this program. To register it for all programs, an installed package uses an entry point.

    Args:
        name: its name for `load_game`.
        where: "module:class"; imported on first use.
    """
    _registered[name] = where


@lru_cache(maxsize=1)
def _own() -> dict[str, str]:
    """Return where the games of this package are: each folder of `kingdoms.games` holds one, whose `game.GAME` is its class."""
    folder = Path(__file__).parent.parent / "games"
    names = sorted(path.parent.name for path in folder.glob("*/game.py"))
    return {name: f"kingdoms.games.{name}.game:GAME" for name in names}


@lru_cache(maxsize=1)
def _installed() -> dict[str, str]:
    """Return where the games are that other installed packages bring."""
    from importlib.metadata import entry_points  # noqa: PLC0415  it takes a while, and a game of our own needs none

    return {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}


def _known() -> dict[str, str]:
    """Return where all games are; no package takes the place of a game of ours."""
    return {**_installed(), **_registered, **_own()}


def game_names() -> list[str]:
    """Return the names of all games, those of this package first."""
    return [*_own(), *(name for name in _known() if name not in _own())]


def game_class(name: object) -> type[Game[State]]:
    """Return the class of a game.

    Raises:
        UnknownGame: no game has this name.
    """
    where = _own().get(name) or _known().get(name) if isinstance(name, str) else None
    if where is None:
        names = game_names()
        raise UnknownGame(f"there is no game {quoted(name)}{suggest(name, names)}; the games are {', '.join(names)}")
    module, _, attribute = where.partition(":")
    found: object = getattr(importlib.import_module(module), attribute)
    assert isinstance(found, type)
    assert issubclass(found, Game)
    return found


def game_named_in(data: Mapping[str, object], of: str) -> type[Game[State]]:
    """Return the class of the game named in the field `game`.

    Args:
        data: a position, or the header of a record.
        of: what it is, for the error.

    Raises:
        UnknownGame: the field is missing, or names no game.
    """
    if "game" not in data:
        raise UnknownGame(f"the field game of the {of} is missing; the games are {', '.join(game_names())}")
    return game_class(data["game"])


def load_game(name: str, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> Game[State]:
    """Return a game by name.

    Args:
        name: such as "middlesea".
        seats: the seats, or how many; None for as many as can play.
        rulings: those that differ from the defaults.

    Raises:
        UnknownGame, SeatsError, RulingsError: there is no such game, seat or ruling.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea", seats=2, rulings={"round_limit": 20})
        >>> game.seats
        ('N', 'S')
    """
    return game_class(name)(seats, rulings)


def read_position(position: object) -> State:
    """Return the state of a position of any game, named in its field `game`.

    Raises:
        UnknownGame: that field is missing or names no game.
        PositionError: it is not an object; otherwise as `Game.read_position`.
    """
    rules = game_named_in(an_object(position, "position"), "position")
    with citing(rules):
        return rules.read_position(position)
