"""What one seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from kingdoms.core.rng import Random
    from kingdoms.core.state import State


@runtime_checkable
class View(Protocol):
    """What the holder of one seat may know of a state: what bots, boards and clients are given.

    Attributes:
        seat: whose eyes these are; None for an onlooker.
        decision: the kind of decision that is asked now, None when the game is over.
        to_move: the seat that decides, "chance", or None when the game is over.
    """

    @property
    def seat(self) -> str | None:
        """Whose eyes these are."""
        ...

    @property
    def decision(self) -> str | None:
        """What is asked now."""
        ...

    @property
    def to_move(self) -> str | None:
        """Who decides."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data."""
        ...

    def sample(self, rng: Random) -> State:
        """Return a state that agrees with all that the seat knows, drawn as its knowledge says.

        In a game without secrets that is simply a copy of the state.
        """
        ...
