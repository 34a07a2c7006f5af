"""`kingdoms serve`: it starts, says where, and stops."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdoms.cli.admin.serve import address_of, listen
from kingdoms.cli.main import main
from kingdoms.server.base.settings import read_settings


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


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
        (["--data", "/dev/null/data", "--port", "0"], "the data folder /dev/null/data cannot be made: Not a directory"),
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


def test_addresses_are_those_that_a_browser_here_can_open() -> None:
    assert address_of("0.0.0.0", 8000) == "http://localhost:8000", "a name, since passkeys need one"
    assert address_of("::", 8000) == "http://localhost:8000"
    assert address_of("kingdoms.local", 80) == "http://kingdoms.local:80"


def test_other_commands_do_not_load_the_server() -> None:
    heavy = ("fastapi", "sqlalchemy", "uvicorn", "pydantic", "alembic")
    program = f"import sys, kingdoms.cli.main; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
