"""`kingdoms print`: the rules of a game on paper."""

from __future__ import annotations

from pathlib import Path

import click

from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import extra, say, write_file
from kingdoms.cli.terminal.options import speak
from kingdoms.core.registry import game_class
from kingdoms.texts import languages, text


@click.command("print")
@click.argument("game", shell_complete=completion.games)
@click.argument("place", metavar="[OUTPUT]", required=False, type=click.Path())
@click.option("-o", "--output", type=click.Path(), help="The file to write, in place of OUTPUT.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The size of the paper.")
@click.option("--language", type=click.Choice(languages()), callback=speak, expose_value=False, help="The language.")
def print(game: str, place: str | None, output: str | None, paper: str) -> None:  # noqa: A001  the name of the command
    """Write the rules of GAME to OUTPUT, a PDF to print.

    It has the clauses with diagrams, a reference card and, where a game has them, a board and pieces to cut out.
    Print it at 100 %, not fitted to the page, so that pieces and board have the same scale.
    """
    rules_of = game_class(game)
    if (output is None) == (place is None):
        raise click.UsageError(text("command.print_output"))
    output = output or str(place)
    if Path(output).suffix.lower() != ".pdf":
        raise click.UsageError(text("command.print_name", path=output))
    with extra("print", "command.print"):
        from kingdoms.export.book import write_book  # noqa: PLC0415
    write_file(output, write_book(rules_of, paper))
    say(text("command.wrote", path=output))
