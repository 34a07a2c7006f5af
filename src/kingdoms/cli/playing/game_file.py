"""The file of a game at the terminal, and copies of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from kingdoms.core.record import Record
from kingdoms.texts import text


class GameFile:
    """The file that a game is saved to after every action.

    Args:
        record: the game.
        path: the file; its folder must exist.
    """

    def __init__(self, record: Record, path: Path) -> None:
        self.record = record
        self.path = path
        self.written: int | None = None
        """The number of entries in the file; None before it is first written."""

    @property
    def is_written(self) -> bool:
        """Whether the file has been written."""
        return self.written is not None

    def update(self) -> None:
        """Save the game; after the first time, only append new entries."""
        if self.written is None:
            self.rewrite()
        else:
            with self.saving():
                self.record.append(self.path, self.written)
            self.written = len(self.record.entries)

    def rewrite(self) -> None:
        """Save the whole game, as when an action has been taken back."""
        with self.saving():
            self.record.save(self.path)
        self.written = len(self.record.entries)

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Turn errors of the system into one of the command that names the file.

        Raises:
            ClickException: for an OSError; the message gives the reason.
        """
        try:
            yield
        except OSError as error:
            raise click.ClickException(text("command.not_saved", path=self.path, reason=error.strerror)) from None

    def copy_to(self, name: str) -> str:
        """Write a copy of the game to a file in an existing folder, and return a sentence for the player.

        Only a copy of the same game is overwritten.

        Args:
            name: the path of the copy, which may begin with "~".
        """
        path = Path(name).expanduser()
        try:
            if not path.parent.is_dir():
                return text("terminal.no_folder", folder=path.parent)
            if path.exists() and not self._is_copy(path):
                return text("terminal.other_file", path=name)
            self.record.save(path)
        except OSError as error:
            return text("terminal.not_written", path=name, reason=error.strerror)
        sentence = text("terminal.copied", path=name)
        return f"{sentence} {text('terminal.secrets')}" if self.record.game.has_secrets else sentence

    def _is_copy(self, path: Path) -> bool:
        header = f"{self.record.lines()[0]}\n".encode()
        with path.open("rb") as file:
            return file.read(len(header)) == header
