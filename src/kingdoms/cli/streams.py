"""Standard streams as they come: encodings that lack characters, full disks and closed pipes."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Final

PLAIN: Final = "kingdoms.plain"
"""The name of the error handler that writes characters which an encoding lacks in a plainer way."""
PLAINER: Final = dict(zip("·─│╱╲╳≈▁▂▃▄▅▆▇█‘’“”–—○●", ".-|/\\X~_.:-=+*#''\"\"--o*", strict=True)) | {"±": "+/-", "…": "..."}
"""What stands for frames, dots and charts; as wide as these, so that columns stay aligned."""
UNWRITABLE: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What happens to an output that is not a file of this program."""


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the characters that an encoding lacks: letters without accents, else question marks.

    Examples:
        >>> codecs.register_error(PLAIN, replace_unencodable)
        >>> "Zoë │ ±1 │ 王".encode("ascii", PLAIN)
        b'Zoe | +/-1 | ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(PLAINER.get(letter) or _bare(letter) for letter in missing), error.end


def _bare(letter: str) -> str:
    """Return a letter without accents, or a question mark."""
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"


def fit() -> None:
    """Let the standard streams take all characters, and closed ones nothing."""
    codecs.register_error(PLAIN, replace_unencodable)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors == "strict":
        sys.stdin.reconfigure(errors="replace")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  for the whole process
        elif isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape", "backslashreplace"):
            stream.reconfigure(errors=PLAIN)


def run_guarded(command: Callable[[], int]) -> int:
    """Run a command and return its exit code: 0 if its output is a closed pipe, 2 if it can't be written."""
    streams = sys.stdout, sys.stderr
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:
        code = 0
    except SystemExit as leaving:
        # Rich leaves with 1 when a pipe is closed, and Click also puts other streams in place
        if not isinstance(leaving.__context__, BrokenPipeError) and sys.stdout is streams[0]:
            raise
        code = 0
    except OSError as error:
        if error.filename is None and error.errno not in UNWRITABLE:
            raise
        code = 2
        _report(error)
    for stream in streams:
        try:
            stream.flush()
        except OSError:  # the interpreter would complain about what is left when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _report(error: OSError) -> None:
    from kingdoms.texts import text  # noqa: PLC0415

    path = text("command.output") if error.filename is None else error.filename
    try:
        print(f"kingdoms: {text('command.not_used', path=path, reason=error.strerror)}", file=sys.stderr)
    except OSError:
        return
