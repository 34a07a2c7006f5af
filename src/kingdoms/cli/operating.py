"""What the commands below `kingdoms admin` share: which server is meant, how they run, what they offer when Tab is pressed."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import functools
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from rich.table import Table
from rich.text import Text

from kingdoms.cli.console import make_console
from kingdoms.core.errors import KingdomsError
from kingdoms.server.admin import games, visitors
from kingdoms.server.admin.opening import open_existing
from kingdoms.server.database import Database
from kingdoms.server.settings import Settings, read_settings

Answer = TypeVar("Answer")
Command = Callable[..., Any]

MOST_OFFERED = 100
"""How many games or visitors are offered when Tab is pressed."""


def of_a_server(command: Command) -> Command:
    """Give a command the options that say which server is meant, as one argument `settings`."""

    @click.option("--database", metavar="URL", help="The server's database, as for kingdoms serve.")
    @click.option("--data", metavar="FOLDER", help="The server's data folder, as for kingdoms serve.")
    @functools.wraps(command)
    def with_settings(*args: Any, database: str | None, data: str | None, **given: Any) -> Any:
        return command(*args, settings=read_settings(database=database, data=data), **given)

    return with_settings


def in_json(command: Command) -> Command:
    """Give a command the option to answer programs."""
    decorated: Command = click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)
    return decorated


def run(settings: Settings, work: Callable[[Database], Awaitable[Answer]], *, any_revision: bool = False) -> Answer:
    """Do something with the database of a server, and return what comes of it.

    Raises:
        DatabaseError: there is none, or it cannot be used.
    """

    async def with_database() -> Answer:
        async with open_existing(settings, any_revision=any_revision) as database:
            return await work(database)

    return asyncio.run(with_database())


def echo(value: Any) -> None:
    """Print a value as a line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def show_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table for people; nothing in it is cut off where it is printed into a file."""
    console = make_console()
    table = Table.grid(padding=(0, 2))
    for _ in (headings := list(headings)):
        table.add_column(overflow="fold", no_wrap=False)
    table.add_row(*(Text(heading, "dim") for heading in headings))
    for row in rows:
        table.add_row(*(Text(each) for each in row))
    if not console.is_terminal:
        console.width = 400
    console.print(table)


def day(stamp: str | None) -> str:
    """Return a time for people, in the time of this machine; "-" where there is none.

    Examples:
        >>> day(None)
        '-'
    """
    if stamp is None:
        return "-"
    return f"{datetime.datetime.fromisoformat(stamp).astimezone():%Y-%m-%d %H:%M}"


def read_time(_ctx: click.Context, _param: click.Parameter, text: str | None) -> float | None:
    """Return a date or a time that is still to come, in seconds since 1970.

    Raises:
        BadParameter: it is none.
    """
    if text is None:
        return None
    try:
        found = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a date such as 2026-12-31, or a time such as 2026-12-31T18:00") from None
    if found.timestamp() <= datetime.datetime.now().timestamp():
        raise click.BadParameter(f"{text} has passed")
    return found.timestamp()


# -- what Tab offers ----------------------------------------------------------------------------------------------------


def offer_games(ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the ids of games, the newest first."""

    async def find(database: Database) -> list[tuple[str, str]]:
        found = []
        async for each in games.find(database, games.Wanted()):
            found.append((each["id"], f"{each['game']}, {each['status']}"))
            if len(found) == MOST_OFFERED:
                break
        return found

    return _offers(ctx, find, typed)


def offer_visitors(ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offer the ids of visitors, those who were seen last first."""

    async def find(database: Database) -> list[tuple[str, str]]:
        return [(each["id"], each["name"] or "") for each in await visitors.find(database, most=MOST_OFFERED)]

    return _offers(ctx, find, typed)


def _offers(
    ctx: click.Context, find: Callable[[Database], Awaitable[list[tuple[str, str]]]], typed: str
) -> list[CompletionItem]:
    """Return what there is that begins with what is typed; nothing where there is no database yet."""
    with contextlib.suppress(KingdomsError):
        settings = read_settings(database=ctx.params.get("database"), data=ctx.params.get("data"))
        return [CompletionItem(name, help=about) for name, about in run(settings, find) if name.startswith(typed)]
    return []
