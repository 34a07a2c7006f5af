"""`kingdoms train`: nets for a game, trained by self-play, and their evaluation."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from kingdoms.cli.terminal import completion
from kingdoms.cli.terminal.console import make_console, say
from kingdoms.cli.terminal.lazy import CommandGroup
from kingdoms.cli.terminal.options import in_json, on_cluster, whole_numbers, with_workers
from kingdoms.cli.terminal.progress import INTERRUPTED, progress_bar, stop_event
from kingdoms.core.registry import game_class, game_names, load_game
from kingdoms.learning.plan import EXPLORE, PRIORS, TARGETS, TrainingPlan
from kingdoms.texts import text
from kingdoms.texts.numbers import number, percent

LIBRARIES = ("OPENBLAS", "MKL", "OMP", "VECLIB")
"""Libraries behind NumPy. With another number of threads, their sums are rounded differently, and the net differs."""

with_hours = click.option(
    "--hours", type=click.FloatRange(min=0, min_open=True), help="Stop after so long; the same command resumes."
)


def option(name: str, kind: click.ParamType[Any], about: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return a decorator that adds an option for a field of `TrainingPlan`, with the plan's default."""
    return click.option(f"--{name}", type=kind, default=getattr(TrainingPlan, name), show_default=True, help=about)


