"""A naive model of the remarks in a `world.World` and of their readers; see also `tables`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.model.tables import No, Table

NO_REMARK, OWN, OFF = No(404, "no_remark"), No(409, "own"), No(409, "talk_off")
TOKEN = re.compile(rb"Said\d{5}")


@dataclass
class Remark:
    """A remark: `room` is its audience, `readers` are the ids of all visitors who have been allowed to read it at any time."""

    table: Table
    number: int
    room: str
    author: str
    text: str
    readers: set[str] = field(default_factory=set)
    reported: bool = False


class Conversation:
    """All remarks, in order."""

    def __init__(self) -> None:
        self.remarks: list[Remark] = []
        self.off: set[str] = set()
        self.mutes: set[tuple[str, str]] = set()
        self.next = 0

    def new_text(self) -> str:
        """Return a new text."""
        self.next += 1
        return f"Said{self.next:05}"

    @staticmethod
    def room(table: Table, visitor_id: str) -> str:
        """Return the audience of a visitor's next remark."""
        if table.status != "playing":
            return "all"
        return "players" if table.seats_of(visitor_id) else "onlookers"

    @staticmethod
    def may_read(remark: Remark, visitor_id: str) -> bool:
        """Return whether a visitor may read a remark now."""
        if remark.room == "all":
            return True
        plays = bool(remark.table.seats_of(visitor_id))
        if remark.room == "players":
            return plays
        return not plays or remark.table.status == "over"

    def at(self, table: Table) -> list[Remark]:
        """Return the remarks at a table."""
        return [remark for remark in self.remarks if remark.table is table]

    def visible_texts(self, table: Table, visitor_id: str) -> list[str | None]:
        """Return the remarks that a visitor sees at a table, with None in place of those of muted authors."""
        remarks = [remark for remark in self.at(table) if self.may_read(remark, visitor_id)]
        return [None if (visitor_id, remark.author) in self.mutes else remark.text for remark in remarks]

    def refusal(self, remark: Remark, visitor_id: str) -> No | None:
        """Return the refusal of muting the author of a remark, or of reporting the remark; None if it is allowed."""
        if not self.may_read(remark, visitor_id):
            return NO_REMARK
        return OWN if remark.author == visitor_id else None

    def forget(self, table: Table) -> None:
        """Note that a game is deleted; past readers remain."""
        self.off.discard(table.id)

    def note_who_may_read(self, visitor_ids: Sequence[str]) -> None:
        """Add the current readers of each remark, including the host if it was reported."""
        for remark in self.remarks:
            remark.readers |= {visitor_id for visitor_id in visitor_ids if self.may_read(remark, visitor_id)}
            if remark.reported:
                remark.readers.add(remark.table.host)

    def check(self, visitor_id: str, received: bytes | bytearray) -> None:
        """Check that a visitor has received only remarks that they were allowed to read."""
        readers = {remark.text.encode(): remark.readers for remark in self.remarks}
        for text in set(TOKEN.findall(bytes(received))):
            assert visitor_id in readers.get(text, ()), f"{visitor_id} is told {text!r}"
