"""The output of the commands for this game, and their errors for bad input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from kingdoms.cli.main import main
from tests.support.clients.terminal import refused

POSITION = {"game": "middlesea", "phase": "build", "sites": {"N.FM": "S3"}, "seats": {"N": {"roads": ["N.C-N.FM"]}, "S": {}}}


@pytest.fixture
def position_file(tmp_path: Path) -> Path:
    """A position."""
    (tmp_path / "position.json").write_text(json.dumps(POSITION))
    return tmp_path / "position.json"


def test_replay_tells_the_whole_game(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record_file), "--all"]) == 0
    output = capsys.readouterr().out
    assert "rolls highest" in output
    assert "2 rounds have been played" in output
    assert max(len(line) for line in output.splitlines()) <= 80


def test_board_prints_a_text_and_writes_one(position_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", str(position_file)]) == 0
    printed = capsys.readouterr().out
    assert "FM 3S N" in printed
    assert main(["board", str(position_file), "-o", str(tmp_path / "board.txt")]) == 0
    assert "FM 3S N" in (tmp_path / "board.txt").read_text()


def test_board_takes_a_record_and_standard_input(
    record_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["board", str(record_file)]) == 0
    assert "goods " in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(POSITION).encode()), encoding="utf-8"))
    assert main(["board", "-"]) == 0
    assert "FM 3S N" in capsys.readouterr().out


def test_rules_are_found_by_clause_and_by_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ft-4", "AMB-73"]) == 0
    output = capsys.readouterr().out
    assert "FT-4" in output
    assert "attack_port" in output
    assert main(["rules", "zealots", "--json"]) == 0
    assert "Z-7" in json.loads(capsys.readouterr().out)
    assert main(["rules"]) == 0
    output = capsys.readouterr().out
    assert "Control phase" in output
    assert "AMB-133" in output


def test_rulings_and_bots_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings"]) == 0
    assert "port_only_unrest = 1 or 0" in capsys.readouterr().out
    assert main(["rulings", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 18
    assert main(["variants"]) == 0
    assert "trade_piers = 0, 3 or 5" in capsys.readouterr().out
    assert main(["variants", "--json"]) == 0
    assert [variant["clauses"] for variant in json.loads(capsys.readouterr().out)] == ["VA-1", "VA-2", "VA-3"]
    assert main(["bots"]) == 0
    assert "greedy" in capsys.readouterr().out
    assert main(["bots", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {bot["name"] for bot in listed if "middlesea" in (bot["games"] or ["middlesea"])} == {
        *("greedy", "program", "random", "search"),
        *(f"level:{number}" for number in range(1, 9)),
    }


WRONG: list[tuple[list[str], str]] = [
    (["play", "--seats", "you"], "2, 3 or 4 players"),
    (["play", "--seats", "you,greedi"], "did you mean greedy?"),
    (["play", "--seats", "you,greedy:slips=2"], "from 0 to 1"),
    (["play", "--seats", "you,greedy:mood=bad"], "it takes slips"),
    (["play", "--seats", "N=you,E=greedy"], "face each other"),
    (["play", "--seats", "N=you,greedy"], "name all seats"),
    (["play", "--seats", "N=you,N=greedy"], "a seat is named twice"),
    (["play", "--rulings", "atack_port=any"], "did you mean attack_port?"),
    (["play", "--rulings", "attack_port=sometimes"], "home, any or mixed"),
    (["play", "--load", "{wrong}"], "seats.N.goods"),
    (["play", "--load", "{good}", "--seats", "you,you,you"], "seats N, S"),
    (["board", "{wrong}"], "seats.N.goods"),
    (["rules", "FT-44"], "did you mean FT-4?"),
    (["rules", "FT-4", "nonsense"], "there is no clause 'nonsense'"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_bad_input_is_refused_in_a_sentence(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        says.lower()
        in refused(arguments, tmp_path, capsys, POSITION, POSITION | {"seats": {"N": {"goods": -4}, "S": {}}}).lower()
    )
