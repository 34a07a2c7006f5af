"""`kingdoms admin games`: manages the games of a server."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import click

from kingdoms.cli.admin.command import (
    Command,
    answer,
    answer_list,
    day,
    echo,
    first_entries,
    offer_games,
    offer_visitors,
    run,
    server_command,
    server_options,
    show_table,
)
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, print_sentence, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import OLD_FOLDER
from kingdoms.core.errors import KingdomsError
from kingdoms.core.registry import game_class
from kingdoms.server.admin import games as stored
from kingdoms.server.admin.games import GameFilter
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.engine import Database
from kingdoms.table.game.records import lines_of
from kingdoms.texts import listing, text

STATUSES = ("lobby", "playing", "over")
LIKE_AN_OPTION = re.compile("-[A-Za-z0-9_-]{15}")
"""Matches ids of games that look like options."""


class GamesCommand(click.Command):
    """A command that takes ids of games, some of which look like options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments, with ids separated from options."""
        options = {name for parameter in self.params for name in parameter.opts}
        ids = [word for word in args if LIKE_AN_OPTION.fullmatch(word) and word not in options]
        if not ids or "--" in args:
            return super().parse_args(ctx, args)
        return super().parse_args(ctx, [*(word for word in args if word not in ids), "--", *ids])


@click.group(cls=CommandGroup)
def games() -> None:
    """List, show, end and delete games, and export their records."""


def filter_options(command: Command) -> Command:
    """Add the options that filter games, passed to the command as `game_filter`."""

    @click.option("--status", type=click.Choice(STATUSES), help="Only games waiting for players, being played, or over.")
    @click.option("--game", shell_complete=completion.games, help="Only tables of this game.")
    @click.option(
        "--older-than",
        type=click.FloatRange(min=0),
        metavar="DAYS",
        help="Only games in which nothing has happened for this long.",
    )
    @click.option("--visitor", shell_complete=offer_visitors, metavar="ID", help="Only this visitor's games.")
    @functools.wraps(command)
    def with_filter(
        *args: Any, status: str | None, game: str | None, older_than: float | None, visitor: str | None, **options: Any
    ) -> Any:
        name = None if game is None else game_class(game).name
        return command(*args, game_filter=GameFilter(status, name, visitor, older_than), **options)

    return with_filter


@games.command("list")
@filter_options
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="List at most this many.")
@server_options
def list_games(game_filter: GameFilter, most: int, as_json: bool, settings: ServerSettings) -> None:
    """List games, newest first; with --json, one object per line."""
    summaries = run(settings, lambda database: first_entries(stored.find(database, game_filter), most))
    rows = (
        (game["id"], game["game"], game["status"], str(game["number"]), day(game["created"]), day(game["moved"]), _people(game))
        for game in summaries
    )
    headings = ("id", "game", "status", "entries", "created", "moved", "players")
    answer_list(as_json, summaries, headings, rows, "admin.games_listed", most)


def _people(game: dict[str, Any]) -> str:
    return ", ".join(seat["name"] or seat["bot"] or seat["kind"] for seat in game["seats"])


@games.command(cls=GamesCommand)
@click.argument("game_id", metavar="ID", shell_complete=offer_games)
@server_options
def show(game_id: str, as_json: bool, settings: ServerSettings) -> None:
    """Show everything about a game except its moves; those are in its record (see export)."""
    details = run(settings, lambda database: stored.show(database, game_id))
    if as_json:
        echo(details)
        return
    console = make_console()
    console.print(text("admin.game", game=game_class(details["game"]).title, status=details["status"], n=details["number"]))
    sentences = [text("admin.moved", created=day(details["created"]), moved=day(details["moved"]))]
    if details["to_move"]:
        sentences.append(text("admin.to_move", seat=details["to_move"]))
    print_sentence(console, " ".join(sentences))
    print_sentence(console, text("admin.listed" if details["public"] else "admin.unlisted", id=details["host"]))
    usual = {ruling.name: ruling.default for ruling in game_class(details["game"]).known_rulings}
    rulings = [f"{name}={json.dumps(value)}" for name, value in details["rulings"].items() if value != usual.get(name)]
    if rulings:
        print_sentence(console, text("admin.rulings", rulings=", ".join(rulings)))
    rows = (
        (
            seat["seat"],
            seat["kind"],
            seat["name"],
            seat["stand_in"] or seat["bot"] or "",
            seat["visitor"] or "",
            day(seat["seen"]),
        )
        for seat in details["seats"]
    )
    show_table(("seat", "kind", "name", "bot", "visitor", "seen"), rows, indent=2)


@games.command(cls=GamesCommand)
@click.argument("game_ids", nargs=-1, required=True, metavar="ID...", shell_complete=offer_games)
@click.option("--decide", is_flag=True, help="As they stand: the best of the seats whose players haven't left wins.")
@click.option("--lost-by", metavar="SEAT", help="Against this seat: the best of the others whose players haven't left wins.")
@server_command
def end(game_ids: tuple[str, ...], decide: bool, lost_by: str | None, as_json: bool, settings: ServerSettings) -> None:
    """End games in progress, by default without winners. The players are notified, and can still review the games.

    A rated game that ends with winners counts in ratings. With --lost-by, it counts as if that player had resigned.
    """
    run(settings, lambda database: stored.end(database, game_ids, decide=decide, lost_by=lost_by))
    _report(as_json, "ended", game_ids)


@games.command(cls=GamesCommand)
@click.argument("game_ids", nargs=-1, required=True, metavar="ID...", shell_complete=offer_games)
@server_command
def delete(game_ids: tuple[str, ...], as_json: bool, settings: ServerSettings) -> None:
    """Delete games with all their data, even games in progress. The players are notified. This can't be undone."""
    run(settings, lambda database: stored.remove(database, game_ids))
    _report(as_json, "deleted", game_ids)


