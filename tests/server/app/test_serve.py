"""`kingdoms serve`: it starts, says where, and stops."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kingdoms.cli.admin.serve import address_of, listen
from kingdoms.cli.main import main
from kingdoms.server.base.settings import read_settings
from tests.support.games.sample_game import OTHER, seated
from tests.support.games.tested_games import SAMPLE
from tests.support.server.launch import ServerProcess
from tests.support.suite.rings import inner_first
from tests.support.suite.timeouts import SOON

GAME = {"game": SAMPLE, "seats": seated("me", "open")}


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def read_on(socket: ClientConnection) -> None:
    """Read a socket until it is closed."""
    while True:
        socket.recv(1)


def new_game(server: ServerProcess) -> str:
    """Begin a game and return the address of its live sockets."""
    with httpx.Client(base_url=server.url, timeout=SOON) as client:
        game = client.post("/api/games", json=GAME).raise_for_status().json()["id"]
    return f"{server.url.replace('http', 'ws')}/api/games/{game}/live"


@contextlib.contextmanager
def program_stream(server: ServerProcess) -> Iterator[httpx.Response]:
    """Listen as a program at a seat."""
    with httpx.Client(base_url=server.url, timeout=SOON) as client:
        game = client.post("/api/games", json=GAME | {"seats": seated("me", "program")}).raise_for_status().json()["id"]
        token = client.post(f"/api/games/{game}/seats/{OTHER}/token").raise_for_status().json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.stream("GET", f"{server.url}/api/program/stream", headers=headers, timeout=SOON) as stream:
        yield stream


@pytest.mark.parametrize("how", inner_first([signal.SIGTERM, signal.SIGINT]))
def test_it_stops_soon_despite_open_connections(server: ServerProcess, how: signal.Signals) -> None:
    address = new_game(server)
    with contextlib.ExitStack() as open_ones:
        live = [open_ones.enter_context(connect(address)) for _ in range(10)]
        assert open_ones.enter_context(program_stream(server)).status_code == 200
        idle = open_ones.enter_context(httpx.Client(base_url=server.url, timeout=SOON))
        idle.get("/healthz")
        for connection in live:
            assert json.loads(connection.recv(SOON))["type"] == "hello"
        assert server.stop(how) == 0
        for connection in live:
            with pytest.raises(ConnectionClosed):
                read_on(connection)
    log = server.logged()
    assert '"stopped"' in log
    assert "Traceback" not in log
    assert '"level":"error"' not in log


def test_the_next_free_port_is_taken(busy_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = read_settings(port=busy_port)
    settings.model_fields_set.discard("port")
    with listen(settings) as listener:
        assert busy_port < listener.getsockname()[1] < busy_port + 100


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--port", "{busy}"], "port {busy} of 127.0.0.1 is in use; leave out --port to use a free one"),
        (["--port", "many"], "port is 'many': it must be a whole number from 0 to 65535"),
        (["--host", "203.0.113.7"], "203.0.113.7 is not an address of this machine"),
        (["--database", "mysql:x"], "database is set wrongly: it must be sqlite:///FILE or postgresql://USER@HOST/NAME"),
        (
            ["--database", "sqlite:////no/such/folder/games.db", "--port", "0"],
            "the database /no/such/folder/games.db cannot be used: No such file or directory",
        ),
        (["--colour"], "no such option"),
        (["now"], "got unexpected extra argument (now)"),
    ],
)
def test_errors_are_sentences(
    busy_port: int, tmp_path: Path, arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    formatted = [argument.format(busy=busy_port) for argument in arguments]
    assert main(["serve", "--data", str(tmp_path), *formatted]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"kingdoms: {expected.format(busy=busy_port)}")
    assert error.count("\n") == 1


def test_an_impossible_data_folder_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "file" / "data")]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_addresses_are_those_that_a_browser_here_can_open() -> None:
    assert address_of("0.0.0.0", 8000) == "http://localhost:8000", "a name, since passkeys need one"
    assert address_of("::", 8000) == "http://localhost:8000"
    assert address_of("kingdoms.local", 80) == "http://kingdoms.local:80"


def test_other_commands_do_not_load_the_server() -> None:
    heavy = ("fastapi", "sqlalchemy", "uvicorn", "pydantic", "alembic")
    program = f"import sys, kingdoms.cli.main; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
