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
from kingdoms.cli.playing import solving
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class
from kingdoms.drawing.render import render_text
from kingdoms.puzzles import Puzzle, checking, hunt
from kingdoms.puzzles.checking import Finding, sample_puzzles
from kingdoms.puzzles.daily import puzzle_of_day, today
from kingdoms.puzzles.files import find_puzzle, read_puzzles, shipped, summaries, write_puzzles
from kingdoms.puzzles.finding import Settings
from kingdoms.puzzles.fitting import next_puzzle
from kingdoms.puzzles.summary import Summary
from tests.cli.conftest import Run
from tests.support.clients.terminal import Terminal
from tests.support.games.tested_games import SAMPLE, TESTED

PUZZLES = list(shipped(SAMPLE))
PUZZLE = PUZZLES[0]
Solve = Callable[..., str]


@pytest.mark.parametrize("game", TESTED)
def test_puzzles_are_listed_shown_and_solved(game: str, run: Run) -> None:
    lines = run("puzzles", "list", game).splitlines()
    assert [line.split()[0] for line in lines] == [puzzle.name for puzzle in shipped(game)]
    listed = run.json("puzzles", "list", game)["puzzles"]
    assert [entry["difficulty"] for entry in listed] == [puzzle.difficulty for puzzle in shipped(game)]
    puzzle = max(shipped(game), key=lambda candidate: len(candidate.solution))
    output = run.text("puzzles", "solve", puzzle.name)
    assert " ".join(puzzle.view.question.split()) in output
    assert f"seed {puzzle.origin.seed}, after {puzzle.origin.number} entries" in output
    assert f"{puzzle.solution[0]} is right" in run.text("puzzles", "solve", puzzle.name, puzzle.solution[0])
    assert run.text("puzzles", "solve", puzzle.name, "--solution").endswith("Solved.")


def test_a_wrong_answer_is_explained(run: Run) -> None:
    wrong = PUZZLE.moments[0].wrong[0]
    seat_name = game_class(SAMPLE).seat_name(PUZZLE.seat)
    output = run.text("puzzles", "solve", PUZZLE.name, wrong.action, code=1)
    best, chance = (f"{100 * share:.0f}%" for share in (PUZZLE.moments[0].chance, wrong.chance))
    assert f"{wrong.action} is wrong: {seat_name}'s win chances fall from {best} to {chance}." in output
    assert f"Expected: {PUZZLE.seat} {wrong.action}:" in output
    answer = run.json("puzzles", "solve", PUZZLE.name, wrong.action, code=1)
    assert not answer["solved"]
    assert answer["answers"][0]["line"][0]["sentences"]
    assert answer["answers"][0]["reason"] in output
    assert PUZZLE.solution[0] not in output
    assert answer["from"] == PUZZLE.origin.to_json()


@pytest.fixture
def solve(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Solve:
    """A function that runs `kingdoms puzzles` with typed lines, and returns the output; its history is in `tmp_path`."""
    monkeypatch.setattr(solving, "data_folder", lambda: tmp_path)

    def solve(*typed: str, options: tuple[str, ...] = ("--game", SAMPLE)) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed)))
        return run.text("puzzles", *options)

    return solve


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


def test_puzzles_are_checked_again(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(puzzle: Puzzle, seed: int, *_: object) -> Finding:
        assert seed == 7
        return Finding(puzzle.name, puzzle.name != PUZZLE.name, 0.3, "" if puzzle.name != PUZZLE.name else "too close")

    monkeypatch.setattr(checking, "check", judge)
    path = tmp_path / "mine.jsonl"
    write_puzzles(PUZZLES[:3], path)
    command = ["puzzles", "check", str(path), "--search-seed", "7"]
    assert run.text(*command, code=1) == f"{PUZZLE.name}: too close 2 of 3 checked puzzles hold."
    answer = run.json(*command, code=1)
    assert (answer["checked"], answer["holding"], len(answer["findings"])) == (3, 2, 3)
    sample = [puzzle.name for puzzle in sample_puzzles(PUZZLES[:3], 2, seed=4)]
    again = [*command, "--count", "2", "--seed", "4", "-o", tmp_path / "other"]
    assert "of 2 checked puzzles" in run.text(*again, code=int(PUZZLE.name in sample))


def test_found_puzzles_are_written(tmp_path: Path, quick: object, run: Run) -> None:
    output = tmp_path / "out.jsonl"
    command = ["puzzles", "find", SAMPLE, "-o", str(output), "--games", "12", "--count", "4"]
    assert f"12 puzzles in 12 games of {game_class(SAMPLE).title}; 4 of them written" in run.text(*command)
    assert len(read_puzzles(output.read_text().splitlines())) == 4
    answer = run.json(*command)
    assert (answer["games"], answer["found"], answer["interrupted"]) == (12, 12, False)
    assert len(answer["puzzles"]) == 4


def test_an_interrupted_hunt_is_kept_and_continued(tmp_path: Path, quick: list[threading.Event], run: Run) -> None:
    output = tmp_path / "out.jsonl"
    command = ["puzzles", "find", SAMPLE, "-o", output, "--games", "4"]
    quick.append(threading.Event())
    assert run.json(*command, code=130)["games"] == 1
    assert len(read_puzzles(output.read_text().splitlines())) == 1
    assert run.json(*command)["games"] == 4


@pytest.mark.parametrize("game", TESTED)
def test_a_hint_leaves_a_few_choices_with_the_position_in_sight(game: str, tmp_path: Path) -> None:
    puzzle = shipped(game)[0]
    names = [name for name in summaries() if name != puzzle.name]
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
