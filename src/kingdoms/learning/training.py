"""A training from start to end: rounds of self-play and fits, resumed where an earlier run stopped."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

import kingdoms
from kingdoms.files import write_atomic
from kingdoms.learning.fitting import FitResult, fit
from kingdoms.learning.gaming import GameSampler
from kingdoms.learning.matching import Mapped, NetParts, parts_of, play_match
from kingdoms.learning.page import page
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.sampling import Sampler, Samples
from kingdoms.learning.starting import starting_net
from kingdoms.learning.workers import mapping
from kingdoms.nets import Net, Saved, load_for, save

CHUNK: Final = 25
"""The number of games whose samples make one file."""
REPORT: Final = "report.json"
PAGE: Final = "report.html"


def train(
    plan: TrainingPlan,
    folder: Path,
    workers: int | None = 1,
    stop: threading.Event | None = None,
    report: Callable[[int, str], None] | None = None,
    cluster: str | None = None,
) -> Path | None:
    """Train a net, and return the file of the best one; None if stopped. A later call with the same folder resumes.

    Each new net plays a match against the best one so far, at first the hand-made evaluation. Only if it is better does it play
    and label from then on.

    Args:
        plan: the plan.
        folder: the folder of the training.
        workers: the number of processes that play, on which the net doesn't depend; None for all of a cluster.
        stop: an event that ends the training soon after it is set.
        report: called with the number of games now finished, and a line on a finished fit or match, or "".
        cluster: the address of a Ray cluster whose machines play; None to play on this one.

    Raises:
        LearningError: the folder belongs to another plan.
        ArenaError: the cluster cannot be reached.
    """
    plan.open(folder)
    stop, report = stop or threading.Event(), report or (lambda *_: None)
    gone_on: list[Path] = []
    losses: list[dict[str, Any]] = []
    start = starting_net(plan)
    first = [] if start is None else [parts_of(start)]
    with mapping(workers, cluster) as mapped:
        for round_number in range(1, plan.rounds + 1):
            nets = first + [parts_of(load_for(plan.rules, path)) for path in gone_on]
            if not _play(plan, round_number, nets, folder, mapped, stop, report):
                return None
            path, facts = _fit(plan, round_number, folder, start)
            report(0, _fit_line(round_number, facts))
            if plan.match:
                rivals = parts_of(load_for(plan.rules, path)), nets[-1] if nets else None
                match = play_match(plan, round_number, rivals, path.with_suffix(".match"), mapped, lambda _: stop.is_set())
                if match is None:
                    return None
                facts["match"] = match
                report(0, _match_line(round_number, match))
            if not plan.match or facts["match"]["better"]:
                gone_on.append(path)
            losses.append(facts)
            write_atomic(folder / REPORT, json.dumps(losses, indent=1).encode())
            write_atomic(folder / PAGE, page(plan, losses).encode())
    return gone_on[-1] if gone_on else path


def _files(folder: Path, rounds: int) -> list[Path]:
    """Return the files with the samples of the first rounds, in order."""
    return [path for number in range(1, rounds + 1) for path in sorted((folder / f"samples-{number}").glob("*.npz"))]


def _play(
    plan: TrainingPlan,
    round_number: int,
    nets: list[NetParts],
    folder: Path,
    mapped: Mapped,
    stop: threading.Event,
    report: Callable[[int, str], None],
) -> bool:
    """Play the missing games of a round, and return whether all are there."""
    samples = folder / f"samples-{round_number}"
    samples.mkdir(exist_ok=True)
    chunks = [range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK)]
    paths = {chunk: samples / f"{chunk.start:07}.npz" for chunk in chunks}
    missing = [chunk for chunk in chunks if not paths[chunk].exists()]
    report(plan.games - sum(map(len, missing)), "")
    for chunk, chunk_samples in zip(missing, mapped(partial(samples_of, plan, round_number, nets), missing)):
        chunk_samples.save(paths[chunk])
        report(len(chunk), "")
        if stop.is_set():
            break
    return all(path.exists() for path in paths.values())


def samples_of(plan: TrainingPlan, round_number: int, nets: list[NetParts], numbers: range) -> Samples:
    """Return the samples of games of a round, by their numbers.

    Args:
        plan: the plan of the training.
        round_number: the round.
        nets: the nets accepted so far, in order, from the one that the training started from.
        numbers: the numbers of the games.
    """
    past_nets = [Net(*parts) for parts in nets]
    if plan.targets == "games":
        return GameSampler(plan, round_number, past_nets).sample(numbers)
    return Sampler(plan, round_number, past_nets[-1] if past_nets else None).sample(numbers)


def _fit(plan: TrainingPlan, round_number: int, folder: Path, start: Net | None) -> tuple[Path, dict[str, Any]]:
    """Fit the net of a round unless it is there, and return its file and the facts about it."""
    path, facts_path = folder / f"round-{round_number}.net", folder / f"round-{round_number}.json"
    if not facts_path.exists():
        fitted = fit(Samples.load(_files(folder, round_number)), plan.hidden, plan.epochs, plan.seed, start)
        facts = {"round": round_number, "samples": fitted.samples, "held_out": fitted.held_out, **fitted.losses}
        save(_with_header(plan, round_number, fitted), path)
        write_atomic(facts_path, json.dumps({**facts, "epochs": fitted.epochs}).encode())
    return path, json.loads(facts_path.read_bytes())


def _fit_line(round_number: int, facts: dict[str, Any]) -> str:
    losses = ", ".join(f"{name} {facts[name]}" for name in ("net", "hand", "even"))
    return f"round {round_number}: {facts['samples']} samples; log loss on held-out games: {losses}"


def _match_line(round_number: int, match: dict[str, Any]) -> str:
    goes_on = "goes on" if match["better"] else "stays behind"
    return (
        f"round {round_number}: {100 * match['share']:.1f}% of the points in {match['openings']} openings, "
        f"where {100 * match['fair']:.1f}% is even: it {goes_on}"
    )


def _with_header(plan: TrainingPlan, round_number: int, fitted: FitResult) -> Saved:
    knowledge = plan.rules.knowledge(plan.rules.new_initial_state())
    header = {
        "command": plan.command,
        "round": round_number,
        "seed": plan.seed,
        "games": plan.games * round_number,
        "samples": fitted.samples,
        "loss": fitted.losses,
        "version": kingdoms.__version__,
        "commit": _commit(),
        "numpy": np.__version__,
    }
    return Saved(fitted.net, plan.game, plan.seats, tuple(knowledge.features()), header)


def _commit() -> str:
    """Return the commit of the source, "" if it is not a checkout."""
    try:
        process = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return process.stdout.strip() if process.returncode == 0 else ""
