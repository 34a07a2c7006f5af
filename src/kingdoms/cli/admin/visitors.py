"""`kingdoms admin visitors`: manages the visitors of a server."""

from __future__ import annotations

import datetime

import click

from kingdoms.cli.admin.command import answer, answer_list, day, offer_visitors, read_time, run, server_command, server_options
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.server.admin import visitors as stored
from kingdoms.server.base.schemas import read_name
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.visitors.bans import read_bans
from kingdoms.texts import text


@click.group(cls=CommandGroup)
def visitors() -> None:
    """List, rename, sign out, ban and unban visitors."""


@visitors.command("list")
@click.option("--name", help="Only visitors whose name contains this.")
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="List at most this many.")
@server_options
def list_visitors(name: str | None, most: int, as_json: bool, settings: ServerSettings) -> None:
    """List visitors who have chosen a name or sat at a table, most recently seen first."""
    summaries = run(settings, lambda database: stored.find(database, name=name, most=most))
    rows = (
        (summary["id"], summary["name"] or "-", str(summary["games"]), day(summary["seen"]), "banned" if summary["ban"] else "")
        for summary in summaries
    )
    answer_list(as_json, summaries, ("id", "name", "games", "seen", ""), rows, "admin.visitors", most)


@visitors.command()
@click.argument("visitor_id", metavar="ID", shell_complete=offer_visitors)
@click.argument("name")
@server_command
def rename(visitor_id: str, name: str, as_json: bool, settings: ServerSettings) -> None:
    """Give a visitor a new NAME, also at their tables; everyone there sees it."""
    try:
        name = read_name(name)
    except ValueError as error:
        raise click.UsageError(text("admin.bad_name", fault=error)) from None
    seats = run(settings, lambda database: stored.rename(database, visitor_id, name))
    sentence = text("admin.renamed", id=visitor_id, name=name, n=seats)
    answer(as_json, {"visitor": visitor_id, "name": name, "seats": seats}, sentence)


@visitors.command()
@click.argument("visitor_id", metavar="ID", shell_complete=offer_visitors)
@server_command
def delete(visitor_id: str, as_json: bool, settings: ServerSettings) -> None:
    """Delete a visitor: name, passkeys, profile, ratings, and the link to their seats. This can't be undone."""
    games = run(settings, lambda database: stored.forget(database, visitor_id))
    answer(as_json, {"visitor": visitor_id, "games": games}, text("admin.forgotten", id=visitor_id, n=games))


@visitors.command("sign-out")
@click.argument("visitor_id", metavar="ID", shell_complete=offer_visitors)
@server_command
def sign_out(visitor_id: str, as_json: bool, settings: ServerSettings) -> None:
    """End all sessions of a visitor, who can come back only with a passkey. This can't be undone."""
    sessions = run(settings, lambda database: stored.sign_out(database, visitor_id))
    answer(as_json, {"visitor": visitor_id, "sessions": sessions}, text("admin.signed_out", id=visitor_id))


@visitors.command()
@click.argument("visitor_id", required=False, metavar="[ID]", shell_complete=offer_visitors)
@click.option("--address", metavar="NETWORK", help="Ban an address, or a network such as 192.0.2.0/24.")
@click.option("--reason", required=True, help="The reason; whoever is banned sees it.")
@click.option("--until", callback=read_time, metavar="DATE", help="When the ban ends, as in 2026-12-31.  [default: never]")
@server_command
def ban(
    visitor_id: str | None,
    address: str | None,
    reason: str,
    until: datetime.datetime | None,
    as_json: bool,
    settings: ServerSettings,
) -> None:
    """Ban a visitor, or everyone from an address; their open connections are closed within seconds.

    An IPv6 address stands for its /64 network. A banned visitor can return as a new visitor, with a new cookie; an address is
    harder to change, but others may share it.
    """
    network = None if address is None else stored.network_of(address)
    end = None if until is None else until.timestamp()
    new_bans = run(
        settings, lambda database: stored.ban(database, visitor_id=visitor_id, network=network, reason=reason, until=end)
    )
    for entry in map(stored.ban_json, new_bans):
        key = "admin.banned_until" if entry["until"] else "admin.banned"
        facts = {"whom": entry["visitor"] or entry["network"], "when": day(entry["until"]), "reason": entry["reason"]}
        answer(as_json, entry, text(key, **facts))


@visitors.command()
@click.argument("whom", nargs=-1, required=True, metavar="WHOM...", shell_complete=offer_visitors)
@server_command
def unban(whom: tuple[str, ...], as_json: bool, settings: ServerSettings) -> None:
    """Lift bans on visitors (by id) and on addresses or networks."""
    run(settings, lambda database: stored.unban(database, whom))
    answer(as_json, {"unbanned": list(whom)}, text("admin.unbanned", whom=", ".join(whom)))


@visitors.command()
@server_options
def bans(as_json: bool, settings: ServerSettings) -> None:
    """List bans, with their reasons."""
    entries = [stored.ban_json(entry) for entry in run(settings, read_bans)]
    rows = (
        (entry["visitor"] or entry["network"], day(entry["created"]), day(entry["until"]), entry["reason"]) for entry in entries
    )
    answer_list(as_json, entries, ("whom", "since", "until", "why"), rows, "admin.bans")
