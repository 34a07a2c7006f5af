"""`kingdoms film`: a game as an animated picture."""

from __future__ import annotations

from pathlib import Path

import click

from kingdoms.cli.terminal.console import extra, read_game, say, seat_of, write_file
from kingdoms.core.record import Record
from kingdoms.core.state import State
from kingdoms.drawing.film import film as animated
from kingdoms.drawing.film import pictures_of, usual_seconds
from kingdoms.drawing.moving import FORMATS, WIDTH, render_animation
from kingdoms.drawing.render import render_svg
from kingdoms.texts import text

WIDEST = 4_000


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(), required=True, help="The film's file, ending in .svg, .gif or .webp.")
@click.option(
    "--seconds", type=click.FloatRange(0.05, 60), help="How long each picture is shown.  [default: for two minutes in all]"
)
@click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="The picture's colours."
)
@click.option(
    "--width", type=click.IntRange(16, WIDEST), default=WIDTH, show_default=True, help="The width of a GIF or WebP, in pixels."
)
@click.option("--seat", help="Show what this seat sees.  [default: all if the game is over, else what an onlooker sees]")
def film(file: str, output: str, seconds: float | None, theme: str, width: int, seat: str | None) -> None:
    """Write the game in FILE, a record, as an animated picture, which any browser shows ("-" is standard input)."""
    suffix = Path(output).suffix.lower()
    if suffix not in (".svg", *FORMATS):
        raise click.UsageError(text("command.film_name", path=output))
    record = read_game(file)
    content = make_film(record, suffix, seconds, theme, width, seat_of(record.game, seat))
    write_file(output, content)
    say(text("command.wrote", path=output))


def make_film(
    record: Record,
    suffix: str,
    seconds: float | None = None,
    theme: str = "light",
    width: int = WIDTH,
    viewer: str | None = None,
) -> bytes:
    """Return the film of a record as a file with this suffix.

    Raises:
        ClickException: the game has no pictures, or a required library is not installed.
    """
    opens = viewer is None and record.state.is_terminal()

    def draw(state: State) -> str:
        return render_svg(state.game.open_view(state, None) if opens else state.view(viewer), theme=theme)

    try:
        pictures = pictures_of(record.opening(), [(entry.action, entry.call) for entry in record.entries], draw)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    time = usual_seconds(len(pictures)) if seconds is None else seconds
    if suffix == ".svg":
        return animated(pictures, time).encode()
    with extra("png", "command.moving"):
        return render_animation(pictures, time, suffix, width=width)
