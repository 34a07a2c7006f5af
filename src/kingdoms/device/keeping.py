"""Games in a store of the device: IndexedDB in a page, memory in tests."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, Protocol

from kingdoms.table.base.errors import ApiError, EntryCollision
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")

PARTIAL: Final = "partial"
"""The status of a game whose entries are not all written yet; it is dropped at the next start."""

Head = tuple[Header, dict[str, TableSeat]]


class Taken(KeyError):
    """Another tab has written an entry with this number."""


class Store(Protocol):
    """Where a device keeps texts: each call is one transaction, and complete when it returns."""

    async def games(self) -> list[str]:
        """Return the heads of all games."""

    async def entries(self, game_id: str) -> list[str]:
        """Return the entries of a game, in order."""

    async def save(self, game_id: str, head: str, number: int, entry: str | None) -> None:
        """Write the head of a game and, if there is one, its entry with a number.

        Raises:
            Exception: another tab has written that number; "collision" is in its text.
        """

    async def delete(self, game_id: str) -> None:
        """Delete a game."""

    async def document(self, name: str) -> str | None:
        """Return a small document, None if there is none."""

    async def put(self, name: str, text: str) -> None:
        """Write a small document."""


class MemoryStore:
    """A store in memory, which is gone with the process."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}
        self.by_game: dict[str, dict[int, str]] = {}
        self.documents: dict[str, str] = {}

    async def games(self) -> list[str]:
        """Return the heads of all games."""
        return [*self.heads.values()]

    async def entries(self, game_id: str) -> list[str]:
        """Return the entries of a game, in order."""
        return [entry for _, entry in sorted(self.by_game.get(game_id, {}).items())]

    async def save(self, game_id: str, head: str, number: int, entry: str | None) -> None:
        """Write the head of a game, and an entry if there is one."""
        if entry is not None:
            if number in self.by_game.get(game_id, {}):
                raise Taken("collision")
            self.by_game.setdefault(game_id, {})[number] = entry
        self.heads[game_id] = head

    async def delete(self, game_id: str) -> None:
        """Delete a game."""
        self.heads.pop(game_id, None)
        self.by_game.pop(game_id, None)

    async def document(self, name: str) -> str | None:
        """Return a small document, None if there is none."""
        return self.documents.get(name)

    async def put(self, name: str, text: str) -> None:
        """Write a small document."""
        self.documents[name] = text


