"""`kingdoms site`: the page as a folder of static files, in which the games are played on the visitor's device."""

from __future__ import annotations

from pathlib import Path

import click

from kingdoms.cli.terminal.console import say
from kingdoms.cli.terminal.options import FOLDER, OLD_FILE, OLD_FOLDER
from kingdoms.site.folder import write_site
from kingdoms.texts import text
from kingdoms.texts.numbers import number

MEGABYTE = 1_000_000


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--server", metavar="URL", help="The address of a server, for what needs other people.")
@click.option("--wheel", type=OLD_FILE, help="A wheel of this package compiled for Pyodide, in place of the sources.")
@click.option("--pyodide", type=OLD_FOLDER, help="The folder of the npm package pyodide.  [default: npm fetches it]")
def site(folder: Path, server: str | None, wheel: Path | None, pyodide: Path | None) -> None:
    """Write the page to FOLDER, for any host of static files: the games are played on the visitor's device."""
    size = write_site(folder, wheel=wheel, pyodide=pyodide, server=server)
    say(text("site.wrote", path=str(folder), megabytes=number(size / MEGABYTE, 1)))
