"""The folder of an arena: stores finished games so that a crash loses none, and none is played twice.

Each finished game is appended to a journal. After some thousands of games the journal is written to a part, a Parquet file that
appears atomically, and is emptied. Parts are authoritative; after a crash, the journal may repeat games that are in a part.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import polars

from kingdoms.arena.errors import ArenaError, write_error
from kingdoms.arena.measuring import columns, frame
from kingdoms.arena.plan import MOST_GAMES, ArenaPlan, differences
from kingdoms.arena.playing import RECORDS, Row
from kingdoms.core.errors import KingdomsError
from kingdoms.files import append, complete_lines, lock, open_replacement, write_atomic
from kingdoms.texts import text

PLAN: Final = "plan.json"
JOURNAL: Final = "journal.jsonl"
LOCK: Final = ".lock"
GAMES: Final = "games"
PART: Final = "games-{:05}.parquet"
ROWS_A_PART: Final = 5_000

COLUMNS: Final[Mapping[str, Any]] = {
    "number": polars.UInt32,
    "opening": polars.UInt32,
    "lineup": polars.UInt32,
    "rotation": polars.UInt8,
    "seed": polars.UInt64,
    "game": polars.String,
    "seats": polars.List(polars.String),
    "bots": polars.List(polars.String),
    "winners": polars.List(polars.String),
    "shares": polars.List(polars.Float64),
    "scores": polars.List(polars.Float64),
    "reason": polars.String,
    "rounds": polars.UInt32,
    "actions": polars.UInt32,
    "ms": polars.List(polars.Float64),
    "failures": polars.List(polars.String),
    "trouble": polars.String,
    "version": polars.String,
}
"""The columns of a part; docs/arena.md explains them."""
JSON_COLUMNS: Final = {name: polars.Int64 if kind.is_integer() else kind for name, kind in COLUMNS.items()}
"""The same columns, with the types for reading JSON."""


class Folder:
    """The games of one plan in a folder.

    Args:
        path: the folder.
        plan: the plan.

    Attributes:
        finished: the number of finished games.
    """

    def __init__(self, path: Path, plan: ArenaPlan) -> None:
        self.path = path
        self.plan = plan
        self.finished = 0
        self._has = bytearray(plan.games // 8 + 1)
        self._unsaved: list[tuple[int, bytes]] = []
        self._journal = path / JOURNAL
        self._parts = 0
        self._tables = list(columns(plan.rules)) if plan.measured else []

    # -- opening --------------------------------------------------------------------------------------------------------

    @classmethod
    @contextlib.contextmanager
    def play_in(cls, path: Path, plan: ArenaPlan) -> Iterator[Folder]:
        """Open a folder for playing, new or with games of the same plan, and lock it.

        Raises:
            ArenaError: the folder cannot be written, holds something else, or is locked by another process.
        """
        with folder_lock(path, "arena", PLAN, ArenaError) as begun:
            old = read_plan(path) if begun else None
            if old is not None and (different := differences(old, plan)):
                raise ArenaError(text("arena.other_plan", path=path, different=different))
            full_plan = plan if old is None else replace(plan, games=max(plan.games, old.games))
            folder = cls(path, full_plan)
            folder._load()
            try:
                write_atomic(path / PLAN, (json.dumps(full_plan.to_json(), indent=1) + "\n").encode())
                # without a torn last line, and without games that are in a part
                write_atomic(folder._journal, b"".join(line for _, line in folder._unsaved))
            except OSError as error:
                raise write_error(path, error) from None
            yield folder

    @classmethod
    def read(cls, path: Path) -> Folder:
        """Open a folder for reading.

        Raises:
            ArenaError: the folder does not exist, or holds no arena.
        """
        if not (path / PLAN).is_file():
            raise ArenaError(text("arena.no_arena", path=path, plan=PLAN))
        folder = cls(path, read_plan(path))
        folder._load()
        return folder

    def _load(self) -> None:
        """Read the numbers of finished games from parts and journal."""
        while (part := self._part(self._parts)).exists():
            for number in _read(part, ["number"])["number"]:
                self._mark(number)
            self._parts += 1
        if len(list(self.path.glob("games-*.parquet"))) > self._parts:  # the next part would overwrite a later one
            raise ArenaError(text("arena.part_missing", program=self._part(self._parts)))
        self._unsaved += [game for game in self._read_journal() if self._mark(game[0])]

    def _read_journal(self) -> Iterator[tuple[int, bytes]]:
        """Yield the games of the journal; an incomplete last line is skipped."""
        for number, line in enumerate(complete_lines(self._journal), 1):
            try:
                row = json.loads(line)
                if set(row) - {"tables"} != set(COLUMNS) or not 0 <= row["number"] < MOST_GAMES:
                    raise ValueError
            except (ValueError, TypeError):
                raise ArenaError(text("arena.no_game", journal=self._journal, number=number)) from None
            yield row["number"], line

    # -- games ----------------------------------------------------------------------------------------------------------

    def __contains__(self, number: int) -> bool:
        return bool(self._has[number >> 3] >> (number & 7) & 1)

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the plan's games that are not finished, in order."""
        return (number for number in range(self.plan.games) if number not in self)

    @property
    def records(self) -> Path | None:
        """The folder of records, None if none are kept."""
        return self.path / RECORDS if self.plan.records else None

    def add(self, *games: tuple[int, bytes]) -> None:
        """Save games, given as number and line (see `line_of`); games that are already saved are skipped.

        Raises:
            ArenaError: the games cannot be written, for example because the disk is full; earlier games are kept.
        """
        new = [game for game in games if game[0] not in self]
        try:
            append(self._journal, b"".join(line for _, line in new))
            self._unsaved += [game for game in new if self._mark(game[0])]
            if len(self._unsaved) >= ROWS_A_PART:
                self._make_part()
        except OSError as error:
            raise write_error(self.path, error) from None

    def rows(self) -> Iterator[Row]:
        """Yield all games in the order of their numbers, with few in memory at a time."""
        early: dict[int, Row] = {}
        next_number = 0
        for row in self._stored_rows():
            early[row["number"]] = row
            while (next_row := early.pop(next_number, None)) is not None:
                yield next_row
                next_number += 1
            while early and next_number < self.plan.games and next_number not in self:
                next_number += 1
        for number in sorted(early):
            yield early[number]

    def table(self, name: str) -> polars.DataFrame:
        """Return all rows of a table: the games, or one of the tables of measurements.

        Raises:
            ArenaError: a part is missing or not valid.
        """
        waiting = [json.loads(line) for _, line in sorted(self._unsaved)]
        if name == GAMES:
            rest = _frame(self._unsaved)
        else:
            rest = frame(self.plan.rules, name, waiting)
        parts = [_read(self._part(part, name), schema=dict(rest.schema)) for part in range(self._parts)]
        return polars.concat([*parts, rest])

    def settle(self) -> None:
        """Write the journal to a final part, at the end of an arena.

        Raises:
            ArenaError: the part cannot be written.
        """
        try:
            if self._unsaved:
                self._make_part()
        except OSError as error:
            raise write_error(self.path, error) from None

    def _stored_rows(self) -> Iterator[Row]:
        """Yield all games in stored order."""
        for part in range(self._parts):
            yield from _read(self._part(part)).iter_rows(named=True)
        yield from (json.loads(line) for _, line in self._unsaved)

    def _mark(self, number: int) -> bool:
        """Mark a game as finished; return whether it is new."""
        if number >> 3 >= len(self._has):
            self._has.extend(bytes((number >> 3) + 1 - len(self._has)))
        if number in self:
            return False
        self._has[number >> 3] |= 1 << (number & 7)
        self.finished += 1
        return True

    def _make_part(self) -> None:
        games = [json.loads(line) for _, line in sorted(self._unsaved)] if self._tables else []
        for name in self._tables:
            _write_part(frame(self.plan.rules, name, games), self._part(self._parts, name))
        # Write the games last: a part only counts once they exist.
        _write_part(_frame(self._unsaved), self._part(self._parts))
        self._parts += 1
        self._unsaved.clear()
        os.truncate(self._journal, 0)

    def _part(self, number: int, table: str = GAMES) -> Path:
        return self.path / PART.format(number).replace(GAMES, table, 1)


