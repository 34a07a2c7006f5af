"""The `kingdoms` command group; each command is imported on first use."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import click

import kingdoms.cli
from kingdoms.cli.console import say
from kingdoms.core.errors import KingdomsError, suggest
from kingdoms.texts import text

COMMANDS = {
    "admin": "admin",
    "analyse": "analyse",
    "arena": "arena",
    "bots": "reference",
    "board": "board",
    "bot": "bot",
    "check": "check",
    "export": "export",
    "film": "film",
    "lab": "lab",
    "match": "match",
    "new-game": "new_game",
    "play": "play",
    "print": "printing",
    "puzzles": "puzzles",
    "referee": "main",
    "replay": "replay",
    "rules": "reference",
    "rulings": "reference",
    "train": "train",
    "variants": "reference",
    "serve": "serve",
}
"""The command names, with the module of `kingdoms.cli` that defines each."""


class Commands(click.Group):
    """A group of commands; an unknown command gets a suggestion."""

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

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command, or suggest the nearest name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint, known = suggest(args[0], COMMANDS), ", ".join(self.list_commands(ctx))
            raise click.UsageError(text("command.unknown", command=repr(args[0]), hint=hint, commands=known))
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and exit."""
    if wanted and not ctx.resilient_parsing:
        click.echo(kingdoms.cli.version())
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the version and exit."
)
def cli() -> None:
    """Board games of rival kingdoms: play them, look up their rules, replay and analyse games."""


@click.command()
def referee() -> int:
    """Answer questions about the rules, one JSON object per line (see the page on the referee in the docs)."""
    return kingdoms.cli.referee()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 2 for usage errors, with a message of one sentence."""
    try:
        code = cli.main(args=None if arguments is None else list(arguments), prog_name="kingdoms", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.UsageError as error:
        context = f"{error.ctx.command_path} --help" if error.ctx else "kingdoms --help"
        message = error.format_message().rstrip(".")
        return _fail(text("command.see", message=message[0].lower() + message[1:], command=context))
    except click.ClickException as error:
        return _fail(error.format_message())
    except KingdomsError as error:
        return _fail(str(error))
    except BrokenPipeError:
        return 0
    except (KeyboardInterrupt, click.Abort):
        return 130


def _fail(message: str) -> int:
    """Print an error message and return the exit code for errors."""
    say(f"kingdoms: {message}", err=True)
    return 2
