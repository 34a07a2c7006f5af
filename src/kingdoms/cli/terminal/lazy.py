"""Groups of commands: those that list them with whole sentences, and those whose commands are imported on first use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from kingdoms.core.errors import suggest
from kingdoms.texts import text

LONGEST = 300
"""The maximum length of a command's description in a list, where click has 45."""


class CommandGroup(click.Group):
    """A group that lists its commands with their whole first sentences."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, command.get_short_help_str(LONGEST)) for name, command in commands if command and not command.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


class LazyGroup(CommandGroup):
    """A group of commands; an unknown command gets a suggestion.

    Commands import much, and most calls need one of them, so each is imported on first use.

    Args:
        modules: the names of the commands, with the module of `kingdoms.cli` that defines each.
        given: the arguments of `click.Group`.
    """

    def __init__(self, *, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(**options)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in self.modules:
            return None
        command = getattr(import_module(f"kingdoms.cli.{self.modules[cmd_name]}"), cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command, or suggest the nearest name."""
        if args and args[0] not in self.modules and not args[0].startswith("-"):
            hint, names = suggest(args[0], self.modules), ", ".join(self.list_commands(ctx))
            raise click.UsageError(text("command.unknown", command=repr(args[0]), hint=hint, commands=names))
        return super().resolve_command(ctx, args)
