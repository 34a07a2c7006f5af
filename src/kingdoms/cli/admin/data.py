"""`kingdoms admin purge`, `backup`, `restore` and `rotate-key`: maintenance of a server's data."""

from __future__ import annotations

import asyncio
import datetime
from pathlib import Path

import click

from kingdoms.cli.admin.command import current_deed, day, echo, run, server_command, server_options
from kingdoms.cli.terminal.console import say
from kingdoms.server.admin import backup as backups
from kingdoms.server.admin.opening import open_to_restore
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.database.deeds import log_deed
from kingdoms.server.database.engine import Database, DatabaseError
from kingdoms.server.database.notices import tell_servers
from kingdoms.server.database.sole import sole_server
from kingdoms.server.retention import purge as purging
from kingdoms.server.visitors import keys
from kingdoms.table.base.times import timestamp
from kingdoms.texts import text


@click.command()
@click.option(
    "--waiting", type=click.FloatRange(min=0), metavar="HOURS", help="Delete games that have waited for players this long."
)
@click.option("--finished", type=click.FloatRange(min=0), metavar="DAYS", help="Delete games that have been over this long.")
@click.option("--dry-run", is_flag=True, help="Only report how many there are.")
@server_command
def purge(waiting: float | None, finished: float | None, dry_run: bool, as_json: bool, settings: ServerSettings) -> None:
    """Delete old games, and notify anyone at their tables. This can't be undone.

    Servers also delete old games by themselves, according to KINGDOMS_RETENTION and KINGDOMS_LOBBY_HOURS.
    """
    conditions = {}
    if waiting is not None:
        conditions["waiting"] = purging.abandoned_condition(waiting)
    if finished is not None:
        conditions["finished"] = purging.finished_condition(finished)
    if not conditions:
        raise click.UsageError(text("admin.which_games"))

    async def purge_games(database: Database) -> dict[str, int]:
        counts = {}
        for name, condition in conditions.items():
            counts[name] = await purging.count(database, condition) if dry_run else 0
            while not dry_run and (ids := await purging.delete_some(database, tell_servers, condition)):
                counts[name] += len(ids)
        return counts

    counts = run(settings, purge_games, reads=dry_run)
    if as_json:
        echo({"dry_run": dry_run, **counts})
        return
    for name, number in counts.items():
        say(text("admin.still_there" if dry_run else "admin.deleted_games", what=name, number=number))


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@server_options
def backup(file: Path, as_json: bool, settings: ServerSettings) -> None:
    """Back up everything a server keeps to a new FILE: games, visitors, bans, and the key that signs cookies.

    Servers can keep running meanwhile. Anyone who has the file can pose as any visitor of the server, so keep it safe.
    """
    rows = run(settings, lambda database: backups.write(database, settings, file), any_revision=True)
    if as_json:
        echo({"file": str(file), "bytes": file.stat().st_size, "rows": rows})
    else:
        say(text("admin.backed_up", games=rows["games"], entries=rows["entries"], path=file))


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Restore even if the database holds games; they will be lost.")
@server_command
def restore(file: Path, force: bool, as_json: bool, settings: ServerSettings) -> None:
    """Restore the backup in FILE, all or nothing; no server may be running.

    The database can be of a different kind from the one backed up; this is how to move from SQLite to PostgreSQL.
    """

    async def restore_archive() -> dict[str, int]:
        async with open_to_restore(settings) as database, log_deed(database, deed):
            return await backups.restore(database, settings, file, force=force)

    deed = current_deed()
    head = backups.read_header(file)
    if settings.database is None or settings.secret is None:
        settings.make_data_folder()
    with sole_server(settings.database_url):
        rows = asyncio.run(restore_archive())
    other_key = settings.secret is not None and settings.secret.get_secret_value() != head.key
    if as_json:
        backup_time = timestamp(head.made)
        echo({"file": str(file), "made": backup_time, "revision": head.revision, "rows": rows, "other_key": other_key})
        return
    say(text("admin.restored", games=rows["games"], entries=rows["entries"], when=day(timestamp(head.made))))
    if other_key:
        say(text("admin.other_key"))


@click.command("rotate-key")
@click.option(
    "--keep-old",
    type=click.FloatRange(min=0, max=3650),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="How long cookies signed with the present key stay valid; 0: everyone is a new visitor at once.",
)
@server_command
def rotate_key(keep_old: float, as_json: bool, settings: ServerSettings) -> None:
    """Make a new key for signing cookies; running servers switch to it within seconds.

    Visitors who return while the old key is still valid get a new cookie, and keep their identity.
    """
    until = keys.rotate(settings, keep_old)
    when = None if until is None else timestamp(until)
    try:
        run(settings, _do_nothing)
    except DatabaseError as error:  # a key must change even then
        say(text("admin.not_logged", fault=error.message), err=True)
    if as_json:
        echo({"old_key_until": when, "made": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")})
    elif when is None:
        say(text("admin.new_key"))
    else:
        say(text("admin.new_key_until", when=day(when)))


async def _do_nothing(_: Database) -> None:
    """Do nothing with the database; `run` logs the command."""
