"""A training from start to end: rounds of self-play and fits, resumed where an earlier run stopped."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import kingdoms
from kingdoms.files import write_whole
from kingdoms.learning.fitting import Fitted, fit
from kingdoms.learning.plan import Plan
from kingdoms.learning.sampling import Sampler, Samples
from kingdoms.nets import Net, Saved, load_for, save

CHUNK: Final = 25
"""The number of games whose samples make one file."""
REPORT: Final = "report.json"

NetParts = tuple[int, list[int], list[int], list[int], int]
"""The arguments of a `Net`, which other processes can be sent."""


def train(
    plan: Plan,
    folder: Path,
    workers: int = 1,
    stop: threading.Event | None = None,
    report: Callable[[int, str], None] | None = None,
) -> Path | None:
    """Train a net, and return its file; None if stopped. Samples and nets stay in the folder, so a later call resumes.

    Args:
        plan: the plan.
        folder: the folder of the training.
        workers: the number of processes that play; the net doesn't depend on it.
        stop: an event that ends the training soon after it is set.
        report: called with the number of games now finished, and a line on a finished fit, or "".

    Raises:
        LearningError: the folder belongs to another plan.
    """
    plan.open(folder)
    report = report or (lambda *_: None)
    path: Path | None = None
    losses: list[dict[str, Any]] = []
    for round_number in range(1, plan.rounds + 1):
        net = None if path is None else _parts(load_for(plan.rules, path))
        path = folder / f"round-{round_number}.net"
        if not _play(plan, round_number, net, folder, workers, stop or threading.Event(), report):
            return None
        found = fit(Samples.load(_files(folder, round_number)), plan.hidden, plan.epochs, plan.seed)
        losses.append({"round": round_number, "samples": found.samples, "held_out": found.held_out, **found.losses})
        save(_saved(plan, round_number, found), path)
        write_whole(folder / REPORT, json.dumps(losses, indent=1).encode())
        said = ", ".join(f"{name} {value}" for name, value in found.losses.items())
        report(0, f"round {round_number}: {found.samples} samples; log loss on held-out games: {said}")
    return path


def _files(folder: Path, rounds: int) -> list[Path]:
    """Return the files with the samples of the first rounds, in order."""
    return [path for number in range(1, rounds + 1) for path in sorted((folder / f"samples-{number}").glob("*.npz"))]


def _play(
    plan: Plan,
    round_number: int,
    net: NetParts | None,
    folder: Path,
    workers: int,
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
    with _mapping(workers) as mapped:
        for chunk, found in zip(missing, mapped(partial(_sample, plan, round_number, net), missing)):
            found.save(paths[chunk])
            report(len(chunk), "")
            if stop.is_set():
                break
    return all(path.exists() for path in paths.values())


@contextmanager
def _mapping(workers: int) -> Iterator[Callable[..., Iterator[Samples]]]:
    """Yield a function like `map`, in processes if there is more than one worker."""
    if workers == 1:
        yield map
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield pool.imap


def _parts(net: Net) -> NetParts:
    """Return the arguments of a net."""
    return (net.inputs, *net.weights(), net.bits)


def _sample(plan: Plan, round_number: int, parts: NetParts | None, numbers: range) -> Samples:
    """Return the samples of games."""
    return Sampler(plan, round_number, Net(*parts) if parts else None).sample(numbers)


def _saved(plan: Plan, round_number: int, found: Fitted) -> Saved:
    """Return a net with its header."""
    knowledge = plan.rules.knowledge(plan.rules.new_initial_state())
    made = {
        "command": plan.command,
        "round": round_number,
        "seed": plan.seed,
        "games": plan.games * round_number,
        "samples": found.samples,
        "loss": found.losses,
        "version": kingdoms.__version__,
        "commit": _commit(),
    }
    return Saved(found.net, plan.game, plan.seats, tuple(knowledge.features()), made)


def _commit() -> str:
    """Return the commit of the source, "" if it is not a checkout."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
