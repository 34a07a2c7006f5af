"""Playing in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Player


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Player:
    """Plays with typed lines."""
    return Player(tmp_path, monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for games."""
    return tmp_path / "games"
