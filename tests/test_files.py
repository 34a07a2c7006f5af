"""Files: replaced as a whole, journals of lines, locks."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from of_games import SAMPLE

import kingdoms
from kingdoms import Record, files

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


@pytest.fixture
def umask() -> Iterator[None]:
    """Set a umask that keeps others from writing."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_replaced_as_a_whole_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), files.replacing(path):
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    files.write_whole(path, b"new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@POSIX
@pytest.mark.usefixtures("umask")
def test_a_saved_record_has_the_permissions_of_any_new_file_or_of_the_old_one(tmp_path: Path) -> None:
    record, path = Record(kingdoms.load_game(SAMPLE, 2)), tmp_path / "game.jsonl"
    record.save(path)
    assert mode(path) == 0o644
    for given in (0o600, 0o664):
        path.chmod(given)
        record.save(path)
        assert mode(path) == given


@POSIX
@pytest.mark.usefixtures("umask")
def test_a_secret_file_is_for_its_user_alone(tmp_path: Path) -> None:
    with files.replacing(tmp_path / "key", mode=0o600) as file:
        (new,) = tmp_path.iterdir()
        assert mode(new) == 0o600
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here that is always full")
def test_a_full_disk_is_an_error() -> None:
    with pytest.raises(OSError, match="No space left"):
        files.append(Path("/dev/full"), b"line\n")


def test_only_one_process_has_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    program = f"from kingdoms.files import lock; print(lock(open({str(path)!r}, 'ab')))"

    def other() -> str:
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()

    with path.open("ab") as file:
        assert files.lock(file)
        assert other() == "False"
    assert other() == "True"
