"""`kingdoms board`: pictures of positions and games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from kingdoms.cli.terminal.console import (
    extra,
    game_in,
    has_colour,
    make_console,
    moment_of,
    naming,
    read_source,
    say,
    seat_of,
    write_file,
)
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.drawing.png import png_of
from kingdoms.drawing.render import render_svg, render_text
from kingdoms.export.position_text import has_texts, is_position_text, position_text, read_position_text
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
@click.option("--text", "as_text", is_flag=True, help="Print the position as a short text for links, not drawn.")
@click.option("--json", "as_json", is_flag=True, help="Print the position, its text and the view as a JSON object.")
def board(
    file: str,
    output: str | None,
    at: int | None,
    theme: str,
    kinds: bool,
    width: int,
    seat: str | None,
    as_text: bool,
    as_json: bool,
) -> None:
    """Draw the position in FILE: JSON, its short text, or the end of a record ("-" is standard input).

    FILE may also be the short text itself, or a link to it.
    """
    if (output is not None) + as_text + as_json > 1:
        raise click.UsageError(text("command.one_output"))
    view, state = _view_and_state(file, at, seat)
    if as_json:
        click.echo(json.dumps(_view_json(view, state)))
    elif as_text:
        with naming(file):
            click.echo(position_text(state, view.seat))
    elif output is None:
        console = make_console()
        console.print(render_text(view, colour=has_colour(console)))
    else:
        suffix = Path(output).suffix.lower()
        if suffix not in (".svg", ".png", ".txt"):
            raise click.UsageError(text("command.picture_name", path=output))
        write_file(output, make_picture(view, suffix, theme, kinds, width))
        say(text("command.wrote", path=output))


def _view_and_state(file: str, at: int | None, seat: str | None) -> tuple[View, State]:
    """Return the view to draw, and a state with this view.

    Raises:
        ClickException: the file cannot be read; UsageError: there is no such seat or moment, or its view is not in a text.
    """
    source = read_source(file)
    record = game_in(source, file)
    seat_of(record.game, seat)
    state = moment_of(record, at)
    if not is_position_text(source):
        return state.view(seat), state
    shared = read_position_text(source)
    if seat is not None and seat != shared.seat and record.game.has_secrets:
        raise click.UsageError(text("command.other_view", seat=shared.seat or text("command.onlooker")))
    return shared, state


def _view_json(view: View, state: State) -> dict[str, Any]:
    """Return a view with its text, which is null in games without texts, as JSON data."""
    written = position_text(state, view.seat) if has_texts(type(view.game)) else None
    return {"game": view.game.name, "seat": view.seat, "text": written, "view": view.to_json()}


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
    with extra("png", "command.png"):
        return svg.encode() if suffix == ".svg" else png_of(svg, width)
