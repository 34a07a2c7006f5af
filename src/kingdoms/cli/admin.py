"""`kingdoms admin`: what whoever runs a server can do with its games and visitors, while it runs."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "backup": "admin_data",
    "check": "admin_check",
    "games": "admin_games",
    "purge": "admin_data",
    "restore": "admin_data",
    "rotate-key": "admin_data",
    "visitors": "admin_visitors",
}
"""The commands, and in which module of `kingdoms.cli` each is; these take a while to import."""


class AdminCommands(click.Group):
    """The commands below `kingdoms admin`, each loaded when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"kingdoms.cli.{COMMANDS[cmd_name]}"), cmd_name.replace("-", "_"))
        assert isinstance(found, click.Command)
        return found


@click.command(cls=AdminCommands)
def admin() -> None:
    """Look after a server's games and visitors while it runs; everyone affected is told.

    The commands find the database as kingdoms serve does: by --database and --data, by KINGDOMS_DATABASE and
    KINGDOMS_DATA, or in the data folder.
    """
