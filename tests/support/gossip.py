"""What has been said at the tables of a `watched.World`, and who may read it: told once more and naively, as `allowed` does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from allowed import No, Table

NO_REMARK, OWN, OFF = No(404, "no_remark"), No(409, "own"), No(409, "talk_off")
TOKEN = re.compile(rb"Said\d{5}")


@dataclass
class Said:
    """Something that was said: `room` is who reads it, `readers` those who have been allowed to at any time, by their ids."""

    table: Table
    number: int
    room: str
    author: str
    text: str
    readers: set[str] = field(default_factory=set)
    reported: bool = False


class Gossip:
    """All that was said, in order."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.off: set[str] = set()
        self.mutes: set[tuple[str, str]] = set()
        self.next = 0

    def word(self) -> str:
        """Return a line that nobody has said yet."""
        self.next += 1
        return f"Said{self.next:05}"

    @staticmethod
    def room(table: Table, who: str) -> str:
        """Return who reads what somebody says now."""
        if table.status != "playing":
            return "all"
        return "players" if table.seats_of(who) else "onlookers"

    @staticmethod
    def may_read(said: Said, who: str) -> bool:
        """Say whether somebody may read a remark as things stand."""
        if said.room == "all":
            return True
        plays = bool(said.table.seats_of(who))
        if said.room == "players":
            return plays
        return not plays or said.table.status == "over"

    def at(self, table: Table) -> list[Said]:
        """Return what was said at a table."""
        return [each for each in self.said if each.table is table]

    def shown(self, table: Table, who: str) -> list[str | None]:
        """Return what somebody reads at a table: None in place of what somebody says whom they have muted."""
        mine = [each for each in self.at(table) if self.may_read(each, who)]
        return [None if (who, each.author) in self.mutes else each.text for each in mine]

    def refused(self, said: Said, who: str) -> No | None:
        """Say why somebody can neither mute whoever has said something, nor report it."""
        if not self.may_read(said, who):
            return NO_REMARK
        return OWN if said.author == who else None

    def forget(self, table: Table) -> None:
        """Note that a game is no more; what was read there was read."""
        self.off.discard(table.id)

    def note_who_may_read(self, everybody: Sequence[str]) -> None:
        """Note who may read what by now: the hosts what was reported to them, too."""
        for each in self.said:
            each.readers |= {who for who in everybody if self.may_read(each, who)}
            if each.reported:
                each.readers.add(each.table.host)

    def check(self, who: str, told: bytes | bytearray) -> None:
        """See that somebody is told nothing that was never theirs to read."""
        readers = {each.text.encode(): each.readers for each in self.said}
        for found in set(TOKEN.findall(bytes(told))):
            assert who in readers.get(found, ()), f"{who} is told {found!r}"
