"""Fixtures for tests of the command line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import kingdoms
from tests.support.clients.terminal import Player
from tests.support.games.tested_games import SAMPLE, busy_position, random_record


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
