"""`kingdoms admin`: the operator's commands for the games and visitors of a running server."""

from __future__ import annotations

import click

from kingdoms.cli.lazy import LazyGroup

COMMANDS = {
    "access": "admin_access",
    "backup": "admin_data",
    "check": "admin_check",
    "check-settings": "admin_settings",
    "clocks": "admin_clocks",
    "games": "admin_games",
    "log": "admin_log",
    "invitations": "admin_access",
    "notice": "admin_access",
    "purge": "admin_data",
    "ratings": "admin_ratings",
    "reports": "admin_reports",
    "restore": "admin_data",
    "rotate-key": "admin_data",
    "visitors": "admin_visitors",
}
"""The command names, with the module of `kingdoms.cli` that defines each."""


@click.command(cls=LazyGroup, modules=COMMANDS)
def admin() -> None:
    """Manage a server's games and visitors while it runs; the server notifies everyone affected.

    The commands find the database as kingdoms serve does: by --database and --data, by KINGDOMS_DATABASE and KINGDOMS_DATA, or
    in the data folder.
    """
