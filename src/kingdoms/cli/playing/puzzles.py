"""`kingdoms puzzles`: finds, lists and checks positions with one clearly best choice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingdoms import texts
from kingdoms.bots import BOTS
from kingdoms.cli.playing.solving import Solver, print_line, print_puzzle, print_verdict, solved_file
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, read_text, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import in_json, whole_numbers, with_rulings
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.core.registry import game_class, game_names, load_game
from kingdoms.core.rulings import parse_rulings
from kingdoms.puzzles.checking import CHECKS, Inspection, sample_puzzles
from kingdoms.puzzles.choosing import choose
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import find_puzzle, read_puzzles, shipped, write_puzzles
from kingdoms.puzzles.finding import Settings, default_simulations
from kingdoms.puzzles.hunt import NOTES, Hunt
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
from kingdoms.puzzles.reasons import Reason, explain, reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Verdict
from kingdoms.puzzles.summary import Summary
from kingdoms.puzzles.themes import title
from kingdoms.texts import listing

STARS = "*"


@click.group(cls=CommandGroup, invoke_without_command=True)
@click.option("--today", "is_daily", is_flag=True, help="Begin with the puzzle of the day, the same for everybody.")
@click.pass_context
def puzzles(context: click.Context, is_daily: bool) -> None:
    """Positions from games of strong bots in which one choice is clearly best: find them, list them, solve them.

    Without a command, the next puzzle that you have not solved yet begins.
    """
    if context.invoked_subcommand is None:
        selection = [puzzle for game in game_names() for puzzle in shipped(game)]
        if is_daily and (daily := puzzle_of_day(today())):
            selection = [daily, *(puzzle for puzzle in selection if puzzle != daily)]
        solver = Solver(make_console(), selection, solved_file())
        if is_daily and selection and selection[0].name in solver.solved:
            say(texts.text("command.today_solved", puzzle=selection[0].name))
        else:
            solver.run()


@puzzles.command()
@click.argument("name", metavar="GAME", shell_complete=completion.games)
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file to write them to."
)
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
        click.echo(json.dumps(facts | {"puzzles": [_summary(puzzle) for puzzle in chosen]}))
    else:
        counts = {"found": len(hunt.puzzles), "chosen": len(chosen), "games": hunt.games}
        say(texts.text("command.puzzles_written", game=rules.title, path=output, **counts))
        _print_list(make_console(), chosen)
    return INTERRUPTED if stop.is_set() else 0


@puzzles.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, help="How many puzzles to check.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the choice of these puzzles.")
@click.option("--search-seed", type=int, default=3, show_default=True, help="Of the searches; find uses 1 and 2.")
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    help="How deeply to search each position.  [default: as deeply as when the puzzle was found]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that keeps the findings.  [default: FILE with .check added to its name]",
)
@in_json
def check(
    file: Path, count: int, seed: int, search_seed: int, simulations: int | None, output: Path | None, as_json: bool
) -> int:
    """Search puzzles in FILE again with another seed, and say how many hold.

    A puzzle holds if search still finds its answer, and no other choice comes close to it. Ctrl-C stops; the same command
    resumes. The exit code is 0 if all hold, else 1.
    """
    sample = sample_puzzles(_read_file(str(file)), count, seed)
    try:
        inspection = Inspection(sample, search_seed, simulations, output or file.with_name(file.name + CHECKS))
        with progress_bar() as progress, stop_event() as stop:
            task = progress.add_task("", total=len(sample))
            holding = sum(finding.holds for finding in inspection.findings)
            progress.update(task, completed=len(inspection.findings))
            for finding in inspection.go_on(stop):
                holding += finding.holds
                description = texts.text("command.puzzles_hold", n=holding)
                progress.update(task, completed=len(inspection.findings), description=description)
    except OSError as error:
        raise _not_written(error, file) from None
    findings = inspection.findings
    if as_json:
        facts = {"checked": len(findings), "holding": holding, "interrupted": stop.is_set()}
        click.echo(json.dumps(facts | {"findings": [finding.to_json() for finding in findings]}))
    else:
        for finding in findings:
            if not finding.holds:
                say(f"{finding.name}: {finding.fault}")
        say(texts.text("command.puzzles_checked", n=len(findings), holding=holding))
    return INTERRUPTED if stop.is_set() else 0 if holding == len(findings) else 1


@puzzles.command("list")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=completion.games)
@click.option(
    "--file", type=click.Path(allow_dash=True), help="List the puzzles in a file, not those that come with the games."
)
@in_json
def list_(name: str | None, file: str | None, as_json: bool) -> None:
    """List the puzzles that come with GAME, or with all games."""
    game_name = None if name is None else game_class(name).name
    selection = _read_file(file) if file is not None else [puzzle for game in game_names() for puzzle in shipped(game)]
    selection = [puzzle for puzzle in selection if game_name in (None, puzzle.game)]
    if as_json:
        click.echo(json.dumps({"puzzles": [_summary(puzzle) for puzzle in selection]}))
    else:
        _print_list(make_console(), selection)


def _read_file(file: str) -> list[Puzzle]:
    """Return the puzzles in a file.

    Raises:
        ClickException: the file cannot be read, or is not a file of puzzles.
    """
    try:
        return read_puzzles(read_text(file).splitlines())
    except PuzzleError as error:
        raise click.ClickException(f"{file}, {error.message}") from None


def _not_written(error: OSError, path: Path) -> click.ClickException:
    return click.ClickException(texts.text("command.not_written", path=error.filename or path, reason=error.strerror))


def _summary(puzzle: Puzzle) -> dict[str, object]:
    return Summary.from_json(puzzle.to_json(), 0).to_json() | {"level": puzzle.level}


def _print_list(console: Console, selection: Sequence[Puzzle]) -> None:
    """Print puzzles, one per line."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for puzzle in selection:
        table.add_row(
            Text(puzzle.name, "bold"),
            title(game_class(puzzle.game), puzzle.theme),
            STARS * puzzle.difficulty,
            texts.text("command.seats", n=len(puzzle.view.seats)),
            texts.text("command.steps", n=len(puzzle.solution)),
        )
    console.print(table)


