"""`kingdoms puzzles`: finding, listing and solving; and its errors."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdoms.cli.main import main
from kingdoms.cli.playing import solving
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class, game_names
from kingdoms.drawing.render import render_text
from kingdoms.puzzles import Puzzle, hunt
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import read_puzzles, shipped, write_puzzles
from kingdoms.puzzles.finding import Settings
from tests.support.clients.terminal import Terminal
from tests.support.games.tested_games import SAMPLE, TESTED

PUZZLES = shipped(SAMPLE)
PUZZLE = PUZZLES[0]


def read_output(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the output for people in one line."""
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", TESTED)
def test_puzzles_are_listed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list", game]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [puzzle.name for puzzle in shipped(game)]
    assert main(["puzzles", "list", game, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["puzzles"]
    assert [entry["difficulty"] for entry in listed] == [puzzle.difficulty for puzzle in shipped(game)]


@pytest.mark.parametrize("game", TESTED)
def test_a_puzzle_is_shown_and_solved(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = max(shipped(game), key=lambda candidate: len(candidate.solution))
    assert main(["puzzles", "solve", puzzle.name]) == 0
    output = read_output(capsys)
    assert " ".join(puzzle.view.question.split()) in output
    assert f"seed {puzzle.origin.seed}, after {puzzle.origin.number} entries" in output
    assert main(["puzzles", "solve", puzzle.name, puzzle.solution[0]]) == 0
    assert f"{puzzle.solution[0]} is right" in read_output(capsys)
    assert main(["puzzles", "solve", puzzle.name, "--solution"]) == 0
    assert read_output(capsys).endswith("Solved.")


def test_a_wrong_answer_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = PUZZLE.moments[0].wrong[0]
    seat_name = game_class(SAMPLE).seat_name(PUZZLE.seat)
    assert main(["puzzles", "solve", PUZZLE.name, wrong.action]) == 1
    output = read_output(capsys)
    best, chance = (f"{100 * share:.0f}%" for share in (PUZZLE.moments[0].chance, wrong.chance))
    assert f"{wrong.action} is wrong: {seat_name}'s win chances fall from {best} to {chance}." in output
    assert f"Expected: {PUZZLE.seat} {wrong.action}:" in output
    assert main(["puzzles", "solve", PUZZLE.name, wrong.action, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["solved"]
    assert answer["answers"][0]["line"][0]["sentences"]
    assert answer["answers"][0]["reason"] in output
    assert answer["answers"][0]["reason"].startswith(("It leads to this: ", "For your choice: ", "For the best choice: "))
    assert answer["from"] == PUZZLE.origin.to_json()


def test_the_next_unsolved_puzzle_begins_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(*typed: str, options: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed)))
        assert main(["puzzles", *options]) == 0
        return read_output(capsys)

    monkeypatch.setattr(solving, "data_folder", lambda: tmp_path)
    first, second = PUZZLES[:2]
    wrong = first.moments[0].wrong[0].action
    output = solve("nonsense", wrong, "solution", *first.solution, "", "quit")
    assert "No action matches 'nonsense'." in output
    assert f"{wrong} is wrong" in output
    assert f"{first.name}: {', then '.join(first.solution)}." in output
    assert output.count("From a game of bots") == 2, "the next one follows"
    assert f"seed {second.origin.seed}, after {second.origin.number} entries" in solve("quit")
    daily = puzzle_of_day(today())
    assert daily is not None
    output = solve("solution", *daily.solution, "quit", options=("--today",))
    assert f"{daily.name}: {', then '.join(daily.solution)}." in output
    assert solve(options=("--today",)).startswith(f"You have solved the puzzle of the day, {daily.name}.")
    (tmp_path / solving.SOLVED).write_text(json.dumps([puzzle.name for game in game_names() for puzzle in shipped(game)]))
    assert solve() == "You have solved all the puzzles."
    (tmp_path / solving.SOLVED).write_text("damaged")
    assert f"seed {first.origin.seed}, after {first.origin.number} entries" in solve()


def test_bad_input_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, folder = tmp_path / "empty", str(tmp_path)
    empty.write_text("")
    path = tmp_path / "mine.jsonl"
    write_puzzles([], path)
    output = ["-o", str(tmp_path / "out.jsonl")]
    for arguments, message in (
        (["list", "chess"], "there is no game 'chess'"),
        (["list", "--file", str(tmp_path / "none")], "there is no file"),
        (["list", "--file", str(empty)], "the file is empty"),
        (["solve", "nothing-1-2"], "there is no puzzle 'nothing-1-2'"),
        (["solve", "nothing", "--file", str(path)], "has no puzzle 'nothing'; it has none"),
        (["solve", PUZZLE.name, "fly"], "no action begins with 'fly'"),
        (["find", "chess", *output], "there is no game 'chess'"),
        (["find", SAMPLE], "missing option"),
        (["find", SAMPLE, *output, "--simulations", "10"], "at least 1000 simulations, not 10"),
        (["find", SAMPLE, *output, "--margin", "2"], "from 0.12 to 1, not 2.0"),
        (["find", SAMPLE, *output, "--players", "2,x"], "not a list of whole numbers"),
        (["find", SAMPLE, *output, "--players", "9"], "players, not 9"),
        (["find", SAMPLE, *output, "--bots", "nobody"], "there is no bot 'nobody'"),
        (["find", SAMPLE, *output, "--rulings", "nothing=1"], "nothing"),
        (["find", SAMPLE, "-o", f"{folder}/no/where"], "cannot be written"),
        (["find", SAMPLE, *output, "--games", "0"], "0 is not in the range"),
    ):
        assert main(["puzzles", *arguments]) == 2, arguments
        error = capsys.readouterr().err
        assert message in " ".join(error.split()), error
        assert error.startswith("kingdoms: ")
        assert "Traceback" not in error
    assert not (tmp_path / "out.jsonl").exists()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[threading.Event]:
    """Let every game hold one puzzle; an event that is put into the list is set after the second game."""
    played: list[int] = []
    stops: list[threading.Event] = []

    def play_game(_settings: Settings, number: int) -> Record:
        played.append(number)
        return Record(PUZZLE.view.game)

    def find_in(_record: Record, settings: Settings, stop: threading.Event) -> Iterator[Puzzle]:
        yield PUZZLES[-1 - played[-1]]  # harder puzzles, since few easy ones are chosen
        if stops and len(played) == 2:
            stop.set()

    monkeypatch.setattr(hunt, "play_game", play_game)
    monkeypatch.setattr(hunt, "find_in", find_in)
    return stops


def test_found_puzzles_are_written(tmp_path: Path, quick: object, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out.jsonl"
    command = ["puzzles", "find", SAMPLE, "-o", str(output), "--games", "12", "--count", "4"]
    assert main(command) == 0
    assert f"12 puzzles in 12 games of {game_class(SAMPLE).title}; 4 of them written" in read_output(capsys)
    assert len(read_puzzles(output.read_text().splitlines())) == 4
    assert main([*command, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["games"], answer["found"], answer["interrupted"]) == (12, 12, False)
    assert len(answer["puzzles"]) == 4


def test_an_interrupted_hunt_is_kept_and_continued(
    tmp_path: Path, quick: list[threading.Event], capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.jsonl"
    command = ["puzzles", "find", SAMPLE, "-o", str(output), "--games", "4", "--json"]
    quick.append(threading.Event())
    assert main(command) == 130
    assert json.loads(capsys.readouterr().out)["games"] == 1
    assert len(read_puzzles(output.read_text().splitlines())) == 1
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4


@pytest.mark.parametrize("game", TESTED)
def test_a_hint_leaves_a_few_choices_with_the_position_in_sight(game: str, tmp_path: Path) -> None:
    puzzle = shipped(game)[0]
    names = [
        shipped_puzzle.name for name in game_names() for shipped_puzzle in shipped(name) if shipped_puzzle.name != puzzle.name
    ]
    (tmp_path / "kingdoms").mkdir()
    (tmp_path / "kingdoms" / solving.SOLVED).write_text(json.dumps(names))
    begins = str(render_text(puzzle.view)).splitlines()[0][:30]
    with Terminal(tmp_path, command="puzzles", XDG_DATA_HOME=str(tmp_path), LINES="24", NO_COLOR="1") as terminal:
        terminal.wait_for("quit):")
        lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.seen[: terminal.at]).splitlines()
        first = next(number for number, line in enumerate(lines) if line.startswith(begins))
        assert len(lines) - first <= 24
        assert max(map(len, lines)) <= 80
        terminal.type("hint\r")
        terminal.wait_for("One of these is right:")
        menu = terminal.wait_for("quit):")
        assert puzzle.moments[0].right[0].action in menu
        assert re.findall(r"(?m)^ +(\d) ", menu)[-1] in ("2", "3")
        terminal.type("quit\r")
        assert terminal.close() == 0
