"""`kingdoms analyse`: its output for people and programs, and its errors."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress

import kingdoms
from kingdoms import Record
from kingdoms.analysis import sight_of_mover
from kingdoms.cli.main import main
from kingdoms.cli.studying.analysis_report import print_review
from tests.support.bots.analysis import OPEN, SECRET, decision_after, missed_win, record_of, timeless
from tests.support.games.tested_games import SAMPLE, TESTED

FEW = ("--simulations", "20")


def saved(record: Record, folder: Path) -> str:
    """Return where a record has been saved."""
    record.save(folder / "game.jsonl")
    return str(folder / "game.jsonl")


@pytest.mark.parametrize("game", OPEN)
def test_a_report_shows_where_a_game_was_lost(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = missed_win(game)
    assert main(["analyse", saved(record, tmp_path), "--simulations", "100", "--most", "2"]) == 0
    output = capsys.readouterr()
    review = kingdoms.analyse(record, simulations=100)
    assert f"{record.game.title}, {len(record.entries)} entries, not over. {review.total} decisions reviewed." in output.out
    worst, second = review.turning_points(most=2)
    assert output.out.count("In place of entry") == 2
    for point in (worst, second):
        assert f"In place of entry {point.number}, expected:" in output.out
        assert point.better
        assert point.better.line[0].sentences[0].split()[0] in output.out
        assert f"{100 * point.loss:.0f} ± {100 * point.doubt:.0f}" in output.out
    graphs = [line.split()[0] for line in output.out.splitlines() if "█" in line]
    assert set(graphs) & set(record.game.seat_names.values())
    assert max(map(len, output.out.splitlines())) <= 80
    assert all(line.startswith(f"{record.game.title}: ") for line in output.err.splitlines())  # progress, on a busy machine


def test_a_narrow_terminal_is_enough() -> None:
    record, stream = missed_win(SAMPLE), io.StringIO()
    print_review(Console(file=stream, width=1), record, kingdoms.analyse(record, simulations=20), 1)
    assert "^" in stream.getvalue()


@pytest.mark.parametrize("game", TESTED)
def test_programs_get_the_same_as_json(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(game)
    seat = record.game.seats[0]
    assert main(["analyse", saved(record, tmp_path), "--simulations", "4", "--seat", seat, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert timeless(answer) == timeless(kingdoms.analyse(record, simulations=4, seat=seat).to_json())


@pytest.mark.parametrize("game", TESTED)
def test_a_moment_of_a_game_is_analysed(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = decision_after(game, 20)
    file, at = saved(record_of(game), tmp_path), ("--at", str(len(record.entries)))
    view, observations = sight_of_mover(record)
    analysis = kingdoms.analyse(view, seen=observations, simulations=20, most_options=2)
    assert main(["analyse", file, *at, *FEW, "--most", "2", "--json"]) == 0
    assert timeless(json.loads(capsys.readouterr().out)) == timeless(analysis.to_json())
    assert main(["analyse", file, *at, *FEW, "--most", "2"]) == 0
    output = capsys.readouterr().out
    assert view.question.split(":")[0] in output
    assert "20 simulations in" in output
    assert all(option.action in output for option in analysis.options)
    assert output.count("±") + output.count("proven") == len(analysis.options) + 1


def test_a_position_is_analysed(position_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = kingdoms.read_position(json.loads(position_file.read_text(encoding="utf-8")))
    assert main(["analyse", str(position_file), *FEW, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["to_move"] == state.to_move
    assert answer["visits"] == 20


def test_a_review_without_losses_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(SAMPLE, entries=3)
    assert main(["analyse", saved(record, tmp_path), "--simulations", "2"]) == 0
    assert "there are no turning points" in capsys.readouterr().out


@pytest.mark.parametrize("game", SECRET)
def test_an_unfinished_game_with_secrets_takes_a_seat(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = decision_after(game, 20)
    file, seat = saved(record, tmp_path), str(record.state.to_move)
    opponent = next(candidate for candidate in record.game.seats if candidate != seat)
    at = ("--at", str(len(record.entries)))
    assert main(["analyse", file]) == main(["analyse", file, *at]) == 2
    assert capsys.readouterr().err.count("this game has secrets and is not over: give the seat") == 2
    assert main(["analyse", file, *at, "--seat", opponent]) == 2
    assert f"seat {seat} is to move, not {opponent}" in capsys.readouterr().err
    assert main(["analyse", file, *at, "--seat", seat, "--simulations", "2"]) == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name a record, or give --lines"),
        (("none.jsonl",), "there is no file none.jsonl"),
        (("FILE", "--seat", "Q"), "the game has no seat 'Q'"),
        (("FILE", "--at", "100000"), "entries, so there is"),
        (("FILE", "--at", "0"), "chance decides now"),
        (("FILE", "--at", "END"), "the game is over"),
        (("FILE", "--simulations", "0"), "0 is not in the range x>=1"),
        (("FILE", "--simulations", "1"), "1 simulation cannot try any choice: give the search at least 2"),
        (("FILE", "--seconds", "0"), "0.0 is not in the range x>0"),
        (("FILE", "--lines"), "leave out the file"),
    ],
)
def test_wrong_arguments_are_answered_in_a_sentence(
    arguments: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = record_of(SAMPLE)
    replacements = {"FILE": saved(record, tmp_path), "END": str(len(record.entries))}
    assert main(["analyse", *(replacements.get(word, word) for word in arguments)]) == 2
    output = capsys.readouterr()
    assert says in output.err
    assert (output.err.count("\n"), output.out) == (1, "")


def test_a_record_of_other_rules_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, *rest = record_of(SAMPLE).lines()
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join([json.dumps(json.loads(header) | {"rules_version": 99}), *rest]))
    assert main(["analyse", str(file)]) == 2
    assert "line 1: rules_version 99 is unknown" in capsys.readouterr().err


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Press Ctrl-C at the updates of the bar with these numbers."""
    presses: list[int] = []

    class Bar(Progress):
        """Counts its updates."""

        moved = 0

        def update(self, task_id: Any, **to: Any) -> None:
            self.moved += 1
            super().update(task_id, **to)
            for _ in range(presses.count(self.moved)):
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("kingdoms.cli.terminal.progress.ProgressLines", Bar)  # for standard errors that are no terminals
    return presses


