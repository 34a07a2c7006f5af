"""Ratings of puzzles and solvers, the next puzzle that fits, that of the day, and the history of a solver."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdoms.bots.strength import Strength
from kingdoms.core.registry import game_class
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import shipped, summaries
from kingdoms.puzzles.fitting import AIM, WIDTH, next_puzzle, select
from kingdoms.puzzles.history import DAY, History
from kingdoms.puzzles.rating import duel, level_ratings, rate
from kingdoms.puzzles.summary import Summary
from tests.support.games.tested_games import TESTED

SUMMARIES = summaries()
RATINGS = st.builds(Strength, st.floats(-20, 80), st.floats(0.5, 9))
MONDAY = datetime.date(2026, 11, 23)


@pytest.mark.parametrize("game", TESTED)
def test_a_puzzle_is_rated_between_the_level_that_solves_it_and_the_one_below(game: str) -> None:
    rules = game_class(game)
    for summary in shipped(game).summaries.values():
        ratings = level_ratings(game, len(summary.seats))
        assert ratings[summary.level - 2] < summary.strength.rating < ratings[summary.level - 1]
    for seats in rules.player_counts:
        ratings = level_ratings(game, seats)
        assert len(ratings) == len(rules.levels())
        assert list(ratings) == sorted(ratings), "also of levels that were not measured"
        assert rate(rules, seats, 99).rating < ratings[-1]


@given(solver=RATINGS, puzzle=RATINGS)
def test_a_solved_puzzle_raises_the_solver_as_it_lowers_the_puzzle(solver: Strength, puzzle: Strength) -> None:
    won, lower = duel(solver, puzzle, solved=True)
    lost, higher = duel(solver, puzzle, solved=False)
    assert lost.rating <= solver.rating <= won.rating
    assert lower.rating <= puzzle.rating <= higher.rating
    stronger = solver._replace(rating=solver.rating + 5)
    assert duel(stronger, puzzle, solved=True)[0].rating - stronger.rating <= won.rating - solver.rating + 1e-9


@given(
    solver=RATINGS,
    attempted=st.sets(st.sampled_from(sorted(SUMMARIES))),
    seed=st.integers(0, 9),
    moved=st.dictionaries(st.sampled_from(sorted(SUMMARIES)), st.floats(-20, 80), max_size=5),
)
def test_the_next_puzzle_is_new_near_the_rating_and_the_same_for_a_seed(
    solver: Strength, attempted: set[str], seed: int, moved: dict[str, float]
) -> None:
    puzzle = next_puzzle(SUMMARIES.values(), solver, attempted, seed, moved)
    left = SUMMARIES.keys() - attempted
    if not left:
        assert puzzle is None
        return
    assert puzzle is not None
    assert puzzle.name in left

    def distance(name: str) -> float:
        return abs(moved.get(name, SUMMARIES[name].strength.rating) - solver.rating - AIM)

    assert distance(puzzle.name) <= min(map(distance, left)) + WIDTH
    assert puzzle == next_puzzle(reversed(list(SUMMARIES.values())), solver, attempted, seed, moved)


def test_every_puzzle_has_its_day_in_each_cycle_in_another_order() -> None:
    count = len(SUMMARIES)
    first = 730_000 // count * count  # a cycle begins
    puzzles = [puzzle_of_day(datetime.date.fromordinal(first + day)) for day in range(3 * count)]
    names = [puzzle.name if puzzle else "" for puzzle in puzzles]
    cycles = [names[start : start + count] for start in range(0, 3 * count, count)]
    assert all(sorted(cycle) == sorted(SUMMARIES) for cycle in cycles)
    assert cycles[0] != cycles[1] != cycles[2]


def test_puzzles_are_selected_by_game_theme_and_seats() -> None:
    def key(summary: Summary) -> tuple[str, str, int]:
        return summary.game, summary.theme, len(summary.seats)

    for summary in SUMMARIES.values():
        selection = select(SUMMARIES.values(), *key(summary))
        assert summary in selection
        assert set(map(key, selection)) == {key(summary)}
    assert select(SUMMARIES.values()) == list(SUMMARIES.values())


def test_the_first_attempt_counts_and_the_history_is_kept(tmp_path: Path) -> None:
    first, second, *_ = SUMMARIES.values()
    history = History(tmp_path / "puzzles.json")
    history.begin(first, right=False)
    after = history.rating
    history.begin(first, right=True)
    history.finish(first)
    assert history.rating == after
    history.begin(second, right=True)
    history.finish(second, MONDAY)
    assert [history.note_run(count) for count in (3, 2, 4)] == [True, False, True]
    again = History(history.file)
    assert (again.rating, again.tries, again.days, again.best_run) == (history.rating, history.tries, {"2026-11-23"}, 4)
    overview = again.overview(SUMMARIES, MONDAY)
    assert (overview["attempted"], overview["right"], overview["solved"], overview["puzzles"]) == (2, 1, 2, len(SUMMARIES))
    assert sum(theme["attempted"] for theme in overview["themes"]) == 2


@given(st.sets(st.integers(0, 12)))
def test_a_streak_ends_with_the_first_day_without_the_puzzle_of_the_day(days: set[int]) -> None:
    history = History(Path("nowhere"))
    history.days = {(MONDAY - day * DAY).isoformat() for day in days}
    streak = history.streak(MONDAY)
    start = 0 if 0 in days else 1
    assert set(range(start, start + streak)) <= days
    assert start + streak not in days


@pytest.mark.parametrize("content", ["", "damaged", "7", '{"puzzles": 3}', '{"puzzles": {"a": 1}}', '{"rating": {}}'])
def test_an_old_file_is_read_and_a_damaged_one_counts_as_empty(tmp_path: Path, content: str) -> None:
    file = tmp_path / "puzzles.json"
    file.write_text(content)
    assert (History(file).tries, History(file).rating) == ({}, Strength())
    name = next(iter(SUMMARIES))
    file.write_text(json.dumps([name, 7]))
    assert History(file).is_solved(name)
    assert History(file).rating == Strength(), "it is not known how it was solved"
