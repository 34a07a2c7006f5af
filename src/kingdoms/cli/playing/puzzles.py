"""`kingdoms puzzles`: gives, finds, lists and checks positions with one clearly best choice."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import click

from kingdoms import texts
from kingdoms.cli.playing.puzzle_search import check, find, print_list, read_puzzle_file, summaries_of, summary_json
from kingdoms.cli.playing.solving import Solver, history_file, print_overview, print_puzzle, print_verdict
from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, print_line, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import in_json
from kingdoms.core.registry import game_class
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import find_puzzle, summaries
from kingdoms.puzzles.fitting import select
from kingdoms.puzzles.history import History
from kingdoms.puzzles.puzzle import Puzzle
from kingdoms.puzzles.reasons import Reason, explain, reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Verdict
from kingdoms.puzzles.summary import Summary
from kingdoms.texts import listing

of_any_game = click.option("--game", shell_complete=completion.games, help="Only puzzles of this game.")
of_theme = click.option("--theme", help="Only puzzles of this theme, such as win.")
with_seats = click.option("--seats", type=click.IntRange(min=1), help="Only puzzles with this number of seats.")


@click.group(cls=CommandGroup, invoke_without_command=True)
@click.option("--today", "is_daily", is_flag=True, help="Begin with the puzzle of the day, the same for everybody.")
@click.option("--again", "is_again", is_flag=True, help="Give the puzzles that you did not solve at first, easiest first.")
@click.option("--run", "is_run", is_flag=True, help="Solve as many as you can in two minutes; three misses end it.")
@click.option("--stats", "is_overview", is_flag=True, help="Show your rating, streak and themes.")
@of_any_game
@of_theme
@with_seats
@in_json
@click.pass_context
def puzzles(
    context: click.Context,
    is_daily: bool,
    is_again: bool,
    is_run: bool,
    is_overview: bool,
    game: str | None,
    theme: str | None,
    seats: int | None,
    as_json: bool,
) -> None:
    """Positions from games of strong bots in which one choice is clearly best: find them, list them, solve them.

    Without a command, the next puzzle that fits your rating begins. The first answer to each counts.
    """
    if context.invoked_subcommand is not None:
        return
    history, day, selection = History(history_file()), today(), _selection(game, theme, seats)
    daily = puzzle_of_day(day) if is_daily else None
    first = None if daily is None else summaries()[daily.name]
    solver = Solver(make_console(), history, day)
    if is_overview:
        overview = history.overview({summary.name: summary for summary in selection}, day)
        if as_json:
            click.echo(json.dumps(overview))
        else:
            print_overview(make_console(), overview)
    elif as_json:
        puzzle = first or solver.next(selection)
        click.echo(json.dumps({"puzzle": puzzle and summary_json(puzzle)}))
    elif first is not None and history.is_solved(first.name):
        say(texts.text("command.today_solved", puzzle=first.name))
    elif is_run:
        solved = solver.race(selection, seed=time.time_ns(), clock=time.monotonic)
        key = "command.run_record" if history.note_run(solved) else "command.run_over"
        say(texts.text(key, n=solved, best=history.best_run))
    elif is_again:
        solver.run_again(selection)
    else:
        solver.run(selection, first)


def _selection(game: str | None, theme: str | None, seats: int | None) -> list[Summary]:
    """Return the puzzles of a game, a theme and a number of seats.

    Raises:
        ClickException: there is no such theme.
    """
    selection = select(summaries(None if game is None else [game_class(game).name]).values())
    themes = {summary.theme: summary.title for summary in selection}
    if theme is not None and theme not in themes:
        names = listing([f"{key} ({title})" for key, title in themes.items()])
        raise click.ClickException(texts.text("command.no_theme", theme=repr(theme), themes=names))
    return select(selection, theme=theme, seats=seats)


@puzzles.command("list")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=completion.games)
@of_theme
@with_seats
@click.option(
    "--file", type=click.Path(allow_dash=True), help="List the puzzles in a file, not those that come with the games."
)
@in_json
def list_(name: str | None, theme: str | None, seats: int | None, file: str | None, as_json: bool) -> None:
    """List the puzzles that come with GAME, or with all games."""
    if file is None:
        selection = _selection(name, theme, seats)
    else:
        game = None if name is None else game_class(name).name
        selection = select(summaries_of(read_puzzle_file(file)), game, theme, seats)
    if as_json:
        click.echo(json.dumps({"puzzles": [summary_json(summary) for summary in selection]}))
    else:
        print_list(make_console(), selection)


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
    puzzle = find_puzzle(name) if file is None else _find_puzzle(read_puzzle_file(file), name, file)
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
                "line": [step.to_json() for step in steps],
            }
            for verdict, reason, steps in zip(verdicts, reasons, lines, strict=True)
        ]
        more: dict[str, object] = {
            "solved": attempt.is_solved,
            "question": None if attempt.is_solved else attempt.view.question,
        }
        more |= {"from": puzzle.origin.to_json(), "answers": answer_facts}
        click.echo(json.dumps(summary_json(summaries_of([puzzle])[0]) | more))
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


puzzles.add_command(find)
puzzles.add_command(check)
