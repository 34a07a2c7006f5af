"""`kingdoms admin reports`: what people have reported about the talk at tables."""

from __future__ import annotations

from typing import Any

import click

from kingdoms.cli.admin.command import answer, answer_list, day, echo, run, server_command, server_options, show_table
from kingdoms.cli.terminal.console import say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.server.admin import reports as stored
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.talk.cases import CLOSED, LOOKED_AT, OPEN, STATUSES, find
from kingdoms.texts import text

numbers = click.argument("numbers", nargs=-1, required=True, type=click.IntRange(min=1), metavar="NUMBER...")


@click.group(cls=CommandGroup)
def reports() -> None:
    """List and show reported messages, and say which ones you have looked at or closed."""


@reports.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only reports with this status.  [default: all but closed]")
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="List at most this many.")
@server_options
def list_reports(status: str | None, most: int, as_json: bool, settings: ServerSettings) -> None:
    """List reported messages, newest first; with --json, one object per line, with the talk around it."""
    statuses = (status,) if status else (OPEN, LOOKED_AT)
    cases = run(settings, lambda database: find(database, statuses=statuses, most=most))
    rows = (
        (str(case["case"]), case["status"], day(case["at"]), str(case["reports"]), case["about"], case["id"], _message(case))
        for case in cases
    )
    answer_list(as_json, cases, ("number", "status", "since", "reports", "about", "game", "message"), rows, "admin.reports")


def _message(case: dict[str, Any]) -> str:
    return next((_line(remark) for remark in case["talk"] if remark["reported"]), "")


def _line(remark: dict[str, Any]) -> str:
    return f"{remark['name'] or '-'}: {remark['text'] or remark['phrase']}"


@reports.command()
@click.argument("number", type=click.IntRange(min=1), metavar="NUMBER")
@server_options
def show(number: int, as_json: bool, settings: ServerSettings) -> None:
    """Show a reported message with the talk around it, as far as its readers could read that."""
    case = run(settings, lambda database: stored.show(database, number))
    if as_json:
        echo(case)
        return
    say(text("admin.report", n=number, status=case["status"], id=case["id"], about=case["about"], reports=case["reports"]))
    rows = (("*" if remark["reported"] else "", day(remark["at"]), remark["visitor"], _line(remark)) for remark in case["talk"])
    show_table(("", "since", "visitor", "message"), rows)


@reports.command()
@numbers
@server_command
def look(numbers: tuple[int, ...], as_json: bool, settings: ServerSettings) -> None:
    """Mark reports as looked at, and notify the people who made them."""
    _settle(settings, numbers, LOOKED_AT, as_json)


@reports.command()
@numbers
@server_command
def close(numbers: tuple[int, ...], as_json: bool, settings: ServerSettings) -> None:
    """Close reports, and notify the people who made them. Closed reports are deleted after half a year."""
    _settle(settings, numbers, CLOSED, as_json)


@reports.command()
@numbers
@server_command
def reopen(numbers: tuple[int, ...], as_json: bool, settings: ServerSettings) -> None:
    """Open reports again."""
    _settle(settings, numbers, OPEN, as_json)


def _settle(settings: ServerSettings, numbers: tuple[int, ...], status: str, as_json: bool) -> None:
    run(settings, lambda database: stored.settle(database, numbers, status))
    sentence = text("admin.reports_settled", n=len(set(numbers)), status=status)
    answer(as_json, {"reports": list(numbers), "status": status}, sentence)
