"""A machine imitated in a folder, on which the commands of docs/operating.md are run.

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
from pathlib import Path

import httpx

from tests.support.games.sample_game import seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.postgres import programs
from tests.support.server.proxies import free_port
from tests.support.suite.timeouts import SOON

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "operating.md").read_text()
DEPLOY = ROOT / "deploy"

PLACES = (
    *(
        "/etc/kingdoms",
        "/etc/litestream.yml",
        "/etc/systemd/system",
        "/etc/caddy",
        "/etc/nginx",
        "/etc/cron.d",
        "/opt/kingdoms",
        "/usr/local/bin",
    ),
    *("/var/lib/kingdoms", "/var/backups/kingdoms-litestream", "/var/backups/kingdoms", "/var/backups/postgresql"),
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
name = words[1] if len(words) > 1 else ""
unit = root / f"etc/systemd/system/{{name}}.service"
held = root / f"process-{{name}}"


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
    text = unit.read_text()
    file = re.search("EnvironmentFile=(.*)", text)
    settings = pathlib.Path(file[1]).read_text() if file else ""
    variables = dict(word.split("=", 1) for word in shlex.split(settings, comments=True))
    environment = {{name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")}}
    with (root / "journal").open("a") as journal:
        command = re.search("^ExecStart=(.*)", text, re.MULTILINE)[1].split()
        process = subprocess.Popen(command, env=environment | variables, stdout=journal, stderr=journal, start_new_session=True)
    held.write_text(str(process.pid))


if unit.exists():
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

    Attributes:
        words: words of the page that mean something else here.
    """

    def __init__(self, root: Path, socket: str) -> None:
        self.root = root
        self.port = free_port()
        self.checkout, self.helpers = root / "checkout", root / "helpers"
        self.url = f"http://127.0.0.1:{self.port}"
        self.socket = socket
        self.words: dict[str, str] = {}
        self.helpers.mkdir(parents=True)
        words = {"python": sys.executable, "helpers": self.helpers, "postgres": programs(), "socket": socket}
        for name, script in HELPERS.items():
            for word, meaning in {**words, "install": shutil.which("install")}.items():
                script = script.replace(f"{{{word}}}", str(meaning))
            path = self.helpers / name
            path.write_text(f"#!/bin/sh\nset -e\nskip=\n{script}\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        (self.helpers / "systemctl.py").write_text(SYSTEMCTL.format(root=str(root)))
        for place in ("etc/systemd/system", "etc/caddy", "etc/nginx", "etc/cron.d", "usr/local/bin", "var/lib", "tmp"):
            (root / place).mkdir(parents=True)
        (self.checkout / "deploy").mkdir(parents=True)
        shutil.copy(ROOT / "requirements.lock", self.checkout)
        for file in DEPLOY.iterdir():
            copy = self.checkout / "deploy" / file.name
            copy.write_text(self.localized(file.read_text()))
            copy.chmod(file.stat().st_mode)

    def localized(self, text: str) -> str:
        """Return a text with this machine's places in it."""
        for place in PLACES:
            text = re.sub(rf"(?<![\w.]){re.escape(place)}(?![\w-])", f"{self.root}{place}", text)
        text = text.replace("host=/run/postgresql", f"host={self.socket}&user=kingdoms")
        return text.replace(":8000", f":{self.port}").replace("PORT=8000", f"PORT={self.port}")

    def run(self, *titles: str) -> str:
        """Run commands of the page by the titles of their blocks, and return their output."""
        commands = "".join(self.localized(block(title)) for title in ("name", *titles))
        for word, meaning in {"NAME=kingdoms.example.org": f"NAME={NAME}", **self.words}.items():
            commands = commands.replace(word, meaning)
        script = f"set -eu\n{commands}"
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("KINGDOMS_")},
            "PATH": f"{self.helpers}:{self.root}/usr/local/bin:{os.environ['PATH']}",
            "KINGDOMS_ENV": f"{self.root}/etc/kingdoms/kingdoms.env",
        }
        process = subprocess.run(
            ["/bin/sh", "-c", script], cwd=self.checkout, env=environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, f"{titles}: {process.stdout}{process.stderr}{self.journal()}"
        return process.stdout

    def journal(self) -> str:
        """Return the output of the service."""
        journal = self.root / "journal"
        return journal.read_text() if journal.exists() else ""

    def end(self) -> None:
        """End the services that run."""
        for pid_file in self.root.glob("process-*"):
            os.killpg(int(pid_file.read_text()), signal.SIGKILL)


class Person:
    """A person at a server, who makes tables."""

    def __init__(self, machine: Machine) -> None:
        self.headers: dict[str, str] = {"Host": NAME}
        answer = self.ask(machine, "PUT", "/me", {"name": "Ida"})
        self.headers["Cookie"] = f"kingdoms={answer.cookies['kingdoms']}"

    def ask(self, machine: Machine, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request to the server on a machine."""
        return httpx.request(method, f"{machine.url}/api{path}", json=body, headers=self.headers, timeout=SOON)

    def new(self, machine: Machine) -> str:
        """Make a table, and return its id."""
        answer = self.ask(machine, "POST", "/games", {"game": SAMPLE, "seats": seated("me", "me")})
        return str(answer.raise_for_status().json()["id"])

    def has(self, machine: Machine, game: str) -> bool:
        """Return whether a game is there, and still this person's."""
        answer = self.ask(machine, "GET", f"/games/{game}")
        return answer.status_code == 200 and answer.json()["host"] is True


def block(title: str) -> str:
    """Return the commands of the page under a title."""
    blocks = re.findall(rf'^```sh title="{title}"\n(.*?)^```', PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"the page has {len(blocks)} blocks {title}"
    return str(blocks[0])
