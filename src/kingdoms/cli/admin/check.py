"""`kingdoms admin check`: checks that every stored game is intact."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from kingdoms.cli.admin.command import answer, echo, server_options
from kingdoms.cli.terminal.console import say
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar
from kingdoms.server.admin import check as checking
from kingdoms.server.admin.opening import open_existing
from kingdoms.server.base.settings import ServerSettings
from kingdoms.texts import text

NOTES = "check.notes"
"""The file in the data folder that tracks the progress of a check, to resume it after an interruption."""


@click.command()
@click.option("--notes", type=click.Path(dir_okay=False, path_type=Path), help="Where to keep track of what has been checked.")
@click.option("--again", "start_over", is_flag=True, help="Start over instead of resuming an interrupted check.")
@server_options
def check(notes: Path | None, start_over: bool, as_json: bool, settings: ServerSettings) -> int:
    """Replay every stored game, and report the damaged ones. Servers can keep running meanwhile.

    Ctrl-C stops; the same command resumes. The exit code is 0 if there are no faults, 1 if there are, and 130 if the check was
    interrupted. With --json, print an object for each fault and a summary at the end, one per line.
    """
    progress_notes = checking.Notes(notes or settings.make_data_folder() / NOTES)
    faults: list[str] = []
    count = 0

    async def work() -> None:
        nonlocal count
        async with open_existing(settings) as database:
            for fault in await checking.check_file(database):
                _print_fault(as_json, None, fault, faults)
            with progress_bar() as progress:
                task = progress.add_task("games", total=await checking.count(database))
                async for checked in checking.check(database, progress_notes):
                    count += 1
                    progress.advance(task)
                    if checked.fault is not None:
                        _print_fault(as_json, checked.id, checked.fault, faults)

    interrupted = False
    try:
        if start_over:
            progress_notes.forget()
        progress_notes.read()
        asyncio.run(work())
        progress_notes.forget()
    except KeyboardInterrupt:
        interrupted = True
    except OSError as error:
        raise click.ClickException(text("command.not_written", path=progress_notes.path, reason=error.strerror)) from None
    if as_json:
        echo({"games": count, "faults": len(faults), "interrupted": interrupted})
    else:
        wrong = text("admin.faults", n=len(faults))
        say(text("admin.interrupted" if interrupted else "admin.checked", n=count, faults=wrong))
    return INTERRUPTED if interrupted else 1 if faults else 0


def _print_fault(as_json: bool, game_id: str | None, fault: str, faults: list[str]) -> None:
    faults.append(fault)
    answer(as_json, {"id": game_id, "fault": fault}, text("admin.fault", id=game_id, fault=fault) if game_id else f"{fault}.")
