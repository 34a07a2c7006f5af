"""The games: one folder each. Only this module knows their names, and only for type checkers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from kingdoms.core import registry
from kingdoms.core.game import Game
from kingdoms.core.state import State

if TYPE_CHECKING:
    from kingdoms.games.middlesea.game import MiddleSea
    from kingdoms.games.rivers.game import Rivers

Seats = Sequence[str] | int | None
Rulings = Mapping[str, Any] | None


@overload
def load_game(name: Literal["middlesea"], seats: Seats = None, rulings: Rulings = None) -> MiddleSea: ...
@overload
def load_game(name: Literal["rivers"], seats: Seats = None, rulings: Rulings = None) -> Rivers: ...
@overload
def load_game(name: str, seats: Seats = None, rulings: Rulings = None) -> Game[State]: ...
def load_game(name: str, seats: Seats = None, rulings: Rulings = None) -> Game:
    """Return a game by name; if the name is a literal, a type checker knows which one.

    Args:
        name: such as "middlesea".
        seats: the seats, or how many; None for as many as can play.
        rulings: those that differ from the defaults.

    Raises:
        UnknownGame, SeatsError, RulingsError: there is no such game, seat or ruling.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("rivers", seats=2, rulings={"wonder": True})
        >>> game.seats
        ('A', 'B')
    """
    return registry.load_game(name, seats, rulings)
