"""The calibration of chances: the predictions of analysis, compared with the results of the games.

`python benchmarks/calibration.py --game NAME --games 500` plays games from the varied openings of `strength.py`. All players
of a game have the same level, taken from `--levels` in rotation. At eight decisions of each game, it analyses what the seat to
move knows, and stores the chances of all seats. With `--log FILE`, a run can be interrupted and resumed.

The Brier score is the mean squared difference between a chance and the result, 0 at best. It is compared with the Brier score
of the current game score: as if the game ended there, and the same shrunk towards even chances by the best factor.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from strength import ROUNDS, SEED_STEP, run

import kingdoms
from kingdoms.analysis.review import sight
from kingdoms.bots import BOTS
from kingdoms.core.record import Record

MOMENTS = 8
BINS = 10


@dataclass(frozen=True)
class Moment:
    """One moment of a game: its number, its progress, and for each seat the chance, the share by score, and the result."""

    number: int
    progress: float
    chances: tuple[float, ...]
    by_score: tuple[float, ...]
    got: tuple[float, ...]


def play(game_name: str, seats: int, level: int, seed: int, simulations: int) -> list[Moment]:
    """Play a game, and return predictions at some of its moments."""
    game = kingdoms.load_game(game_name, seats).limited(ROUNDS)
    bots = {seat: BOTS.make(f"level:{level}", game, seed + SEED_STEP * i) for i, seat in enumerate(game.seats)}
    actions: list[int] = []
    final = run(game, bots, seed, actions)[0]
    got, record, decisions = final.returns(), Record(game), []
    by_score: dict[int, list[float]] = {}
    for number, action in enumerate(actions):
        state = record.state
        if state.to_move in game.seats and len(state.legal_actions()) > 1:
            decisions.append(number)
            by_score[number] = state.returns_by_score()
        record.apply(action)
    rng = kingdoms.Random(seed)
    chosen = sorted({decisions[(i * 1000 + rng.below(1000)) * len(decisions) // (1000 * MOMENTS)] for i in range(MOMENTS)})
    moments = []
    for number in chosen:
        seat = record.state_after(number).to_move
        view, seen = sight(record, seat, number)
        found = kingdoms.analyse(view, seen=seen, simulations=simulations, seed=seed, most_options=1)
        chances = tuple(round(found.chances[one], 4) for one in game.seats)
        moments.append(Moment(number, round(number / len(actions), 3), chances, tuple(by_score[number]), tuple(got)))
    return moments


def _play(asked: tuple[str, int, int, int, int]) -> list[dict[str, Any]]:
    return [vars(moment) for moment in play(*asked)]


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the mean squared difference between predictions and results."""
    return sum((said - came) ** 2 for said, came in pairs) / len(pairs)


def shrunk(shares: Sequence[float], weight: float) -> list[float]:
    """Return shares shrunk towards even ones."""
    return [weight * share + (1 - weight) / len(shares) for share in shares]


def report(moments: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the table of predicted and actual shares, and the Brier scores."""
    said = [pair for moment in moments for pair in zip(moment["chances"], moment["got"], strict=True)]
    table = []
    for low in range(BINS):
        inside = [pair for pair in said if low <= BINS * pair[0] < low + 1 or (low == BINS - 1 and pair[0] == 1)]
        if inside:
            predicted, actual = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
            row = {"from": low / BINS, "count": len(inside), "predicted": round(predicted, 3), "actual": round(actual, 3)}
            table.append(row)

    def by_score(weight: float) -> float:
        return brier([pair for m in moments for pair in zip(shrunk(m["by_score"], weight), m["got"], strict=True)])

    weight = min((i / 20 for i in range(21)), key=by_score)
    return {
        "moments": len(moments),
        "table": table,
        "brier": round(brier(said), 4),
        "by_score": round(by_score(1.0), 4),
        "by_score_at_best": round(by_score(weight), 4),
        "even": round(by_score(0.0), 4),
        "weight": weight,
    }


def main() -> None:
    """Parse the command line, play, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default=kingdoms.game_names()[0])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=6_000_000)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--levels", type=int, nargs="+", default=[4, 5, 6])
    parser.add_argument("--by-hand", action="store_true", help="analyse with the hand-made evaluation, whoever plays")
    parser.add_argument("--log", type=Path, help="a file that keeps each game, to go on from")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.by_hand:
        patch("kingdoms.analysis.position.own_net", lambda _: None).start()
    kept: dict[int, list[dict[str, Any]]] = {}
    settings = [asked.game, asked.seats, asked.simulations, asked.levels, *(["by hand"] if asked.by_hand else [])]
    if asked.log and asked.log.exists():
        entries = [json.loads(line) for line in asked.log.read_text().splitlines()]
        kept = {entry["seed"]: entry["moments"] for entry in entries if entry["settings"] == settings}
    wanted = range(asked.seed, asked.seed + asked.games)
    missing = [seed for seed in wanted if seed not in kept]
    queries = [(asked.game, asked.seats, asked.levels[seed % len(asked.levels)], seed, asked.simulations) for seed in missing]
    with multiprocessing.Pool(asked.workers) as pool:
        for seed, moments in zip(missing, pool.imap(_play, queries), strict=True):
            kept[seed] = moments
            if asked.log:
                with asked.log.open("a") as file:
                    print(json.dumps({"settings": settings, "seed": seed, "moments": moments}), file=file)
            if sys.stderr.isatty():
                print(f"\r{len(kept)} of {asked.games}", end="", file=sys.stderr)
    found = report([moment for seed in wanted for moment in kept[seed]])
    print(json.dumps({"game": asked.game, "seats": asked.seats, "levels": asked.levels, "games": asked.games, **found}))


if __name__ == "__main__":
    main()
