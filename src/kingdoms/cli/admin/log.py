"""`kingdoms admin log`: lists who has run which command of an operator."""

from __future__ import annotations

import click

from kingdoms.cli.admin.command import answer_list, day, run, server_options
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database import deeds


@click.command()
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="List at most this many.")
@server_options
def log(most: int, as_json: bool, settings: ServerSettings) -> None:
    """List which commands of operators have changed something, who ran them and when, newest first.

    Commands of kingdoms admin and forms of the operator's page are logged, for half a year. Those that only read are not.
    """
    stored = run(settings, lambda database: deeds.find(database, most))
    rows = ((day(deed["at"]), deed["by"], deed["command"], deed["fault"] or "") for deed in stored)
    answer_list(as_json, stored, ("when", "who", "command", "fault"), rows, "admin.deeds", most)
