"""The strength of players, measured by matches from varied openings, with seats in rotation.

`python benchmarks/strength.py match CANDIDATE OPPONENT --game NAME --seats 2 --games 400` plays one match: the candidate has
one seat, and the opponent has all others. `ladder` plays each level against the next lower one, and strong levels against the
usual bot. `ablation` plays search by the hand-made evaluation with one part removed or changed against unchanged search. With
`--log FILE`, each finished game is logged at once and not played again, so a long run can be interrupted and resumed.

Each of the first decisions of a game is random with a probability of 15%, in the same way for every seating. Each opening is
played once for each seat of the candidate, and these games count as one sample in the confidence interval.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import kingdoms
from kingdoms.arena import playing
from kingdoms.bots import BOTS
from kingdoms.bots.tally import SURE, wilson
from kingdoms.core.bot import Bot
from kingdoms.core.game import Game

OPENING = 12
"""The number of decisions per seat in the opening."""
SHARE = 15
"""The percentage of these decisions that are random."""
ROUNDS = 60
SEED_STEP = 7919

CHANGES = (
    "even_priors=1",
    "pruning=0",
    "rollouts=0",
    "transpositions=0",
    "reuse=0",
    "width=0",
    "width=2",
    "root_width=16",
    "exploration=0.1",
    "exploration=0.4",
    "widening=0",
    "widening=0.5",
    "threads=2",
)
"""The changes of the ablation study, which are made one at a time."""


@dataclass(frozen=True)
class Match:
    """A match, with the candidate at one seat and the opponent at all others."""

    game: str
    seats: int
    candidate: str
    opponent: str
    games: int
    seed: int


@dataclass(frozen=True)
class Row:
    """The result of a game: opening, the candidate's share, why it ended, and the milliseconds per decision of both sides."""

    opening: int
    won: float
    reason: str
    spent: tuple[float, float]


def play(match: Match, number: int) -> Row:
    """Play one game of a match."""
    game = kingdoms.load_game(match.game, match.seats).limited(ROUNDS)
    opening, place = divmod(number, match.seats)
    specs = [match.candidate if i == place else match.opponent for i in range(match.seats)]
    seed = match.seed + opening
    bots = {
        seat: BOTS.make(spec, game, seed + SEED_STEP * i) for i, (seat, spec) in enumerate(zip(game.seats, specs, strict=True))
    }
    state, reason, spent = run(game, bots, seed)
    mine, others = spent.pop(game.seats[place]), [used for seat in spent for used in spent[seat]]
    return Row(opening, state.returns()[place], reason, (playing.mean(mine), playing.mean(others)))


def run(
    game: Game, bots: Mapping[str, Bot], seed: int, actions: list[int] | None = None
) -> tuple[kingdoms.State, str, dict[str, list[float]]]:
    """Play a game; return its final state, why it ended, and the seconds of each decision by seat.

    Args:
        game: the game.
        bots: the bots by seat.
        seed: the seed of chance, and of random decisions in the opening.
        actions: a list that is filled with all actions, including those of chance.
    """
    state, spent, _ = playing.run(game, bots, seed, seed ^ 0x5EED, OPENING, SHARE, actions)
    outcome = state.outcome()
    return state, outcome.reason if outcome else playing.UNFINISHED, spent


def by_opening(rows: Sequence[Row]) -> tuple[float, float, float]:
    """Return the candidate's share, and the bounds of its 95% interval, with openings as samples."""
    groups = [[row.won for row in group] for _, group in groupby(rows, key=lambda row: row.opening)]
    shares = [sum(group) / len(group) for group in groups]
    share = sum(shares) / len(shares)
    low, high = wilson(sum(row.won for row in rows), len(rows))
    if len(shares) < 10 or share in (0.0, 1.0):
        return share, low, high
    reach = SURE * math.sqrt(sum((one - share) ** 2 for one in shares) / (len(shares) - 1) / len(shares))
    return share, max(0.0, share - reach), min(1.0, share + reach)


def played(match: Match, log: Path | None) -> dict[int, Row]:
    """Return the logged games of a match, by number."""
    rows: dict[int, Row] = {}
    if log is not None and log.exists():
        for line in log.read_text().splitlines():
            entry = json.loads(line)
            if entry["match"] == match_key(match) and entry["number"] < match.games:
                rows[entry["number"]] = Row(**entry["row"])
    return rows


def match_key(match: Match) -> dict[str, Any]:
    """Return the fields that identify a match: all but the number of games, which may be increased later."""
    return {name: value for name, value in vars(match).items() if name != "games"}


def play_match(match: Match, workers: int, log: Path | None = None) -> dict[str, Any]:
    """Play all games of a match in parallel, and return its result."""
    kept = played(match, log)
    missing = [number for number in range(match.games) if number not in kept]
    with multiprocessing.Pool(workers) as pool:
        for number, row in zip(missing, pool.imap(_play, ((match, number) for number in missing)), strict=True):
            kept[number] = row
            if log is not None:
                with log.open("a") as file:
                    print(json.dumps({"match": match_key(match), "number": number, "row": vars(row)}), file=file)
            if sys.stderr.isatty():
                print(f"\r{len(kept)} of {match.games}", end="", file=sys.stderr)
    rows = [kept[number] for number in sorted(kept)]
    share, low, high = by_opening(rows)
    reasons = {reason: sum(row.reason == reason for row in rows) for reason in sorted({row.reason for row in rows})}
    spent = [round(sum(row.spent[i] for row in rows) / len(rows), 2) for i in (0, 1)]
    return {**vars(match), "share": round(share, 3), "low": round(low, 3), "high": round(high, 3), "ms": spent, "ends": reasons}


def _play(asked: tuple[Match, int]) -> Row:
    return play(*asked)


def ladder(game: str, games: int, seed: int) -> Iterator[Match]:
    """Yield the matches of the ladder: neighbouring levels, and strong levels against the usual bot."""
    usual = BOTS.usual(game)
    last = len(kingdoms.load_game(game).levels())
    for level in range(2, last + 1):
        few = games if level < last else max(4, games // 4)
        yield Match(game, 2, f"level:{level}", f"level:{level - 1}", few, seed)
    for level in (last - 2, last):
        few = games if level < last else max(4, games // 4)
        yield Match(game, 2, f"level:{level}", usual, few, seed)
        yield Match(game, 4, f"level:{level}", usual, few, seed)


def ablation(game: str, games: int, seed: int, simulations: int) -> Iterator[Match]:
    """Yield the matches of the ablation study."""
    whole = f"search:simulations={simulations}:knowledge=hand"
    for change in CHANGES:
        yield Match(game, 2, f"{whole}:{change}", whole, games, seed)


def main() -> None:
    """Parse the command line, and play the matches."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["match", "ladder", "ablation"])
    parser.add_argument("bots", nargs="*", help="of a match: the candidate and its opponent")
    parser.add_argument("--game", default=kingdoms.game_names()[0])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--log", type=Path, help="a file that keeps each game, to go on from")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.what == "match":
        if len(asked.bots) != 2:
            parser.error("a match is between two bots: name the candidate and its opponent")
        matches: Iterator[Match] = iter([Match(asked.game, asked.seats, asked.bots[0], asked.bots[1], asked.games, asked.seed)])
    elif asked.what == "ladder":
        matches = ladder(asked.game, asked.games, asked.seed)
    else:
        matches = ablation(asked.game, asked.games, asked.seed, asked.simulations)
    for match in matches:
        print(json.dumps(play_match(match, asked.workers, asked.log)), flush=True)


if __name__ == "__main__":
    main()
