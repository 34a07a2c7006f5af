"""Files: replaced as a whole, journals of lines, locks; and the folders for games and data."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

import kingdoms
from kingdoms import KingdomsError, Record, RecordError, files, folders
from kingdoms.bots.messages import unpack
from kingdoms.cli.admin import settings_check
from kingdoms.cli.main import main
from kingdoms.cli.terminal.prompt import Prompt
from kingdoms.core import referee
from kingdoms.core.registry import game_class
from kingdoms.lab.checking import known_studies, read_study
from kingdoms.puzzles.files import puzzle_file
from kingdoms.server.base.settings import ServerSettings
from tests.support.games.tested_games import SAMPLE

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
XDG = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="folders are moved by XDG's variables here")


@pytest.fixture
def umask() -> Iterator[None]:
    """Set a umask that keeps others from writing."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def mode(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_replaced_as_a_whole_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), files.open_replacement(path):
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    files.write_atomic(path, b"new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@POSIX
@pytest.mark.usefixtures("umask")
def test_a_saved_record_has_the_permissions_of_any_new_file_or_of_the_old_one(tmp_path: Path) -> None:
    record, path = Record(kingdoms.load_game(SAMPLE, 2)), tmp_path / "game.jsonl"
    record.save(path)
    assert mode(path) == 0o644
    for permissions in (0o600, 0o664):
        path.chmod(permissions)
        record.save(path)
        assert mode(path) == permissions


@POSIX
@pytest.mark.usefixtures("umask")
def test_a_secret_file_is_for_its_user_alone(tmp_path: Path) -> None:
    with files.open_replacement(tmp_path / "key", mode=0o600) as file:
        assert list(map(mode, tmp_path.iterdir())) == [0o600]
        file.write(b"secret")
    assert mode(tmp_path / "key") == 0o600


def test_an_incomplete_last_line_is_dropped_and_can_be_removed(tmp_path: Path) -> None:
    path = tmp_path / "log"
    assert files.complete_lines(path, repair=True) == []
    files.append(path, b"one\ntw")
    assert files.complete_lines(path) == [b"one\n"]
    assert path.read_bytes() == b"one\ntw"
    assert files.complete_lines(path, repair=True) == [b"one\n"]
    files.append(path, b"two\n")
    assert files.complete_lines(path) == [b"one\n", b"two\n"]


def test_only_one_process_has_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    program = f"from kingdoms.files import lock; print(lock(open({str(path)!r}, 'ab')))"

    def lock_elsewhere() -> str:
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()

    with path.open("ab") as file:
        assert files.lock(file)
        assert lock_elsewhere() == "False"
    assert lock_elsewhere() == "True"


@pytest.mark.parametrize("is_free", [True, False])
def test_on_windows_a_byte_behind_the_content_is_locked(is_free: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = []

    def locking(descriptor: int, mode: int, number: int) -> None:
        places.append((os.lseek(descriptor, 0, os.SEEK_CUR), mode, number))
        if not is_free:
            raise PermissionError

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    monkeypatch.setattr(sys, "platform", "win32")
    with (tmp_path / "lock").open("a+b") as file:
        assert files.lock(file) is is_free
    assert places == [(files.LOCKED_BYTE, 2, 1)]


MARK = b"\xef\xbb\xbf"


def test_a_byte_order_mark_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"

    def marked(text: str | bytes) -> Path:
        file.write_bytes(MARK + (text if isinstance(text, bytes) else text.encode()))
        return file

    record = Record(kingdoms.load_game(SAMPLE, 2), seed=1)
    lines = record.lines()
    assert Record.load(marked("\n".join(lines))).lines() == lines
    assert Record.parse([f"\ufeff{lines[0]}"]).lines() == lines
    for command in ("check", "board", "export --format csv", "replay --all"):
        assert main([*command.split(), str(file)]) == 0
    assert main(["board", str(marked(json.dumps(record.state.position())))]) == 0
    puzzles = puzzle_file(game_class(SAMPLE))
    assert puzzles is not None
    assert main(["puzzles", "list", "--file", str(marked(puzzles.read_bytes()))]) == 0
    study = next(iter(known_studies().values()))
    assert read_study(marked(study.read_bytes())) == read_study(study)
    assert settings_check.read_file(marked("KINGDOMS_PORT=80\n")) == ({"KINGDOMS_PORT": "80"}, [])
    request = json.dumps({"new": {"game": SAMPLE, "players": 2}, "quiet": True}).encode()
    answers = io.BytesIO()
    referee.serve(io.BytesIO(MARK + b"\n" + MARK + request + b"\n"), answers)
    assert [list(json.loads(line))[:2] for line in answers.getvalue().splitlines()] == [["id", "to_move"]]
    assert unpack(MARK + b'{"type": "ready"}', 100) == {"type": "ready"}
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeffquit\n"))
    assert Prompt().ask("?") == "quit"


@pytest.mark.parametrize(
    ("player", "fault"), [("Ida\ud800", "holds half a character"), ("x" * 501, "at most 500 characters, not 501")]
)
def test_a_player_that_could_not_be_written_is_refused(player: str, fault: str, tmp_path: Path) -> None:
    game = kingdoms.load_game(SAMPLE, 2)
    record = Record(game, players={game.seats[0]: "x" * 500})
    header = record.header() | {"players": {game.seats[0]: player}}
    with pytest.raises(RecordError, match=rf"line 1: players\.{game.seats[0]}: .*{fault}"):
        Record.parse([json.dumps(header)])
    record.players = {game.seats[0]: player}
    with pytest.raises(KingdomsError, match=fault):
        record.save(tmp_path / "game.jsonl")
    assert main(["play", SAMPLE, "--seats", f"you:{player},random", "--folder", str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []


@XDG
def test_data_lies_where_the_platform_has_it_or_an_earlier_version_left_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert folders.data_folder() == home / "data" / "kingdoms"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert ServerSettings().data == folders.data_folder() == home / ".local" / "share" / "kingdoms"
    old, new = Path(click.get_app_dir("kingdoms")), folders.data_folder()
    old.mkdir(parents=True)
    (old / "secret.key").write_text("0123456789abcdef")
    assert ServerSettings().data == old
    new.mkdir(parents=True)
    (new / "kingdoms.db").touch()
    assert ServerSettings().data == new