class KeptGames:
    """The games of a device, kept as `kingdoms.table.service.home.Store` says. Their heads are in memory, too."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.heads: dict[str, Head] = {}

    async def read(self) -> None:
        """Read the heads of all games, and drop games that were not written whole."""
        self.heads = {}
        for head in await self.store.games():
            values = json.loads(head)
            header = Header(**values["header"])
            if header.status == PARTIAL:
                await self.store.delete(header.id)
                continue
            seats = [TableSeat(**seat) for seat in values["seats"]]
            self.heads[header.id] = header, {seat.seat: seat for seat in seats}

    async def create(
        self,
        header: Header,
        seats: Sequence[TableSeat],
        entries: Sequence[StoredEntry],
        to_move: str | None,
        rematch_of: str | None = None,
    ) -> None:
        """Insert a game; `rematch_of` is the game before it.

        Raises:
            EntryCollision: the game before it has a rematch already.
        """
        head = header, {seat.seat: seat for seat in seats}
        for entry in entries:
            await self._write(header.id, (replace(header, status=PARTIAL), head[1]), entry)
        await self._write(header.id, head)
        if rematch_of is not None and not await self.change_game(rematch_of, {"rematch": None}, rematch=header.id):
            await self.delete(header.id)
            raise EntryCollision

    async def load_header(self, game_id: str) -> Head | None:
        """Return the header and the seats of a game. People are always there: they hold the device in their hands."""
        if game_id not in self.heads:
            return None
        header, seats = self.heads[game_id]
        seen = {seat.seat: math.inf if seat.kind == "person" else seat.seen for seat in seats.values()}
        return replace(header), {name: replace(seat, seen=seen[name]) for name, seat in seats.items()}

    async def entries_after(self, game_id: str, number: int) -> list[StoredEntry]:
        """Return the entries of a game that follow a number."""
        return [StoredEntry(**json.loads(entry)) for entry in (await self.store.entries(game_id))[number:]]

    async def append(self, game_id: str, entry: StoredEntry, to_move: str | None) -> None:
        """Append an entry, after which `to_move` is asked; None if the game is over."""
        values = ({} if entry.clocks is None else {"clocks": entry.clocks}) | ({} if to_move else {"status": "over"})
        await self._write(game_id, self._changed(game_id, values), entry)

    async def append_with(
        self,
        game_id: str,
        entry: StoredEntry,
        expected: Mapping[str, Any],
        game: Mapping[str, Any],
        seat: Mapping[str, Any] | None,
    ) -> None:
        """Append an entry, and update the header and a seat.

        Raises:
            EntryCollision: another tab was faster.
        """
        header, seats = self._changed(game_id, game)
        if not _matches(self.heads[game_id][0], expected):
            raise EntryCollision
        if seat is not None:
            name = seat["seat"]
            seats = seats | {name: replace(seats[name], **seat)}
        await self._write(game_id, (header, seats), entry)

    async def change_game(self, game_id: str, expected: Mapping[str, Any], **values: Any) -> bool:
        """Update the header of a game if it has the expected values; return whether it had."""
        if game_id not in self.heads or not _matches(self.heads[game_id][0], expected):
            return False
        await self._write(game_id, self._changed(game_id, values))
        return True

    async def change_seat(
        self, game_id: str, seat: str, *, expected: Mapping[str, Any], begun: Mapping[str, Any] | None = None, **values: Any
    ) -> bool:
        """Update a seat if it has the expected values; return whether it had."""
        header, seats = self.heads[game_id]
        status = expected.get("status", header.status)
        if status != header.status or not _matches(seats[seat], {k: v for k, v in expected.items() if k != "status"}):
            return False
        seats = seats | {seat: replace(seats[seat], **values)}
        is_full = begun is not None and all(holder.kind != "open" for holder in seats.values())
        await self._write(game_id, (self._changed(game_id, begun or {})[0] if is_full else header, seats))
        return True

    async def delete(self, game_id: str, *conditions: Any) -> bool:
        """Delete a game."""
        await self.store.delete(game_id)
        return self.heads.pop(game_id, None) is not None

    def _changed(self, game_id: str, values: Mapping[str, Any]) -> Head:
        """Return the head of a game with new values; `moved`, `wakes` and `to_move` are for other homes."""
        header, seats = self.heads[game_id]
        return replace(header, **{name: value for name, value in values.items() if hasattr(header, name)}), seats

    async def _write(self, game_id: str, head: Head, entry: StoredEntry | None = None) -> None:
        """Write a head, and an entry if there is one.

        Raises:
            EntryCollision: another tab was faster. What it has written is read.
            ApiError: 507, the store has no room, or fails.
        """
        header, seats = head
        written = json.dumps({"header": asdict(header), "seats": [asdict(replace(seat, seen=None)) for seat in seats.values()]})
        number = 0 if entry is None else entry.number
        try:
            await self.store.save(game_id, written, number, None if entry is None else json.dumps(asdict(entry)))
        except Exception as error:  # of JavaScript, in a page
            if "collision" not in str(error):
                log.warning("a game could not be kept: %s", error)
                raise ApiError(507, "not_kept", text("error.not_kept")) from None
            await self.read()
            raise EntryCollision from None
        if header.status != PARTIAL:
            self.heads[game_id] = head


def _matches(row: Any, expected: Mapping[str, Any]) -> bool:
    return all(getattr(row, name) == value for name, value in expected.items())
