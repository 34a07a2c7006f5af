"""`kingdoms explorer`: what was played in openings, and the file that says so."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms.analysis.review import check_may_be_read
from kingdoms.bots.levels import LEVEL
from kingdoms.cli.terminal.console import game_in, make_console, moment_of, print_sentence, read_source, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import FILE, OLD_FILE, OLD_FOLDER, in_json, of_game
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.core.record import Record
from kingdoms.core.registry import load_game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.explorer.counts import PEOPLE, TRIAL, Counts, PlayedGame
from kingdoms.explorer.file import LARGEST, NAME, ExplorerFile, write_counts
from kingdoms.explorer.query import Explorer, Position, explore
from kingdoms.explorer.sources import arena_games, arena_records, record_games
from kingdoms.export.position_text import SEED
from kingdoms.folders import data_folder
from kingdoms.texts import text
from kingdoms.texts.numbers import number, percent

if TYPE_CHECKING:
    from kingdoms.server.base.settings import ServerSettings

SHOW: Final = "show"
MOST_ROWS: Final = 12
FEW: Final = 10
"""With fewer games than this, a share says little, and is dim."""
SAVED_EVERY: Final = 60.0
"""Seconds after which the counts so far are written."""
END: Final = object()


class ExplorerGroup(CommandGroup):
    """A group whose command `show` may be left out: what is no command is what it shows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; options before any command are those of `show`."""
        is_option = not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names)
        return super().parse_args(ctx, [SHOW, *args] if is_option else args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; what is none is the target of `show`."""
        return super().resolve_command(ctx, args if args[0] in self.commands else [SHOW, *args])


@click.group(cls=ExplorerGroup)
def explorer() -> None:
    """Look up openings: what was played in a position, by whom, how often, and how well it went.

    "kingdoms explorer POSITION" or "kingdoms explorer RECORD" shows it; show may be left out.
    """


@explorer.command()
@click.argument("target", required=False, metavar="[POSITION|RECORD]", type=click.Path(allow_dash=True))
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="The position after so many entries.  [default: the last of the opening]",
)
@of_game
@click.option("--seats", type=int, default=2, show_default=True, help="How many seats, without a POSITION or RECORD.")
@click.option("--file", type=OLD_FILE, help="Look it up in this file, not in one's own and those that come with the games.")
@in_json
def show(target: str | None, at: int | None, name: str, seats: int, file: Path | None, as_json: bool) -> None:
    """Show what was played in a position, or in the opening of a game.

    POSITION is a file, or the text of a position or a link to it; "-" is standard input. Without it, show the beginning of a
    game.
    """
    record = Record(load_game(name, seats)) if target is None else game_in(read_source(target), target)
    check_may_be_read(record, None if record.entries else record.game.seats[0])
    state = moment_of(record, at)
    if at is None and record.entries:
        state = next((then for _, then in reversed([*record.replay()]) if record.game.opening(then)), state)
    state, rng = state.clone(), Random(SEED)
    while state.is_chance_node():
        state.apply_action(state.draw_chance_action(rng))
    position = explore(state, data_folder()) if file is None else Explorer(file).position(state)
    if as_json:
        click.echo(json.dumps(position.to_json()))
    else:
        _print(make_console(), state, position)


