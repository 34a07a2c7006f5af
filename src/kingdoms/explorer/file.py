"""The explorer's file: compact, read in place, and merged with others.

After the magic bytes come a checksum of everything behind it, the length of the header, the header as JSON, and four columns:
the positions as numbers of eight bytes, ascending; where the rows of each end, four bytes each; the rows; and the digests of
the games, eight bytes each. A row is an action, a kind of player, games, and parts of the victory, as numbers of seven bits a
byte.
"""

from __future__ import annotations

import json
import mmap
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from kingdoms.explorer.counts import Counts
from kingdoms.explorer.errors import ExplorerError
from kingdoms.files import write_atomic
from kingdoms.texts import text

FORMAT: Final = 1
"""The version of the format; files of later versions are refused."""
MAGIC: Final = b"KINGEXPL"
NAME: Final = "explorer.bin"
"""The name of a file of openings: beside a game's `game.py`, and in the data folder."""
LARGEST: Final = 20_000_000
"""The most bytes of a file; positions that are met least often are left out until it is that small."""
LONGEST_HEADER: Final = 1 << 20
HEAD: Final = struct.Struct(">8sII")

Row = tuple[int, int, int, int]
"""An action, a kind of player by its number, games, and parts of the victory."""


def write_counts(counts: Counts, path: Path, largest: int = LARGEST) -> None:
    """Write counts to a file atomically.

    Args:
        counts: the counts; if the file would be too large, the positions met least often are dropped from them, too.
        path: the file.
        largest: the most bytes that it may have.

    Raises:
        OSError: the file cannot be written.
    """
    data = pack(counts)
    while len(data) > largest and counts.played:
        counts.drop(counts.least + 1)
        data = pack(counts)
    write_atomic(path, data)


def pack(counts: Counts) -> bytes:
    """Return counts as the bytes of a file."""
    positions, ends, rows = bytearray(), bytearray(), bytearray()
    for position, keys in groupby(sorted(counts.played), key=lambda key: key[0]):
        for key in keys:
            for number in (*key[1:], *counts.played[key]):
                _write_number(rows, number)
        positions += position.to_bytes(8, "big")
        ends += len(rows).to_bytes(4, "big")
    body = bytes(positions + ends + rows) + b"".join(sorted(counts.digests))
    header = {
        "explorer": FORMAT,
        "kinds": counts.kinds,
        "games": {game: {str(n): dict(kinds) for n, kinds in seats.items()} for game, seats in counts.games.items()},
        "least": counts.least,
        "positions": len(positions) // 8,
        "rows": len(rows),
        "digests": len(counts.digests),
    }
    packed = json.dumps(header, separators=(",", ":"), sort_keys=True).encode()
    rest = len(packed).to_bytes(4, "big") + packed + body
    return MAGIC + zlib.crc32(rest).to_bytes(4, "big") + rest


class ExplorerFile:
    """A file of openings, mapped into memory.

    Args:
        path: the file.

    Attributes:
        kinds: the kinds of players, by number.
        games: game -> number of seats -> kind of player -> in how many games it had a seat; "" for all games.
        least: positions met less often than this were left out.

    Raises:
        OSError: the file cannot be read.
        ExplorerError: it is no such file, is damaged, or of a later version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self._data: Any = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""
        header, start = self._header()
        try:
            self.kinds: list[str] = [str(kind) for kind in header["kinds"]]
            self.games = {
                str(game): {int(number): Counter(kinds) for number, kinds in seats.items()}
                for game, seats in header["games"].items()
            }
            self.least = int(header["least"])
            self._count, length, self._digest_count = (int(header[name]) for name in ("positions", "rows", "digests"))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self._fault("damaged") from None
        self._body = start
        self._ends = start + 8 * self._count
        self._rows = self._ends + 4 * self._count
        self._digests = self._rows + length
        if min(self._count, length, self._digest_count) < 0 or self._digests + 8 * self._digest_count != len(self._data):
            raise self._fault("damaged")

    def _header(self) -> tuple[Mapping[str, Any], int]:
        """Return the header, and where the columns begin."""
        if len(self._data) < HEAD.size or self._data[: len(MAGIC)] != MAGIC:
            raise self._fault("foreign")
        _, self._checksum, length = HEAD.unpack_from(self._data)
        try:
            header = json.loads(self._data[HEAD.size : HEAD.size + min(length, LONGEST_HEADER)])
            version = header["explorer"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._fault("damaged") from None
        if version != FORMAT:
            raise ExplorerError(text("explorer.version", path=self.path, version=version, known=FORMAT))
        return header, HEAD.size + length

    def _fault(self, what: str) -> ExplorerError:
        return ExplorerError(text(f"explorer.{what}", path=self.path))

    def rows(self, position: int) -> list[Row]:
        """Return the rows of a position, none if it is not in the file.

        Raises:
            ExplorerError: the file is damaged.
        """
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            if self._position(middle) < position:
                low = middle + 1
            else:
                high = middle
        return self._rows_at(low) if low < self._count and self._position(low) == position else []

    def _position(self, index: int) -> int:
        place = self._body + 8 * index
        return int.from_bytes(self._data[place : place + 8], "big")

    def _rows_at(self, index: int) -> list[Row]:
        ends = self._data[self._ends + 4 * index - 4 * (index > 0) : self._ends + 4 * index + 4]
        start = int.from_bytes(ends[:4], "big") if index else 0
        end = int.from_bytes(ends[-4:], "big")
        if not start <= end <= self._digests - self._rows:
            raise self._fault("damaged")
        numbers = _read_numbers(self._data[self._rows + start : self._rows + end])
        if numbers is None or len(numbers) % 4 or any(kind >= len(self.kinds) for kind in numbers[1::4]):
            raise self._fault("damaged")
        return list(zip(*(iter(numbers),) * 4, strict=True))

    def check(self) -> None:
        """Read the whole file.

        Raises:
            ExplorerError: it is damaged.
        """
        if zlib.crc32(self._data[HEAD.size - 4 :]) != self._checksum:
            raise self._fault("damaged")

    def counts(self) -> Counts:
        """Return all counts, to add to them.

        Raises:
            ExplorerError: the file is damaged.
        """
        self.check()
        played = {(position, action, kind): [games, share] for position, action, kind, games, share in self._all_rows()}
        digests = {
            bytes(self._data[place : place + 8]) for place in range(self._digests, self._digests + 8 * self._digest_count, 8)
        }
        games = {game: {n: Counter(kinds) for n, kinds in seats.items()} for game, seats in self.games.items()}
        return Counts(list(self.kinds), played, games, digests, self.least)

    def _all_rows(self) -> Iterator[tuple[int, int, int, int, int]]:
        for index in range(self._count):
            position = self._position(index)
            for row in self._rows_at(index):
                yield (position, *row)


def _write_number(into: bytearray, number: int) -> None:
    """Append a number, seven bits a byte, the lowest first; all bytes but the last have the highest bit set."""
    while number > 127:
        into.append(number & 127 | 128)
        number >>= 7
    into.append(number)


def _read_numbers(data: bytes) -> list[int] | None:
    """Return the numbers that `_write_number` has written; None if the last one is incomplete."""
    numbers: list[int] = []
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    return None if shift else numbers
