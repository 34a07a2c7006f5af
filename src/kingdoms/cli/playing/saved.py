"""Saved games: their folder, the most recent one, and loading one."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

import click

from kingdoms import texts
from kingdoms.cli.terminal.console import naming, opening_record, read_source, say
from kingdoms.core.record import Record
from kingdoms.folders import data_folder, old_data_folder

LONGEST_QUOTE = 40
"""The most characters shown of a damaged line."""


@dataclass(frozen=True)
class LoadedGame:
    """A game loaded from a file.

    Attributes:
        record: the game.
        is_position: whether the file holds a position, from which the game starts, rather than a record.
        warning: a sentence about the incomplete last line that was dropped; "" if nothing was.
    """

    record: Record
    is_position: bool = False
    warning: str = ""


def games_folder() -> Path:
    """Return the default folder of saved games."""
    return data_folder() / "games"


def new_path(folder: Path) -> Path:
    """Return an unused file name for a new game."""
    stamp = datetime.datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path, number = folder / f"{stamp}.jsonl", 1
    while path.exists():
        number += 1
        path = folder / f"{stamp}-{number}.jsonl"
    return path


def last_game(folder: Path | None) -> tuple[Path, LoadedGame]:
    """Return the file of the game played last, and the game; files that cannot be loaded are named and passed over.

    Args:
        folder: where to look; None for the default folders of this and earlier versions.

    Raises:
        ClickException: there is no saved game, or none that can be loaded.
    """
    folders = [folder] if folder else [games_folder(), old_data_folder() / "games"]
    files = sorted((path for directory in folders for path in directory.glob("*.jsonl")), key=lambda path: path.stat().st_mtime)
    for path in reversed(files):
        try:
            saved_game = open_game(str(path))
        except click.ClickException as error:
            say(texts.text("command.passed_over", fault=error.format_message()), err=True)
        else:
            return path, saved_game
    raise click.ClickException(texts.text("command.no_game_to_continue", folder=folders[0]))


def open_game(path: str) -> LoadedGame:
    """Return the game in a file, a position or a record; the record's last line may be incomplete.

    Raises:
        ClickException: the file is neither, or is invalid.
    """
    source = read_source(path)
    lines = source.split("\n")
    with naming(path):
        opening = opening_record(source)
        if opening is not None:
            return LoadedGame(opening, is_position=True)
        record, damage = Record.salvage(lines)
    if damage is None:
        return LoadedGame(record)
    rest = lines[damage.line - 1]
    quote = rest if len(rest) <= LONGEST_QUOTE else f"{rest[:LONGEST_QUOTE]}..."
    lost = texts.text("command.line_lost", line=damage.line, path=path, reason=quote)
    return LoadedGame(record, warning=lost)
