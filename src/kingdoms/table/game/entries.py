"""A game as the database stores it: its header, its seats and its entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kingdoms.core.entry import RecordEntry
from kingdoms.core.event import Event
from kingdoms.texts import text

LEFT, LATE = "left", "late"
"""Calls of entries by which a bot takes over a seat: the holder has resigned, or run out of time."""
LEAVING: Final = (LEFT, LATE)
OUTAGE, STOPPED, STARTED, GIVEN = "outage", "stopped", "started", "given"
"""Calls of entries about clocks: they get time back after an outage; an operator has stopped or started them, or given time.

A number of seconds follows `OUTAGE` and `GIVEN`, after a space.
"""
ABOUT_CLOCKS: Final = (OUTAGE, STOPPED, STARTED, GIVEN)


@dataclass(frozen=True)
class Account:
    """A visitor and the network address they come from: what bots' thinking time and quotas are charged to.

    Attributes:
        client: the visitor, or the address of visitors without a cookie.
        place: the address; None if unknown.
        site: how the places of an IPv6 /48 network begin (see `Identity.place`); None for another address.
    """

    client: str
    place: str | None = None
    site: str | None = None


@dataclass(slots=True)
class Header:
    """The row of a game; times are in seconds since 1970. See `GameRow` for the fields."""

    id: str
    game: str
    rules_version: int
    seats: list[str]
    rulings: dict[str, Any]
    position: dict[str, Any] | None
    seed: int
    host: str
    public: bool
    minutes: float | None
    status: str
    created: float
    started: float | None = None
    deadline: float | None = None
    rematch: str | None = None
    from_id: str | None = None
    from_number: int | None = None
    advice: bool = False
    stand_in: str | None = None
    place: str | None = None
    held_from: int | None = None
    clock: dict[str, Any] | None = None
    clocks: str | None = None
    proposal: str | None = None
    talk: bool = True
    rated: bool = False
    near: int | None = None
    clock_stopped: bool = False

    @property
    def account(self) -> Account:
        """The account of the game's bots: its host's."""
        return Account(self.host, self.place)


@dataclass(slots=True)
class TableSeat:
    """A seat at a table, and its holder.

    `seen` is when the holder was last connected, `gone` how they have left permanently. At a rated table, `rating` and `spread`
    are the holder's rating when they took the seat, and `place` is a digest of the address they did so from.
    """

    seat: str
    kind: str
    name: str
    visitor_id: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    token_hash: str | None = None
    seen: float | None = None
    gone: str | None = None
    rating: float | None = None
    spread: float | None = None
    place: str | None = None

    @property
    def thinker(self) -> str | None:
        """The bot that decides for this seat now, or None. A bot that has failed has a stand-in too."""
        return self.stand_in or (self.bot if self.kind == "bot" else None)


def holder_name(seat: Any) -> str:
    """Return the name of the holder of a seat, a row of the database: no name is stored for a deleted person."""
    return text("table.deleted") if seat.kind == "person" and seat.visitor_id is None else str(seat.name)


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry of a game; see `EntryRow`."""

    number: int
    at: float
    by: str | None = None
    action: str | None = None
    call: str | None = None
    undo: int | None = None
    client_id: str | None = None
    clocks: str | None = None

    @property
    def is_forced(self) -> bool:
        """Whether the action was forced: the only possible outcome of chance. Records don't contain forced entries."""
        return self.action is not None and self.by is None

    @property
    def record_entry(self) -> RecordEntry:
        """The entry as records contain it."""
        return RecordEntry(self.by, self.action, self.call)

    @property
    def visible_author(self) -> str | None:
        """The author that players see: "chance" for a forced action."""
        return "chance" if self.is_forced else self.by

    @property
    def is_beside(self) -> bool:
        """Whether the entry is about the table rather than the board (see `endings`): an undo of nothing."""
        return self.undo == self.number - 1

    @property
    def is_end(self) -> bool:
        """Whether the entry has ended the game beside its rules."""
        return self.is_beside and self.call not in LEAVING and not self.is_about_clocks

    @property
    def call_name(self) -> str | None:
        """The call without its number of seconds."""
        return None if self.call is None else self.call.partition(" ")[0]

    @property
    def is_about_clocks(self) -> bool:
        """Whether the entry is about the clocks alone, and no player has caused it."""
        return self.call_name in ABOUT_CLOCKS


@dataclass(slots=True)
class KnownEntry:
    """An entry as a viewer may see it: its action (None if secret), its events, and the state of the game after it."""

    entry: StoredEntry
    action: str | None
    events: list[Event]
    round: int | None
    phase: str
    scores: dict[str, int]
