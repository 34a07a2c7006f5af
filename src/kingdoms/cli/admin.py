"""`kingdoms admin`: the operator's commands for the games and visitors of a running server."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "backup": "admin_data",
    "check": "admin_check",
    "clocks": "admin_clocks",
    "games": "admin_games",
    "purge": "admin_data",
    "ratings": "admin_ratings",
    "reports": "admin_reports",
    "restore": "admin_data",
    "rotate-key": "admin_data",
    "visitors": "admin_visitors",
}
"""The command names, with the module of `kingdoms.cli` that defines each; these are slow to import."""


class AdminCommands(click.Group):
    """The commands below `kingdoms admin`; each is imported on first use."""

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
    """Manage a server's games and visitors while it runs; the server notifies everyone affected.

    The commands find the database as kingdoms serve does: by --database and --data, by KINGDOMS_DATABASE and KINGDOMS_DATA, or
    in the data folder.
    """
