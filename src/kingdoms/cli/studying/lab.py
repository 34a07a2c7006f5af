"""`kingdoms lab`: studies of many games under planned conditions."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import click

from kingdoms import folders
from kingdoms.cli.terminal.console import say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import in_json, kept_in, with_workers
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.texts import text
from kingdoms.texts.numbers import number


@click.group(cls=CommandGroup)
def lab() -> None:
    """Study a game: play many games under planned conditions, and report the results."""


@lab.command()
@click.argument("study", type=click.Path(path_type=Path))
@with_workers
@kept_in
@in_json
def run(study: Path, workers: int | None, out: Path | None, as_json: bool) -> int:
    """Play the games of STUDY: a TOML file, or one that comes along, such as middlesea or rivers/rulings.

    Ctrl-C stops; the same command resumes. "kingdoms lab report" reports the results.
    """
    # These need the extra, and are slow to import, the last ones most.
    from kingdoms.lab.checking import read_study  # noqa: PLC0415

    planned = read_study(study)
    from kingdoms.lab.running import StudyFolder  # noqa: PLC0415
    from kingdoms.lab.running import run as run_study  # noqa: PLC0415
    from kingdoms.lab.study import StudyCell  # noqa: PLC0415

    path = out if out is not None else folders.data_folder() / "lab" / f"{planned.game}-{planned.digest}"
    began, saved_games, saved_at_first = time.monotonic(), 0, 0
    with StudyFolder.play_in(path, planned) as folder, progress_bar() as progress, stop_event() as stop:
        saved_at_first = sum(folder.finished_games(cell) for cell in planned.cells)
        total = max(planned.games, saved_at_first)
        task = progress.add_task(planned.title, total=total, completed=saved_at_first)
        resumed: set[str] = set()

        def report_games(cell: StudyCell, games: int) -> None:
            nonlocal saved_games
            saved_games += games
            if cell.name in resumed:
                progress.advance(task, games)
            resumed.add(cell.name)
            switched = f", {cell.rulings_text}" if cell.rulings_text else ""
            progress.update(task, description=f"{cell.part.name}, {cell.seats} seats{switched}")

        run_study(folder, workers or os.cpu_count() or 1, stop, report_games)
        stopped = stop.is_set() and saved_games < total
        saved_games = sum(folder.finished_games(cell) for cell in planned.cells) if stopped else saved_games
    answer = {
        "folder": str(path),
        "games": saved_games,
        "planned": total,
        "played_now": saved_games - saved_at_first,
        "seconds": round(time.monotonic() - began, 1),
        "interrupted": stopped,
    }
    if as_json:
        click.echo(json.dumps(answer))
    else:
        say(text("command.lab_games", number=number(saved_games), planned=number(total), path=path))
        say(text("command.stopped") if stopped else text("command.lab_next", path=path))
    return INTERRUPTED if stopped else 0


@lab.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The folder that the report is written to.  [default: FOLDER/report]"
)
@click.option("--json", "as_json", is_flag=True, help="Answer with the figures as a JSON object, and write nothing.")
def report(folder: Path, out: Path | None, as_json: bool) -> int:
    """Report the results of the games in FOLDER: one HTML page, plots as SVG and PNG, and all figures as JSON."""
    from kingdoms.lab import report as reporting  # noqa: PLC0415  as above

    findings = reporting.findings(folder)
    if as_json:
        click.echo(json.dumps(findings.to_json()))
        return 0
    path = out if out is not None else folder / reporting.REPORT
    facts = reporting.write_report(findings, path)
    significant = sum(bool(question["difference"] and question["difference"]["shown"]) for question in facts["questions"])
    comparisons = sum(question["difference"] is not None for question in facts["questions"])
    say(text("command.lab_shown", n=facts["games"], games=number(facts["games"]), shown=significant, asked=comparisons))
    say(text("command.lab_report", path=path / reporting.PAGE))
    return 0
