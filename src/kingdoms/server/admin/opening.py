"""Opening the database of a server without creating or upgrading it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from kingdoms.core.errors import KingdomsError
from kingdoms.server.base.outage import reason
from kingdoms.server.base.settings import ServerSettings, sqlite_file
from kingdoms.server.database.engine import Database, DatabaseError, check_version, newest_version, revision
from kingdoms.table.base.errors import Unavailable
from kingdoms.texts import text


class NotInDatabase(KingdomsError):
    """Something that is not in the database; the message says what."""

    code = "not_found"


@contextlib.asynccontextmanager
async def open_existing(settings: ServerSettings, *, any_revision: bool = False) -> AsyncIterator[Database]:
    """Open the database of a server that has been started before.

    Args:
        any_revision: whether to accept tables of an older or newer version of this program.

    Raises:
        DatabaseError: there is none, it cannot be used, or its tables are of another version.
    """
    url = settings.database_url
    if url.startswith("sqlite:") and not Path(sqlite_file(url)).is_file():
        raise DatabaseError(text("database.none", url=sqlite_file(url)))
    async with _closing(Database(url)) as database:
        version = await _version_of(database)
        if version is None:
            raise DatabaseError(text("database.no_tables"))
        check_version(version, may_be_newer=any_revision)
        if version != newest_version() and not any_revision:
            raise DatabaseError(text("database.version", value=version, newest=newest_version()))
        yield database


@contextlib.asynccontextmanager
async def _closing(database: Database) -> AsyncIterator[Database]:
    """Close a database at the end, and raise its errors as `DatabaseError`."""
    try:
        yield database
    except Unavailable as error:
        raise DatabaseError(text("database.unusable", reason=reason(error.__context__ or error))) from error
    except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseError(text("database.unusable", reason=reason(error))) from error
    finally:
        await database.close()


async def _version_of(database: Database) -> str | None:
    """Return the version of the tables of a database, or None if there are none."""
    try:
        async with database.read_engine.engine.connect() as connection:
            return await connection.run_sync(revision)
    except OSError as error:  # only here: later ones may be about files of a command
        raise DatabaseError(text("database.unusable", reason=reason(error))) from error


@contextlib.asynccontextmanager
async def open_to_restore(settings: ServerSettings) -> AsyncIterator[Database]:
    """Open a database that may be empty or missing. If the context raises an error, a new SQLite file is deleted.

    Raises:
        DatabaseError: it cannot be used, or is that of a development build before 0.1.0.
    """
    url = settings.database_url
    file = Path(sqlite_file(url)) if url.startswith("sqlite:") else None
    was_there = file is None or file.exists()
    if settings.database is None:
        settings.make_data_folder()
    try:
        async with _closing(Database(url)) as database:
            if was_there:
                check_version(await _version_of(database), may_be_newer=True)
            yield database
    except BaseException:
        if not was_there and file is not None:
            file.unlink(missing_ok=True)
        raise
