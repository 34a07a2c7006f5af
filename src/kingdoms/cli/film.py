"""`kingdoms film`: a game as an animated picture."""

from __future__ import annotations

from pathlib import Path

import click

from kingdoms.cli.console import read_game, say, seat_of
from kingdoms.core.state import State
from kingdoms.drawing.film import film_of
from kingdoms.drawing.render import render_svg
from kingdoms.texts import text


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(), required=True, help="The film's file, ending in .svg.")
@click.option(
    "--seconds", type=click.FloatRange(0.05, 60), help="How long each picture is shown.  [default: for two minutes in all]"
)
@click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="The picture's colours."
)
@click.option("--seat", help="Show what this seat sees.  [default: all if the game is over, else what an onlooker sees]")
def film(file: str, output: str, seconds: float | None, theme: str, seat: str | None) -> None:
    """Write the game in FILE, a record, as an animated SVG, which any browser shows ("-" is standard input)."""
    if Path(output).suffix.lower() != ".svg":
        raise click.UsageError(text("command.film_name", path=output))
    record = read_game(file)
    viewer = seat_of(record.game, seat)
    opens = viewer is None and record.state.is_terminal()

    def draw(state: State) -> str:
        return render_svg(state.game.open_view(state, None) if opens else state.view(viewer), theme=theme)

    try:
        entries = [(entry.action, entry.call) for entry in record.entries]
        made = film_of(record.opening(), entries, draw, seconds)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    try:
        Path(output).write_text(made, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(text("command.not_written", path=output, reason=error.strerror)) from None
    say(text("command.wrote", path=output))
