"""`kingdoms board` writes and reads positions as short texts, and other commands read them."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

import kingdoms
from kingdoms import Random, Record, position_text
from kingdoms.cli.main import main
from kingdoms.core.registry import game_class
from kingdoms.export.position_text import record_of_text
from kingdoms.testing import random_action
from tests.support.games.sample_game import seats
from tests.support.games.tested_games import TESTED


@pytest.fixture(params=TESTED)
def record(request: pytest.FixtureRequest) -> Record:
    """A game in which a seat is to move."""
    record, rng = Record(kingdoms.load_game(request.param, 2)), Random(4)
    while len(record.entries) < 30 or record.state.current_player() < 0:
        record.apply(random_action(record.state, rng))
    return record


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what `kingdoms board` prints."""
    assert main(["board", *arguments]) == 0
    return capsys.readouterr().out.strip()


def test_a_record_that_begins_at_a_text_says_what_is_guessed(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = record_of_text(f"https://example.org/p/{position_text(record.state, record.state.to_move)}")
    begun.apply(random_action(begun.state, Random(1)))
    file = tmp_path / "begun.jsonl"
    for comment in ("", "With notes, so as a tree."):
        begun.comment = comment
        kingdoms.GameTree(begun).to_record().save(file)
        review = ["analyse", "--simulations", "4", "--seat", record.state.to_move or ""]
        for command in (["check"], ["replay", "--all"], review):
            assert main([*command, str(file)]) == 0
            assert ("hidden hands, is guessed" in "".join(capsys.readouterr())) == record.game.has_secrets
    header, *lines = file.read_text().splitlines()
    other = position_text(record.opening())
    for text, fault in ((5, "must be the text"), ("1~x", "incomplete|damaged"), (other, "not the text of")):
        file.write_text("\n".join([json.dumps(json.loads(header) | {"position_text": text}), *lines]))
        assert main(["check", str(file)]) == 2
        assert re.search(rf"line 1: .*({fault})", capsys.readouterr().err)


def test_a_text_is_printed_drawn_again_and_analysed(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "game.jsonl")
    record.save(file)
    seat = record.state.to_move
    assert seat is not None
    text = printed(capsys, file, "--text", "--seat", seat)
    assert text == position_text(record.state, seat)
    drawn = printed(capsys, file, "--seat", seat)
    for source in (text, f"https://example.org/p/{text}"):
        assert printed(capsys, source) == drawn
        assert printed(capsys, source, "--text") == text
    (tmp_path / "position.txt").write_text(f"{text}\n")
    assert printed(capsys, str(tmp_path / "position.txt")) == drawn
    assert printed(capsys, file, "--at", "12", "--text") == position_text(record.state_after(12))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{text[:70]}\n{text[70:]}\n".encode()), encoding="utf-8"))
    assert printed(capsys, "-", "--text") == text
    answer = json.loads(printed(capsys, file, "--json"))
    view = json.loads(json.dumps(record.state.view(None).to_json()))
    assert answer == {"game": record.game.name, "seat": None, "text": position_text(record.state), "view": view}
    assert json.loads(printed(capsys, answer["text"], "--json")) == answer
    assert main(["analyse", text, "--simulations", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["to_move"] == seat


def test_only_the_seat_that_sees_is_advised(capsys: pytest.CaptureFixture[str]) -> None:
    name = next(name for name in TESTED if game_class(name).has_secrets)
    seat, opponent = seats(2, name)
    record, rng = Record(kingdoms.load_game(name, 2)), Random(4)
    while record.state.to_move != seat:
        record.apply(random_action(record.state, rng))
    text = position_text(record.state, opponent)
    assert main(["analyse", text, "--simulations", "20"]) == 2
    assert f"what {opponent} sees, and {seat} is to move" in capsys.readouterr().err
    assert main(["board", text, "--seat", seat]) == 2
    assert f"what {opponent} sees: leave out --seat" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1~chess~abc~00000000"], "there is no game 'chess'"),
        ([f"1~{TESTED[0]}~abc"], "the text of the position is damaged"),
        (["{text}", "--text", "--json"], "choose one of --output, --text and --json"),
        (["{text}", "--text", "-o", "board.svg"], "choose one of --output, --text and --json"),
        (["{text}", "--at", "1"], "0 entries"),
        (["{text}", "--seat", "nobody"], "nobody"),
    ],
)
def test_a_mistake_is_explained(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = position_text(kingdoms.load_game(TESTED[0]).new_initial_state())
    assert main(["board", *(argument.format(text=text) for argument in arguments)]) == 2
    assert message in capsys.readouterr().err
