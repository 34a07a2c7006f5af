"""Whole games, kept: they replay to the same end and are told in the same words.

A change that breaks them changes the rules for games that people have saved: raise `rules_version`, or mend it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_games import FOLDER, tell
from of_games import TESTED

from kingdoms import Record

RECORDS = sorted(FOLDER.glob("*/golden/*.jsonl"))
GAMES = [pytest.param(path, id="-".join((path.parent.parent.name, path.stem))) for path in RECORDS]


def test_there_are_golden_games_of_each_game() -> None:
    kept = [path.parent.parent.name for path in RECORDS]
    assert set(kept) == set(TESTED)
    assert all(kept.count(game) >= 7 for game in kept)


@pytest.mark.parametrize("path", GAMES)
def test_a_golden_game_replays_to_its_end(path: Path) -> None:
    record = Record.load(path)
    assert record.game.name == path.parent.parent.name
    assert record.state.is_terminal()
    assert "\n".join(record.lines()) + "\n" == path.read_text()


@pytest.mark.parametrize("path", GAMES)
def test_a_golden_game_is_told_in_the_same_words(path: Path) -> None:
    assert tell(Record.load(path)) == path.with_suffix(".txt").read_text()
