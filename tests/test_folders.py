"""The folders for games and data."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from kingdoms import folders
from kingdoms.server.base.settings import ServerSettings

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="folders are moved by XDG's variables here")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def test_data_lies_where_the_platform_has_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folders.data_folder() == home / ".local" / "share" / "kingdoms"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert folders.data_folder() == home / "data" / "kingdoms"


def test_a_server_opens_the_data_of_an_earlier_version(home: Path) -> None:
    assert ServerSettings().data == folders.data_folder()
    old, new = Path(click.get_app_dir("kingdoms")), folders.data_folder()
    old.mkdir(parents=True)
    (old / "secret.key").write_text("0123456789abcdef")
    assert ServerSettings().data == old
    new.mkdir(parents=True)
    (new / "kingdoms.db").touch()
    assert ServerSettings().data == new
