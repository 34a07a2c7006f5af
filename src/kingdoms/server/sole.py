"""One server for each SQLite file: a second one would have a stale memory of games that the first one changes."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kingdoms.server.database import DatabaseError
from kingdoms.server.settings import sqlite_file

AT = 1 << 30
"""The byte of the lock file that is locked where a lock keeps others from reading: far behind what is written."""


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
        lock = file.with_name(f"{file.name}.lock").open("a+", encoding="ascii")
    except OSError as error:
        raise DatabaseError(f"the database {file} cannot be used: {error.strerror}") from None
    with lock:
        if not _taken(lock):
            lock.seek(0)
            process = lock.read(20).strip()
            which = f"a server (process {process})" if process.isdigit() else "a server"
            raise DatabaseError(
                f"the database {file} is in use by {which}: stop that one, or choose another database with --data or --database"
            )
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _taken(lock: IO[str]) -> bool:
    """Take a lock, and say whether it could be had."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            lock.seek(AT)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  there is none on Windows

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
