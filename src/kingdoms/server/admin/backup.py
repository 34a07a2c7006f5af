"""Backups: all stored data, with the key for signing cookies, in one file.

The file is gzipped JSON Lines: a header; for each table, a line with its name and columns, then a line for each row; and a
last line with the total number of rows. It does not depend on the kind of database: a backup of SQLite can be restored on
PostgreSQL, and the other way round. It is a consistent snapshot, which servers need not stop for.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.util import CommandError
from sqlalchemy import JSON, Connection, MetaData, Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

import kingdoms
from kingdoms.core.errors import KingdomsError
from kingdoms.files import open_replacement
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.engine import Database, alembic_config, known_versions, newest_version, revision
from kingdoms.server.database.heartbeat import ALIVE
from kingdoms.server.database.tables import Base
from kingdoms.server.visitors.keys import KeptKeys, OldKey, existing_keys, existing_push_key, replace_keys
from kingdoms.texts import text

FORMAT = 1
"""The version of the format."""
LEFT_OUT = {"alembic_version", "notices", "servers"}
"""Tables about running servers, which are not part of a backup."""
AT_A_TIME = 500
"""Number of rows that are read or written at once."""


class BackupError(KingdomsError):
    """A backup that cannot be made or restored; the message says why."""

    code = "backup"


@dataclass(frozen=True)
class BackupHeader:
    """The first line of a backup.

    Attributes:
        revision: the version of the tables.
        made: when it was made, in seconds since 1970.
        version: the version of this program that made it.
        key: the key for signing cookies.
        old_keys: older keys and when they expire.
        push_key: the key for push services, if there is one.
    """

    revision: str
    made: float
    version: str
    key: str
    old_keys: list[list[Any]]
    push_key: str | None = None


# -- making a backup ----------------------------------------------------------------------------------------------------


async def write(database: Database, settings: ServerSettings, path: Path) -> dict[str, int]:
    """Write a backup to a new file, all or nothing, and return the number of rows by table.

    Raises:
        BackupError: the file exists, or cannot be written.
        SettingsError: the signing key cannot be read.
    """
    if path.exists():
        raise BackupError(text("backup.exists", path=path))
    keys = existing_keys(settings)
    try:
        # no other user may read the key in it
        with open_replacement(path, mode=0o600) as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
            return await _write_all(database, keys, existing_push_key(settings), packed)
    except OSError as error:
        raise BackupError(text("backup.not_written", path=path, reason=error.strerror)) from None


async def _write_all(database: Database, keys: KeptKeys, push: str | None, file: gzip.GzipFile) -> dict[str, int]:
    """Write header, tables and last line from one snapshot of the database."""
    rows: dict[str, int] = {}
    async with database.read_engine.engine.connect() as connection:
        if database.dialect == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        version = await connection.run_sync(revision)
        old = [[old_key.key, old_key.until] for old_key in keys.old if old_key.until != float("inf")]
        head = BackupHeader(str(version), time.time(), kingdoms.__version__, keys.current, old, push)
        file.write(_line({"kingdoms_backup": FORMAT, **vars(head)}))
        for table in await connection.run_sync(_tables):
            names = [column.name for column in table.columns]
            file.write(_line({"table": table.name, "columns": names}))
            rows[table.name] = 0
            stream = await connection.stream(select(table), execution_options={"yield_per": AT_A_TIME})
            async for row in stream:
                file.write(_line(list(row)))
                rows[table.name] += 1
    file.write(_line({"rows": sum(rows.values())}))
    return rows


def _tables(connection: Connection) -> list[Table]:
    """Return the tables of a database that backups contain, in the order of foreign keys."""
    tables = [table for table in _all_tables(connection) if table.name not in LEFT_OUT]
    for column in (column for table in tables for column in table.columns):
        if isinstance(column.type, JSON):
            column.type.none_as_null = True  # or NULL would come back as JSON's null
    return tables


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


# -- restoring a backup -------------------------------------------------------------------------------------------------


async def restore(database: Database, settings: ServerSettings, path: Path, *, force: bool = False) -> dict[str, int]:
    """Restore a backup, all or nothing, and return the number of rows by table.

    Args:
        database: the database, which may be empty or missing.
        force: whether to overwrite games in the database.

    Raises:
        BackupError: the file is not a backup, or is damaged; a server is running; or there are games.
        SettingsError: the signing key cannot be written.
    """
    head = read_header(path)
    old = [OldKey(key, until) for key, until in head.old_keys]
    with replace_keys(settings, head.key, old, head.push_key) if settings.secret is None else contextlib.nullcontext():
        async with database.engine.engine.begin() as connection:
            await connection.run_sync(_check_free, force)
            await connection.run_sync(_empty)
            await connection.run_sync(_upgrade, head.revision)
            rows = await _read_all(connection, path)
            await connection.run_sync(_upgrade, "head")
            await connection.run_sync(_advance_sequences)
    return rows


def read_header(path: Path) -> BackupHeader:
    """Return the header of a backup.

    Raises:
        BackupError: the file is not a backup, or not one of a version that this program knows.
    """
    with _lines(path) as lines:
        first = next(lines, None)
    if not isinstance(first, dict) or "kingdoms_backup" not in first:
        raise BackupError(text("backup.foreign", path=path))
    versions, version = known_versions(), str(first.get("revision"))
    if version < versions[0]:
        raise BackupError(text("backup.older", path=path))
    if first["kingdoms_backup"] != FORMAT or version not in versions:
        raise BackupError(text("backup.newer", path=path, version=first.get("version")))
    return BackupHeader(**{name: value for name, value in first.items() if name != "kingdoms_backup"})


@contextlib.contextmanager
def _lines(path: Path) -> Iterator[Iterator[Any]]:
    """Open a backup, and yield an iterator over its parsed lines.

    Raises:
        BackupError: the file cannot be read, or is damaged.
    """
    try:
        with gzip.open(path) as file:
            yield map(json.loads, file)
    except FileNotFoundError:
        raise BackupError(text("backup.no_file", path=path)) from None
    except gzip.BadGzipFile:
        raise BackupError(text("backup.no_backup", path=path)) from None
    except (EOFError, zlib.error, ValueError):
        raise BackupError(text("backup.damaged", path=path)) from None
    except OSError as error:
        raise BackupError(text("backup.not_read", path=path, reason=error.strerror)) from None


def _check_free(connection: Connection, force: bool) -> None:
    """Raise an error if a server uses the database, or if it contains games."""
    tables = {table.name: table for table in _all_tables(connection)}
    if "servers" in tables and connection.dialect.name == "postgresql":  # on SQLite there is a lock
        last_seen = connection.scalar(select(func.max(tables["servers"].c.seen)))
        if last_seen is not None and time.time() - last_seen < ALIVE:
            raise BackupError(text("backup.in_use", seconds=f"{ALIVE:.0f}"))
    games = connection.scalar(select(func.count()).select_from(tables["games"])) if "games" in tables else 0
    if games and not force:
        raise BackupError(text("backup.games_lost", games=games))


def _all_tables(connection: Connection) -> list[Table]:
    """Return all tables, in the order of foreign keys."""
    metadata = MetaData()
    metadata.reflect(connection)
    return metadata.sorted_tables


def _empty(connection: Connection) -> None:
    ours = {*Base.metadata.tables, "alembic_version"}
    for table in reversed(_all_tables(connection)):
        if table.name in ours:
            table.drop(connection)


def _upgrade(connection: Connection, to: str) -> None:
    try:
        command.upgrade(alembic_config(connection), to)
    except CommandError as error:
        raise BackupError(text("backup.no_tables", to=to, error=error)) from None


async def _read_all(connection: AsyncConnection, path: Path) -> dict[str, int]:
    tables = {table.name: table for table in await connection.run_sync(_tables)}
    rows: dict[str, int] = {}
    with _lines(path) as lines:
        next(lines)
        table, columns, waiting, total = None, list[str](), list[dict[str, Any]](), None
        for line in lines:
            if isinstance(line, list) and table is not None:
                waiting.append(dict(zip(columns, line, strict=True)))
                rows[table.name] += 1
                if len(waiting) == AT_A_TIME:
                    await connection.execute(insert(table), waiting)
                    waiting = []
                continue
            if waiting and table is not None:
                await connection.execute(insert(table), waiting)
                waiting = []
            if "rows" in line:
                total = line["rows"]
                continue
            table, columns = tables.get(line["table"]), line["columns"]
            if table is None or set(columns) - {column.name for column in table.columns}:
                raise BackupError(text("backup.no_table", path=path, table=line["table"], newest=newest_version()))
            rows[table.name] = 0
    if total != sum(rows.values()):
        raise BackupError(text("backup.damaged", path=path))
    return rows


def _advance_sequences(connection: Connection) -> None:
    """Set PostgreSQL's sequences to continue after the restored numbers."""
    if connection.dialect.name != "postgresql":
        return
    for table in Base.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            last = connection.scalar(select(func.max(column)))
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(select(func.setval(sequence, last or 1, last is not None)))
