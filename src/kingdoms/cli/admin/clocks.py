"""`kingdoms admin clocks`: stops the clocks of games, starts them, and gives time."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import click

from kingdoms.cli.admin.command import Command, answer, offer_games, run, server_command
from kingdoms.cli.admin.games import GamesCommand
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.server.admin import clocks as stored
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.engine import Database
from kingdoms.table.game.clocks import MOST_IN_ALL
from kingdoms.texts import text


@click.group(cls=CommandGroup)
def clocks() -> None:
    """Stop the clocks of games before planned work, start them again, and give players time."""


def game_arguments(command: Command) -> Command:
    """Add the arguments that select games, passed to the command as `game_ids`: None for all."""

    @click.argument("game_ids", nargs=-1, metavar="[ID...]", shell_complete=offer_games)
    @click.option("--all", "all_games", is_flag=True, help="All games in which this is possible.")
    @server_command
    @functools.wraps(command)
    def with_games(*args: Any, game_ids: tuple[str, ...], all_games: bool, **options: Any) -> Any:
        if bool(game_ids) == all_games:
            raise click.UsageError(text("admin.ids_or_all"))
        return command(*args, game_ids=None if all_games else game_ids, **options)

    return with_games


@clocks.command(cls=GamesCommand)
@game_arguments
def stop(game_ids: Sequence[str] | None, as_json: bool, settings: ServerSettings) -> None:
    """Stop the clocks of games under way. The log of each table says so, and players can go on."""
    _change("stopped", settings, as_json, lambda database: stored.stop(database, game_ids))


@clocks.command(cls=GamesCommand)
@game_arguments
def start(game_ids: Sequence[str] | None, as_json: bool, settings: ServerSettings) -> None:
    """Start stopped clocks again."""
    _change("started", settings, as_json, lambda database: stored.start(database, game_ids))


@clocks.command(cls=GamesCommand)
@click.option(
    "--minutes",
    type=click.FloatRange(min=1 / 60, max=MOST_IN_ALL / 60),
    required=True,
    help="How much time each seat gets; with a time limit for each turn, it is for the present turn.",
)
@game_arguments
def give(game_ids: Sequence[str] | None, minutes: float, as_json: bool, settings: ServerSettings) -> None:
    """Give every seat in games more time."""
    _change("given", settings, as_json, lambda database: stored.give_time(database, game_ids, round(60 * minutes)))


def _change(action: str, settings: ServerSettings, as_json: bool, work: Callable[[Database], Awaitable[list[str]]]) -> None:
    game_ids = run(settings, work)
    answer(as_json, {action: game_ids}, text(f"admin.clocks_{action}", n=len(game_ids)))
