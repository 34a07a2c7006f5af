"""`kingdoms board`: pictures of positions and games."""

from __future__ import annotations

from pathlib import Path

import click

from kingdoms.cli.console import has_colour, make_console, moment_of, read_game, say, seat_of, write_file
from kingdoms.core.extras import how_to_install
from kingdoms.core.view import View
from kingdoms.drawing.png import png_of
from kingdoms.drawing.render import render_svg, render_text
from kingdoms.texts import text

USUAL_WIDTH = 1600
"""The default width of a PNG, in pixels."""
WIDEST = 20_000


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(), help="The picture's file, ending in .svg, .png or .txt.")
@click.option(
    "--at", type=click.IntRange(min=0), metavar="N", help="With a record: draw the board after N entries.  [default: all]"
)
@click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="The picture's colours."
)
@click.option("--kinds", is_flag=True, help="Label the pieces, where a game can.")
@click.option(
    "--width", type=click.IntRange(16, WIDEST), default=USUAL_WIDTH, show_default=True, help="The width of a PNG, in pixels."
)
@click.option("--seat", help="Draw what this seat sees.  [default: what an onlooker sees]")
def board(file: str, output: str | None, at: int | None, theme: str, kinds: bool, width: int, seat: str | None) -> None:
    """Draw the position in FILE: JSON, or the end of a record ("-" is standard input)."""
    record = read_game(file)
    view = moment_of(record, at).view(seat_of(record.game, seat))
    if output is None:
        console = make_console()
        console.print(render_text(view, colour=has_colour(console)))
        return
    suffix = Path(output).suffix.lower()
    if suffix not in (".svg", ".png", ".txt"):
        raise click.UsageError(text("command.picture_name", path=output))
    write_file(output, make_picture(view, suffix, theme, kinds, width))
    say(text("command.wrote", path=output))


def make_picture(view: View, suffix: str, theme: str = "light", kinds: bool = False, width: int = USUAL_WIDTH) -> bytes:
    """Return a picture as a file with this suffix, one of .svg, .png and .txt.

    Raises:
        ClickException: this game has no pictures, or the required library is not installed.
    """
    if suffix == ".txt":
        return str(render_text(view, colour=False)).encode()
    try:
        svg = render_svg(view, theme=theme, kinds=kinds)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    return svg.encode() if suffix == ".svg" else png(svg, width)


def png(svg: str, width: int) -> bytes:
    """Return an SVG document as a PNG of this width in pixels.

    Raises:
        ClickException: the required library is not installed.
    """
    try:
        return png_of(svg, width)
    except ImportError:
        raise click.ClickException(text("command.png", install=how_to_install("png"))) from None
