"""`kingdoms analyse`: the best choices in a position, and the costliest decisions of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import click
from rich.progress import TaskProgressColumn

from kingdoms.analysis.analyse import USUAL
from kingdoms.analysis.analyse import analyse as analyse_it
from kingdoms.analysis.findings import MOST_TURNING_POINTS, Analysis, Review
from kingdoms.analysis.lines import serve
from kingdoms.analysis.position import MOST_OPTIONS
from kingdoms.analysis.review import check_may_be_read, sight_of_mover
from kingdoms.cli.studying.analysis_report import print_analysis, print_review
from kingdoms.cli.terminal.console import game_in, make_console, moment_of, read_source, say, seat_of
from kingdoms.cli.terminal.options import in_json
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.cli.terminal.variations import follow, variation_option
from kingdoms.core.record import Record
from kingdoms.core.tree import GameTree
from kingdoms.core.view import View
from kingdoms.export.position_text import is_position_text, read_position_text
from kingdoms.texts import text


@click.command()
@click.argument("file", required=False, metavar="RECORD", type=click.Path(allow_dash=True))
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Analyse the position after N entries, not the game.")
@variation_option
@click.option("--seat", help="Review only this seat's decisions.  [default: everybody's]")
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    help=f"How long to search each position.  [default: {USUAL}, without --seconds]",
)
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="The same, in seconds.")
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many searches run in parallel; with --lines, how many queries are answered in parallel.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed for everything random.")
@click.option(
    "--most",
    type=click.IntRange(min=1),
    help=f"How many turning points of a game [default: {MOST_TURNING_POINTS}], or choices of a position "
    f"[default: {MOST_OPTIONS}] to show.",
)
@in_json
@click.option("--lines", is_flag=True, help="Answer queries, one JSON object a line, until the input ends; takes no RECORD.")
def analyse(
    file: str | None,
    at: int | None,
    variations: Sequence[str],
    seat: str | None,
    simulations: int | None,
    seconds: float | None,
    threads: int,
    seed: int,
    most: int | None,
    as_json: bool,
    lines: bool,
) -> int:
    """Find where the game in RECORD was lost: the costliest decisions, and better choices ("-" is standard input).

    With --at, or given a position, show the best choices there. Ctrl-C stops and shows the findings so far; the exit code is
    then 130.
    """
    if lines:
        return _answer_lines(file, threads)
    if file is None:
        raise click.UsageError(text("command.record_or_lines"))
    source = read_source(file)
    record = follow(game_in(source, file), variations)
    seat_of(record.game, seat)
    if is_position_text(source):
        seat = seat or _view_seat(read_position_text(source))
    check_may_be_read(record, seat)
    if simulations is None and seconds is None:
        simulations = USUAL
    limits = {"simulations": simulations, "seconds": seconds, "threads": threads, "seed": seed}
    if at is not None:
        moment_of(record, at)
        record.take_back(at)
    if at is not None or not record.entries:
        return _analyse_position(record, seat, limits, most or MOST_OPTIONS, as_json)
    return _analyse_game(record, seat, limits, most or MOST_TURNING_POINTS, as_json)


def _view_seat(view: View) -> str | None:
    """Return the seat whose view a text holds; in a game with secrets, it has to be the seat to move.

    Raises:
        ClickException: another seat is to move, and what that one knows is not in the text.
    """
    if view.game.has_secrets and view.to_move != view.seat and view.to_move in view.seats:
        viewer = view.seat or text("command.onlooker")
        raise click.ClickException(text("command.not_in_view", seat=viewer, to_move=view.to_move))
    return view.seat


def _answer_lines(file: str | None, workers: int) -> int:
    """Answer queries until the input ends, and return the exit code."""
    if file is not None:
        raise click.UsageError(text("command.record_and_lines"))
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, workers)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _analyse_position(record: Record, seat: str | None, limits: dict[str, Any], most: int, as_json: bool) -> int:
    """Analyse a record's current state, and return the exit code."""
    view, history = sight_of_mover(record, seat)
    with progress_bar(TaskProgressColumn()) as progress, stop_event() as stop:
        task = progress.add_task(record.game.title, total=1.0)

        def report(analysis: Analysis) -> None:
            spent = {"simulations": analysis.visits, "seconds": analysis.seconds}
            progress.update(task, completed=max(spent[name] / limits[name] for name in spent if limits[name]))

        analysis = analyse_it(view, **limits, seen=history, most_options=most, report=report, stop=stop)
    if as_json:
        click.echo(json.dumps(analysis.to_json()))
    else:
        print_analysis(make_console(), view, analysis)
    return INTERRUPTED if stop.is_set() else 0


def _analyse_game(record: Record, seat: str | None, limits: dict[str, Any], most: int, as_json: bool) -> int:
    """Analyse a whole record, and return the exit code."""
    with progress_bar(TaskProgressColumn()) as progress, stop_event() as stop:
        task = progress.add_task(record.game.title)

        def report(review: Review) -> None:
            progress.update(task, completed=len(review.decisions), total=review.total)

        review = analyse_it(record, **limits, seat=seat, report=report, stop=stop)
    if as_json:
        click.echo(json.dumps(review.to_json(most)))
    else:
        print_review(make_console(), record, review, most)
        variations = GameTree(record).variations
        if record.position_text is not None:
            say(text("command.guessed"))
        if variations:
            say(text("command.variations_left", n=variations))
    return INTERRUPTED if stop.is_set() else 0
