"""How strong players are: matches from varied openings, seats changed in turn.

`python benchmarks/strength.py match CANDIDATE OPPONENT --game NAME --seats 2 --games 400` plays one match: the candidate sits
at one seat and the opponent at all others. `ladder` plays each level against the one below it, and strong ones against the
usual bot; `ablation` plays search with one part left out or changed against search as it is. With `--log FILE` each
finished game is written down at once, and what the file already has is not played again: a long run can be stopped and goes on.

In the first decisions of a game each is taken at random with a probability of 15%, the same way for every seating: a game
for each seat is played on each opening. These count as one sample when the interval is made.
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
"""So many decisions a seat belong to the opening ..."""
SHARE = 15
"""... and of 100 of these so many are taken at random."""
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
"""What the ablation study leaves out or changes, one at a time."""


@dataclass(frozen=True)
class Match:
    """What is played: the candidate at one seat, the opponent at all others."""

    game: str
    seats: int
    candidate: str
    opponent: str
    games: int
    seed: int


@dataclass(frozen=True)
class Row:
    """How one game went: on which opening, what the candidate won, how it ended, milliseconds a decision of both sides."""

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
    """Play a game; return how it ended and how long each seat thought about each decision of its own.

    Args:
        game: what is played.
        bots: who plays, by seat.
        seed: of chance, and of what is taken at random in the opening.
        actions: is filled with what was played, chance included.
    """
    state, spent, _ = playing.run(game, bots, seed, seed ^ 0x5EED, OPENING, SHARE, actions)
    outcome = state.outcome()
    return state, outcome.reason if outcome else playing.UNFINISHED, spent


def by_opening(rows: Sequence[Row]) -> tuple[float, float, float]:
    """Return the share that the candidate won, and the ends of its 95% interval, openings being the samples."""
    groups = [[row.won for row in group] for _, group in groupby(rows, key=lambda row: row.opening)]
    shares = [sum(group) / len(group) for group in groups]
    share = sum(shares) / len(shares)
    low, high = wilson(sum(row.won for row in rows), len(rows))
    if len(shares) < 10 or share in (0.0, 1.0):
        return share, low, high
    reach = SURE * math.sqrt(sum((one - share) ** 2 for one in shares) / (len(shares) - 1) / len(shares))
    return share, max(0.0, share - reach), min(1.0, share + reach)


def played(match: Match, log: Path | None) -> dict[int, Row]:
    """Return the games of a match that a log has, by their numbers."""
    rows: dict[int, Row] = {}
    if log is not None and log.exists():
        for line in log.read_text().splitlines():
            entry = json.loads(line)
            if entry["match"] == name_of(match) and entry["number"] < match.games:
                rows[entry["number"]] = Row(**entry["row"])
    return rows


def name_of(match: Match) -> dict[str, Any]:
    """Return what tells a match from others: all but the number of games, so that a match can be made longer."""
    return {name: value for name, value in vars(match).items() if name != "games"}


def play_match(match: Match, workers: int, log: Path | None = None) -> dict[str, Any]:
    """Play all games of a match, several at a time, and return what came of it."""
    kept = played(match, log)
    missing = [number for number in range(match.games) if number not in kept]
    with multiprocessing.Pool(workers) as pool:
        for number, row in zip(missing, pool.imap(_play, ((match, number) for number in missing)), strict=True):
            kept[number] = row
            if log is not None:
                with log.open("a") as file:
                    print(json.dumps({"match": name_of(match), "number": number, "row": vars(row)}), file=file)
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
    """Yield the matches of the ladder: neighbours, and what the strong levels do to the usual bot."""
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
    whole = f"search:simulations={simulations}"
    for change in CHANGES:
        yield Match(game, 2, f"{whole}:{change}", whole, games, seed)


def main() -> None:
    """Read the command line and play."""
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
