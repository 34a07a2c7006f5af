"""The registry of games by name."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kingdoms.core.errors import KingdomsError, UnknownGame, citing, quoted, suggest
from kingdoms.core.fields import an_object
from kingdoms.core.game import Game
from kingdoms.core.parts import load
from kingdoms.core.secrecy import check_openness
from kingdoms.core.state import State
from kingdoms.texts import text

ENTRY_POINTS: Final = "kingdoms.games"
"""The entry point group for games of other packages: name = "module:class"."""

_registered: dict[str, str] = {}


def register_game(name: str, where: str) -> None:
    """Register a game in this process. To make a game available to all programs, use an entry point instead.

    Args:
        name: the name for `load_game`.
        where: "module:class"; imported on first use.
    """
    _registered[name] = where


@lru_cache(maxsize=1)
def _own_games() -> dict[str, str]:
    """Return the games of this package: name -> "module:class". Each folder of `kingdoms.games` defines one, as `game.GAME`."""
    folder = Path(__file__).parent.parent / "games"
    names = sorted(path.parent.name for path in folder.glob("*/game.py*"))
    return {name: f"kingdoms.games.{name}.game:GAME" for name in names}


@lru_cache(maxsize=1)
def _installed_games() -> dict[str, str]:
    """Return the games of other installed packages: name -> "module:class"."""
    from importlib.metadata import entry_points  # noqa: PLC0415  a slow import that our own games don't need

    return {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}


def hint_at_game(word: str) -> str:
    """Return a hint for an error about a word where a game has to be given as an option; "" if no game has this name."""
    return text("data.is_a_game", game=word) if word in _all_games() else ""


def _all_games() -> dict[str, str]:
    """Return all games: name -> "module:class". Other packages can't replace the games of this one."""
    return {**_installed_games(), **_registered, **_own_games()}


def game_names() -> list[str]:
    """Return the names of all games, those of this package first."""
    return [*_own_games(), *(name for name in _all_games() if name not in _own_games())]


def game_class(name: object) -> type[Game[State]]:
    """Return the class of a game.

    Raises:
        UnknownGame: there is no game with this name.
        KingdomsError: the game of another package can't be loaded, has another name, or has secrets and does not say so.
    """
    reference = _own_games().get(name) or _all_games().get(name) if isinstance(name, str) else None
    if reference is None:
        names = game_names()
        raise UnknownGame(text("data.unknown_game", name=quoted(name), hint=suggest(name, names), names=", ".join(names)))
    if name in _own_games():
        rules: type[Game[State]] = load(reference)
        return rules
    return _load_class(str(name), reference)


def game_folder(rules: type[Game[Any]]) -> Path | None:
    """Return the folder of the module of a game, which may also have its puzzles and studies; None if it is not in a file."""
    module = sys.modules.get(rules.__module__)
    path = None if module is None else module.__file__
    return None if path is None else Path(path).parent


def _load_class(name: str, reference: str) -> type[Game[State]]:
    """Return the class of a game of another package, after checking that it is one."""
    try:
        rules: object = load(reference)
    except (ImportError, AttributeError, ValueError) as error:
        raise KingdomsError(text("data.not_loaded", game=name, where=reference, error=str(error)), code="game") from error
    if not isinstance(rules, type) or not issubclass(rules, Game):
        raise KingdomsError(text("data.not_a_game", game=name, where=reference), code="game")
    if getattr(rules, "name", None) != name:
        named = quoted(getattr(rules, "name", None))
        raise KingdomsError(text("data.another_name", game=name, where=reference, named=named), code="game")
    check_openness(rules)
    return rules


def game_named_in(data: Mapping[str, object], of: str) -> type[Game[State]]:
    """Return the class of the game named in the field `game`.

    Args:
        data: a position, or the header of a record.
        of: the kind of data, for the error message.

    Raises:
        UnknownGame: the field is missing, or there is no such game.
    """
    if "game" not in data:
        raise UnknownGame(text("data.no_game", of=of, games=", ".join(game_names())))
    return game_class(data["game"])


def load_game(name: str, seats: Sequence[str] | int | None = None, rulings: Mapping[str, Any] | None = None) -> Game[State]:
    """Return a game by name.

    Args:
        name: the name of the game, such as "middlesea".
        seats: the seats, or the number of players; None for the maximum.
        rulings: the rulings that differ from the defaults.

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
    """Return the state of a position of any game; the field `game` names the game.

    Raises:
        UnknownGame: the field `game` is missing, or there is no such game.
        PositionError: the position is not an object; otherwise as `Game.read_position`.
    """
    rules = game_named_in(an_object(position, "position"), "position")
    with citing(rules):
        return rules.read_position(position)