def _report(as_json: bool, action: str, game_ids: tuple[str, ...]) -> None:
    answer(as_json, {action: list(game_ids)}, text(f"admin.{action}", n=len(game_ids), ids=listing(game_ids)))


@games.command(cls=GamesCommand)
@click.argument("game_ids", nargs=-1, metavar="[ID...]", shell_complete=offer_games)
@filter_options
@click.option("--all", "all_games", is_flag=True, help="All games that have begun, or all that match the options.")
@click.option(
    "-o",
    "--output",
    type=OLD_FOLDER,
    metavar="FOLDER",
    help="Write a file for each game into this folder.  [default: all to standard output]",
)
@click.option("--talk", is_flag=True, help="What was said there instead of the records.")
@server_options
def export(
    game_ids: tuple[str, ...],
    game_filter: GameFilter,
    all_games: bool,
    output: Path | None,
    talk: bool,
    as_json: bool,
    settings: ServerSettings,
) -> int:
    """Export games as records: the games with these ids, or with --all every game that matches the options.

    A record is JSON Lines, and begins with a header that has "kingdoms" in it. With --json and a folder, an object is printed
    for each game. With --talk, the messages written at each table are exported instead, one per line.
    """
    if bool(game_ids) == all_games:
        raise click.UsageError(text("admin.ids_or_all"))
    if as_json and output is None:
        raise click.UsageError(text("admin.json_output"))
    failed = 0

    async def export_one(database: Database, game_id: str) -> bool:
        try:
            live = await stored.load(database, game_id)
            lines = await stored.talk(database, game_id) if talk else list(lines_of(live))
        except KingdomsError as error:
            say(text("admin.not_exported", id=game_id, fault=error.message), err=True)
            return False
        if output is None:
            click.echo("\n".join(lines), nl=bool(lines))
            return True
        file = output / f"{live.header.game}-{game_id}{'.talk' if talk else ''}.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if as_json:
            echo({"id": game_id, "file": str(file), "messages" if talk else "entries": len(lines) if talk else live.number})
        return True

    async def export_games(database: Database) -> int:
        nonlocal failed
        ids = list(game_ids)
        if all_games:
            ids = [game["id"] async for game in stored.find(database, game_filter) if game["status"] != "lobby"]
        results = [await export_one(database, game_id) for game_id in ids]
        failed = results.count(False)
        return results.count(True)

    try:
        written = run(settings, export_games)
    except OSError as error:
        raise click.ClickException(text("command.not_written_to", path=output, reason=error.strerror)) from None
    if output is not None and not as_json:
        say(text("admin.tables_written" if talk else "admin.records_written", n=written, path=output))
    return 2 if failed else 0
