"""Shared helpers of the commands below `kingdoms admin`: the server options, running them, and shell completion."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import functools
import getpass
import json
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.cli.terminal.console import make_console, say
from kingdoms.core.errors import KingdomsError
from kingdoms.server.admin import games, visitors
from kingdoms.server.admin.opening import open_existing
from kingdoms.server.base.settings import ServerSettings, read_settings
from kingdoms.server.database.deeds import Deed, command_line, log_deed
from kingdoms.server.database.engine import Database
from kingdoms.table.base.times import read_future

Answer = TypeVar("Answer")
Command = Callable[..., Any]
in_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

DEED = "kingdoms.deed"
"""The key of a command's deed in click's context."""
UNLOGGED = {"database", "data", "as_json"}
"""Options that say where and how, and are not logged; the first may hold a password."""
SECRET = re.compile("password|secret|token|key")
"""Matches options whose values are not logged."""
MOST_OFFERED = 100
"""The most games or visitors offered as completions."""


def server_options(command: Command) -> Command:
    """Add `--json` and the options that select a server, passed on as `as_json` and `settings`, to a command that only reads.

    For all other commands there is `server_command`.
    """
    return in_json(_with_settings(command))


def _with_settings(command: Command) -> Command:
    @click.option("--database", metavar="URL", help="The server's database, as for kingdoms serve.")
    @click.option("--data", metavar="FOLDER", help="The server's data folder, as for kingdoms serve.")
    @functools.wraps(command)
    def with_settings(*args: Any, database: str | None, data: str | None, **options: Any) -> Any:
        return command(*args, settings=read_settings(database=database, data=data), **options)

    return with_settings


def server_command(command: Command) -> Command:
    """Add the same options as `server_options` to a command that `run` logs as a deed."""
    return in_json(logged_command(command))


def logged_command(command: Command) -> Command:
    """Add the same options as `server_command` except `--json`."""

    @_with_settings
    @functools.wraps(command)
    def with_deed(*args: Any, **options: Any) -> Any:
        context = click.get_current_context()
        context.meta[DEED] = Deed(operator(), typed_command(context))
        return command(*args, **options)

    with_deed.__dict__["is_logged"] = True
    return with_deed


def typed_command(context: click.Context) -> str:
    """Return the command of a context with its arguments, for the log of deeds; secrets are left out."""
    arguments: list[object] = []
    options: dict[str, object] = {}
    for parameter in context.command.params:
        name, value = str(parameter.name), context.params.get(str(parameter.name))
        if name in UNLOGGED or context.get_parameter_source(name) is ParameterSource.DEFAULT or value is None:
            continue
        if isinstance(parameter, click.Argument):
            arguments += value if isinstance(value, tuple) else [value]
        elif value is not False:
            options[parameter.opts[-1]] = "***" if SECRET.search(name) else value
    path = context.command_path.split()
    return command_line(" ".join(path[path.index("admin") + 1 :]), arguments, options)


def operator() -> str:
    """Return who runs a command: the user who called sudo, or else the user of this process, and the name of the machine."""
    try:
        user = os.environ.get("SUDO_USER") or getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user without a name, as in a container
        if sys.platform == "win32":
            user = os.getlogin()
        else:
            user = str(os.getuid())
    return f"{user}@{socket.gethostname()}"


def current_deed() -> Deed | None:
    """Return the deed of the command that runs; None if it is not logged."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(DEED)


def run(
    settings: ServerSettings, work: Callable[[Database], Awaitable[Answer]], *, any_revision: bool = False, reads: bool = False
) -> Answer:
    """Run a coroutine with the database of a server, and return its result. The command is logged, unless it only reads.

    Raises:
        DatabaseError: the database does not exist, or cannot be used.
    """
    deed = None if reads else current_deed()

    async def with_database() -> Answer:
        async with open_existing(settings, any_revision=any_revision) as database, log_deed(database, deed):
            return await work(database)

    return asyncio.run(with_database())


def echo(value: Any) -> None:
    """Print a value as a line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def answer(as_json: bool, value: Any, sentence: str) -> None:
    """Print what a command has done: as JSON, or as a sentence."""
    if as_json:
        echo(value)
    else:
        say(sentence)


def answer_list(
    as_json: bool,
    entries: Sequence[Any],
    headings: Sequence[str],
    rows: Iterable[Iterable[str]],
    key: str,
    most: int | None = None,
    **holes: object,
) -> None:
    """Print a list: as JSON, an entry a line; or as a table, unless it is empty, and the sentence `key` with the number `n`.

    A list that may have been cut off, since it has `most` entries, has a sentence of its own.
    """
    if as_json:
        for entry in entries:
            echo(entry)
        return
    if entries:
        show_table(headings, rows)
    say(texts.text(f"{key}_most" if len(entries) == most else key, n=len(entries), **holes))


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
        first, *rest = row
        table.add_row(*(Text(cell, style) for cell in (" " * indent + first, *rest)))
    if not console.is_terminal:
        console.width = 400
    console.print(table)


async def first_entries(entries: AsyncIterator[Answer], most: int) -> list[Answer]:
    """Return the first entries of a list that is read from a database."""
    first: list[Answer] = []
    async for entry in entries:
        first.append(entry)
        if len(first) == most:
            break
    return first


def day(stamp: str | None) -> str:
    """Return a time in the local time zone, for people; "-" for None.

    Examples:
        >>> day(None)
        '-'
    """
    if stamp is None:
        return "-"
    return f"{datetime.datetime.fromisoformat(stamp).astimezone():%Y-%m-%d %H:%M}"


def read_time(_ctx: click.Context, _param: click.Parameter, typed: str | None) -> datetime.datetime | None:
    """Parse a date or a time in the future.

    Raises:
        BadParameter: the text is not a date or time, or the time has passed.
    """
    try:
        return None if typed is None else read_future(typed)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


# -- completion ---------------------------------------------------------------------------------------------------------


def offer_games(ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete ids of games, newest first."""

    async def find(database: Database) -> list[tuple[str, str]]:
        newest = await first_entries(games.find(database, games.GameFilter()), MOST_OFFERED)
        return [(game["id"], f"{game['game']}, {game['status']}") for game in newest]

    return _offers(ctx, find, typed)


def offer_visitors(ctx: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete ids of visitors, most recently seen first."""

    async def find(database: Database) -> list[tuple[str, str]]:
        return [(visitor["id"], visitor["name"] or "") for visitor in await visitors.find(database, most=MOST_OFFERED)]

    return _offers(ctx, find, typed)


def _offers(
    ctx: click.Context, find: Callable[[Database], Awaitable[list[tuple[str, str]]]], typed: str
) -> list[CompletionItem]:
    """Return the completions that start with the input; none if there is no database yet."""
    with contextlib.suppress(KingdomsError):
        settings = read_settings(database=ctx.params.get("database"), data=ctx.params.get("data"))
        return [CompletionItem(name, help=about) for name, about in run(settings, find) if name.startswith(typed)]
    return []
