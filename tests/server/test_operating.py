"""docs/operating.md: its commands are run one after the other, on a machine imitated in a folder.

The shell, the files, the server started by the unit, the databases, backups and checks are real. Changes of the machine
itself (users, packages, systemd, Docker) are made by the small programs in `HELPERS`.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from of_games import SAMPLE
from postgres import programs
from proxies import free_port
from sample import seated
from waiting import SOON

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "operating.md").read_text()
DEPLOY = ROOT / "deploy"

PLACES = (
    *("/etc/kingdoms", "/etc/systemd/system", "/etc/caddy", "/etc/nginx", "/etc/cron.d", "/opt/kingdoms", "/usr/local/bin"),
    *("/var/lib/kingdoms", "/var/backups/kingdoms"),
)
"""What of the machine the commands touch; in the test it lies in a folder."""

HELPERS = {
    "sudo": 'case "$1" in -u) shift 2;; esac\nexec "$@"',
    "runuser": '[ "$1 $2 $3" = "-u kingdoms --" ]\nshift 3\nexec "$@"',
    "install": "for word do shift\n"
    'case "$word" in -o|-g) skip=1;; *) [ -n "$skip" ] || set -- "$@" "$word"; skip=;; esac; done\n'
    'exec {install} "$@"',
    "useradd": "exit 0",
    "apt-get": "exit 0",
    "certbot": "exit 0",
    "nginx": "exit 0",
    "docker": "exit 0",
    "createuser": 'exec {postgres}/psql -qh {socket} -U postgres -c "CREATE ROLE $1 LOGIN"',
    "createdb": 'exec {postgres}/psql -qh {socket} -U postgres -c "CREATE DATABASE $3 OWNER $2"',
    "python3": '[ "$1 $2" = "-m venv" ]\nmkdir -p "$3/bin"\ncp {helpers}/kingdoms {helpers}/pip "$3/bin"',
    "pip": 'for word do case "$word" in *constraints.txt) test -s "$word";; esac; done',
    "kingdoms": 'exec {python} -m kingdoms.cli "$@"',
    "systemctl": 'exec {python} {helpers}/systemctl.py "$@"',
}
"""The programs that a command finds before those of the machine."""

SYSTEMCTL = '''
"""Starts and stops the service as its unit says; of other services it knows nothing."""

import os, pathlib, re, shlex, signal, subprocess, sys, time

root, words = pathlib.Path({root!r}), [word for word in sys.argv[1:] if not word.startswith("--")]
held = root / "process"


def stop():
    if held.exists():
        process = int(held.read_text())
        os.kill(process, signal.SIGTERM)
        while is_there(process):
            time.sleep(0.05)
        held.unlink()


def is_there(process):
    try:
        return pathlib.Path(f"/proc/{{process}}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def start():
    unit = (root / "etc/systemd/system/kingdoms.service").read_text()
    settings = pathlib.Path(re.search("EnvironmentFile=(.*)", unit)[1]).read_text()
    given = dict(word.split("=", 1) for word in shlex.split(settings, comments=True))
    kept = {{name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")}}
    with (root / "journal").open("a") as journal:
        command = re.search("ExecStart=(.*)", unit)[1].split()
        process = subprocess.Popen(command, env=kept | given, stdout=journal, stderr=journal, start_new_session=True)
    held.write_text(str(process.pid))


if words[1:] == ["kingdoms"]:
    if words[0] in ("stop", "restart"):
        stop()
    if words[0] in ("start", "restart", "enable"):
        start()
'''

NAME = "tables.example.net"


class Machine:
    """A machine in a folder, for a checkout of its own.

    Args:
        root: the folder.
        socket: the folder of PostgreSQL's socket.
    """

    def __init__(self, root: Path, socket: str) -> None:
        self.root = root
        self.port = free_port()
        self.checkout, self.helpers = root / "checkout", root / "helpers"
        self.url = f"http://127.0.0.1:{self.port}"
        self.socket = socket
        self.helpers.mkdir(parents=True)
        words = {"python": sys.executable, "helpers": self.helpers, "postgres": programs(), "socket": socket}
        for name, said in HELPERS.items():
            for word, meaning in {**words, "install": shutil.which("install")}.items():
                said = said.replace(f"{{{word}}}", str(meaning))
            path = self.helpers / name
            path.write_text(f"#!/bin/sh\nset -e\nskip=\n{said}\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        (self.helpers / "systemctl.py").write_text(SYSTEMCTL.format(root=str(root)))
        for place in ("etc/systemd/system", "etc/caddy", "etc/nginx", "etc/cron.d", "usr/local/bin", "var/lib", "tmp"):
            (root / place).mkdir(parents=True)
        (self.checkout / "deploy").mkdir(parents=True)
        shutil.copy(ROOT / "requirements.lock", self.checkout)
        for file in DEPLOY.iterdir():
            copy = self.checkout / "deploy" / file.name
            copy.write_text(self.here(file.read_text()))
            copy.chmod(file.stat().st_mode)

    def here(self, text: str) -> str:
        """Return a text with this machine's places in it."""
        for place in PLACES:
            text = re.sub(rf"(?<![\w.]){re.escape(place)}\b", f"{self.root}{place}", text)
        text = text.replace("host=/run/postgresql", f"host={self.socket}&user=kingdoms")
        return text.replace(":8000", f":{self.port}").replace("PORT=8000", f"PORT={self.port}")

    def run(self, *titles: str) -> str:
        """Run commands of the page by the titles of their blocks, and return their output."""
        commands = "".join(self.here(block(title)) for title in ("name", *titles))
        script = "set -eu\n" + commands.replace("NAME=kingdoms.example.org", f"NAME={NAME}")
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")},
            "PATH": f"{self.helpers}:{self.root}/usr/local/bin:{os.environ['PATH']}",
            "KINGDOMS_ENV": f"{self.root}/etc/kingdoms/kingdoms.env",
        }
        done = subprocess.run(
            ["/bin/sh", "-c", script], cwd=self.checkout, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{titles}: {done.stdout}{done.stderr}{self.journal()}"
        return done.stdout

    def journal(self) -> str:
        """Return the output of the service."""
        journal = self.root / "journal"
        return journal.read_text() if journal.exists() else ""

    def end(self) -> None:
        """End the service, if it runs."""
        held = self.root / "process"
        if held.exists():
            os.killpg(int(held.read_text()), signal.SIGKILL)


def block(title: str) -> str:
    """Return the commands of the page under a title."""
    found = re.findall(rf'^```sh title="{title}"\n(.*?)^```', PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"the page has {len(found)} blocks {title}"
    return str(found[0])


@pytest.fixture
def machine(tmp_path: Path, postgres_server: str) -> Iterator[Machine]:
    """A machine on which nothing has been done yet."""
    machine = Machine(tmp_path / "machine", postgres_server.partition("host=")[2])
    yield machine
    machine.end()


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not shutil.which("curl"), reason="the page is about Linux with curl"
)
def test_the_operators_page_covers_installation_to_monitoring(machine: Machine) -> None:
    assert "kingdoms" in machine.run("packages", "install")
    machine.run("settings", "start")
    machine.run("healthy")
    with httpx.Client(base_url=machine.url, timeout=SOON, headers={"Host": NAME}) as ida:
        ida.put("/api/me", json={"name": "Ida"}).raise_for_status()
        cookie = {"Cookie": f"kingdoms={ida.cookies['kingdoms']}"}  # by https it would be sent by itself
        asked = {"game": SAMPLE, "seats": seated("me", "me")}
        game = ida.post("/api/games", json=asked, headers=cookie).raise_for_status().json()["id"]

        def is_here(where: str) -> None:
            machine.run("healthy")
            assert ida.get(f"/api/games/{game}", headers=cookie).json()["host"] is True, where
            assert ida.get("/api/me", headers=cookie).json()["name"] == "Ida", where

        assert game in machine.run("moderate")
        machine.run("backup", "nightly")
        machine.run("restore")
        is_here("on SQLite, put back from a backup")
        machine.run("postgres", "move")
        is_here("on PostgreSQL, moved there")
        machine.run("upgrade")
        is_here("after an upgrade")
    cron = (machine.root / "etc/cron.d/kingdoms").read_text().splitlines()
    assert cron[0].startswith("PATH=")
    assert "Traceback" not in machine.journal()


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not shutil.which("curl"), reason="the page is about Linux with curl"
)
def test_the_page_sets_proxies_and_docker_up(machine: Machine) -> None:
    machine.run("settings", "caddy", "nginx", "docker")
    for name in ("kingdoms/kingdoms.env", "caddy/Caddyfile", "nginx/nginx.conf"):
        text = re.sub(r"^ *#.*\n", "", (machine.root / "etc" / name).read_text(), flags=re.MULTILINE)
        assert NAME in text
        assert "example.org" not in text
    given = dict(line.split("=") for line in (machine.checkout / "deploy/.env").read_text().splitlines())
    assert given["KINGDOMS_SITE"] == NAME
    assert len(given["POSTGRES_PASSWORD"]) == len(given["KINGDOMS_OPERATOR_TOKEN"]) == 64


def test_the_page_names_every_file_and_figure() -> None:
    for file in DEPLOY.iterdir():
        assert file.name.startswith((".", "Dockerfile")) or file.name in PAGE, f"{file.name} is not explained"
