"""Errors of the arena."""

from __future__ import annotations

import errno
from pathlib import Path

from kingdoms.core.errors import KingdomsError


class ArenaError(KingdomsError):
    """An invalid plan or an unusable folder; the message gives the reason."""

    code, topic = "arena", "bot"


def write_error(path: Path, error: OSError) -> ArenaError:
    """Return the error for a file or folder that cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ArenaError(
            f"{path} cannot be written, for the disk is full: what is there is kept, and the same command goes on"
        )
    return ArenaError(f"{path} cannot be written: {error.strerror or error}")
