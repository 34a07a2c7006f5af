"""What one seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

    from kingdoms.core.rng import Random
    from kingdoms.core.state import State


@runtime_checkable
class View(Protocol):
    """What the holder of one seat may know of a state: what bots, boards and clients are given.

    Attributes:
        seat: whose eyes these are; None for an onlooker.
        decision: the kind of decision that is asked now, None when the game is over.
        to_move: the seat that decides, "chance", or None when the game is over.
        round, phase: where the game stands, for headings; the round is None in a game that has none.
        scores: what each seat's score is by now, as far as this seat may know: others may be missing.
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

    @property
    def round(self) -> int | None:
        """The round, from 1; None where there are no rounds."""
        ...

    @property
    def phase(self) -> str:
        """The part of the round or turn."""
        ...

    @property
    def scores(self) -> Mapping[str, int]:
        """The scores that are known, by seat."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data."""
        ...

    def facts(self) -> DataclassInstance:
        """Return what lies on the table and what follows from it as plain data, for clients."""
        ...

    def sample(self, rng: Random) -> State:
        """Return a state that agrees with all that the seat knows, drawn as its knowledge says.

        In a game without secrets that is simply a copy of the state. Else it is one that looks the same to the seat, and in
        which the seat may do the same.
        """
        ...
