"""`kingdoms explorer`: what was played in openings, and the file that says so."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.progress import Progress, TaskID

from kingdoms.analysis.review import check_may_be_read
from kingdoms.cli.studying.explorer_report import print_position, print_walk, steps_of
from kingdoms.cli.terminal.console import game_in, make_console, moment_of, read_source, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import in_json, of_game
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.explorer.counts import Counts, PlayedGame
from kingdoms.explorer.file import LARGEST, NAME, ExplorerFile, write_counts
from kingdoms.explorer.query import Explorer, Position, explore
from kingdoms.explorer.sources import arena_games, arena_records, record_games
from kingdoms.export.position_text import SEED
from kingdoms.folders import data_folder
from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.server.base.settings import ServerSettings

SHOW: Final = "show"
SAVED_EVERY: Final = 60.0
"""Seconds after which the counts so far are written."""


class ExplorerGroup(CommandGroup):
    """A group whose command `show` may be left out: what is no command is what it shows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without a command, they are those of `show`."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [SHOW, *args]
        return super().parse_args(ctx, args or [SHOW])


@click.group(cls=ExplorerGroup)
def explorer() -> None:
    """Look up openings: what was played in a position, by whom, how often, and how well it went.

    "kingdoms explorer POSITION" or "kingdoms explorer RECORD" shows it; show may be left out.
    """


@explorer.command()
@click.argument("target", required=False, metavar="[POSITION|RECORD]", type=click.Path(allow_dash=True))
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Show the position after N entries of the record.")
@of_game
@click.option("--seats", type=int, help="How many seats, for the beginning of a game.  [default: two]")
@click.option(
    "--file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Look it up in this file, not in one's own and those that come with the games.",
)
@in_json
def show(target: str | None, at: int | None, name: str, seats: int | None, file: Path | None, as_json: bool) -> None:
    """Show what was played in a position, or how the game of a record left what was played before.

    POSITION is a file, or the text of a position or a link to it; "-" is standard input. Without it, show the beginning of a
    game.
    """
    look_up: Callable[[State], Position] = (
        (lambda state: explore(state, data_folder())) if file is None else Explorer(file).position
    )
    if target is None:
        record = Record(load_game(name, seats or 2))
    else:
        record = game_in(read_source(target), target)
        check_may_be_read(record, None if record.entries else record.game.seats[0])
    if at is None and record.entries:
        steps = steps_of(record, look_up)
        if as_json:
            click.echo(json.dumps({"steps": [step.to_json() for step in steps]}))
        else:
            print_walk(make_console(), record, steps)
        return
    state = _after_chance(moment_of(record, at))
    position = look_up(state)
    if as_json:
        click.echo(json.dumps(position.to_json()))
    else:
        print_position(make_console(), state, position)


def _after_chance(state: State) -> State:
    """Return a state after what chance decides next, the same each time."""
    state, rng = state.clone(), Random(SEED)
    while state.is_chance_node():
        state.apply_action(state.draw_chance_action(rng))
    return state


@explorer.command()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=f"The file.  [default: {NAME} in the data folder]"
)
@click.option(
    "--arena",
    "folders",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Count the games of an arena that was played with --records. Can be given several times.",
)
@click.option(
    "--server",
    "servers",
    multiple=True,
    metavar="DATA|DATABASE",
    help="Count the finished games of a server, by its data folder or database. Can be given several times.",
)
@click.option(
    "--records",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Count the game of a record. Can be given several times.",
)
@click.option(
    "--largest",
    type=click.FloatRange(min=0, min_open=True),
    default=LARGEST / 1e6,
    show_default=True,
    help="The most megabytes.",
)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@in_json
def build(
    output: Path | None,
    folders: tuple[Path, ...],
    servers: tuple[str, ...],
    records: tuple[Path, ...],
    largest: float,
    files: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Count the openings of games in a file; what the file has already stays, and each FILE of the same kind is added.

    Only games count that levels 6 to 8 and rated people have finished. Ctrl-C stops and keeps what is counted; the same command
    resumes. If the file would be too large, the positions that were met least often are left out.
    """
    if not (folders or servers or records or files):
        raise click.UsageError(text("explorer.no_source"))
    path = output or data_folder() / NAME
    settings = [_settings(server) for server in servers]
    for folder in folders:
        arena_records(folder)
    counts = ExplorerFile(path).counts() if path.exists() else Counts()
    for file in files:
        counts.merge(ExplorerFile(file).counts())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with progress_bar() as progress, stop_event() as stop:
            building = Building(counts, path, round(largest * 1e6), progress, stop)
            for folder in folders:
                building.count(str(folder), len(arena_records(folder)), arena_games(folder, counts.digests))
            building.count(text("explorer.records"), len(records), record_games(records, counts.digests))
            for server, setting in zip(servers, settings, strict=True):
                asyncio.run(building.count_server(server, setting))
        building.save()
    except OSError as error:
        raise click.ClickException(text("command.not_written", path=path, reason=error.strerror)) from None
    facts = {"games": len(counts.digests), "added": building.added, "skipped": building.skipped, "least": counts.least}
    if as_json:
        click.echo(json.dumps(facts | {"path": str(path), "bytes": path.stat().st_size, "interrupted": stop.is_set()}))
    else:
        say(text("explorer.written", path=path, size=f"{path.stat().st_size / 1e6:.1f}", **facts))
    return INTERRUPTED if stop.is_set() else 0


class Building:
    """Counts games, shows how far it is, and writes the counts from time to time.

    Args:
        counts: the counts.
        path: the file.
        largest: the most bytes of the file.
        progress: where to show how far it is.
        stop: set to stop.
    """

    def __init__(self, counts: Counts, path: Path, largest: int, progress: Progress, stop: threading.Event) -> None:
        self.counts, self.path, self.largest = counts, path, largest
        self.progress, self.stop = progress, stop
        self.added = self.skipped = 0
        self._saved_at = time.monotonic()

    def count(self, source: str, total: int, games: Iterable[PlayedGame | None]) -> None:
        """Count the games of a source, unless the user has stopped."""
        task = self.progress.add_task(source, total=total)
        if not self.stop.is_set():
            for game in games:
                self._add(task, game)
                if self.stop.is_set():
                    return

    async def count_server(self, source: str, settings: ServerSettings) -> None:
        """Count the finished games of a server.

        Raises:
            DatabaseError: its database cannot be used.
        """
        from kingdoms.server.admin import openings  # noqa: PLC0415  needs the extra
        from kingdoms.server.admin.opening import open_existing  # noqa: PLC0415

        async with open_existing(settings) as database:
            task = self.progress.add_task(source, total=await openings.count(database))
            async for game in openings.finished_games(database):
                if self.stop.is_set():
                    return
                self._add(task, game)

    def save(self) -> None:
        """Write the counts.

        Raises:
            OSError: the file cannot be written.
        """
        write_counts(self.counts, self.path, self.largest)
        self._saved_at = time.monotonic()

    def _add(self, task: TaskID, game: PlayedGame | None) -> None:
        is_new = game is not None and self.counts.add(game)
        self.added += is_new
        self.skipped += not is_new
        self.progress.advance(task)
        if time.monotonic() - self._saved_at > SAVED_EVERY:
            self.save()


def _settings(server: str) -> ServerSettings:
    """Return the settings of a server, by its data folder or the URL of its database.

    Raises:
        SettingsError: the URL is not that of a database.
    """
    from kingdoms.server.base.settings import read_settings  # noqa: PLC0415  needs the extra

    return read_settings(database=server) if "://" in server else read_settings(data=server)
