"""Shared helpers of the commands below `kingdoms admin`: the server options, running them, and shell completion."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import functools
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.cli.console import make_console
from kingdoms.core.errors import KingdomsError
from kingdoms.server.admin import games, visitors
from kingdoms.server.admin.opening import open_existing
from kingdoms.server.database import Database
from kingdoms.server.settings import Settings, read_settings

Answer = TypeVar("Answer")
Command = Callable[..., Any]
in_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

MOST_OFFERED = 100
"""The most games or visitors offered as completions."""


def of_a_server(command: Command) -> Command:
    """Add the options that select a server, passed to the command as `settings`."""

    @click.option("--database", metavar="URL", help="The server's database, as for kingdoms serve.")
    @click.option("--data", metavar="FOLDER", help="The server's data folder, as for kingdoms serve.")
    @functools.wraps(command)
    def with_settings(*args: Any, database: str | None, data: str | None, **given: Any) -> Any:
        return command(*args, settings=read_settings(database=database, data=data), **given)

    return with_settings


def run(settings: Settings, work: Callable[[Database], Awaitable[Answer]], *, any_revision: bool = False) -> Answer:
    """Run a coroutine with the database of a server, and return its result.

    Raises:
        DatabaseError: the database does not exist, or cannot be used.
    """

    async def with_database() -> Answer:
        async with open_existing(settings, any_revision=any_revision) as database:
            return await work(database)

    return asyncio.run(with_database())


def echo(value: Any) -> None:
    """Print a value as a line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def show_table(headings: Sequence[str], rows: Iterable[Iterable[str]], indent: int = 0) -> None:
    """Print a table; in a file, no cell is cut off.

    Args:
        headings: the names of the headings; "" for a column without one.
        rows: the cells.
        indent: by how many columns the table is indented.
    """
    console = make_console()
    table = Table.grid(padding=(0, 2))
    for _ in headings:
        table.add_column(overflow="fold", no_wrap=False)
    names = [heading and texts.text(f"heading.{heading}") for heading in headings]
    for style, row in (("dim", names), *(("", row) for row in rows)):
        first, *others = row
        table.add_row(*(Text(cell, style) for cell in (" " * indent + first, *others)))
    if not console.is_terminal:
        console.width = 400
    console.print(table)


def day(stamp: str | None) -> str:
    """Return a time in the local time zone, for people; "-" for None.

    Examples:
        >>> day(None)
        '-'
    """
    if stamp is None:
        return "-"
    return f"{datetime.datetime.fromisoformat(stamp).astimezone():%Y-%m-%d %H:%M}"


def read_time(_ctx: click.Context, _param: click.Parameter, text: str | None) -> float | None:
    """Parse a date or a time in the future, and return it in seconds since 1970.

    Raises:
        BadParameter: the text is not a date or time, or the time has passed.
    """
    if text is None:
        return None
    try:
        found = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(texts.text("admin.no_date", typed=repr(text))) from None
    if found.timestamp() <= datetime.datetime.now().timestamp():
        raise click.BadParameter(texts.text("admin.past", typed=text))
    return found.timestamp()


# -- completion ---------------------------------------------------------------------------------------------------------


def offer_games(ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete ids of games, newest first."""

    async def find(database: Database) -> list[tuple[str, str]]:
        found = []
        async for each in games.find(database, games.GameFilter()):
            found.append((each["id"], f"{each['game']}, {each['status']}"))
            if len(found) == MOST_OFFERED:
                break
        return found

    return _offers(ctx, find, typed)


def offer_visitors(ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete ids of visitors, most recently seen first."""

    async def find(database: Database) -> list[tuple[str, str]]:
        return [(each["id"], each["name"] or "") for each in await visitors.find(database, most=MOST_OFFERED)]

    return _offers(ctx, find, typed)


def _offers(
    ctx: click.Context, find: Callable[[Database], Awaitable[list[tuple[str, str]]]], typed: str
) -> list[CompletionItem]:
    """Return the completions that start with the input; none if there is no database yet."""
    with contextlib.suppress(KingdomsError):
        settings = read_settings(database=ctx.params.get("database"), data=ctx.params.get("data"))
        return [CompletionItem(name, help=about) for name, about in run(settings, find) if name.startswith(typed)]
    return []
