"""A game as the database stores it: its header, its seats and its entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kingdoms.core.event import Event
from kingdoms.core.record import Entry

LEFT, LATE = "left", "late"
"""Entries by which a bot takes over a seat: its holder has resigned, or has run out of time."""
LEAVING: Final = (LEFT, LATE)


@dataclass(slots=True)
class Header:
    """What does not change about a game, and the few things around it that do; times are seconds since 1970."""

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


@dataclass(slots=True)
class Seat:
    """Who sits at a seat, at a rated table with their rating.

    `seen` is when its holder was last known to be there, `gone` how they have left it for good.
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

    @property
    def thinker(self) -> str | None:
        """The bot that decides for this seat now, None when somebody else does. A bot that fails has another one stand in."""
        return self.stand_in or (self.bot if self.kind == "bot" else None)


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One thing that happened, by its number; see `EntryRow`."""

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
        """Whether it is a draw of the only thing that could come: an entry as of chance, of which the record knows nothing."""
        return self.action is not None and self.by is None

    @property
    def recorded(self) -> Entry:
        """It as a record has it."""
        return Entry(self.by, self.action, self.call)

    @property
    def shown_author(self) -> str | None:
        """Who has decided it, as people are told."""
        return "chance" if self.is_forced else self.by

    @property
    def is_beside(self) -> bool:
        """Whether it is about the table, and changes nothing in the game (see `endings`): it goes back to where that stands."""
        return self.undo == self.number - 1

    @property
    def is_end(self) -> bool:
        """Whether it has ended the game where that stands: nobody is asked any more."""
        return self.is_beside and self.call not in LEAVING


@dataclass(slots=True)
class KnownEntry:
    """An entry as somebody may know it: its action, None when that is a secret, and what it brought."""

    entry: StoredEntry
    action: str | None
    events: list[Event]
    round: int | None
    phase: str
    scores: dict[str, int]