@puzzles.command()
@click.argument("name", metavar="PUZZLE")
@click.argument("actions", metavar="[ACTION]...", nargs=-1)
@click.option(
    "--file", type=click.Path(allow_dash=True), help="Take the puzzle from a file, not from those that come with the games."
)
@click.option("--solution", is_flag=True, help="Show the solution.")
@in_json
def solve(name: str, actions: tuple[str, ...], file: str | None, solution: bool, as_json: bool) -> int:
    """Show PUZZLE, or check each ACTION and explain a wrong one.

    A puzzle of several steps takes several actions in order, and ends at the first wrong one. The exit code is 0 if all actions
    are right, else 1.
    """
    puzzle = find_puzzle(name) if file is None else _find_puzzle(_read_file(file), name, file)
    attempt = Attempt(puzzle)
    answers = puzzle.solution if solution else actions
    verdicts: list[Verdict] = []
    reasons: list[Reason] = []
    lines = []
    for action in answers:
        table, moment = attempt.table, attempt.moment
        verdict = attempt.answer(action)
        verdicts.append(verdict)
        reasons.append(reason_for(table, moment, verdict))
        lines.append(shown_line(table, verdict, puzzle.moments))
        if not verdict.right:
            break
    if as_json:
        answer_facts = [
            {
                "action": verdict.action,
                "right": verdict.right,
                "chance": round(verdict.chance, 3),
                "best": round(verdict.best, 3),
                "reason": explain(reason, puzzle.seat),
                "line": [{"by": s.by, "action": s.action, "sentences": [event.text for event in s.events]} for s in steps],
            }
            for verdict, reason, steps in zip(verdicts, reasons, lines, strict=True)
        ]
        more = {"solved": attempt.is_solved, "question": None if attempt.is_solved else attempt.view.question}
        click.echo(json.dumps(_summary(puzzle) | more | {"from": puzzle.origin.to_json(), "answers": answer_facts}))
        return 0 if all(verdict.right for verdict in verdicts) else 1
    console = make_console()
    if not answers:
        print_puzzle(console, puzzle, attempt)
        return 0
    for verdict, reason, steps in zip(verdicts, reasons, lines, strict=True):
        print_verdict(console, puzzle, verdict, reason)
        if not verdict.right or attempt.is_solved:
            print_line(console, steps)
    if all(verdict.right for verdict in verdicts):
        sentence = texts.text("terminal.right_so_far", question=attempt.view.question)
        console.print(texts.text("terminal.solved") if attempt.is_solved else sentence, style="bold")
        return 0
    return 1


def _find_puzzle(selection: Sequence[Puzzle], name: str, file: str) -> Puzzle:
    for puzzle in selection:
        if puzzle.name == name:
            return puzzle
    names = listing([puzzle.name for puzzle in selection])
    fault = texts.text("command.no_puzzle", file=file, name=repr(name), n=len(selection), puzzles=names)
    raise click.ClickException(fault)
