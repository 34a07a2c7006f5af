"""docs/operating.md on backups: encrypted copies elsewhere, and going back to a moment, with the real programs.

A machine is lost by deleting its folder. Programs that are not installed here are those of the page's own commands: `.ci/run`
fetches them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.server import postgres
from tests.support.server.machine import Machine, Person
from tests.support.server.postgres import Postgres, postgres_user, programs

pytestmark = [
    pytest.mark.outer("the commands of the page that need programs from elsewhere"),
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("curl"), reason="the page is about Linux"),
]
ELSEWHERE = "sftp:backup@backup.example.org:/srv/kingdoms"


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test without a program."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed: see .ci/run")


@contextlib.contextmanager
def running_server(machine: Machine) -> Iterator[Person]:
    """Install a server on a machine and start it; end it afterwards."""
    try:
        machine.run("packages", "install")
        machine.run("settings", "start")
        machine.run("healthy")
        yield Person(machine)
    finally:
        machine.end()


@needs("restic")
@needs("age-keygen")
def test_a_lost_machine_comes_back_from_an_encrypted_copy(tmp_path: Path, postgres_server: str) -> None:
    root, elsewhere = tmp_path / "machine", tmp_path / "elsewhere"
    socket = postgres_server.partition("host=")[2]
    machine = Machine(root, socket)
    machine.words = {ELSEWHERE: str(elsewhere), "the-password-in-restic.env": "$PASSWORD"}
    with running_server(machine) as ida:
        game = ida.new(machine)
        machine.run("backup")
        machine.run("elsewhere", "restic", "restic-nightly")
        machine.run("age-key", "age", "age-restore")
        password = (root / "etc/kingdoms/restic.env").read_text().split("RESTIC_PASSWORD=")[1].strip()
        (backup,) = (root / "var/backups/kingdoms").iterdir()
        assert (machine.checkout / "kingdoms.backup").read_bytes() == backup.read_bytes()
        secret = (root / "var/lib/kingdoms/secret.key").read_text().strip().encode()
        stored = b"".join(path.read_bytes() for path in elsewhere.rglob("*") if path.is_file())
        encrypted = (machine.checkout / "kingdoms.backup.age").read_bytes()
        for data in (stored, encrypted):
            assert backup.read_bytes()[:200] not in data, "nothing is readable there"
            assert secret not in data
    cron = (root / "etc/cron.d/kingdoms-restic").read_text().splitlines()[1]
    shutil.rmtree(root)
    machine = Machine(root, socket)
    machine.words = {ELSEWHERE: str(elsewhere), "the-password-in-restic.env": password}
    with running_server(machine):
        assert "no faults" in machine.run("elsewhere", "password", "restic-restore")
        machine.run("healthy")
        assert ida.has(machine, game)
        nightly = cron.partition("root ")[2]
        environment = {"PATH": f"{machine.helpers}:{root}/usr/local/bin:{os.environ['PATH']}", "HOME": str(tmp_path)}
        subprocess.run(["/bin/sh", "-ec", nightly], env=environment, check=True, capture_output=True)


def moment() -> str:
    """Return the present moment as the page writes it, with some time before and after it."""
    time.sleep(1.5)
    now = datetime.now(UTC).isoformat(sep=" ", timespec="seconds")
    time.sleep(1.5)
    return now


class MachineWithPostgres(Machine):
    """A machine with a PostgreSQL of its own, which the commands stop, start and configure."""

    def __init__(self, root: Path, server: Postgres) -> None:
        super().__init__(root, str(server.folder))
        user = postgres_user()
        become = f"setpriv --reuid={user['user']} --regid={user['group']} --clear-groups" if user else ""
        chown = f"chown -R {user['user']} {root}/var/backups/postgresql" if user else ":"
        options = f"-c listen_addresses= -c unix_socket_directories={server.folder}"
        control = f"{become} {programs()}/pg_ctl -s -D {server.data} -w"
        install = (self.helpers / "install").read_text().partition("set -e\n")[2].replace("exec ", "")
        scripts = {
            "sudo": f"""if [ "$1 $2" = "-u postgres" ]; then shift 2
PGHOST={server.folder} PGUSER=postgres PATH={self.helpers}:{programs()}:$PATH exec {become} "$@"; fi
case "$1" in -u) shift 2;; esac
exec "$@\"""",
            "install": f'{install}case "$*" in *postgresql*) {chown};; esac',
            "systemctl": f"""[ "$2" = postgresql ] || exec {sys.executable} {self.helpers}/systemctl.py "$@"
export LC_ALL=C
case "$1" in stop|restart) {control} -m fast stop;; esac
case "$1" in start|restart) {control} -l {server.folder}/log -o "{options}" start;; esac""",
        }
        for name, script in scripts.items():
            (self.helpers / name).write_text(f"#!/bin/sh\nset -e\nskip=\n{script}\n")


def check_going_back(machine: Machine, ida: Person, keep: Callable[[], str], restore: str) -> str:
    """Check that commands bring back the moment between two tables; return a table that is made afterwards.

    Args:
        keep: lets the state be kept as the page says, and returns a table made since.
        restore: the title of the commands that go back.
    """
    before, between = ida.new(machine), keep()
    machine.words = {"2026-12-31 20:15:00+01": moment()}
    after = ida.new(machine)
    assert ida.has(machine, after)
    assert "no faults" in machine.run("moment", restore)
    machine.run("healthy")
    assert [ida.has(machine, game) for game in (before, between, after)] == [True, True, False]
    return ida.new(machine)


def test_postgresql_goes_back_to_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "OPTIONS", "-c listen_addresses= -c unix_socket_directories={folder}")
    with Postgres() as server:
        machine = MachineWithPostgres(server.folder / "machine", server)
        with running_server(machine) as ida:
            machine.run("postgres", "move")
            machine.run("healthy")

            def keep() -> str:
                machine.run("wal")
                machine.run("base", "wal-nightly")
                return ida.new(machine)

            later = check_going_back(machine, ida, keep, "restore-moment")
            machine.run("base")
            assert ida.has(machine, later)


@needs("litestream")
def test_sqlite_goes_back_to_a_moment(tmp_path: Path, postgres_server: str) -> None:
    machine = Machine(tmp_path / "machine", postgres_server.partition("host=")[2])
    with running_server(machine) as ida:
        (machine.root / "opt/kingdoms/bin/litestream").symlink_to(str(shutil.which("litestream")))

        def keep() -> str:
            machine.run("litestream")
            time.sleep(3)  # it has copied what there was
            between = ida.new(machine)
            time.sleep(3)  # likewise: it copies once a second, and goes back to what it has copied by then
            return between

        assert ida.has(machine, check_going_back(machine, ida, keep, "restore-litestream"))
