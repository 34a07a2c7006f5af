"""`kingdoms train`: a net for a game, learned by self-play."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kingdoms.cli import completion
from kingdoms.cli.console import say
from kingdoms.cli.options import with_workers
from kingdoms.cli.progress import INTERRUPTED, progress_bar, stopping
from kingdoms.core.registry import load_game
from kingdoms.learning.plan import Plan
from kingdoms.texts import text

LIBRARIES = ("OPENBLAS", "MKL", "OMP", "VECLIB")
"""Libraries behind NumPy. With another number of threads, their sums are rounded differently, and the net differs."""


@click.command()
@click.argument("game", shell_complete=completion.games)
@click.option("--seats", type=int, default=Plan.seats, show_default=True, help="How many seats.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The folder for games and nets.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=Plan.seed, show_default=True, help="The same seed gives the same net."
)
@click.option(
    "--rounds",
    type=int,
    default=Plan.rounds,
    show_default=True,
    help="From the second round on, the last net plays and labels.",
)
@click.option("--games", type=int, default=Plan.games, show_default=True, help="How many games in each round.")
@click.option("--leaves", type=int, default=Plan.leaves, show_default=True, help="How many positions of a game search labels.")
@click.option(
    "--simulations", type=int, default=Plan.simulations, show_default=True, help="How long a search for a label is at first."
)
@click.option("--hidden", type=int, default=Plan.hidden, show_default=True, help="How many hidden units the net has.")
@click.option(
    "--epochs", type=int, default=Plan.epochs, show_default=True, help="How often training goes through all positions."
)
@with_workers
def train(
    game: str,
    seats: int,
    out: Path,
    seed: int,
    rounds: int,
    games: int,
    leaves: int,
    simulations: int,
    hidden: int,
    epochs: int,
    workers: int | None,
) -> int:
    """Train a net that evaluates positions of GAME, by self-play.

    Ctrl-C stops; the same command resumes. To play with a net, see "knowledge" in the docs on learning.
    """
    for library in LIBRARIES:  # NumPy reads them when it is imported
        os.environ[f"{library}_NUM_THREADS"] = "1"
    from kingdoms.learning.training import train as learn  # noqa: PLC0415  as above

    rules = load_game(game, seats)
    plan = Plan(rules.name, seats, seed, rounds, games, leaves, simulations, hidden, epochs)
    with progress_bar() as progress, stopping() as stop:
        task = progress.add_task(rules.title, total=rounds * games)

        def report(played: int, said: str) -> None:
            progress.advance(task, played)
            if said:
                progress.console.print(said, highlight=False, soft_wrap=True)

        path = learn(plan, out, workers or os.cpu_count() or 1, stop, report)
    if path is None:
        say(text("command.stopped"))
        return INTERRUPTED
    say(text("command.trained", path=path))
    return 0
