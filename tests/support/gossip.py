"""A naive model of the remarks in a `watched.World` and of their readers; see also `allowed`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from allowed import No, Table

NO_REMARK, OWN, OFF = No(404, "no_remark"), No(409, "own"), No(409, "talk_off")
TOKEN = re.compile(rb"Said\d{5}")


@dataclass
class Said:
    """A remark: `room` is its audience, `readers` are the ids of all visitors who have been allowed to read it at any time."""

    table: Table
    number: int
    room: str
    author: str
    text: str
    readers: set[str] = field(default_factory=set)
    reported: bool = False


class Gossip:
    """All remarks, in order."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.off: set[str] = set()
        self.mutes: set[tuple[str, str]] = set()
        self.next = 0

    def word(self) -> str:
        """Return a new text."""
        self.next += 1
        return f"Said{self.next:05}"

    @staticmethod
    def room(table: Table, who: str) -> str:
        """Return the audience of a visitor's next remark."""
        if table.status != "playing":
            return "all"
        return "players" if table.seats_of(who) else "onlookers"

    @staticmethod
    def may_read(said: Said, who: str) -> bool:
        """Return whether a visitor may read a remark now."""
        if said.room == "all":
            return True
        plays = bool(said.table.seats_of(who))
        if said.room == "players":
            return plays
        return not plays or said.table.status == "over"

    def at(self, table: Table) -> list[Said]:
        """Return the remarks at a table."""
        return [each for each in self.said if each.table is table]

    def shown(self, table: Table, who: str) -> list[str | None]:
        """Return the remarks that a visitor sees at a table, with None in place of those of muted authors."""
        mine = [each for each in self.at(table) if self.may_read(each, who)]
        return [None if (who, each.author) in self.mutes else each.text for each in mine]

    def refused(self, said: Said, who: str) -> No | None:
        """Return the refusal of muting the author of a remark, or of reporting the remark; None if it is allowed."""
        if not self.may_read(said, who):
            return NO_REMARK
        return OWN if said.author == who else None

    def forget(self, table: Table) -> None:
        """Note that a game is deleted; past readers remain."""
        self.off.discard(table.id)

    def note_who_may_read(self, everybody: Sequence[str]) -> None:
        """Add the current readers of each remark, including the host if it was reported."""
        for each in self.said:
            each.readers |= {who for who in everybody if self.may_read(each, who)}
            if each.reported:
                each.readers.add(each.table.host)

    def check(self, who: str, told: bytes | bytearray) -> None:
        """Check that a visitor has received only remarks that they were allowed to read."""
        readers = {each.text.encode(): each.readers for each in self.said}
        for found in set(TOKEN.findall(bytes(told))):
            assert who in readers.get(found, ()), f"{who} is told {found!r}"
