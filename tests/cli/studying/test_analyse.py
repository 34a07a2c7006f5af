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
from kingdoms.cli.studying.analysis_report import print_review
from tests.cli.conftest import Run
from tests.support.bots.analysis import OPEN, SECRET, decision_after, missed_win, record_of, timeless
from tests.support.games.tested_games import SAMPLE, TESTED

FEW = ("--simulations", "20")


def saved(record: Record, folder: Path) -> str:
    """Return where a record has been saved."""
    record.save(folder / "game.jsonl")
    return str(folder / "game.jsonl")


@pytest.mark.parametrize("game", OPEN)
def test_a_report_shows_where_a_game_was_lost(game: str, tmp_path: Path, run: Run) -> None:
    record = missed_win(game)
    output = run("analyse", saved(record, tmp_path), "--simulations", "100", "--most", "2")
    review = kingdoms.analyse(record, simulations=100)
    assert f"{record.game.title}, {len(record.entries)} entries, not over. {review.total} decisions reviewed." in output
    assert output.count("In place of entry") == 2
    for point in review.turning_points(most=2):
        assert f"In place of entry {point.number}, expected:" in output
        assert point.better
        assert point.better.line[0].sentences[0].split()[0] in output
        assert f"{100 * point.loss:.0f} ± {100 * point.doubt:.0f}" in output
    graphs = [line.split()[0] for line in output.splitlines() if "█" in line]
    assert set(graphs) & set(record.game.seat_names.values())
    assert max(map(len, output.splitlines())) <= 80
    assert all(line.startswith(f"{record.game.title}: ") for line in run.errors.splitlines())  # progress, on a busy machine


def test_a_narrow_terminal_is_enough() -> None:
    record, stream = missed_win(SAMPLE), io.StringIO()
    print_review(Console(file=stream, width=1), record, kingdoms.analyse(record, simulations=20), 1)
    assert "^" in stream.getvalue()


@pytest.mark.parametrize("game", TESTED)
def test_programs_get_the_same_as_json(game: str, tmp_path: Path, run: Run) -> None:
    record, seat = record_of(game), kingdoms.load_game(game, 2).seats[0]
    answer = run.json("analyse", saved(record, tmp_path), "--simulations", "4", "--seat", seat)
    assert timeless(answer) == timeless(kingdoms.analyse(record, simulations=4, seat=seat).to_json())


@pytest.mark.parametrize("game", TESTED)
def test_a_moment_of_a_game_is_analysed(game: str, tmp_path: Path, run: Run) -> None:
    record = decision_after(game, 20)
    file, at = saved(record_of(game), tmp_path), ("--at", str(len(record.entries)))
    view, observations = sight_of_mover(record)
    analysis = kingdoms.analyse(view, seen=observations, simulations=20, most_options=2)
    assert timeless(run.json("analyse", file, *at, *FEW, "--most", "2")) == timeless(analysis.to_json())
    output = run("analyse", file, *at, *FEW, "--most", "2")
    assert view.question.split(":")[0] in output
    assert "20 simulations in" in output
    assert all(option.action in output for option in analysis.options)
    assert output.count("±") + output.count("proven") == len(analysis.options) + 1


def test_a_position_is_analysed(position_file: Path, run: Run) -> None:
    state = kingdoms.read_position(json.loads(position_file.read_text(encoding="utf-8")))
    answer = run.json("analyse", position_file, *FEW)
    assert (answer["to_move"], answer["visits"]) == (state.to_move, 20)


def test_a_review_without_losses_says_so(tmp_path: Path, run: Run) -> None:
    record = record_of(SAMPLE, entries=3)
    assert "there are no turning points" in run("analyse", saved(record, tmp_path), "--simulations", "2")


@pytest.mark.parametrize("game", SECRET)
def test_an_unfinished_game_with_secrets_takes_a_seat(game: str, tmp_path: Path, run: Run) -> None:
    record = decision_after(game, 20)
    file, seat = saved(record, tmp_path), str(record.state.to_move)
    opponent = next(candidate for candidate in record.game.seats if candidate != seat)
    at = ("--at", str(len(record.entries)))
    for words in ((), at):
        assert "this game has secrets and is not over: give the seat" in run("analyse", file, *words, code=2)
    assert f"seat {seat} is to move, not {opponent}" in run("analyse", file, *at, "--seat", opponent, code=2)
    run("analyse", file, *at, "--seat", seat, "--simulations", "2")


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


def test_ctrl_c_shows_the_results_so_far(ctrl_c: list[int], tmp_path: Path, run: Run) -> None:
    file, before = saved(record_of(SAMPLE), tmp_path), signal.getsignal(signal.SIGINT)
    ctrl_c[:] = [3]
    answer = run.json("analyse", file, *FEW, code=130)
    assert not answer["finished"]
    assert len(answer["decisions"]) == 2 < answer["total"]
    ctrl_c[:] = [1]
    assert "0 of" in run("analyse", file, "--seconds", "600", code=130)
    at = len(decision_after(SAMPLE, 20).entries)
    assert "stopped before its end" in run("analyse", file, "--at", at, "--seconds", "600", code=130)
    ctrl_c[:] = [2, 2]
    assert run("analyse", file, *FEW, code=130) == "", "pressed again, it breaks off"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_terminal_shows_a_progress_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
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
    run("analyse", file, "--simulations", "2")
    assert updates == [(completed, total) for completed in range(total + 1)]
    updates.clear()
    run("analyse", file, "--at", "12", "--seconds", "1")
    parts = [completed for completed, _ in updates]
    assert parts == sorted(parts)
    assert 0.2 < parts[0] < 1.2


def test_queries_are_answered_in_lines() -> None:
    query = {"position": decision_after(SAMPLE, 1).state.position(), "simulations": 5}
    program = [sys.executable, "-m", "kingdoms.cli", "analyse", "--lines", "--threads", "2"]
    sent = "\n".join(json.dumps(query | {"id": number}) for number in "abc")
    process = subprocess.run(program, input=sent, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers) == ["a", "b", "c"]
    assert len({json.dumps(timeless(answer["analysis"])) for answer in answers}) == 1
    assert process.stderr == ""
