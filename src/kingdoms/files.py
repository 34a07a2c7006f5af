"""Files: text as editors write it, files replaced as a whole, journals of lines, and locks."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO

LOCKED_BYTE = 1 << 30
"""The byte locked on Windows, where locked bytes cannot be read: far behind any content."""


BYTE_ORDER_MARK = "\ufeff"
"""The character that some editors and shells write before a text."""


def decode(data: bytes, *, complete: bool = True) -> str:
    r"""Return a text in UTF-8 without its byte order mark: the one way in which text from outside is read.

    Args:
        data: the text.
        complete: whether an incomplete last character is an error, rather than dropped.

    Raises:
        UnicodeDecodeError: it is not UTF-8.

    Examples:
        >>> decode(b"\xef\xbb\xbfOslo"), decode(b"Oslo\xc3", complete=False)
        ('Oslo', 'Oslo')
    """
    return codecs.getincrementaldecoder("utf-8-sig")().decode(data, complete)


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8, without its byte order mark.

    Raises:
        OSError: the file cannot be read; UnicodeDecodeError: it is not UTF-8.
    """
    return decode(path.read_bytes())


@contextlib.contextmanager
def open_replacement(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """Yield a new file that replaces `path` at the end; after an exception, the old file stays.

    Args:
        path: the file to write.
        mode: its permissions; by default those of the old file, or of a new file under the umask.

    Raises:
        OSError: the file cannot be written.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder, open_replacement(Path(folder) / "games.txt") as file:
        ...     file.write(b"none")
        4
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(new, "xb", opener=lambda name, flags: os.open(name, flags, 0o666 if mode is None else mode)) as file:
            if mode is None and path.exists():
                new.chmod(path.stat().st_mode & 0o777)
            yield file
            sync(file)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file atomically.

    Raises:
        OSError: the file cannot be written; the old one stays.
    """
    with open_replacement(path) as file:
        file.write(data)


def sync(file: IO[Any]) -> None:
    """Write buffered data to the disk."""
    file.flush()
    os.fsync(file.fileno())


def append(path: Path, lines: bytes) -> None:
    """Append lines to a file in one write.

    Raises:
        OSError: the file cannot be written; if the disk is full, an incomplete line may remain.
    """
    with path.open("ab", buffering=0) as file:
        if file.write(lines) != len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def complete_lines(path: Path, *, repair: bool = False) -> list[bytes]:
    r"""Return the lines of a file, none if it does not exist; an incomplete last line is dropped.

    Args:
        path: the file.
        repair: truncate the file before an incomplete last line, so that lines can be appended.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     append(Path(folder) / "log", b"one\ntwo\nthr")
        ...     complete_lines(Path(folder) / "log")
        [b'one\n', b'two\n']
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    end = data.rfind(b"\n") + 1
    if repair and end < len(data):
        os.truncate(path, end)
    return data[:end].splitlines(keepends=True)


def lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed or the process ends; return False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  not on Windows

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
