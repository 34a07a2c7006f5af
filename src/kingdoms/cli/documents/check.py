"""`kingdoms check`: validates records."""

from __future__ import annotations

import json
from typing import Any

import click

from kingdoms.cli.terminal.console import read_text, say
from kingdoms.core.errors import RecordError
from kingdoms.core.record import Record
from kingdoms.core.tree import GameTree
from kingdoms.export.position_text import check_guess
from kingdoms.texts import listing, text


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line, one for each file.")
def check(files: tuple[str, ...], as_json: bool) -> int:
    """Check whether each record FILE is valid, and if not, show which line is wrong and why ("-" is standard input).

    Unknown fields are errors here, although replaying ignores them. The exit code is 0 if all files are valid, else 2.
    """
    all_good = True
    for file in files:
        answer = check_file(file)
        all_good = all_good and answer["ok"]
        if as_json:
            click.echo(json.dumps(answer, ensure_ascii=False))
        elif answer["ok"]:
            say(_valid_message(answer))
        else:
            say(f"kingdoms: {_error_message(answer)}", err=True)
    return 0 if all_good else 2


def check_file(file: str) -> dict[str, Any]:
    """Return the result for a file as JSON data: `ok`, and either a summary of the record or the `error`."""
    try:
        record = Record.parse(read_text(file).split("\n"), strict=True)
        check_guess(record)
    except RecordError as error:
        fault = {"line": error.line, "code": error.code, "clause": error.clause, "message": error.message}
        return {"file": file, "ok": False, "error": fault}
    except click.ClickException as error:
        return {"file": file, "ok": False, "error": {"line": None, "code": "file", "clause": None, "message": error.message}}
    outcome = record.state.outcome()
    return {
        "file": file,
        "ok": True,
        "game": record.game.name,
        "title": record.game.title,
        "seats": list(record.game.seats),
        "actions": sum(entry.action is not None for entry in record.entries),
        "variations": GameTree(record).variations,
        "guessed": record.position_text is not None,
        "outcome": outcome.to_json() if outcome else None,
    }


def _valid_message(answer: dict[str, Any]) -> str:
    outcome = answer["outcome"]
    how = text("command.not_finished")
    if outcome:
        how = text("command.finished", winners=listing(outcome["winners"]), reason=outcome["reason"])
    facts = {"file": answer["file"], "game": answer["title"], "n": answer["actions"], "variations": answer["variations"]}
    return " ".join([text("command.valid_record", end=how, **facts), *[text("command.guessed")] * answer["guessed"]])


def _error_message(answer: dict[str, Any]) -> str:
    error = answer["error"]
    if error["line"] is None:
        return str(error["message"])
    return text("command.line_of_file", file=answer["file"], line=error["line"], message=error["message"])