@explorer.command()
@click.option("-o", "--output", type=FILE, help=f"[default: {NAME} in the data folder]")
@click.option(
    "--arena",
    "folders",
    multiple=True,
    metavar="FOLDER",
    type=OLD_FOLDER,
    help="Count the games of an arena that was played with --records.",
)
@click.option("--server", "servers", multiple=True, metavar="DATA|DATABASE", help="Count the finished games of a server.")
@click.option("--records", multiple=True, metavar="FILE", type=OLD_FILE, help="Count the game of a record.")
@click.option(
    "--largest", type=click.FloatRange(min=0.001), default=LARGEST / 1e6, show_default=True, help="The most megabytes."
)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=OLD_FILE)
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

    Only games count that levels 6 to 8 and rated people have finished. The options that name games can be given several times.
    Ctrl-C stops and keeps what is counted; the same command resumes. If the file would be too large, the positions that were
    met least often are left out.
    """
    if not (folders or servers or records or files):
        raise click.UsageError(text("explorer.no_source"))
    path = output or data_folder() / NAME
    settings = [_settings(server) for server in servers]
    totals = [len(arena_records(folder)) for folder in folders]
    counts = ExplorerFile(path).counts() if path.exists() else Counts()
    for file in files:
        counts.merge(ExplorerFile(file).counts())
    building = Building(counts, path, round(largest * 1e6))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder, total in zip(folders, totals, strict=True):
            building.count(str(folder), total, arena_games(folder, counts.digests))
        building.count(text("explorer.records"), len(records), record_games(records, counts.digests))
        for server, setting in zip(servers, settings, strict=True):
            asyncio.run(building.count_server(server, setting))
        building.save()
    except OSError as error:
        raise click.ClickException(text("command.not_written", path=path, reason=error.strerror)) from None
    facts = {"games": len(counts.digests), "added": building.added, "skipped": building.skipped, "least": counts.least}
    if as_json:
        click.echo(json.dumps(facts | {"path": str(path), "bytes": path.stat().st_size, "interrupted": building.stopped}))
    else:
        say(text("explorer.written", path=path, size=number(path.stat().st_size / 1e6, 1), **facts))
    return INTERRUPTED if building.stopped else 0


class Building:
    """Counts games until the user stops, and writes the counts from time to time.

    Args:
        counts: the counts.
        path: the file.
        largest: the most bytes of the file.
    """

    def __init__(self, counts: Counts, path: Path, largest: int) -> None:
        self.counts, self.path, self.largest = counts, path, largest
        self.added = self.skipped = 0
        self.stopped = False
        self._saved_at = time.monotonic()

    def count(self, source: str, total: int, games: Iterable[PlayedGame | None]) -> None:
        """Count the games of a source."""

        async def each() -> AsyncIterator[PlayedGame | None]:
            for game in games:
                yield game

        asyncio.run(self._count(source, total, each()))

    async def count_server(self, source: str, settings: ServerSettings) -> None:
        """Count the finished games of a server.

        Raises:
            DatabaseError: its database cannot be used.
        """
        from kingdoms.server.admin import openings  # noqa: PLC0415  needs the extra
        from kingdoms.server.admin.opening import open_existing  # noqa: PLC0415

        async with open_existing(settings) as database:
            await self._count(source, await openings.count(database), openings.finished_games(database))

    async def _count(self, source: str, total: int, games: AsyncIterator[PlayedGame | None]) -> None:
        with progress_bar() as progress, stop_event() as stop:
            task = progress.add_task(source, total=total)
            while not self.stopped and (game := await anext(games, END)) is not END:
                is_new = isinstance(game, PlayedGame) and self.counts.add(game)
                self.added += is_new
                self.skipped += not is_new
                progress.advance(task)
                self.stopped = stop.is_set()
                if time.monotonic() - self._saved_at > SAVED_EVERY:
                    self.save()

    def save(self) -> None:
        """Write the counts.

        Raises:
            OSError: the file cannot be written.
        """
        write_counts(self.counts, self.path, self.largest)
        self._saved_at = time.monotonic()


def _settings(server: str) -> ServerSettings:
    """Return the settings of a server, by its data folder or the URL of its database.

    Raises:
        SettingsError: the URL is not that of a database.
    """
    from kingdoms.server.base.settings import read_settings  # noqa: PLC0415  needs the extra

    return read_settings(database=server) if "://" in server else read_settings(data=server)


def _print(console: Console, state: State, position: Position) -> None:
    """Print what was played in a position."""
    game, sources = state.game, position.sources
    console.print(str(game.explain(state).question), style="bold")
    players = ", ".join(f"{_name(kind)}: {number(games)}" for kind, games in sources.items() if kind)
    holes = {"n": sources.get("", 0), "number": number(sources.get("", 0)), "players": players, "least": position.least}
    about = "late" if not position.in_opening else "sources" if sources else "none"
    print_sentence(console, text(f"explorer.{about}", game=game.title, seats=game.num_players, **holes), indent=0)
    if not position.rows:
        print_sentence(console, text("explorer.new") if position.in_opening else "", indent=0)
        return
    table, played = Table.grid(padding=(0, 2, 0, 0)), sum(row.played for row in position.rows)
    for column in (columns := ("choice", "played", "games", "share", "interval", "by")):
        table.add_column(justify="left" if column in ("choice", "by") else "right")
    table.add_row(*(Text(text(f"explorer.{column}"), "dim") for column in columns))
    for row in position.rows[:MOST_ROWS]:
        words = f": {row.words}" if row.legal else f" ({text('explorer.not_here')})"
        low, high = row.tally.interval
        table.add_row(
            Text.assemble((row.action, "bold"), *(f", {action}" for action in row.equal), words),
            percent(row.played / played) if row.played else "",
            number(row.tally.games),
            Text(percent(row.tally.share), "dim" if row.tally.games < FEW else ""),
            Text(text("report.interval", low=number(100 * low), high=percent(high)), "dim"),
            Text(", ".join(f"{_name(kind)} {number(tally.games)}" for kind, tally in sorted(row.by.items())), "dim"),
        )
    console.print(table)
    if len(position.rows) > MOST_ROWS:
        print_sentence(console, text("explorer.more", n=len(position.rows) - MOST_ROWS), indent=0)
    if any(TRIAL in row.by for row in position.rows):
        print_sentence(console, text("explorer.about_trials"), indent=0, style="dim")


def _name(kind: str) -> str:
    """Return the name of a kind of player.

    Examples:
        >>> _name("level:6"), _name("people:1000"), _name("trial")
        ('level 6', 'people of 1000 points', 'tried')
    """
    name, _, number = kind.partition(":")
    if name in (TRIAL, PEOPLE):
        return text(f"explorer.{name}", points=number)
    return text("explorer.level", number=number) if name == LEVEL and number else kind.replace(":", " ")
