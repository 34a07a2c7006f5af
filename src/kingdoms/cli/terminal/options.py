"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from kingdoms.cli.terminal import completion
from kingdoms.core.registry import game_names
from kingdoms.texts import set_language, text

MOST_WORKERS: Final = 1_024
FILE: Final = click.Path(dir_okay=False, path_type=Path)
FOLDER: Final = click.Path(file_okay=False, path_type=Path)
OLD_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
OLD_FOLDER: Final = click.Path(exists=True, file_okay=False, path_type=Path)

in_json = click.option("--json", "as_json", is_flag=True, help="Answer with a JSON object.")
of_game = click.option(
    "--game", "name", default=game_names()[0], show_default=True, shell_complete=completion.games, help="The game to play."
)
with_rulings = click.option(
    "--rulings",
    "rulings_text",
    default="",
    shell_complete=completion.rulings,
    help="Rulings, as in round_limit=30 (see kingdoms rulings).",
)
with_seed = click.option("--seed", type=int, help="The seed for dice and bots: the same seed gives the same games.")
with_workers = click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help="How many processes play.  [default: one for each processor core]"
)
with_crash = click.option(
    "--crash",
    type=click.Choice(["stand-in", "loses"]),
    default="stand-in",
    show_default=True,
    help="A program that crashes, breaks the rules or runs out of time passes its seat to a stand-in, or it loses the game.",
)
kept_in = click.option(
    "--out", type=click.Path(path_type=Path), help="The folder that keeps the games.  [default: one in the data folder]"
)
on_cluster = click.option(
    "--cluster",
    metavar="ADDRESS",
    help='Play on a Ray cluster: "auto" for the one on this machine, or HOST:PORT.  [default: on this machine alone]',
)


def speak(_ctx: click.Context, _param: click.Parameter, tag: str | None) -> None:
    """Set the language that an option of a command names."""
    if tag is not None:
        set_language(tag)


def whole_numbers(_ctx: click.Context, _param: click.Parameter, typed: str | None) -> tuple[int, ...] | None:
    """Parse a comma-separated list of whole numbers, None if the option is missing.

    Raises:
        BadParameter: the list holds something else.
    """
    try:
        return None if typed is None else tuple(int(part) for part in typed.split(","))
    except ValueError:
        raise click.BadParameter(text("command.no_numbers", typed=repr(typed))) from None