def read_plan(path: Path) -> ArenaPlan:
    """Return the plan of a folder.

    Raises:
        ArenaError: the plan cannot be read, or cannot be played here.
    """
    try:
        return ArenaPlan.from_json(json.loads((path / PLAN).read_bytes()))
    except OSError as error:
        raise ArenaError(text("arena.plan_unreadable", plan=path / PLAN, reason=error.strerror)) from None
    except (ValueError, RecursionError):
        raise ArenaError(text("arena.no_plan", plan=path / PLAN)) from None


def _frame(games: Sequence[tuple[int, bytes]]) -> polars.DataFrame:
    if not games:
        return polars.DataFrame(schema=COLUMNS)
    # Polars parses one array three times as fast as separate lines.
    array = b"[" + b",".join(line for _, line in sorted(games)) + b"]"
    return polars.read_json(array, schema=JSON_COLUMNS).cast(polars.Schema(COLUMNS))


def _write_part(table: polars.DataFrame, path: Path) -> None:
    """Write a part atomically."""
    with open_replacement(path) as file:
        table.write_parquet(file)


def _read(part: Path, columns: list[str] | None = None, schema: Mapping[str, Any] = COLUMNS) -> polars.DataFrame:
    """Return a part, or some of its columns.

    Raises:
        ArenaError: the file is not a valid part.
    """
    try:
        if polars.read_parquet_schema(part) != dict(schema):
            raise ArenaError(text("arena.part_columns", part=part))
        return polars.read_parquet(part, columns=columns, memory_map=False)
    except (OSError, polars.exceptions.PolarsError):
        raise ArenaError(text("arena.part_unreadable", part=part)) from None


@contextlib.contextmanager
def folder_lock(path: Path, activity: str, marker: str, error: type[KingdomsError]) -> Iterator[bool]:
    """Create a folder if necessary and lock it; yield whether it has been used before.

    Args:
        path: the folder.
        activity: the activity, such as "arena", for the error message.
        marker: the file that marks a folder as used.
        error: the type of error to raise if the folder is locked or holds other files.

    Raises:
        KingdomsError: see `error`; or the folder cannot be written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        file = (path / LOCK).open("a+b")
    except OSError as trouble:
        raise write_error(path, trouble) from None
    with file:
        if not lock(file):
            raise error(text("arena.busy", what=activity, path=path))
        begun = (path / marker).exists()
        if not begun and any(entry.name != LOCK for entry in path.iterdir()):
            raise error(text("arena.other_files", path=path))
        yield begun
