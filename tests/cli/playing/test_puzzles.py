"""`kingdoms puzzles`: finding, listing and solving; and its errors."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kingdoms.bots.strength import Strength
from kingdoms.cli.main import main
from kingdoms.cli.playing import solving
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class, game_names
from kingdoms.drawing.render import render_text
from kingdoms.puzzles import Puzzle, checking, hunt
from kingdoms.puzzles.checking import Finding
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import find_puzzle, read_puzzles, shipped, summaries, write_puzzles
from kingdoms.puzzles.finding import Settings
from kingdoms.puzzles.fitting import next_puzzle
from kingdoms.puzzles.summary import Summary
from tests.support.clients.terminal import Terminal
from tests.support.games.tested_games import SAMPLE, TESTED

PUZZLES = list(shipped(SAMPLE))
PUZZLE = PUZZLES[0]
Solve = Callable[..., str]


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
    assert PUZZLE.solution[0] not in output
    assert answer["from"] == PUZZLE.origin.to_json()


@pytest.fixture
def solve(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Solve:
    """A function that runs `kingdoms puzzles` with typed lines, and returns the output; its history is in `tmp_path`."""
    monkeypatch.setattr(solving, "data_folder", lambda: tmp_path)

    def run(*typed: str, options: tuple[str, ...] = ("--game", SAMPLE)) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed)))
        assert main(["puzzles", *options]) == 0
        return read_output(capsys)

    return run


def test_the_puzzle_that_fits_begins_and_the_first_answer_counts(solve: Solve, tmp_path: Path) -> None:
    own = list(summaries([SAMPLE]).values())
    first = find_puzzle(json.loads(solve(options=("--game", SAMPLE, "--json")))["puzzle"]["name"])
    assert first.name == next_puzzle(own, Strength()).name  # type: ignore[union-attr]
    wrong = first.moments[0].wrong[0].action
    output = solve("nonsense", wrong, "solution", *first.solution, "", "quit")
    assert "No action matches 'nonsense'." in output
    assert f"{wrong} is wrong" in output
    assert f"{first.name}: {', then '.join(first.solution)}." in output
    assert output.count("Your rating: ") == 1, "only the first answer counts"
    assert output.count("From a game of bots") == 2, "the next one follows"
    second = find_puzzle(json.loads(solve(options=("--game", SAMPLE, "--json")))["puzzle"]["name"])
    assert second.name != first.name
    assert f"seed {second.origin.seed}, after {second.origin.number} entries" in solve("quit")
    assert "(+" in solve(*second.solution, "quit")
    overview = json.loads(solve(options=("--stats", "--json")))
    assert (overview["attempted"], overview["right"], overview["solved"]) == (2, 1, 2)
    assert f"Your rating: {overview['rating']['points']}, give or take" in solve(options=("--stats",))
    assert f"seed {first.origin.seed}, after {first.origin.number} entries" in solve("quit", options=("--again",))
    (tmp_path / solving.HISTORY).write_text(json.dumps(list(summaries())))
    assert solve() == "You have solved all the puzzles."
    assert solve(options=("--again",)) == "There is no puzzle that you have attempted and not solved at first."
    (tmp_path / solving.HISTORY).write_text("damaged")
    assert f"seed {first.origin.seed}, after {first.origin.number} entries" in solve()


def test_the_puzzle_of_the_day_keeps_a_streak(solve: Solve) -> None:
    daily = puzzle_of_day(today())
    assert daily is not None
    output = solve("hint", *daily.solution, "quit", options=("--today",))
    assert "One of these is right:" in output
    assert "(-" in output, "help counts as a miss"
    assert solve(options=("--today",)).startswith(f"You have solved the puzzle of the day, {daily.name}.")
    assert "Puzzle of the day: 1 day in a row." in solve(options=("--stats",))


def test_a_run_ends_with_the_third_miss_or_with_the_time(solve: Solve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order: list[str] = []

    def next_one(selection: list[Summary], _: Strength, given: set[str], seed: int) -> Summary:
        del seed
        order.append(next(summary.name for summary in selection if summary.name not in given))
        return summaries()[order[-1]]

    monkeypatch.setattr(solving, "next_puzzle", next_one)
    right = [action for puzzle in PUZZLES[:2] for action in puzzle.solution]
    wrong = [puzzle.moments[0].wrong[0].action for puzzle in PUZZLES[2:5]]
    run = ("--game", SAMPLE, "--run")
    assert solve(*right, *wrong, options=run).endswith("2 puzzles solved: your best run.")
    assert len(order) == 5
    assert solve("no such action", *wrong, options=run).endswith("0 puzzles solved. Your best run: 2.")
    rating = json.loads((tmp_path / solving.HISTORY).read_text())["rating"]
    assert rating == Strength()._asdict(), "a run does not count"
    seconds = iter(range(0, 10_000, 50))
    monkeypatch.setattr("time.monotonic", lambda: float(next(seconds)))
    assert solve(*right, *right, options=run).endswith("solved. Your best run: 2.")


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
        (["--theme", "sail"], "there is no theme 'sail' here; there are: "),
        (["--game", "chess"], "there is no game 'chess'"),
        (["check", str(tmp_path / "none")], "there is no file"),
        (["check", str(empty)], "the file is empty"),
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


def test_puzzles_are_checked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(puzzle: Puzzle, seed: int, *_: object) -> Finding:
        assert seed == 7
        return Finding(puzzle.name, puzzle.name != PUZZLE.name, 0.3, "" if puzzle.name != PUZZLE.name else "too close")

    monkeypatch.setattr(checking, "check", judge)
    path = tmp_path / "mine.jsonl"
    write_puzzles(PUZZLES[:3], path)
    command = ["puzzles", "check", str(path), "--search-seed", "7"]
    assert main(command) == 1
    assert read_output(capsys) == f"{PUZZLE.name}: too close 2 of 3 checked puzzles hold."
    assert main([*command, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["checked"], answer["holding"], len(answer["findings"])) == (3, 2, 3)
    other = ["--count", "2", "--seed", "4", "-o", str(tmp_path / "other")]
    assert main([*command, *other]) in (0, 1)
    assert "of 2 checked puzzles" in read_output(capsys)


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
    (tmp_path / "kingdoms" / solving.HISTORY).write_text(json.dumps(names))
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
