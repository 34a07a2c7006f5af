"""`kingdoms arena`: many games between bots, and their results."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kingdoms import folders
from kingdoms.arena.plan import DECISIONS, PERCENT, ArenaPlan
from kingdoms.bots.tally import label
from kingdoms.cli.studying.arena_report import show
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import in_json, kept_in, of_game, on_cluster, with_crash, with_rulings, with_workers
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.core.registry import load_game
from kingdoms.core.rulings import parse_rulings
from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.arena.folder import Folder
    from kingdoms.arena.workers import Staff

SEED = 1
PROGRAM = "program:"


@click.group(cls=CommandGroup, invoke_without_command=True)
@click.option(
    "--bots",
    multiple=True,
    metavar="BOT,BOT...",
    shell_complete=completion.bots,
    help="Who plays (see kingdoms bots). Can be given several times; one that begins with program: is a single bot then.",
)
@of_game
@click.option("--seats", type=int, help="How many seats.  [default: one for each bot, at least as many as the game takes]")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="The seed for openings, dice and bots.")
@with_rulings
@click.option(
    "--opening",
    type=click.IntRange(min=0),
    default=DECISIONS,
    show_default=True,
    help="How many first decisions of each seat are varied.",
)
@click.option(
    "--vary",
    type=click.IntRange(0, 100),
    default=PERCENT,
    show_default=True,
    help="How many of 100 of these decisions are taken at random.",
)
@with_workers
@on_cluster
@kept_in
@with_crash
@click.option("--records", is_flag=True, help="Keep the record of each game too.")
@click.option(
    "--until-sure", is_flag=True, help="Stop as soon as it is sure whether the first bot is stronger than the others."
)
@click.option(
    "--margin",
    type=float,
    help="With --until-sure: by how many points of 100 it has to be better to be called stronger.  [default: 5]",
)
@in_json
@click.pass_context
def arena(
    ctx: click.Context,
    bots: tuple[str, ...],
    name: str,
    seats: int | None,
    games: int,
    seed: int,
    rulings_text: str,
    opening: int,
    vary: int,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    crash: str,
    records: bool,
    until_sure: bool,
    margin: float | None,
    as_json: bool,
) -> int:
    """Play many games between bots, from varied openings and from all seats, and count the wins.

    Finished games are kept in a folder. Ctrl-C stops; the same command resumes. "kingdoms arena report" prints the results
    again.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    # These need the extra, and are slow to import.
    from kingdoms.arena.folder import Folder  # noqa: PLC0415

    if margin is not None and not until_sure:
        raise click.UsageError(text("command.margin"))
    specs = _specs(bots)
    if not specs:
        raise click.UsageError(text("command.name_bots"))
    rules = load_game(name, seats if seats is not None else _seats(name, len(specs)), parse_rulings(rulings_text))
    sure = (5.0 if margin is None else margin) / 100 if until_sure else None
    rulings, crash_loses = rules.changed_rulings(), crash == "loses"
    plan = ArenaPlan(
        rules.name, rules.seats, rulings, label(specs), games, seed, opening, vary, records, sure, crash_loses=crash_loses
    )
    plan.check()
    path = out if out is not None else folders.data_folder() / "arena" / f"{rules.name}-{plan.digest}"
    with Folder.play_in(path, plan) as folder:
        with contextlib.redirect_stdout(sys.stderr):  # Ray prints messages; keep them out of the output
            stopped = _play(folder, _staff(folder, workers, cluster))
        if not stopped:
            folder.settle()
        _print_results(folder, as_json, stopped)
    return INTERRUPTED if stopped else 0


@arena.command()
@click.argument("folder", type=click.Path(path_type=Path))
@in_json
def report(folder: Path, as_json: bool) -> int:
    """Print the results of the games in FOLDER."""
    from kingdoms.arena.folder import Folder  # noqa: PLC0415  as above

    _print_results(Folder.read(folder), as_json, stopped=False)
    return 0


def _specs(bots: tuple[str, ...]) -> list[str]:
    """Return the bots in the values of --bots.

    Examples:
        >>> _specs(("level:6,greedy,program:./mybot",)), _specs(("greedy", "program:./mybot --colours red,blue"))
        (['level:6', 'greedy', 'program:./mybot'], ['greedy', 'program:./mybot --colours red,blue'])
    """
    specs = []
    for entry in bots:
        specs += [entry] if entry.startswith(PROGRAM) else [spec.strip() for spec in entry.split(",")]
    return [spec for spec in specs if spec]


def _seats(name: str, bots: int) -> int | None:
    """Return the number of seats for a number of bots: one each if possible, else the most the game allows."""
    counts = load_game(name).player_counts
    return next((count for count in sorted(counts) if count >= bots), max(counts))


def _staff(folder: Folder, workers: int | None, cluster: str | None) -> int | Staff:
    if cluster is None:
        return workers or os.cpu_count() or 1
    from kingdoms.arena.cluster import ClusterStaff  # noqa: PLC0415  only --cluster needs Ray

    return ClusterStaff(folder.plan, folder.records is not None, cluster, workers)


def _play(folder: Folder, staff: int | Staff) -> bool:
    """Play the missing games, and return whether the user interrupted them."""
    from kingdoms.arena.running import run  # noqa: PLC0415  as above
    from kingdoms.arena.sequential import Watch  # noqa: PLC0415

    watch = None if folder.plan.margin is None else Watch(folder.plan)
    if watch is not None:
        for row in folder.rows():
            watch.add(row)
    with progress_bar() as progress, stop_event() as stop:
        task = progress.add_task(folder.plan.rules.title, total=folder.plan.games, completed=folder.finished)

        def report_games(lines: Sequence[bytes]) -> None:
            if watch is not None:
                for line in lines:
                    watch.add(json.loads(line))
            progress.advance(task, len(lines))

        run(folder, staff, stop, report_games, lambda: watch is not None and watch.test.verdict is not None)
        return stop.is_set() and folder.finished < folder.plan.games


def _print_results(folder: Folder, as_json: bool, stopped: bool) -> None:
    from kingdoms.arena.counting import Count  # noqa: PLC0415  as above
    from kingdoms.arena.counting import report as report_of  # noqa: PLC0415

    results = report_of(Count(folder.plan).add_all(folder.rows())) | {"folder": str(folder.path), "interrupted": stopped}
    if as_json:
        click.echo(json.dumps(results))
        return
    show(make_console(), folder.plan.rules, results)
    if stopped:
        say(f"  {text('command.stopped')}")
