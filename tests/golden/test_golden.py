"""Golden games: whole recorded games replay to the same end, with the same sentences.

A change that breaks them changes the rules for games that people have saved: raise `rules_version`, or mend it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from golden_games import FOLDER, tell
from of_games import TESTED
from rings import inner_first

from kingdoms import Record
from kingdoms.cli.main import main
from kingdoms.core.referee import answer_line

RECORDS = sorted(FOLDER.glob("*/golden/*.jsonl"))
GAMES = [pytest.param(path, id="-".join((path.parent.parent.name, path.stem))) for path in RECORDS]
ONE_OF_EACH = [next(path for path in RECORDS if path.parent.parent.name == game) for game in TESTED]
OTHERS = [path for path in RECORDS if path not in ONE_OF_EACH]
NOTATION = re.compile(r" \((?:[A-Z]\d+|[A-Z]\.[A-Z]+)(?:, (?:[A-Z]\d+|[A-Z]\.[A-Z]+))*\)")


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


@pytest.mark.parametrize("path", [*ONE_OF_EACH, *inner_first(OTHERS, 0)])
def test_terminal_and_referee_say_the_same_sentences(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page does, too: it gets the same messages, and `games.test.ts` compares its sentences with Python's.

    The terminal adds the notation of places.
    """
    told = [line.strip() for line in path.with_suffix(".txt").read_text().splitlines() if line.startswith("  ")]
    assert main(["replay", str(path), "--all"]) == 0
    printed = NOTATION.sub("", " ".join(capsys.readouterr().out.split()))
    at = 0
    for sentence in told:
        assert sentence in printed[at:]
        at = printed.index(sentence, at) + len(sentence)
    record = Record.load(path)
    actions = [entry.action for entry in record.entries]
    before = actions.index(None) if None in actions else len(actions)  # a call from outside cannot be asked of the referee
    game = {"game": record.game.name, "seats": list(record.game.seats), "rulings": dict(record.game.rulings)}
    answer = json.loads(answer_line(json.dumps({"id": 1, "new": game, "actions": actions[:before]}).encode()))
    texts = [event["text"] for event in answer["events"]]
    assert texts
    assert texts == told[: len(texts)]
    assert before < len(actions) or len(texts) == len(told)
