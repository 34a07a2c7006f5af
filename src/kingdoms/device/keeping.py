"""Games in a store of the device: IndexedDB in a page, memory in tests."""

from __future__ import annotations

import contextlib
import json
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Protocol, cast

from kingdoms.table.base.errors import ApiError, EntryCollision
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat
from kingdoms.texts import text

log = logging.getLogger("kingdoms.games")

Head = tuple[Header, dict[str, TableSeat]]


class Taken(KeyError):
    """Another tab has written this entry, or changed the game."""


class Store(Protocol):
    """Where a device keeps texts: each call is one transaction, and complete when it returns.

    A call that fails has changed nothing. "collision" is in the text of the error if another tab was faster, "full" if there is
    no room, "closed" if the browser has closed the store.
    """

    async def games(self) -> list[str]:
        """Return the heads of all games."""

    async def entries(self, game_id: str) -> list[str]:
        """Return the entries of a game, in order."""

    async def save(self, game_id: str, before: str | None, head: str, number: int, entries: str) -> None:
        """Write the head of a game, and entries from a number on.

        Args:
            before: the head as it is known; None for a new game.
            entries: one a line.
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

    async def save(self, game_id: str, before: str | None, head: str, number: int, entries: str) -> None:
        """Write the head of a game, and entries from a number on."""
        texts = dict(enumerate(entries.splitlines(), number))
        entries_by_number = self.by_game.setdefault(game_id, {})
        if self.heads.get(game_id) != before or texts.keys() & entries_by_number.keys():
            raise Taken("collision")
        entries_by_number.update(texts)
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


class StoreGuard:
    """A store whose failures are errors with a sentence for the person."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        """Return a method of the store, as a method that raises an `EntryCollision`, or an `ApiError` with the status 507."""
        method = getattr(self.store, name)

        async def call(*values: Any) -> Any:
            try:
                return await method(*values)
            except Exception as error:  # of JavaScript, in a page
                if "collision" in str(error):
                    raise EntryCollision from None
                log.warning("something could not be kept: %s", error)
                reason = next((reason for reason in ("full", "closed") if reason in str(error)), "failed")
                raise ApiError(507, f"device_{reason}", text(f"error.device_{reason}")) from None

        return call


def guard(store: Store) -> Store:
    """Return a store whose failures are errors with a sentence."""
    return cast(Store, StoreGuard(store))


class GameStore:
    """The games of a device, kept as `kingdoms.table.service.home.Store` says. Their heads are in memory, too."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.heads: dict[str, Head] = {}
        self.texts: dict[str, str] = {}

    async def read(self) -> None:
        """Read the heads of all games."""
        heads, texts = {}, {}
        for head in await self.store.games():
            values = json.loads(head)
            header, seats = Header(**values["header"]), [TableSeat(**seat) for seat in values["seats"]]
            heads[header.id] = header, {seat.seat: seat for seat in seats}
            texts[header.id] = head
        self.heads, self.texts = heads, texts

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
        await self._write(header.id, (header, {seat.seat: seat for seat in seats}), *entries)
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
        while game_id in self.heads and _matches(self.heads[game_id][0], expected):
            with contextlib.suppress(EntryCollision):
                await self._write(game_id, self._changed(game_id, values))
                return True
        return False

    async def change_seat(
        self, game_id: str, seat: str, *, expected: Mapping[str, Any], begun: Mapping[str, Any] | None = None, **values: Any
    ) -> bool:
        """Update a seat if it has the expected values; return whether it had."""
        while game_id in self.heads:
            header, seats = self.heads[game_id]
            status = expected.get("status", header.status)
            if status != header.status or not _matches(seats[seat], {k: v for k, v in expected.items() if k != "status"}):
                break
            seats = seats | {seat: replace(seats[seat], **values)}
            is_full = begun is not None and all(holder.kind != "open" for holder in seats.values())
            with contextlib.suppress(EntryCollision):
                await self._write(game_id, (self._changed(game_id, begun or {})[0] if is_full else header, seats))
                return True
        return False

    async def delete(self, game_id: str, *conditions: Any) -> bool:
        """Delete a game."""
        await self.store.delete(game_id)
        self.texts.pop(game_id, None)
        return self.heads.pop(game_id, None) is not None

    def _changed(self, game_id: str, values: Mapping[str, Any]) -> Head:
        """Return the head of a game with new values; `moved`, `wakes` and `to_move` are for other homes.

        Raises:
            EntryCollision: another tab has deleted the game.
        """
        if game_id not in self.heads:
            raise EntryCollision
        header, seats = self.heads[game_id]
        return replace(header, **{name: value for name, value in values.items() if hasattr(header, name)}), seats

    async def _write(self, game_id: str, head: Head, *entries: StoredEntry) -> None:
        """Write a head and entries that follow each other, all or nothing.

        Raises:
            EntryCollision: another tab was faster. What it has written is read.
            ApiError: 507, the store has no room, or fails.
        """
        header, seats = head
        written = json.dumps({"header": asdict(header), "seats": [asdict(replace(seat, seen=None)) for seat in seats.values()]})
        lines = "\n".join(json.dumps(asdict(entry)) for entry in entries)
        try:
            await self.store.save(game_id, self.texts.get(game_id), written, entries[0].number if entries else 0, lines)
        except EntryCollision:
            await self.read()
            raise
        self.heads[game_id], self.texts[game_id] = head, written


def _matches(row: Any, expected: Mapping[str, Any]) -> bool:
    return all(getattr(row, name) == value for name, value in expected.items())
