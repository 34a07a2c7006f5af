"""`kingdoms serve`: it starts, says where, and stops."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

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


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_soon_despite_open_connections(server: ServerProcess, how: signal.Signals) -> None:
    address = new_game(server)
    with contextlib.ExitStack() as open_ones:
        live = [open_ones.enter_context(connect(address)) for _ in range(10)]
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


def test_it_stops_while_a_program_listens(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=SOON) as client:
        seats = seated("me", "program")
        game = client.post("/api/games", json=GAME | {"seats": seats}).raise_for_status().json()["id"]
        token = client.post(f"/api/games/{game}/seats/{OTHER}/token").raise_for_status().json()["token"]
    received = threading.Event()

    def read() -> None:
        try:
            headers = {"Authorization": f"Bearer {token}"}
            with httpx.stream("GET", f"{server.url}/api/program/stream", headers=headers, timeout=SOON) as answer:
                for _ in answer.iter_lines():
                    received.set()
        except httpx.HTTPError:
            pass

    reader = threading.Thread(target=read)
    reader.start()
    assert received.wait(SOON)
    assert server.stop() == 0
    reader.join(SOON)
    assert not reader.is_alive()
    assert '"level":"error"' not in server.logged()


def test_it_continues_after_a_kill(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=SOON) as client:
        client.put("/api/me", json={"name": "Ida"})
        server.kill()
        server.start()
        assert client.get(f"{server.url}/api/me").json() == {"name": "Ida"}


def test_two_servers_share_a_postgres(tmp_path: Path, postgres_url: str) -> None:
    shared = {"KINGDOMS_DATABASE": postgres_url, "KINGDOMS_SECRET": "the same for both of them"}
    with (
        ServerProcess(tmp_path / "a", environment=shared) as first,
        ServerProcess(tmp_path / "b", environment=shared) as second,
    ):
        with httpx.Client(timeout=SOON) as client:
            client.put(f"{first.url}/api/me", json={"name": "Ida"})
            assert client.get(f"{second.url}/api/me").json() == {"name": "Ida"}
        assert (first.stop(), second.stop()) == (0, 0)
        assert "error" not in first.logged() + second.logged()


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
        (["--public-url", "example.org"], "public url is 'example.org': it must be an address such as"),
        (["--bot-workers", "0"], "bot workers is '0': it must be a whole number from 1 to 64"),
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


def test_any_data_folder_will_do(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "a folder, 100 % ours?") as server:
        assert httpx.get(f"{server.url}/healthz", timeout=SOON).json()["status"] == "ok"
    assert (tmp_path / "a folder, 100 % ours?" / "kingdoms.db").exists()


def test_a_sqlite_url_names_its_file(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--database", f"sqlite:///{quote(str(tmp_path))}/mine.db"):
        assert (tmp_path / "mine.db").exists()
        assert not (tmp_path / "data" / "kingdoms.db").exists()


def test_addresses_are_those_that_a_browser_here_can_open() -> None:
    assert address_of("0.0.0.0", 8000) == "http://localhost:8000", "a name, since passkeys need one"
    assert address_of("::", 8000) == "http://localhost:8000"
    assert address_of("kingdoms.local", 80) == "http://kingdoms.local:80"


def test_other_commands_do_not_load_the_server() -> None:
    heavy = ("fastapi", "sqlalchemy", "uvicorn", "pydantic", "alembic")
    program = f"import sys, kingdoms.cli.main; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
