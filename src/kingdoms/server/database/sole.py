"""One server for each SQLite file: a second one would have a stale memory of games that the first one changes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from kingdoms.files import lock
from kingdoms.server.base.settings import sqlite_file
from kingdoms.server.database.engine import DatabaseError
from kingdoms.texts import text


@contextlib.contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Hold the lock of a SQLite file for servers. It ends with the process; commands of the operator do not need it.

    Raises:
        DatabaseError: another server holds it.
    """
    if not url.startswith("sqlite:"):
        yield
        return
    file = Path(sqlite_file(url)).resolve()
    try:
        locked = file.with_name(f"{file.name}.lock").open("a+", encoding="ascii")
    except OSError as error:
        raise DatabaseError(text("database.file_unusable", file=file, reason=error.strerror)) from None
    with locked:
        if not lock(locked):
            locked.seek(0)
            process = locked.read(20).strip()
            known = process if process.isdigit() else "unknown"
            raise DatabaseError(text("database.in_use", file=file, process=known))
        locked.truncate(0)
        locked.write(f"{os.getpid()}\n")
        locked.flush()
        yield
