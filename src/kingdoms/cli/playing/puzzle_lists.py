"""Lists of puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.cli.terminal.console import read_text
from kingdoms.puzzles.files import read_puzzles
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
from kingdoms.puzzles.summary import Summary

STARS = "*"


def read_puzzle_file(file: str) -> list[Puzzle]:
    """Return the puzzles in a file.

    Raises:
        ClickException: the file cannot be read, or is not a file of puzzles.
    """
    try:
        return read_puzzles(read_text(file).splitlines())
    except PuzzleError as error:
        raise click.ClickException(f"{file}, {error.message}") from None


def summaries_of(puzzles: Iterable[Puzzle]) -> list[Summary]:
    """Return the summaries of puzzles, numbered in their order."""
    return [Summary.from_json(puzzle.to_json(), number) for number, puzzle in enumerate(puzzles, 1)]


def summary_json(summary: Summary) -> dict[str, object]:
    """Return a summary for programs."""
    return summary.to_json() | {"level": summary.level}


def print_list(console: Console, selection: Sequence[Summary]) -> None:
    """Print puzzles, one per line."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for summary in selection:
        table.add_row(
            Text(summary.name, "bold"),
            summary.title,
            STARS * summary.difficulty,
            texts.text("command.seats", n=len(summary.seats)),
            texts.text("command.steps", n=summary.steps),
            str(summary.strength.points),
        )
    console.print(table)
