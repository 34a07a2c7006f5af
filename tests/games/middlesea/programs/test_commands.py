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


def test_replay_tells_the_whole_game(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record_file), "--all"]) == 0
    output = capsys.readouterr().out
    assert "rolls highest" in output
    assert "2 rounds have been played" in output
    assert max(len(line) for line in output.splitlines()) <= 80


def test_an_arena_takes_a_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--bots", "random", "--rulings", "trade_abroad=true,round_limit=1", "--games", "1", "--workers", "1"]
    assert main(["arena", *arguments, "--seats", "2", "--out", str(tmp_path / "games"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plan"]["rulings"] == {"round_limit": 1, "trade_abroad": True}


def test_board_takes_a_position_a_record_and_standard_input(
    record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, board = tmp_path / "position.json", tmp_path / "board.txt"
    path.write_text(json.dumps(POSITION))
    assert main(["board", str(path)]) == 0
    assert "FM 3S N" in capsys.readouterr().out
    assert main(["board", str(path), "-o", str(board)]) == 0
    assert "FM 3S N" in board.read_text()
    assert main(["board", str(record_file)]) == 0
    assert "goods " in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(POSITION).encode()), encoding="utf-8"))
    assert main(["board", "-"]) == 0
    assert "FM 3S N" in capsys.readouterr().out


def test_rules_are_found_by_clause_and_by_word(capsys: pytest.CaptureFixture[str]) -> None:
    for words, parts in ((["ft-4", "AMB-73"], ["FT-4", "attack_port"]), ([], ["Control phase", "AMB-133"])):
        assert main(["rules", *words]) == 0
        output = capsys.readouterr().out
        assert all(part in output for part in parts)
    assert main(["rules", "zealots", "--json"]) == 0
    assert "Z-7" in json.loads(capsys.readouterr().out)


def test_rulings_and_bots_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {}
    for command, says in (
        ("rulings", "port_only_unrest = 1 or 0"),
        ("variants", "trade_piers = 0, 3 or 5"),
        ("bots", "greedy"),
    ):
        assert main([command]) == 0
        assert says in capsys.readouterr().out
        assert main([command, "--json"]) == 0
        listed[command] = json.loads(capsys.readouterr().out)
    assert len(listed["rulings"]) == 18
    assert [variant["clauses"] for variant in listed["variants"]] == ["VA-1", "VA-2", "VA-3"]
    names = {bot["name"] for bot in listed["bots"] if "middlesea" in (bot["games"] or ["middlesea"])}
    assert names == {*("greedy", "program", "random", "search"), *(f"level:{number}" for number in range(1, 9))}


WRONG: list[tuple[list[str], str]] = [
    (["play", "--seats", "you"], "2, 3 or 4 players"),
    (["play", "--seats", "you,greedi"], "did you mean greedy?"),
    (["play", "--seats", "you,greedy:slips=2"], "from 0 to 1"),
    (["play", "--seats", "you,greedy:mood=bad"], "it takes slips"),
    (["play", "--seats", "N=you,E=greedy"], "face each other"),
    (["play", "--seats", "N=you,N=greedy"], "a seat is named twice"),
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
    wrong = POSITION | {"seats": {"N": {"goods": -4}, "S": {}}}
    assert says.lower() in refused(arguments, tmp_path, capsys, POSITION, wrong).lower()
