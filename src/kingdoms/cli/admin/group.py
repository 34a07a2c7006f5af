"""`kingdoms admin`: the operator's commands for the games and visitors of a running server."""

from __future__ import annotations

import click

from kingdoms.cli.terminal.lazy import LazyGroup

COMMANDS = {
    "access": "admin.access",
    "backup": "admin.data",
    "check": "admin.check",
    "check-settings": "admin.settings",
    "clocks": "admin.clocks",
    "games": "admin.games",
    "log": "admin.log",
    "invitations": "admin.access",
    "notice": "admin.access",
    "purge": "admin.data",
    "ratings": "admin.ratings",
    "reports": "admin.reports",
    "restore": "admin.data",
    "rotate-key": "admin.data",
    "visitors": "admin.visitors",
}
"""The command names, with the module of `kingdoms.cli` that defines each."""


@click.command(cls=LazyGroup, modules=COMMANDS)
def admin() -> None:
    """Manage a server's games and visitors while it runs; the server notifies everyone affected.

    The commands find the database as kingdoms serve does: by --database and --data, by KINGDOMS_DATABASE and KINGDOMS_DATA, or
    in the data folder.
    """
