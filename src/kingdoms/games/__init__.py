"""The games: one folder each. Nothing else knows their names but this page, and that only for type checkers."""

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
    """Return a game by name; a type checker knows which one where the name is written out.

    Args:
        name: such as "middlesea".
        seats: which, or how many; None for as many as can play.
        rulings: those that differ from the defaults.

    Raises:
        UnknownGame, SeatsError, RulingsError: what is asked for does not exist.

    Examples:
        >>> import kingdoms
        >>> game = kingdoms.load_game("rivers", seats=2, rulings={"wonder": True})
        >>> game.seats
        ('A', 'B')
    """
    return registry.load_game(name, seats, rulings)
