"""The games there are, by name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from kingdoms.core.errors import UnknownGame, suggest
from kingdoms.core.game import Game

_WHERE: dict[str, str] = {}


def register_game(name: str, where: str) -> None:
    """Make a game known.

    Args:
        name: what `load_game` calls it.
        where: "module:class"; imported when it is first asked for.
    """
    _WHERE[name] = where


def game_names() -> list[str]:
    """Return the names of all games."""
    return list(_WHERE)


def game_class(name: object) -> type[Game]:
    """Return the class of a game.

    Raises:
        UnknownGame: there is none of this name.
    """
    if not isinstance(name, str) or name not in _WHERE:
        raise UnknownGame(f"there is no game {name!r}{suggest(name, _WHERE)}; there are {', '.join(_WHERE)}")
    module, _, attribute = _WHERE[name].partition(":")
    found: object = getattr(importlib.import_module(module), attribute)
    assert isinstance(found, type)
    assert issubclass(found, Game)
    return found


def load_game(name: str, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> Game:
    """Return a game by name.

    Args:
        name: such as "middlesea".
        seats: which, or how many; None for as many as can play.
        rulings: those that differ from the defaults.

    Raises:
        UnknownGame, SeatsError, RulingsError: what is asked for does not exist.

    Example:
        >>> import kingdoms
        >>> game = kingdoms.load_game("middlesea", seats=2, rulings={"round_limit": 20})
        >>> game.seats
        ('N', 'S')
    """
    return game_class(name)(seats, rulings)


def read_position(position: object) -> Any:
    """Return the state of a position of any game, going by its field `game`.

    Raises:
        UnknownGame: that field is missing or names no game; else as `Game.read_position`.
    """
    name = position.get("game") if isinstance(position, Mapping) else None
    return game_class(name).read_position(position)
