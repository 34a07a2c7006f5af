"""What can be wrong with an arena."""

from __future__ import annotations

import errno
from pathlib import Path

from kingdoms.core.errors import KingdomsError


class ArenaError(KingdomsError):
    """A plan that cannot be played, or a folder that cannot be used; the message says why."""

    code, topic = "arena", "bot"


def unwritable(path: Path, error: OSError) -> ArenaError:
    """Return what is raised when something cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ArenaError(
            f"{path} cannot be written, for the disk is full: what is there is kept, and the same command goes on"
        )
    return ArenaError(f"{path} cannot be written: {error.strerror or error}")
