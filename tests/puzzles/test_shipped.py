"""The puzzles that come with the games: each is valid and different from all others, and search agrees with it."""

from __future__ import annotations

from collections import Counter

import pytest

from kingdoms.cli import engine_kind
from kingdoms.core.registry import game_class
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.files import puzzle_file, shipped
from kingdoms.puzzles.judging import PuzzleJudge
from kingdoms.puzzles.puzzle import EASIEST
from kingdoms.puzzles.solving import AS_GOOD, Attempt, play_out
from kingdoms.puzzles.themes import THEMES, title
from tests.support.games.tested_games import TESTED
from tests.support.suite.rings import inner_first

LEAST = 300
"""The puzzles that each game comes with, at least."""
SIMULATIONS = (1000, 6000)
"""The simulations for each answer: most puzzles agree with a short search; the longer one decides about the others."""
OTHER_SEED = 5
"""No puzzle was made with it."""

ALL = [puzzle for name in TESTED for puzzle in shipped(name)]
EACH = [*ALL[::10], *(puzzle for number, puzzle in enumerate(ALL) if number % 10)]
STEP = max(1, len(ALL) // 7)
SOME, REST = ALL[::STEP], ALL[STEP // 3 :: STEP] + ALL[2 * STEP // 3 :: STEP]


@pytest.mark.parametrize("game", TESTED)
def test_each_game_has_many_puzzles_of_many_kinds_in_a_small_file(game: str) -> None:
    puzzles, path = shipped(game), puzzle_file(game_class(game))
    assert len(puzzles) >= LEAST
    assert path is not None
    assert path.stat().st_size < 6_000 * len(puzzles)
    seats = Counter(len(puzzle.view.seats) for puzzle in puzzles)
    assert set(seats) == set(game_class(game).player_counts)
    assert min(seats.values()) >= len(puzzles) / 10
    assert len({puzzle.theme for puzzle in puzzles}) >= 3
    assert len({puzzle.difficulty for puzzle in puzzles}) >= 3
    assert len({puzzle.solution[0].partition(" ")[0] for puzzle in puzzles}) >= 3
    assert sum(puzzle.difficulty == EASIEST for puzzle in puzzles) <= len(puzzles) / 4
    assert [puzzle.difficulty for puzzle in puzzles] == sorted(puzzle.difficulty for puzzle in puzzles)
    assert len({repr(puzzle.facts) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("puzzle", inner_first(EACH, len(ALL[::10])), ids=lambda puzzle: puzzle.name)
def test_every_listed_answer_is_legal_and_the_solution_solves_it(puzzle: Puzzle) -> None:
    rules = game_class(puzzle.game)
    assert puzzle.theme in {**THEMES, **rules.themes}
    assert title(rules, puzzle.theme)[0].isupper()
    assert puzzle.facts == puzzle.view.to_json()
    reached = {0}
    paths: list[tuple[int, list[str]]] = [(0, [])]
    while paths:
        at, played = paths.pop()
        attempt = Attempt(puzzle, played)
        moment = puzzle.moments[at]
        assert attempt.moment == moment
        assert moment.wrong
        for answer in (*moment.right, *moment.wrong):
            assert attempt.table.refusal(answer.action) is None
            steps = play_out(attempt.table, puzzle.seat, answer.line)
            assert steps[0].action == answer.action
            assert steps[0].events
        for wrong in moment.wrong:
            assert wrong.chance < moment.chance
            assert wrong.then is None
        for right in moment.right:
            if right.then is not None and right.then not in reached:
                reached.add(right.then)
                paths.append((right.then, [*played, right.action]))
    assert reached == set(range(len(puzzle.moments)))
    attempt = Attempt(puzzle)
    for action in puzzle.solution:
        assert not attempt.is_solved
        verdict = attempt.answer(action)
        assert verdict.right
        assert verdict.expected
    assert attempt.is_solved


@pytest.mark.skipif(engine_kind() != "compiled", reason="the interpreted engine takes minutes for it")
@pytest.mark.parametrize("puzzle", inner_first(SOME + REST, len(SOME)), ids=lambda puzzle: puzzle.name)
def test_a_search_of_another_seed_agrees(puzzle: Puzzle) -> None:
    assert any(search_agrees(puzzle, simulations) for simulations in SIMULATIONS)


def search_agrees(puzzle: Puzzle, simulations: int) -> bool:
    """Return whether another search puts a right answer ahead of all wrong ones."""
    first, view = puzzle.moments[0], puzzle.view
    judge = PuzzleJudge(view, OTHER_SEED)

    def chance(action: str) -> float:
        return judge.judge(view.game.string_to_action(action), simulations).chance

    best = max(chance(answer.action) for answer in first.right)
    return all(chance(wrong.action) < best - AS_GOOD / len(view.seats) for wrong in first.wrong)
