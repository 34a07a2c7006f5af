"""Whole games, kept: they replay to the same end and are told in the same words.

A change that breaks them changes the rules for games that people have saved: raise `rules_version`, or mend it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_games import FOLDER, tell

from kingdoms import Record

RECORDS = sorted(FOLDER.glob("*.jsonl"))


def test_there_are_golden_games() -> None:
    assert len(RECORDS) >= 10


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_end(path: Path) -> None:
    record = Record.load(path)
    assert record.state.is_terminal()
    assert "\n".join(record.lines()) + "\n" == path.read_text()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_is_told_in_the_same_words(path: Path) -> None:
    assert tell(Record.load(path)) == path.with_suffix(".txt").read_text()
