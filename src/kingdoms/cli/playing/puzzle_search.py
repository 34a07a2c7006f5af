"""`kingdoms puzzles find` and `check`: searches for puzzles, and checks them again; and lists of puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.bots import BOTS
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, read_text, say
from kingdoms.cli.terminal.options import FILE, in_json, whole_numbers, with_rulings
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.core.registry import game_class, load_game
from kingdoms.core.rulings import parse_rulings
from kingdoms.puzzles.checking import CHECKS, Finding, check_all, sample_puzzles
from kingdoms.puzzles.choosing import choose
from kingdoms.puzzles.files import read_puzzles, write_puzzles
from kingdoms.puzzles.finding import Settings, default_simulations
from kingdoms.puzzles.hunt import NOTES, Hunt
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
from kingdoms.puzzles.summary import Summary

STARS = "*"


@click.command()
@click.argument("name", metavar="GAME", shell_complete=completion.games)
@click.option("-o", "--output", required=True, type=FILE, help="The file to write them to.")
@click.option("--count", type=click.IntRange(min=1), default=30, show_default=True, help="How many puzzles to choose.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games to search.")
@click.option(
    "--players",
    callback=whole_numbers,
    help="How many play, game by game in turn, as in 2,3,4.  [default: every possible number]",
)
@click.option(
    "--bots",
    "specs",
    default="level:6",
    show_default=True,
    help="Who plays, with commas between them, seat by seat and game by game in turn (see kingdoms bots).",
)
@with_rulings
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game; the others follow.")
@click.option(
    "--simulations",
    type=int,
    help="How deeply to search a position, for each seed.  [default: twice as deeply as the strongest level]",
)
@click.option("--search-seeds", default="1,2", show_default=True, callback=whole_numbers, help="The seeds of these searches.")
@click.option(
    "--margin", type=float, default=0.25, show_default=True, help="How much of a fair share every wrong choice must cost."
)
@in_json
def find(
    name: str,
    output: Path,
    count: int,
    games: int,
    players: tuple[int, ...] | None,
    specs: str,
    rulings_text: str,
    seed: int,
    simulations: int | None,
    search_seeds: tuple[int, ...],
    margin: float,
    as_json: bool,
) -> int:
    """Search games between bots for puzzles, and write a varied selection of them.

    Progress is saved after each game in a file next to the output, with .notes added to its name. Ctrl-C stops, and writes the
    puzzles found so far; the same command, or one with more --games, resumes.
    """
    rules = game_class(name)
    numbers = players or tuple(rules.player_counts)
    bots = tuple(spec.strip() for spec in specs.split(","))
    rulings = parse_rulings(rulings_text)
    for number in numbers:
        for spec in bots:
            BOTS.make_own(spec, load_game(name, number, rulings), 0)
    depth = default_simulations(rules) if simulations is None else simulations
    settings = Settings(name, numbers, bots, rulings, seed, depth, search_seeds, margin)
    try:
        hunt = Hunt(settings, output.with_name(output.name + NOTES))
        with progress_bar() as progress, stop_event() as stop:
            task = progress.add_task(rules.title, total=games, completed=hunt.games)
            for finished_games in hunt.go_on(games, stop):
                description = texts.text("command.puzzles_found", game=rules.title, n=len(hunt.puzzles))
                progress.update(task, completed=finished_games, description=description)
            chosen = choose(hunt.puzzles, count)
            write_puzzles(chosen, output)
    except OSError as error:
        raise _not_written(error, output) from None
    if as_json:
        facts = settings.to_json() | {"games": hunt.games, "found": len(hunt.puzzles), "interrupted": stop.is_set()}
        click.echo(json.dumps(facts | {"puzzles": [summary_json(summary) for summary in summaries_of(chosen)]}))
    else:
        counts = {"found": len(hunt.puzzles), "chosen": len(chosen), "games": hunt.games}
        say(texts.text("command.puzzles_written", game=rules.title, path=output, **counts))
        print_list(make_console(), summaries_of(chosen))
    return INTERRUPTED if stop.is_set() else 0


@click.command()
@click.argument("file", type=FILE)
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, help="How many puzzles to check.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the choice of these puzzles.")
@click.option("--search-seed", type=int, default=3, show_default=True, help="Of the searches; find uses 1 and 2.")
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    help="How deeply to search each position.  [default: as deeply as when the puzzle was found]",
)
@click.option(
    "-o", "--output", type=FILE, help="The file that keeps the findings.  [default: FILE with .check added to its name]"
)
@in_json
def check(
    file: Path, count: int, seed: int, search_seed: int, simulations: int | None, output: Path | None, as_json: bool
) -> int:
    """Search puzzles in FILE again with another seed, and say how many hold.

    A puzzle holds if search still finds its answer, and no other choice comes close to it. Ctrl-C stops; the same command
    resumes. The exit code is 0 if all hold, else 1.
    """
    sample = sample_puzzles(read_puzzle_file(str(file)), count, seed)
    notes = output or file.with_name(file.name + CHECKS)
    findings: list[Finding] = []
    try:
        with progress_bar() as progress, stop_event() as stop:
            task = progress.add_task("", total=len(sample))
            for finding in check_all(sample, search_seed, simulations, notes, stop):
                findings.append(finding)
                description = texts.text("command.puzzles_hold", n=sum(finding.holds for finding in findings))
                progress.update(task, completed=len(findings), description=description)
    except OSError as error:
        raise _not_written(error, notes) from None
    holding = sum(finding.holds for finding in findings)
    if as_json:
        facts = {"checked": len(findings), "holding": holding, "interrupted": stop.is_set()}
        click.echo(json.dumps(facts | {"findings": [asdict(finding) for finding in findings]}))
    else:
        for finding in findings:
            if not finding.holds:
                say(f"{finding.name}: {finding.fault}")
        say(texts.text("command.puzzles_checked", n=len(findings), holding=holding))
    return INTERRUPTED if stop.is_set() else 0 if holding == len(findings) else 1


def _not_written(error: OSError, path: Path) -> click.ClickException:
    return click.ClickException(texts.text("command.not_written", path=error.filename or path, reason=error.strerror))


def read_puzzle_file(file: str) -> list[Puzzle]:
    """Return the puzzles in a file.

    Raises:
        ClickException: the file cannot be read, or is not a file of puzzles.
    """
    try:
        return read_puzzles(read_text(file).splitlines())
    except PuzzleError as error:
        raise click.ClickException(f"{file}, {error.message}") from None


def summaries_of(puzzles: Iterable[Puzzle]) -> list[Summary]:
    """Return the summaries of puzzles, numbered in their order."""
    return [Summary.from_json(puzzle.to_json(), number) for number, puzzle in enumerate(puzzles, 1)]


def summary_json(summary: Summary) -> dict[str, object]:
    """Return a summary for programs."""
    return summary.to_json() | {"level": summary.level}


def print_list(console: Console, selection: Sequence[Summary]) -> None:
    """Print puzzles, one per line."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for summary in selection:
        table.add_row(
            Text(summary.name, "bold"),
            summary.title,
            STARS * summary.difficulty,
            texts.text("command.seats", n=len(summary.seats)),
            texts.text("command.steps", n=summary.steps),
            str(summary.strength.points),
        )
    console.print(table)