class Train(CommandGroup):
    """A group whose command for a game needs no name."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments ask for: `evaluate`, `again`, or else training."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["game", *args])


@click.group(cls=Train)
def train() -> None:
    """Train nets that evaluate positions of a game: "kingdoms train GAME --out FOLDER". Or evaluate them, or train them again.

    "kingdoms train game --help" shows the options of training.
    """
    for library in LIBRARIES:  # NumPy reads them when it is imported
        os.environ[f"{library}_NUM_THREADS"] = "1"


@train.command()
@click.argument("game", shell_complete=completion.games)
@click.option(
    "--seats",
    default="2",
    show_default=True,
    callback=whole_numbers,
    help="For how many seats; one net after the other, as in 2,3,4.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="The folder for games and nets; with several numbers of seats, each gets a folder in it.",
)
@option("seed", click.IntRange(min=0), "The same seed gives the same net.")
@option("rounds", click.INT, "From the second round on, the best net plays and labels.")
@option("games", click.INT, "How many games in each round.")
@option("leaves", click.INT, "How many positions of a game search labels.")
@option("simulations", click.INT, "How long a search for a label is at first.")
@option("hidden", click.INT, "How many hidden units the net has.")
@option("epochs", click.INT, "How often training goes through all positions.")
@option(
    "targets",
    click.Choice(TARGETS),
    "What the net learns: chances found by search, or what follows in games (better with three seats and more).",
)
@option("start", click.INT, "Start from the game's own net for so many seats; 0: from random weights.")
@option("match", click.INT, "The most openings of the match that each net plays against the best one so far; 0 for no match.")
@option(
    "blend", click.INT, "How much of a played game's samples is what its players expected instead of how it ended, in percent."
)
@option(
    "explore",
    click.Choice(EXPLORE),
    "How much searches explore in self-play: as in other games, or as widely as when the first nets were trained.",
)
@option(
    "priors",
    click.Choice(PRIORS),
    "The priors of searches in self-play: as in other games, or more for the greedy choice, as for the first nets.",
)
@with_hours
@on_cluster
@with_workers
def game(
    game: str, seats: tuple[int, ...], out: Path, hours: float | None, cluster: str | None, workers: int | None, **options: Any
) -> int:
    """Train nets for GAME by self-play, and write a report on it.

    Ctrl-C stops; the same command resumes. To play with a net, see "knowledge" in the docs on learning.
    """
    seats = tuple(dict.fromkeys(seats))
    rules = load_game(game, seats[0])
    plans = [TrainingPlan(rules.name, number, **options) for number in seats]
    folders = [out if len(seats) == 1 else out / f"{number}-seats" for number in seats]
    return INTERRUPTED if _train(list(zip(plans, folders, strict=True)), hours, workers, cluster) is None else 0


@train.command("again")
@click.argument("nets", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="The folder for games and nets, a folder for each net."
)
@with_hours
@on_cluster
@with_workers
def train_again(nets: tuple[Path, ...], out: Path, hours: float | None, cluster: str | None, workers: int | None) -> int:
    """Train NETS again with the commands in their files; without NETS, all nets in the package.

    For each, says whether the same net came out. Ctrl-C stops; the same command resumes.
    """
    from kingdoms.nets import load  # noqa: PLC0415  it loads the engine

    paths = nets or tuple(path for name in game_names() for path in game_class(name).nets().values())
    saved = [load(path) for path in paths]
    plans = [TrainingPlan.from_net(net, str(path)) for net, path in zip(saved, paths, strict=True)]
    folders = [out / f"{plan.game}-{plan.seats}" for plan in plans]
    net_paths = _train(list(zip(plans, folders, strict=True)), hours, workers, cluster)
    if net_paths is None:
        return INTERRUPTED
    differing = 0
    for path, before, after in zip(paths, saved, map(load, net_paths), strict=True):
        if before.net.weights() == after.net.weights():
            say(text("command.net_again", path=path))
        else:
            differing += 1
            about = {name: str(before.made.get(name, "?")) for name in ("version", "commit")}
            say(text("command.net_differs", path=path, **about))
    return 1 if differing else 0


def _train(
    trainings: Sequence[tuple[TrainingPlan, Path]], hours: float | None, workers: int | None, cluster: str | None
) -> list[Path] | None:
    """Train nets, each in its folder, and return their files; None if stopped."""
    from kingdoms.learning.training import PAGE  # noqa: PLC0415  as above
    from kingdoms.learning.training import train as learn  # noqa: PLC0415

    if cluster is None:
        workers = workers or os.cpu_count() or 1
    net_paths = []
    with progress_bar() as progress, stop_event() as stop:
        if hours is not None:
            timer = threading.Timer(hours * 3600, stop.set)
            timer.daemon = True
            timer.start()
        for plan, folder in trainings:
            task = progress.add_task(f"{plan.rules.title}, {plan.seats}", total=plan.rounds * plan.games)

            def report(played: int, line: str, task: Any = task) -> None:
                progress.advance(task, played)
                if line:
                    progress.console.print(line, highlight=False, soft_wrap=True)

            path = learn(plan, folder, workers, stop, report, cluster)
            if path is None:
                say(text("command.stopped"))
                return None
            say(text("command.trained", path=path))
            say(text("command.training_report", path=folder / PAGE))
            net_paths.append(path)
    return net_paths


@train.command()
@click.argument("game", shell_complete=completion.games)
@click.argument("net", type=click.Path(path_type=Path))
@click.option("--openings", type=click.IntRange(2), default=100, show_default=True, help="On how many openings it plays.")
@click.option("--seed", type=click.IntRange(min=0), default=900_000_001, show_default=True, help="The seed of the openings.")
@click.option(
    "--simulations", type=click.IntRange(2), default=200, show_default=True, help="Simulations a decision with the net."
)
@click.option("--hand", type=click.IntRange(2), default=100, show_default=True, help="Simulations a decision without it.")
@with_workers
@in_json
def evaluate(
    game: str, net: Path, openings: int, seed: int, simulations: int, hand: int, workers: int | None, as_json: bool
) -> int:
    """Play with NET, a file, against the hand-made evaluation of GAME, and say how well it judges, how fast and how strong."""
    from kingdoms.learning.evaluation import evaluate as judge  # noqa: PLC0415  it needs the extra
    from kingdoms.learning.plan import ROUND_LIMIT  # noqa: PLC0415
    from kingdoms.learning.workers import mapping  # noqa: PLC0415
    from kingdoms.nets import load, load_for  # noqa: PLC0415

    rules = load_game(game, load(net).seats).limited(ROUND_LIMIT)
    with mapping(workers or os.cpu_count() or 1) as mapped:
        evaluation = judge(rules, load_for(rules, net), openings, seed, (simulations, hand), mapped)
    if as_json:
        click.echo(json.dumps(evaluation))
        return 0
    _print_evaluation(evaluation)
    return 0


def _print_evaluation(evaluation: dict[str, Any]) -> None:
    console = make_console()
    columns = [text(f"command.{name}") for kind in ("net_loss", "net_brier") for name in (kind, "by_hand", "by_chance")]
    table = Table("", text("command.positions"), *columns, box=None)
    for row in evaluation["judgement"]:
        scores = [str(row[name][kind]) for kind in ("loss", "brier") for name in ("net", "hand", "even")]
        table.add_row(row["phase"], str(row["positions"]), *scores)
    console.print(table)
    table = Table(*(text(f"command.{name}") for name in ("chances", "expected", "got", "column_seats")), box=None)
    for row in evaluation["calibration"]:
        low = round(100 * row["from"])
        chances = text("command.chances_range", low=low, high=percent((low + 10) / 100))
        table.add_row(chances, percent(row["expected"]), percent(row["got"]), str(row["count"]))
    console.print(table)
    speed, strength = evaluation["speed"], evaluation["strength"]
    say(text("command.net_speed", net=number(speed["net"]), hand=number(speed["hand"])))
    shares = {name: number(100 * strength[name], 1) for name in ("share", "low", "high", "even")}
    counts = {"n": strength["games"], "games": number(strength["games"])}
    say(text("command.net_strength", net=strength["ms"][0], hand=strength["ms"][1], **shares, **counts))
