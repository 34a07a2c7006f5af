"""Pages of serialised entries, with a cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from kingdoms.table.base.packing import pack
from kingdoms.table.game import messages
from kingdoms.table.game.entries import KnownEntry
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.home import Slices
from kingdoms.texts import language

PAGE: Final = 200
"""Maximum number of entries in a page."""
CACHE_SIZE: Final = 32_000_000
"""Maximum number of bytes in the cache, for all games together."""
OVERHEAD: Final = 400
"""Bytes that a cached entry uses beside its text."""

PackedEntry = Mapping[str | None, bytes]
"""A serialised entry by viewer; None for onlookers and all viewers who see the same."""


class HistoryPages:
    """The serialised entries of all games."""

    def __init__(self, slices: Slices) -> None:
        self.slices = slices
        self.cache: OrderedDict[tuple[str, int, bool, messages.Wording, str], PackedEntry] = OrderedDict()
        self.size = 0

    def note(self, live: LiveGame, by_viewer: Mapping[str | None, KnownEntry], *, with_secrets: bool = False) -> PackedEntry:
        """Serialise an entry, as `messages.WORDING` says and in the present language, add it to the cache, and return it."""
        packed = {viewer: pack(messages.entry(entry)) for viewer, entry in by_viewer.items()}
        key = live.header.id, by_viewer[None].entry.number, with_secrets, messages.WORDING.get(), language()
        if key not in self.cache:
            self.size += _size(packed)
        self.cache[key] = packed
        while self.size > CACHE_SIZE and len(self.cache) > 1:
            self.size -= _size(self.cache.popitem(last=False)[1])
        return packed

    async def page(self, live: LiveGame, after: int, seat: str | None, most: int = PAGE) -> list[bytes]:
        """Return the entries after a number, at most `most`, as a seat sees them."""
        with_secrets = live.game.has_secrets and live.is_over
        upto = min(live.number, after + most)
        packed: list[PackedEntry] = []
        for number in range(after + 1, upto + 1):
            key = live.header.id, number, with_secrets, messages.WORDING.get(), language()
            if key not in self.cache:
                break
            self.cache.move_to_end(key)
            packed.append(self.cache[key])
        known_upto = after + len(packed)
        if known_upto < upto:
            entries = live.known_entries(known_upto, upto, with_secrets=with_secrets)
            packed += await self.slices.collect(self.note(live, by_viewer, with_secrets=with_secrets) for by_viewer in entries)
        return [entry.get(seat, entry[None]) for entry in packed]

    async def newest_entries(self, live: LiveGame, after: int, seat: str | None) -> list[bytes]:
        """Return the newest entries after a number, at most a page, as a seat sees them."""
        return await self.page(live, max(after, live.number - PAGE), seat)


def _size(packed: PackedEntry) -> int:
    return sum(len(data) for data in packed.values()) + OVERHEAD
