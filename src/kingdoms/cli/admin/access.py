"""`kingdoms admin access`, `invitations` and `notice`: who may use a closed server, and what everybody is told."""

from __future__ import annotations

import time

import click

from kingdoms.cli.admin.command import (
    answer,
    answer_list,
    day,
    echo,
    logged_command,
    offer_visitors,
    read_time,
    run,
    server_command,
    server_options,
)
from kingdoms.cli.admin.serve import address_of
from kingdoms.cli.terminal.console import read_text, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.server.admin.visitors import ID
from kingdoms.server.base.schemas import read_name
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.entrance import store
from kingdoms.table.base.times import timestamp
from kingdoms.texts import text

DAY = 24 * 3600.0
until_date = click.option("--until", callback=read_time, metavar="DATE", help="When it ends, as in 2026-12-31T18:00.")


def _code(_ctx: click.Context, _param: click.Parameter, codes: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Check the codes, that is the ids, of visitors."""
    for code in (codes,) if isinstance(codes, str) else codes:
        if not ID.fullmatch(code):
            raise click.BadParameter(text("admin.no_code", typed=repr(code)))
    return codes


@click.group(cls=CommandGroup)
def access() -> None:
    """Let visitors into a closed server and out again, and set its password."""


@access.command("list")
@server_options
def list_guests(as_json: bool, settings: ServerSettings) -> None:
    """List the visitors who have been let in, newest first."""
    guests = run(settings, store.guests)
    rows = ((guest["id"], guest["name"] or "-", day(guest["admitted"]), str(guest["invitation"] or "-")) for guest in guests)
    answer_list(as_json, guests, ("id", "name", "since", "invitation"), rows, "admin.guests", access=settings.access)


@access.command()
@click.argument("code", metavar="CODE", callback=_code)
@click.option("--name", help="A name for them, until they choose one.")
@server_command
def admit(code: str, name: str | None, as_json: bool, settings: ServerSettings) -> None:
    """Let a visitor in, by the CODE that the page of a closed server shows them."""
    try:
        name = None if name is None else read_name(name)
    except ValueError as error:
        raise click.UsageError(text("admin.bad_name", fault=error)) from None
    is_new = run(settings, lambda database: store.admit(database, code, name))
    answer(as_json, {"visitor": code, "new": is_new}, text("admin.admitted" if is_new else "admin.admitted_already", id=code))


@access.command()
@click.argument("visitor_ids", nargs=-1, metavar="[ID]...", callback=_code, shell_complete=offer_visitors)
@click.option("--invitation", type=click.IntRange(min=1), metavar="NUMBER", help="Everybody who came by this invitation.")
@server_command
def revoke(visitor_ids: tuple[str, ...], invitation: int | None, as_json: bool, settings: ServerSettings) -> None:
    """Put visitors out at once: their pages, their programs and the calls to their devices end."""
    if not visitor_ids and invitation is None:
        raise click.UsageError(text("admin.whom_out"))
    number = run(settings, lambda database: store.expel(database, list(visitor_ids), invitation))
    answer(as_json, {"revoked": number}, text("admin.expelled", n=number))


@access.command()
@click.option("--file", type=click.Path(allow_dash=True), help="Read the password from a file, or from input with -.")
@logged_command
def password(file: str | None, settings: ServerSettings) -> None:
    """Set the password of a server with --access password. It is asked for, and only a hash of it is stored.

    Everybody who has been let in stays in.
    """
    if file is None:
        words = click.prompt(text("admin.password"), hide_input=True, confirmation_prompt=True)
    else:
        words = read_text(file).strip()
    run(settings, lambda database: store.set_password(database, words))
    say(text("admin.password_set"))


@click.group(cls=CommandGroup)
def invitations() -> None:
    """Make, list and revoke invitations to a closed server."""


@invitations.command()
@click.option("--uses", type=click.IntRange(1, 10_000), default=1, show_default=True, help="How many people it lets in.")
@click.option("--days", type=click.FloatRange(0, 3650, min_open=True), help="Days until it ends.  [default: 7]")
@until_date
@server_command
def new(uses: int, days: float | None, until: float | None, as_json: bool, settings: ServerSettings) -> None:
    """Make an invitation, and print its link, which is shown only once."""
    if days is not None and until is not None:
        raise click.UsageError(text("admin.days_or_until"))
    end = until or time.time() + (7 if days is None else days) * DAY
    number, token = run(settings, lambda database: store.invite(database, uses, end))
    link = f"{settings.public_url or address_of(settings.host, settings.port)}/invite#{token}"
    if as_json:
        echo({"number": number, "link": link, "uses": uses, "until": timestamp(end)})
        return
    say(text("admin.invited", number=number, n=uses, when=day(timestamp(end))))
    click.echo(link)


@invitations.command("list")
@server_options
def list_invitations(as_json: bool, settings: ServerSettings) -> None:
    """List invitations, newest first. Their links can't be shown again."""
    rows = run(settings, store.invitations)
    cells = ((str(row["number"]), f"{row['used']}/{row['uses']}", day(row["created"]), day(row["until"])) for row in rows)
    answer_list(as_json, rows, ("number", "used", "since", "until"), cells, "admin.invitations")


@invitations.command("revoke")
@click.argument("number", type=click.IntRange(min=1), metavar="NUMBER")
@server_command
def revoke_invitation(number: int, as_json: bool, settings: ServerSettings) -> None:
    """Revoke an invitation. Everybody who came by it stays in: see access revoke --invitation."""
    run(settings, lambda database: store.revoke(database, number))
    answer(as_json, {"revoked": number}, text("admin.invitation_revoked", number=number))


@click.command()
@click.argument("words", required=False, default="", metavar="[TEXT]")
@click.option("--minutes", type=click.FloatRange(0, 60 * 24 * 365, min_open=True), help="Minutes until it ends.")
@until_date
@click.option("--clear", is_flag=True, help="Take the notice back.")
@server_command
def notice(
    words: str, minutes: float | None, until: float | None, clear: bool, as_json: bool, settings: ServerSettings
) -> None:
    """Show a notice on all open pages and to all programs, such as "Down at 22:00 for ten minutes"."""
    if clear == bool(words.strip()) or (minutes is not None and until is not None):
        raise click.UsageError(text("admin.notice_or_clear"))
    end = until if minutes is None else time.time() + 60 * minutes
    run(settings, lambda database: store.set_notice(database, words, end))
    if as_json:
        echo({"notice": words or None, "until": timestamp(end)})
    elif clear:
        say(text("admin.notice_cleared"))
    elif end is None:
        say(text("admin.notice_set"))
    else:
        say(text("admin.notice_set_until", when=day(timestamp(end))))
