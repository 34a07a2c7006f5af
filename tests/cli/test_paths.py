"""Commands take files and folders whose names have spaces and letters beyond ASCII."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kingdoms.cli.main import main
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.settings import read_settings
from tests.support.games.sample_game import limited
from tests.support.games.tested_games import SAMPLE

RULINGS = ",".join(f"{name}={json.dumps(value)}" for name, value in limited(1).items())


async def start_once(data: Path) -> None:
    """Start a server and stop it, so that there is a database."""
    app = create_app(read_settings({}, data=str(data)))
    async with app.router.lifespan_context(app):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a record and the data of a server."""
    folder = tmp_path_factory.mktemp("Zoës Spiele 王 #1 100%")
    match = ["match", "random", "random", "--game", SAMPLE, "--games", "1", "--seed", "1", "--rulings", RULINGS]
    assert main([*match, "--keep", str(folder)]) == 0
    (folder / "1-1.jsonl").rename(folder / "Partie n° 1.jsonl")
    asyncio.run(start_once(folder / "Daten ä"))
    return folder


RECORD = "{}/Partie n° 1.jsonl"
COMMANDS = {
    "check": [["check", RECORD]],
    "board": [["board", RECORD, "-o", "{}/Brett ä.png"]],
    "export": [["export", RECORD, "-o", "{}/Zeilen ä.parquet"]],
    "print": [["print", SAMPLE, "{}/Regeln ä.pdf"]],
    "arena": [["arena", "--game", SAMPLE, "--bots", "random", "--seats", "2", "--games", "4", "--workers", "1",
               "--rulings", RULINGS, "--records", "--out", "{}/Arena ä"]],
    "admin": [["admin", "backup", "{}/Sicherung ä", "--data", "{}/Daten ä"],
              ["admin", "restore", "{}/Sicherung ä", "--data", "{}/neue Daten ä"],
              ["admin", "check", "--data", "{}/neue Daten ä"]],
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_names_have_spaces_and_any_letters(command: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for arguments in COMMANDS[command]:
        assert main([argument.format(folder) for argument in arguments]) == 0, capfd.readouterr().err
