"""Checks again whether the best choice of a puzzle is clearly best, by searches with another seed."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from kingdoms.files import append, complete_lines
from kingdoms.puzzles.files import pack
from kingdoms.puzzles.finding import LOOK
from kingdoms.puzzles.judging import PuzzleJudge
from kingdoms.puzzles.puzzle import Puzzle, PuzzleError
from kingdoms.puzzles.solving import AS_GOOD, Attempt
from kingdoms.texts import text

CHECKS: Final = ".check"
"""The suffix of the log file, after the name of the file of puzzles."""
NEAR: Final = 4
"""A choice is searched further if a short search finds it at most `NEAR * AS_GOOD` worse than the best."""
SHARE: Final = 8
"""Each choice gets this part of the simulations of the whole position, as when the puzzle was found."""


@dataclass(frozen=True)
class Finding:
    """The result of a check.

    Attributes:
        name: the name of the puzzle.
        holds: whether search confirms each of its decisions.
        gap: the least advantage of a right answer over another choice, as a part of a fair share.
        fault: the decision that search does not confirm, in words; "" if the puzzle holds.
    """

    name: str
    holds: bool
    gap: float
    fault: str = ""


def sample_puzzles(puzzles: Sequence[Puzzle], count: int, seed: int) -> list[Puzzle]:
    """Return a random sample of puzzles, in their order; all of them if there are no more than `count`."""
    numbers = random.Random(seed).sample(range(len(puzzles)), min(count, len(puzzles)))
    return [puzzles[number] for number in sorted(numbers)]


def check(puzzle: Puzzle, seed: int, simulations: int | None = None, stop: threading.Event | None = None) -> Finding:
    """Search each decision of a puzzle again.

    A puzzle holds if each search names a right answer, and every other choice is worse than all right answers by more than
    `AS_GOOD` of a fair share, so that none would be accepted as an answer.

    Args:
        puzzle: the puzzle.
        seed: the seed of the searches.
        simulations: the number of simulations for the whole position; by default, as many as when the puzzle was found.
        stop: an event that ends the search soon after it is set; the finding is void then.

    Examples:
        >>> from kingdoms.puzzles.files import shipped
        >>> puzzle = shipped("middlesea")[0]
        >>> check(puzzle, seed=3, simulations=50).name == puzzle.name
        True
    """
    least, seen = float("inf"), {0}
    paths: list[tuple[str, ...]] = [()]
    while paths:
        played = paths.pop()
        attempt = Attempt(puzzle, played)
        best, gap = _search(attempt, seed, simulations or puzzle.origin.simulations, stop)
        least = min(least, gap)
        right = [answer.action for answer in attempt.moment.right]
        if best not in right:
            return Finding(puzzle.name, False, gap, text("puzzle.check_other", best=best, right=right[0]))
        if gap <= AS_GOOD:
            return Finding(puzzle.name, False, gap, text("puzzle.check_close", right=right[0], gap=f"{100 * gap:.0f}"))
        for answer in attempt.moment.right:
            if answer.then is not None and answer.then not in seen:
                seen.add(answer.then)
                paths.append((*played, answer.action))
    return Finding(puzzle.name, True, least)


def _search(attempt: Attempt, seed: int, simulations: int, stop: threading.Event | None) -> tuple[str, float]:
    """Return the best choice by search, and by how much the right answers are better than all others."""
    game, fair = attempt.table.game, attempt.table.game.num_players
    judge = PuzzleJudge(attempt.view, seed, stop)
    result = judge.think(simulations)
    right = {game.string_to_action(answer.action) for answer in attempt.moment.right}
    listed = {game.string_to_action(answer.action) for answer in attempt.moment.wrong}
    judgements = judge.judge_all({*right, *listed, *(choice.action for choice in result.choices)}, LOOK)
    near = judgements[0].chance - NEAR * AS_GOOD / fair
    actions = [judgement.action for judgement in judgements if judgement.chance >= near or judgement.action in right | listed]
    chances = {judgement.action: judgement.chance for judgement in judge.judge_all(actions, max(1, simulations // SHARE))}
    wrong = [chance for action, chance in chances.items() if action not in right]
    return game.action_to_string(result.best), fair * (min(chances[action] for action in right) - max(wrong, default=0.0))


def check_all(
    puzzles: Sequence[Puzzle], seed: int, simulations: int | None, notes: Path, stop: threading.Event | None = None
) -> Iterator[Finding]:
    """Check puzzles, log each finding, and yield it; those in an existing log come first, without being checked again.

    Args:
        puzzles: the puzzles to check.
        seed: the seed of the searches.
        simulations: the number of simulations for each position; None for as many as when the puzzle was found.
        notes: the log file.
        stop: an event that ends the search soon after it is set; an unfinished puzzle is checked again next time.

    Raises:
        PuzzleError: the log cannot be read, or is of another check.
    """
    header = {"check": [puzzle.name for puzzle in puzzles], "search_seed": seed, "simulations": simulations}
    if not notes.exists():
        append(notes, f"{pack(header)}\n".encode())
    try:
        first, *lines = map(json.loads, complete_lines(notes, repair=True))
        findings = [Finding(**line) for line in lines]
    except (ValueError, TypeError) as error:
        raise PuzzleError(text("puzzle.check_notes", notes=notes, error=error)) from None
    if first != header:
        raise PuzzleError(text("puzzle.other_check", notes=notes))
    yield from findings
    for puzzle in puzzles[len(findings) :]:
        finding = check(puzzle, seed, simulations, stop)
        if stop is not None and stop.is_set():
            return
        append(notes, f"{pack(asdict(finding))}\n".encode())
        yield finding
