"""`kingdoms export`: a game for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from kingdoms.cli.documents.board import make_picture
from kingdoms.cli.documents.film import make_film
from kingdoms.cli.terminal.console import extra, read_game, say, write_file
from kingdoms.core.record import Record
from kingdoms.export.ppn import write_ppn
from kingdoms.export.tables import write_csv, write_json, write_parquet
from kingdoms.texts import text

TEXTS: Final[dict[str, Callable[[Record], str]]] = {"ppn": write_ppn, "json": write_json, "csv": write_csv}
"""The formats that are text, with what writes them."""
PICTURES: Final = ("svg", "png")
FILMS: Final = ("gif", "webp")
EXAMPLES: Final = "npz"
"""The format with the decisions of many games, for imitation."""
FORMATS: Final = (*TEXTS, "parquet", EXAMPLES, *PICTURES, *FILMS)


@click.command()
@click.argument("record", type=click.Path(allow_dash=True))
@click.option("--format", "kind", type=click.Choice(FORMATS), help="The format.  [default: the ending of --output]")
@click.option("-o", "--output", type=click.Path(), help="The file to write.  [default: standard output]")
def export(record: str, kind: str | None, output: str | None) -> None:
    """Write the game in RECORD in a format for other programs ("-" is standard input).

    ppn is Portable Piecepack Notation; json, csv and parquet have a row for each entry; svg and png show the last table,
    and gif and webp the whole game, as kingdoms board and kingdoms film draw them, which have options for their look.
    npz has what seats saw and did, as NumPy arrays for learning programs; for it, RECORD can be a folder of records, or that
    of an arena with --records.
    """
    chosen = kind or Path(output or "").suffix.lower()[1:]
    if chosen not in FORMATS:
        raise click.UsageError(text("command.export_name", formats=", ".join(FORMATS)))
    data = _examples(record) if chosen == EXAMPLES else _format_record(read_game(record), chosen)
    if output is not None:
        write_file(output, data)
        say(text("command.wrote", path=output))
    elif chosen not in (*TEXTS, "svg") and sys.stdout.isatty():
        raise click.UsageError(text("command.export_binary", format=chosen))
    else:
        sys.stdout.buffer.write(data)


def _examples(path: str) -> bytes:
    """Return the decisions in a record, or in all records in a folder, as NumPy arrays.

    Raises:
        ClickException: there are no records, they are of several kinds, or NumPy is not installed.
    """
    with extra("rl", "command.npz"):
        from kingdoms.env.examples import write_npz  # noqa: PLC0415
    folder = Path(path)
    if folder.is_dir():
        inside = folder / "records"
        files = sorted((inside if inside.is_dir() else folder).rglob("*.jsonl"))
    else:
        files = [folder]
    try:
        return write_npz(read_game(str(file)) for file in files)
    except ValueError as error:
        raise click.ClickException(f"{path}: {error}") from None


def _format_record(record: Record, kind: str) -> bytes:
    """Return a record in a format.

    Raises:
        KingdomsError: the game cannot be written in this format; ClickException: likewise, or a library is not installed.
    """
    if kind in TEXTS:
        return TEXTS[kind](record).encode()
    if kind in PICTURES:
        return make_picture(record.state.view(None), f".{kind}")
    if kind in FILMS:
        return make_film(record, f".{kind}")
    with extra("arena", "command.parquet"):
        return write_parquet(record)
