"""The puzzle of the day."""

from __future__ import annotations

import datetime

from kingdoms.core.registry import game_names
from kingdoms.puzzles.daily import puzzle_of_day
from kingdoms.puzzles.files import shipped

DAY = datetime.timedelta(days=1)


def test_every_puzzle_has_its_day_in_each_cycle_in_another_order() -> None:
    names = [puzzle.name for game in game_names() for puzzle in shipped(game)]
    day = datetime.date.fromordinal(730_000 // len(names) * len(names))  # a cycle begins
    cycles: list[list[str]] = []
    for _ in range(3):
        cycles.append([])
        for _ in names:
            puzzle = puzzle_of_day(day)
            assert puzzle is not None
            cycles[-1].append(puzzle.name)
            day += DAY
    assert all(sorted(cycle) == sorted(names) for cycle in cycles)
    assert cycles[0] != cycles[1] != cycles[2]
