"""The command `kingdoms`."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence

import click

import kingdoms
from kingdoms.cli.board import board
from kingdoms.cli.check import check
from kingdoms.cli.console import engine_kind, say
from kingdoms.cli.match import match
from kingdoms.cli.play import play
from kingdoms.cli.reference import bots, rules, rulings
from kingdoms.cli.replay import replay
from kingdoms.cli.serve import serve
from kingdoms.core import referee as referees
from kingdoms.core.errors import KingdomsError


class Commands(click.Group):
    """The commands; an unknown one is answered with the nearest."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], self.commands, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise click.UsageError(f"there is no command {args[0]!r}{hint}; there are {', '.join(self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(kingdoms.__version__, message=f"kingdoms {kingdoms.__version__} (engine {engine_kind()})")
def cli() -> None:
    """Board games of kingdoms at odds: play them, ask what their rules say, look at their games."""


@cli.command()
def referee() -> None:
    """Answer questions about the rules, one JSON object a line (see the page on the referee)."""
    referees.serve(sys.stdin.buffer, sys.stdout.buffer)


for command in (play, match, serve, check, replay, board, rules, rulings, bots):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 2 for whatever was asked wrongly, said in one sentence."""
    try:
        code = cli.main(args=None if arguments is None else list(arguments), prog_name="kingdoms", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.UsageError as error:
        context = f"{error.ctx.command_path} --help" if error.ctx else "kingdoms --help"
        message = error.format_message().rstrip(".")
        return _fail(f"{message[0].lower()}{message[1:]} (see {context})")
    except click.ClickException as error:
        return _fail(error.format_message())
    except KingdomsError as error:
        return _fail(str(error))
    except BrokenPipeError:
        return 0
    except (KeyboardInterrupt, click.Abort):
        return 130


def _fail(message: str) -> int:
    """Say what is wrong and return the exit code for it."""
    say(f"kingdoms: {message}", err=True)
    return 2


def run() -> None:
    """Run the command and leave."""
    sys.exit(main())


if __name__ == "__main__":
    run()
