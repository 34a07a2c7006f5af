"""Fixtures for tests of the command line."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms.cli.main import main
from tests.support.clients.terminal import Player
from tests.support.games.tested_games import SAMPLE, busy_position, random_record
from tests.support.suite.timeouts import SOON


class Run:
    """Runs commands in this process.

    Attributes:
        output: the output of the last command.
        errors: its standard errors.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.output = self.errors = ""

    def __call__(self, *words: object, code: int = 0) -> str:
        """Return the output of a command, or the errors of one that is refused with code 2."""
        self.capsys.readouterr()
        assert main([str(word) for word in words]) == code
        self.output, self.errors = self.capsys.readouterr()
        return self.errors if code == 2 else self.output

    def json(self, *words: object, code: int = 0) -> Any:
        """Return the output with `--json`."""
        return json.loads(self(*words, "--json", code=code))

    def text(self, *words: object, code: int = 0) -> str:
        """Return the output in one line."""
        return " ".join(self(*words, code=code).split())


def stopped_after_games(words: list[str], out: Path, by: int) -> tuple[str, str, int]:
    """Start a command as people do, stop it by a signal after some games, and return its output, errors and code."""
    command = [sys.executable, "-m", "kingdoms.cli", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        until = time.monotonic() + SOON
        while not any(path.read_bytes().count(b"\n") > 5 for path in out.rglob("journal.jsonl")):
            assert time.monotonic() < until
            time.sleep(0.05)
        os.kill(process.pid, by)
        output, errors = process.communicate(timeout=SOON)
    return output, errors, process.returncode


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """A folder whose name has spaces and letters beyond ASCII, as all commands have to take it."""
    folder = tmp_path / "Zoës Spiele 王 #1 100%"
    folder.mkdir()
    return folder


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Player:
    """A player that types given lines."""
    return Player(tmp_path, monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The path of a folder for games."""
    return tmp_path / "games"


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """The file of a finished random game."""
    random_record(kingdoms.load_game(SAMPLE, 2).limited(2)).save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


@pytest.fixture
def position_file(tmp_path: Path) -> Path:
    """The file of a position."""
    (tmp_path / "position.json").write_text(json.dumps(busy_position(SAMPLE, random.Random(1))))
    return tmp_path / "position.json"
