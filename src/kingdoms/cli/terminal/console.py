"""Shared helpers of the commands: the console, and reading files."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kingdoms import texts
from kingdoms.core.errors import KingdomsError, RecordError, cut
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import read_position
from kingdoms.core.state import State
from kingdoms.export.position_text import is_position_text, record_of_text
from kingdoms.extras import install_command
from kingdoms.files import decode

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from kingdoms.analysis.findings import Step

MAX_WIDTH = 100
MAX_SENTENCES = 2
"""The most sentences shown for each step of a line."""


def make_console() -> Console:
    """Return a console: at most 100 columns wide on a terminal, 80 elsewhere, with colours if supported."""
    from rich.console import Console  # noqa: PLC0415  simple commands start faster without it

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        return Console(highlight=False, markup=False, width=80)
    return Console(highlight=False, markup=False, width=min(console.width, MAX_WIDTH))


def has_colour(console: Console) -> bool:
    """Return whether the console shows colours and Unicode; otherwise, pieces are shown as letters."""
    return console.color_system is not None and not console.no_color and console.encoding.startswith("utf")


def fits(console: Console, *parts: RenderableType) -> bool:
    """Return whether several parts fit on the screen, with the input line."""
    return sum(len(console.render_lines(part, pad=False)) for part in parts) < console.height


def print_sentence(console: Console, text: str, indent: int = 2, style: str = "") -> None:
    """Print a wrapped sentence with a hanging indent, without breaking words or paths."""
    from rich.text import Text  # noqa: PLC0415

    width = max(1, console.width - indent - 2)
    first, *rest = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
    console.print(Text(" " * indent + first, style), soft_wrap=True)
    for line in rest:
        console.print(Text(" " * (indent + 2) + line, style), soft_wrap=True)


def print_line(console: Console, line: Sequence[Step]) -> None:
    """Print the actions of an expected line, with their events."""
    for step in line:
        sentences = " ".join(step.sentences[:MAX_SENTENCES])
        print_sentence(console, f"{step.by} {step.action}: {sentences}" if step.action else f"{step.by}: {sentences}")


def say(text: str, err: bool = False) -> None:
    """Print a sentence, wrapped on a terminal and on one line otherwise, for programs."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
        text = textwrap.fill(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    click.echo(text, err=err)


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for "-"; an incomplete last character is dropped.

    Raises:
        ClickException: the file cannot be read; the message gives the reason.
    """
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return decode(data, complete=False)
    except FileNotFoundError:
        raise click.ClickException(texts.text("command.no_file", path=path)) from None
    except IsADirectoryError:
        raise click.ClickException(texts.text("command.folder", path=path)) from None
    except UnicodeDecodeError:
        raise click.ClickException(texts.text("command.no_text", path=path)) from None
    except OSError as error:
        raise click.ClickException(texts.text("command.not_read", path=path, reason=error.strerror)) from None


def write_file(path: str, data: bytes) -> None:
    """Write a file.

    Raises:
        ClickException: it cannot be written; the message gives the reason.
    """
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise click.ClickException(texts.text("command.not_written", path=path, reason=error.strerror)) from None


def read_record(path: str) -> Record:
    """Return the record in a file.

    Raises:
        ClickException: the file cannot be read, or its record is invalid; the message names file and line.
    """
    try:
        return Record.parse(read_text(path).split("\n"))
    except RecordError as error:
        raise click.ClickException(f"{path}, {error}") from None


def read_source(path: str) -> str:
    """Return the text of a file, or the argument itself if it is the text of a position or a link to one.

    Raises:
        ClickException: as `read_text`.
    """
    return path if is_position_text(path) else read_text(path)


def read_game(path: str) -> Record:
    """Return the game in a file, which holds a record or a position, or that begins with the text of a position.

    Raises:
        ClickException: the file is none of these, or is invalid.
    """
    return game_in(read_source(path), path)


def game_in(source: str, path: str) -> Record:
    """Return the game in what `read_source` has read from this path.

    Raises:
        ClickException: as `read_game`.
    """
    with naming(path):
        return opening_record(source) or Record.parse(source.split("\n"))


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Turn errors in the content of a file into errors of the command that name the file.

    Raises:
        ClickException: for a KingdomsError; the text of a position is named by its beginning.
    """
    name = cut(path)
    try:
        yield
    except RecordError as error:
        raise click.ClickException(f"{name}, {error}") from None
    except KingdomsError as error:
        raise click.ClickException(f"{name}: {error.message} ({error.clause})") from None


@contextmanager
def extra(name: str, key: str) -> Iterator[None]:
    """Turn a missing library of an extra into an error of the command, in the sentence `key`, that says how to install it.

    Raises:
        ClickException: for an ImportError.
    """
    try:
        yield
    except ImportError:
        raise click.ClickException(texts.text(key, install=install_command(name))) from None


def seat_of(game: Game, seat: str | None) -> str | None:
    """Return the seat from an option, validated.

    Raises:
        UsageError: the game has no such seat.
    """
    if seat is not None and seat not in game.seats:
        raise click.UsageError(texts.text("command.no_seat", seat=repr(seat), seats=", ".join(game.seats)))
    return seat


def moment_of(record: Record, at: int | None) -> State:
    """Return the state of a record after `at` entries, None for all.

    Raises:
        UsageError: the record has fewer entries.
    """
    if at is None:
        return record.state
    if at > len(record.entries):
        raise click.UsageError(texts.text("command.no_board", n=len(record.entries), at=at))
    return record.state_after(at)


def opening_record(source: str) -> Record | None:
    """Return an empty record from the position in a source: its JSON object, if that is no record's header, or the text of one.

    Raises:
        KingdomsError: it is the text of a position, but cannot be read.
    """
    if is_position_text(source):
        return record_of_text(source)
    try:
        value = json.loads(source)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or "kingdoms" in value:
        return None
    record: Record = Record(read_position(value).game, position=value)
    return record
