"""docs/operating.md: its commands are run one after the other, on a machine imitated in a folder.

See `machine.py` for what of it is real.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.server.machine import DEPLOY, NAME, PAGE, Machine, Person
from tests.support.suite.timeouts import SOON


@pytest.fixture
def machine(tmp_path: Path, postgres_server: str) -> Iterator[Machine]:
    """A machine on which nothing has been done yet."""
    machine = Machine(tmp_path / "machine", postgres_server.partition("host=")[2])
    yield machine
    machine.end()


LINUX = pytest.mark.skipif(
    not sys.platform.startswith("linux") or not shutil.which("curl"), reason="the page is about Linux with curl"
)


@LINUX
@pytest.mark.long
@pytest.mark.outer("an installation, with a restart of the server after each change")
def test_the_operators_page_covers_installation_to_monitoring(machine: Machine) -> None:
    assert "kingdoms" in machine.run("packages", "install")
    machine.run("settings", "start", "healthy")
    ida = Person(machine)
    game = ida.new(machine)
    assert game in machine.run("moderate")
    for titles in (["backup", "nightly", "restore"], ["postgres", "move"], ["upgrade"]):
        machine.run(*titles, "healthy")
        assert ida.has(machine, game), titles
    assert (machine.root / "etc/cron.d/kingdoms").read_text().startswith("PATH=")
    machine.run("close", "healthy")
    links = re.findall(rf"https://{re.escape(NAME)}/invite#(\S+)", machine.run("invite"))
    machine.run("notice")
    check_that_friends_are_let_in(machine, links)
    assert "Traceback" not in machine.journal()
    assert links[1] not in machine.journal(), "the log has no token"


def check_that_friends_are_let_in(machine: Machine, links: list[str]) -> None:
    """Check that a closed server lets those in who have a link, and has the pages that the operator has made."""
    with httpx.Client(base_url=machine.url, timeout=SOON, headers={"Host": NAME}) as friend:
        assert friend.get("/api/games?which=open").json()["error"]["code"] == "closed"
        entered = friend.post("/api/entrance", json={"invitation": links[1]}).raise_for_status()
        cookie = {"Cookie": entered.headers["Set-Cookie"].partition(";")[0]}  # by https it would be sent by itself
        assert friend.get("/api/games?which=open", headers=cookie).json() == {"games": []}
        until = time.monotonic() + SOON
        while (server := friend.get("/api/server", headers=cookie).json())["notice"] is None:
            assert time.monotonic() < until
        assert (server["admitted"], server["imprint"]) == (True, "/imprint")
        assert server["notice"]["text"] == "Down at 22:00 for ten minutes"
        assert "<p>Ida Example<br>Harbour Lane 1, Exampletown</p>" in friend.get("/imprint").text
        assert "not been here for 180 days" in friend.get("/data").text
    assert len(links) == 2


@LINUX
def test_the_page_sets_proxies_and_docker_up(machine: Machine) -> None:
    machine.run("settings", "caddy", "nginx", "docker")
    for name in ("kingdoms/kingdoms.env", "caddy/Caddyfile", "nginx/nginx.conf"):
        text = re.sub(r"^ *#.*\n", "", (machine.root / "etc" / name).read_text(), flags=re.MULTILINE)
        assert NAME in text
        assert "example.org" not in text
    environment = dict(line.split("=") for line in (machine.checkout / "deploy/.env").read_text().splitlines())
    assert environment["KINGDOMS_SITE"] == NAME
    assert len(environment["POSTGRES_PASSWORD"]) == len(environment["KINGDOMS_OPERATOR_TOKEN"]) == 64


def test_the_page_names_every_file_and_figure() -> None:
    for file in DEPLOY.iterdir():
        assert file.name.startswith((".", "Dockerfile")) or file.name in PAGE, f"{file.name} is not explained"
