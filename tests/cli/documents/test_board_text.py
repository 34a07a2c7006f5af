"""`kingdoms board` writes and reads positions as short texts, and other commands read them."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Random, Record, position_text
from kingdoms.core.registry import game_class
from kingdoms.export.position_text import record_of_text
from kingdoms.testing import random_action
from tests.cli.conftest import Run
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED


@pytest.fixture(params=TESTED)
def record(request: pytest.FixtureRequest) -> Record:
    """A game in which a seat is to move."""
    record, rng = Record(kingdoms.load_game(request.param, 2)), Random(4)
    while len(record.entries) < 30 or record.state.current_player() < 0:
        record.apply(random_action(record.state, rng))
    return record


def test_a_record_that_begins_at_a_text_says_what_is_guessed(record: Record, tmp_path: Path, run: Run) -> None:
    begun = record_of_text(f"https://example.org/p/{position_text(record.state, record.state.to_move)}")
    begun.apply(random_action(begun.state, Random(1)))
    file = tmp_path / "begun.jsonl"
    for comment in ("", "With notes, so as a tree."):
        begun.comment = comment
        kingdoms.GameTree(begun).to_record().save(file)
        review = ["analyse", "--simulations", "4", "--seat", record.state.to_move or ""]
        for command in (["check"], ["replay", "--all"], review):
            output = run(*command, file)
            assert ("hidden hands, is guessed" in output + run.errors) == record.game.has_secrets
    header, *lines = file.read_text().splitlines()
    other = position_text(record.opening())
    for text, fault in ((5, "must be the text"), ("1~x", "incomplete|damaged"), (other, "not the text of")):
        file.write_text("\n".join([json.dumps(json.loads(header) | {"position_text": text}), *lines]))
        assert re.search(rf"line 1: .*({fault})", run("check", file, code=2))


def test_a_text_is_printed_drawn_again_and_analysed(
    record: Record, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, seat = tmp_path / "game.jsonl", record.state.to_move
    record.save(file)
    text = position_text(record.state, seat)
    assert run("board", file, "--text", "--seat", seat) == f"{text}\n"
    drawn = run("board", file, "--seat", seat)
    for source in (text, f"https://example.org/p/{text}"):
        assert run("board", source) == drawn
        assert run("board", source, "--text") == f"{text}\n"
    (tmp_path / "position.txt").write_text(f"{text}\n")
    assert run("board", tmp_path / "position.txt") == drawn
    assert run("board", file, "--at", "12", "--text") == f"{position_text(record.state_after(12))}\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{text[:70]}\n{text[70:]}\n".encode()), encoding="utf-8"))
    assert run("board", "-", "--text") == f"{text}\n"
    answer = run.json("board", file)
    view = json.loads(json.dumps(record.state.view(None).to_json()))
    assert answer == {"game": record.game.name, "seat": None, "text": position_text(record.state), "view": view}
    assert run.json("board", answer["text"]) == answer
    assert run.json("analyse", text, "--simulations", "20")["to_move"] == seat


def test_only_the_seat_that_sees_is_advised(run: Run) -> None:
    name = next(name for name in TESTED if game_class(name).has_secrets)
    seat, opponent = seats(2, name)
    record, rng = Record(kingdoms.load_game(name, 2)), Random(4)
    while record.state.to_move != seat:
        record.apply(random_action(record.state, rng))
    text = position_text(record.state, opponent)
    assert f"what {opponent} sees, and {seat} is to move" in run("analyse", text, "--simulations", "20", code=2)
    assert f"what {opponent} sees: leave out --seat" in run("board", text, "--seat", seat, code=2)
