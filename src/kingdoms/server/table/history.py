"""What has happened in games, as it is told: a page at a time, and what was told lately is kept for whoever asks next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from kingdoms.server.game import messages
from kingdoms.server.game.entries import KnownEntry
from kingdoms.server.game.live import LiveGame
from kingdoms.server.slices import Slices

PAGE: Final = 200
"""So many entries are told at a time at most."""
CACHE_SIZE: Final = 32_000_000
"""Bytes of entries that are kept, of all games together."""
OVERHEAD: Final = 400
"""Bytes that keeping an entry costs beside what it says."""

PackedEntry = Mapping[str | None, bytes]
"""An entry as it is sent, by who sees it; None for onlookers and whoever sees what they do."""


class History:
    """The entries of all games, as they are sent.

    Args:
        slices: does what takes long.
    """

    def __init__(self, slices: Slices) -> None:
        self.slices = slices
        self.cache: OrderedDict[tuple[str, int, bool], PackedEntry] = OrderedDict()
        self.size = 0

    def note(self, live: LiveGame, known: Mapping[str | None, KnownEntry], *, with_secrets: bool = False) -> PackedEntry:
        """Return an entry as it is sent, and keep it."""
        packed = {viewer: messages.pack(messages.entry(each)) for viewer, each in known.items()}
        key = live.header.id, known[None].entry.number, with_secrets
        if key not in self.cache:
            self.size += _size(packed)
        self.cache[key] = packed
        while self.size > CACHE_SIZE and len(self.cache) > 1:
            self.size -= _size(self.cache.popitem(last=False)[1])
        return packed

    async def page(self, live: LiveGame, after: int, seat: str | None, most: int = PAGE) -> list[bytes]:
        """Return the entries after a number, so many at most, as a seat is told of them; other games go on meanwhile."""
        with_secrets = live.game.has_secrets and live.is_over
        upto = min(live.number, after + most)
        packed: list[PackedEntry] = []
        for number in range(after + 1, upto + 1):
            key = live.header.id, number, with_secrets
            if key not in self.cache:
                break
            self.cache.move_to_end(key)
            packed.append(self.cache[key])
        known_upto = after + len(packed)
        if known_upto < upto:
            entries = live.known_entries(known_upto, upto, with_secrets=with_secrets)
            packed += await self.slices.collect(self.note(live, known, with_secrets=with_secrets) for known in entries)
        return [each.get(seat, each[None]) for each in packed]

    async def newest(self, live: LiveGame, after: int, seat: str | None) -> list[bytes]:
        """Return the last of the entries after a number, a page at most, as a seat is told of them."""
        return await self.page(live, max(after, live.number - PAGE), seat)


def _size(packed: PackedEntry) -> int:
    """Return how many bytes keeping an entry takes."""
    return sum(len(each) for each in packed.values()) + OVERHEAD
