"""What a table needs of its home: a place to keep games, and time for long work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from kingdoms.table.game.entries import Header, StoredEntry, TableSeat

Step = TypeVar("Step")

PART: Final = 500
"""Number of entries that are written, deleted or read at once."""


class Slices(Protocol):
    """Runs long work so that everything else goes on meanwhile."""

    async def collect(self, steps: Iterable[Step]) -> list[Step]:
        """Return the values that the steps of some work yield, and raise their errors."""


class Store(Protocol):
    """Keeps games: each change is complete, or not made at all, and is kept when the method returns.

    What exists already, or has changed meanwhile, is an `EntryCollision`. `kingdoms.server.table.store.Store` says more.
    """

    async def create(
        self,
        header: Header,
        seats: Sequence[TableSeat],
        entries: Sequence[StoredEntry],
        to_move: str | None,
        rematch_of: str | None = None,
    ) -> None:
        """Insert a game; `rematch_of` is the game before it."""

    async def load_header(self, game_id: str) -> tuple[Header, dict[str, TableSeat]] | None:
        """Return the header and the seats of a game, or None if the game does not exist."""

    async def entries_after(self, game_id: str, number: int) -> list[StoredEntry]:
        """Return at least `PART` entries of a game that follow a number, or all."""

    async def append(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Append an entry, after which `to_move` is asked; None if the game is over."""

    async def append_with(
        self,
        game_id: str,
        entry: StoredEntry,
        expected: Mapping[str, Any],
        game: Mapping[str, Any],
        seat: Mapping[str, Any] | None,
    ) -> None:
        """Append an entry and update a game, if it has the expected values, and one of its seats."""

    async def change_game(self, game_id: str, expected: Mapping[str, Any], **values: Any) -> bool:
        """Update a game if it has the expected values; return whether it had."""

    async def change_seat(
        self, game_id: str, seat: str, *, expected: Mapping[str, Any], begun: Mapping[str, Any] | None = None, **values: Any
    ) -> bool:
        """Update a seat if it has the expected values, and the game if no seat is open now; return whether it had them."""

    async def delete(self, game_id: str, *conditions: Any) -> bool:
        """Delete a game if it meets the conditions of this store; return whether it did."""