def test_ctrl_c_shows_the_results_so_far(ctrl_c: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, before = saved(record_of(SAMPLE), tmp_path), signal.getsignal(signal.SIGINT)
    ctrl_c[:] = [3]
    assert main(["analyse", file, *FEW, "--json"]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert not answer["finished"]
    assert len(answer["decisions"]) == 2 < answer["total"]
    ctrl_c[:] = [1]
    assert main(["analyse", file, "--seconds", "600"]) == 130
    assert "0 of" in capsys.readouterr().out
    assert main(["analyse", file, "--at", str(len(decision_after(SAMPLE, 20).entries)), "--seconds", "600"]) == 130
    assert "stopped before its end" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_pressed_again_breaks_off(ctrl_c: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ctrl_c[:] = [2, 2]
    file, before = saved(record_of(SAMPLE), tmp_path), signal.getsignal(signal.SIGINT)
    assert main(["analyse", file, *FEW]) == 130
    assert capsys.readouterr().out == ""
    assert signal.getsignal(signal.SIGINT) is before


def test_a_terminal_shows_a_progress_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    updates: list[tuple[float, float | None]] = []

    class Terminal(Console):
        """A terminal, as far as rich can tell."""

        def __init__(self, stderr: bool) -> None:
            super().__init__(file=io.StringIO(), force_terminal=True, stderr=stderr)

    class Bar(Progress):
        """Notes how far it has come."""

        def update(self, task_id: Any, **to: Any) -> None:
            updates.append((to["completed"], to.get("total")))
            super().update(task_id, **to)

    monkeypatch.setattr("kingdoms.cli.terminal.progress.Console", Terminal)
    monkeypatch.setattr("kingdoms.cli.terminal.progress.Progress", Bar)
    record = record_of(SAMPLE, entries=12)
    file, total = saved(record, tmp_path), kingdoms.analyse(record, simulations=2).total
    assert main(["analyse", file, "--simulations", "2"]) == 0
    assert updates == [(completed, total) for completed in range(total + 1)]
    updates.clear()
    assert main(["analyse", file, "--at", "12", "--seconds", "1"]) == 0
    parts = [completed for completed, _ in updates]
    assert parts == sorted(parts)
    assert 0.2 < parts[0] < 1.2


def test_queries_are_answered_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    query = {"id": "a", "position": decision_after(SAMPLE, 1).state.position(), "simulations": 5}
    program = [sys.executable, "-m", "kingdoms.cli", "analyse", "--lines", "--threads", "2"]
    sent = "\n".join(json.dumps(query | {"id": number}) for number in "abc")
    process = subprocess.run(program, input=sent, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers) == ["a", "b", "c"]
    assert len({json.dumps(timeless(answer["analysis"])) for answer in answers}) == 1
    assert process.stderr == ""
