"""The match of a new net against the best one so far, until a sequential test is sure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from kingdoms.arena import playing
from kingdoms.arena.sequential import SequentialTest
from kingdoms.core.bot import Bot
from kingdoms.core.rng import Random
from kingdoms.files import write_atomic
from kingdoms.learning.plan import TrainingPlan
from kingdoms.learning.sampling import DECISIONS, PERCENT, SEED_STEP
from kingdoms.learning.thinking import search_player
from kingdoms.nets import Net

SIMULATIONS: Final = 100
"""The simulations of both sides. With rollouts, the hand-made side takes longer for them."""
MARGIN: Final = 0.05
"""The advantage that the sequential test tells from none."""
MATCH_SEEDS: Final = 1_000
"""The games of matches have the seeds of rounds from this number on, which no training reaches."""

NetParts = tuple[int, list[int], list[int], list[int], int]
"""The arguments of a `Net`, which other processes can be sent."""
Mapped = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""A function like `map`, whose calls may run in other processes."""


def parts_of(net: Net) -> NetParts:
    """Return the arguments of a net."""
    return (net.inputs, *net.weights(), net.bits)


def play_match(
    plan: TrainingPlan,
    round_number: int,
    nets: tuple[NetParts, NetParts | None],
    path: Path,
    mapped: Mapped,
    report: Callable[[int], bool],
) -> dict[str, Any] | None:
    """Play the match of a round, and return its result; None if stopped.

    Args:
        plan: the plan of the training.
        round_number: the round.
        nets: the new net, and the best one so far or None for the hand-made evaluation.
        path: a file with the shares of finished openings, from which an interrupted match resumes.
        mapped: plays openings.
        report: called with the number of finished openings; returns whether to stop.
    """
    test = SequentialTest(1 / plan.seats, MARGIN)
    shares: list[float] = json.loads(path.read_bytes()) if path.exists() else []
    for share in shares:
        test.add(share)
    missing = range(len(shares), plan.match if test.verdict is None else 0)
    for share in mapped(partial(play_opening, plan, round_number, nets), missing):
        test.add(share)
        shares.append(share)
        write_atomic(path, json.dumps(shares).encode())
        if report(len(shares)):
            return None
        if test.verdict is not None:
            break
    return {**test.to_json(), "better": (test.share or 0.0) > 1 / plan.seats}


def play_opening(plan: TrainingPlan, round_number: int, nets: tuple[NetParts, NetParts | None], opening: int) -> float:
    """Return the mean share of the new net alone against others, over the games of an opening: one from each seat."""
    seed = plan.seed_of(MATCH_SEEDS + round_number, opening)
    new, best = (None if parts is None else Net(*parts) for parts in nets)
    game, won = plan.rules, 0.0
    for place, name in enumerate(game.seats):
        bots: dict[str, Bot] = {
            seat: search_player(game, seed + SEED_STEP * i, SIMULATIONS, new if seat == name else best)
            for i, seat in enumerate(game.seats)
        }
        state, _, _ = playing.run(game, bots, seed, Random(seed).roll(1 << 30), DECISIONS, PERCENT)
        won += state.returns()[place] if state.is_terminal() else 1 / plan.seats
    return won / plan.seats
