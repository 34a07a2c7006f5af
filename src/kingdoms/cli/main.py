"""The `kingdoms` command group; each command is imported on first use."""

from __future__ import annotations

from collections.abc import Sequence

import click

import kingdoms.cli
from kingdoms.cli.terminal.console import say
from kingdoms.cli.terminal.lazy import LazyGroup
from kingdoms.cli.terminal.usage import usage_message
from kingdoms.core.errors import KingdomsError
from kingdoms.texts import text

click.IntRange.name, click.FloatRange.name, type(click.FLOAT).name = "integer", "number", "number"  # not "integer range"

COMMANDS = {
    "admin": "admin.group",
    "analyse": "studying.analyse",
    "arena": "studying.arena",
    "bots": "documents.reference",
    "board": "documents.board",
    "bot": "programs.bot",
    "check": "documents.check",
    "explorer": "studying.explorer",
    "export": "documents.export",
    "film": "documents.film",
    "lab": "studying.lab",
    "match": "studying.match",
    "new-game": "programs.new_game",
    "play": "playing.play",
    "print": "documents.printing",
    "puzzles": "playing.puzzles",
    "referee": "main",
    "replay": "documents.replay",
    "rules": "documents.reference",
    "rulings": "documents.reference",
    "site": "documents.site",
    "texts": "documents.texts",
    "train": "studying.train",
    "variants": "documents.reference",
    "serve": "admin.serve",
}
"""The command names, with the module of `kingdoms.cli` that defines each."""


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(kingdoms.cli.version())
        ctx.exit()


@click.group(
    cls=LazyGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the version and exit."
)
@click.option(
    "--language", metavar="TAG", expose_value=False, help="The language, such as de; by default that of the terminal."
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
        return _fail(text("command.see", message=usage_message(error), command=context))
    except click.ClickException as error:
        return _fail(error.format_message())
    except KingdomsError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        return 130


def _fail(message: str) -> int:
    """Print an error message and return the exit code for errors."""
    say(f"kingdoms: {message}", err=True)
    return 2
