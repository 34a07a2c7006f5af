"""Where this package keeps what belongs to its user: saved games, and a server's data."""

from __future__ import annotations

from pathlib import Path

import platformdirs

NAME = "kingdoms"


def data_folder() -> Path:
    """Return the folder for this user's data, where the platform's conventions have it; it need not exist.

    On Linux that is `$XDG_DATA_HOME/kingdoms`, by default `~/.local/share/kingdoms`.
    """
    return platformdirs.user_data_path(NAME, appauthor=False)


def old_data_folder() -> Path:
    """Return the folder in which earlier versions kept their data, the one for settings."""
    return platformdirs.user_config_path(NAME, appauthor=False, roaming=True)


def data_folder_with(*names: str) -> Path:
    """Return the data folder; the old one if that holds a file of one of these names and the new one holds none."""
    new, old = data_folder(), old_data_folder()
    return old if _has_any(old, names) and not _has_any(new, names) else new


def _has_any(folder: Path, names: tuple[str, ...]) -> bool:
    """Say whether a folder holds a file of one of these names."""
    return any((folder / name).exists() for name in names)
