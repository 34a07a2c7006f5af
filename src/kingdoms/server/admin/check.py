"""Integrity of stored games: entries are consecutive and legal, and lead to the state in the game's row."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import func, select, text

from kingdoms.core.errors import KingdomsError
from kingdoms.files import append, complete_lines
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import IS_WHOLE, EntryRow, GameRow, SeatRow
from kingdoms.server.table.store import columns_of
from kingdoms.table.game.entries import Header, StoredEntry, TableSeat
from kingdoms.table.game.live import LiveGame

PAGE = 500
"""Number of ids that are read at once."""


@dataclass(frozen=True)
class GameCheck:
    """The result for one game.

    Attributes:
        moved: when the last decision was made, according to its row.
        fault: the fault in a sentence; None if there is none.
    """

    id: str
    moved: float
    entries: int
    fault: str | None


class Notes:
    """The results so far, in a file, so that an interrupted check can be resumed.

    Args:
        path: the file, which the first result creates.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, GameCheck] = {}

    def read(self) -> None:
        """Read the results of an earlier check; skip an incomplete last line."""
        for line in complete_lines(self.path, repair=True):
            try:
                note = GameCheck(**json.loads(line))
            except (ValueError, TypeError):
                continue
            self.results[note.id] = note

    def add(self, note: GameCheck) -> None:
        """Append a result."""
        append(self.path, f"{json.dumps(asdict(note))}\n".encode())

    def forget(self) -> None:
        """Delete all results: the check is complete, or starts again."""
        self.results.clear()
        self.path.unlink(missing_ok=True)


async def count(database: Database) -> int:
    """Return the number of games."""
    return await database.scalar(select(func.count()).select_from(GameRow).where(IS_WHOLE)) or 0


async def check_file(database: Database) -> list[str]:
    """Return the faults that SQLite finds in its file, in sentences; none on PostgreSQL, which checks its own files."""
    if database.dialect != "sqlite":
        return []
    async with database.read_engine.connect() as connection:
        answers = [str(row[0]) for row in await connection.execute(text("PRAGMA quick_check"))]
        lost = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    faults = [] if answers == ["ok"] else [f"SQLite says: {line}" for line in answers]
    if lost:
        faults.append(f"{len(lost)} rows belong to games that are not there, in {', '.join(sorted({row[0] for row in lost}))}")
    return faults


async def check(database: Database, notes: Notes) -> AsyncIterator[GameCheck]:
    """Check all games one after the other; skip noted games that have not changed since."""
    last = ""
    while True:
        page = select(GameRow.id, GameRow.moved).where(GameRow.id > last, IS_WHOLE).order_by(GameRow.id).limit(PAGE)
        rows = await database.rows(page)
        for game_id, moved in rows:
            note = notes.results.get(game_id)
            if note is not None and note.moved == moved:
                yield note
                continue
            result = await check_one(database, game_id)
            if result is not None:
                notes.add(result)
                yield result
        if len(rows) < PAGE:
            return
        last = rows[-1][0]


async def check_one(database: Database, game_id: str) -> GameCheck | None:
    """Check a snapshot of a game; return None if it has been deleted."""
    async with database.read_engine.connect() as connection:
        if database.dialect == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        around = select(*columns_of(GameRow, Header), GameRow.to_move, GameRow.moved).where(GameRow.id == game_id, IS_WHOLE)
        row = (await connection.execute(around)).mappings().one_or_none()
        if row is None:
            return None
        sits = select(*columns_of(SeatRow, TableSeat)).where(SeatRow.game_id == game_id)
        seats = {mapping["seat"]: TableSeat(**mapping) for mapping in (await connection.execute(sits)).mappings()}
        query = select(*columns_of(EntryRow, StoredEntry)).where(EntryRow.game_id == game_id).order_by(EntryRow.number)
        entries = [StoredEntry(**mapping) for mapping in (await connection.execute(query)).mappings()]
    values = dict(row)
    to_move, moved = values.pop("to_move"), values.pop("moved")
    return GameCheck(game_id, moved, len(entries), fault_of(Header(**values), seats, entries, to_move))


def fault_of(header: Header, seats: dict[str, TableSeat], entries: list[StoredEntry], to_move: str | None) -> str | None:
    """Return the fault of a game in a sentence; None if there is none."""
    if set(seats) != set(header.seats):
        return f"it is for the seats {', '.join(header.seats)}, and there are rows for {', '.join(sorted(seats)) or 'none'}"
    try:
        live = LiveGame(header, seats)
    except KingdomsError as error:
        return f"it cannot be set up: {error.message}"
    for expected, entry in enumerate(entries, 1):
        fault = _fault_of_entry(live, entry, expected)
        if fault is not None:
            return f"entry {expected}: {fault}"
    return _fault_of_end(live, to_move)


def _fault_of_entry(live: LiveGame, entry: StoredEntry, expected: int) -> str | None:
    """Apply an entry to a game; return its fault, or None."""
    if entry.number != expected:
        return f"it is missing; the next one is {entry.number}"
    if entry.undo is not None and not 0 <= entry.undo < entry.number:
        return f"it goes back to number {entry.undo}, which is not before it"
    if entry.undo is None and (entry.action is None) == (entry.call is None):
        return "it has to be an action, a call or a return to an earlier number"
    if entry.action is not None and entry.by is not None and entry.by != live.state.to_move:
        return f"it is by {entry.by}, and it was {live.state.to_move or 'nobody'} that was asked"
    try:
        live.add_quietly(entry)
    except KingdomsError as error:
        return f"it cannot be played: {error.message}"
    return None


def _fault_of_end(live: LiveGame, to_move: str | None) -> str | None:
    """Return how the row of a game contradicts its entries, or None."""
    status, state = live.header.status, live.state
    was_ended = bool(live.entries) and live.entries[-1].is_end
    if status == "lobby":
        return None
    if (status == "over") != (state.is_terminal() or was_ended):
        return f"its row says {status}, but by its entries it is {'over' if state.is_terminal() else 'not over'}"
    if status == "playing" and to_move != state.to_move:
        return f"its row says that {to_move or 'nobody'} is asked, but by its entries it is {state.to_move}"
    return None
