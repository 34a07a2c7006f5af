"""Puzzles: reading, writing, choosing, finding with notes, and solving; the results and the errors of each."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.core.errors import IllegalAction
from kingdoms.core.record import Record
from kingdoms.puzzles import Moment, Puzzle, PuzzleError, checking
from kingdoms.puzzles import hunt as hunting
from kingdoms.puzzles.checking import check, check_all, sample_puzzles
from kingdoms.puzzles.choosing import choose
from kingdoms.puzzles.files import PuzzleFile, find_puzzle, pack, read_puzzles, shipped, write_puzzles
from kingdoms.puzzles.finding import Settings, next_in_turn
from kingdoms.puzzles.hunt import Hunt
from kingdoms.puzzles.puzzle import EASIEST
from kingdoms.puzzles.solving import Attempt
from kingdoms.puzzles.themes import BEST, ORDER, SAVE, SHARE, THEMES, WIN, find_theme
from kingdoms.testing import random_action
from tests.support.bots.analysis import OPEN, immediate_win
from tests.support.games.tested_games import SAMPLE, TESTED

PUZZLES = list(shipped(SAMPLE))
SETTINGS = Settings(SAMPLE, players=(2,), simulations=1000)


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return a puzzle as data, with something else in it."""
    data = copy.deepcopy(PUZZLES[0].to_json())
    change(data)
    return data


# -- as data ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("name"), "puzzle: the field name is missing"),
        (lambda data: data.update(game="chess"), "there is no game 'chess'"),
        (lambda data: data.update(rules_version=99), "rules_version must be a whole number from 1 to 1, not 99"),
        (lambda data: data.update(difficulty=6), "difficulty must be a whole number from 1 to 5, not 6"),
        (lambda data: data.update(moments=[]), "moments must have at least one"),
        (lambda data: data.update(moments=[7]), "moments[0]: must be an object, not 7"),
        (lambda data: data["moments"][0].update(right=[]), "moments[0]: there is no right answer"),
        (lambda data: data["moments"][0]["right"][0].update(chance=2), "chance must be a number from 0 to 1, not 2"),
        (lambda data: data["moments"][0]["right"][0].update(chance=True), "chance must be a number from 0 to 1, not true"),
        (lambda data: data["moments"][0]["right"][0].update(line=[]), "must begin with it"),
        (lambda data: data["moments"][0]["right"][0].update(line=[1]), "line[0] must be a text, not 1"),
        (lambda data: data["moments"][0]["right"][0].update(then=50), "then must name one of the"),
        (lambda data: data["from"].update(seed="x"), 'from: seed must be a whole number, not "x"'),
        (lambda data: data.update(view={}), "its view cannot be read: the field game is missing"),
        (lambda data: data.update(seat="Q"), "its view cannot be read: "),
        (lambda data: data["from"].update(bots={"N": "level:6"}), "from must name a bot for each of its seats: "),
    ],
)
def test_a_malformed_puzzle_gets_a_clear_error(change: Callable[[dict[str, Any]], object], message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_puzzles(['{"puzzles": 1}', pack(changed(change))])
    assert str(caught.value).startswith("line 2: ")
    assert message in str(caught.value)


def test_a_circle_of_right_answers_another_seat_and_an_unknown_name_are_refused() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if len(puzzle.moments) > 1)
    data = copy.deepcopy(puzzle.to_json())
    for answer in (answer for moment in data["moments"][1:] for answer in moment["right"]):
        answer["then"] = 1
    with pytest.raises(PuzzleError, match="lead back to it"):
        Puzzle.from_json(data)
    opponent = next(seat for seat in PUZZLES[0].view.seats if seat != PUZZLES[0].seat)
    with pytest.raises(PuzzleError, match="is not to move"):
        Puzzle.from_json(changed(lambda data: data.update(seat=opponent)))
    with pytest.raises(PuzzleError, match=f"did you mean {PUZZLES[0].name}"):
        find_puzzle(PUZZLES[0].name + "0")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "the file is empty"),
        (['{"kingdoms": 1}'], "line 1: a file of puzzles begins with"),
        (["nonsense"], "line 1: this is not JSON"),
        (['{"puzzles": 1}', *[pack(PUZZLES[0].to_json())] * 2], f"line 3: there is already a puzzle {PUZZLES[0].name}"),
    ],
)
def test_a_malformed_file_gets_a_clear_error(lines: list[str], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        read_puzzles(lines)


def test_a_file_is_read_lazily_and_a_fault_is_found_when_it_matters(tmp_path: Path) -> None:
    write_puzzles(PUZZLES, tmp_path / "puzzles.jsonl")
    lines = (tmp_path / "puzzles.jsonl").read_text().splitlines()
    assert read_puzzles(lines) == PUZZLES
    del lines[4:]
    lines[2] = pack(PUZZLES[1].to_json() | {"view": {}})
    file = PuzzleFile(lines)
    assert list(file.summaries) == [puzzle.name for puzzle in PUZZLES[:3]]
    assert [summary.number for summary in file.summaries.values()] == [1, 2, 3]
    assert [file[0], file[-1], *file[2:]] == [PUZZLES[0], PUZZLES[2], PUZZLES[2]]
    assert file[0] is file[0]
    with pytest.raises(PuzzleError, match=r"line 3: puzzle .*: its view cannot be read"):
        file[1]
    for summary, puzzle in zip(shipped(SAMPLE).summaries.values(), PUZZLES, strict=True):
        assert (summary.name, summary.seats, summary.steps) == (puzzle.name, puzzle.view.seats, len(puzzle.solution))
    bad_moments = (lambda data: data.update(moments=[]), lambda data: data.update(moments=[{"right": [7]}]))
    for change in (*bad_moments, lambda data: data.pop("theme"), lambda data: data.update(level=0)):
        with pytest.raises(PuzzleError, match=r"^line 2: puzzle: "):
            PuzzleFile([lines[0], pack(changed(change))])


# -- choosing -----------------------------------------------------------------------------------------------------------


def test_a_choice_is_varied_and_holds_nothing_twice() -> None:
    copies = [replace(puzzle, name=puzzle.name + "-again") for puzzle in PUZZLES]
    chosen = choose([*PUZZLES, *copies], len(PUZZLES))
    positions = [repr(puzzle.facts) for puzzle in chosen]
    assert len(set(positions)) == len(positions)
    few = choose(PUZZLES, 6)
    assert len(few) == 6
    assert len({puzzle.theme for puzzle in few}) >= 3
    assert [puzzle.difficulty for puzzle in few] == sorted(puzzle.difficulty for puzzle in few)
    easy = [replace(puzzle, difficulty=EASIEST) for puzzle in PUZZLES]
    assert len(choose(easy, 10)) == 2, "few easy ones are chosen"


# -- hunting ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let every game hold one puzzle, that of its number; return the numbers of the games that are played."""
    numbers: list[int] = []

    def play_game(settings: Settings, number: int) -> Record:
        numbers.append(number)
        return Record(PUZZLES[0].view.game)

    def find_in(_record: Record, _settings: Settings, stop: threading.Event | None = None) -> Iterator[Puzzle]:
        if stop is None or not stop.is_set():
            yield PUZZLES[numbers[-1]]

    monkeypatch.setattr(hunting, "play_game", play_game)
    monkeypatch.setattr(hunting, "find_in", find_in)
    return numbers


def test_an_interrupted_hunt_continues(tmp_path: Path, quick: list[int]) -> None:
    notes = tmp_path / "notes"
    assert list(Hunt(SETTINGS, notes).go_on(3)) == [1, 2, 3]
    later = Hunt(SETTINGS, notes)
    assert later.games == 3
    assert list(later.go_on(5)) == [4, 5]
    assert quick == [0, 1, 2, 3, 4]
    assert Hunt(SETTINGS, notes).puzzles == later.puzzles == PUZZLES[:5]


def test_an_interrupted_game_is_played_again_but_not_with_other_settings(tmp_path: Path, quick: list[int]) -> None:
    notes, stop = tmp_path / "notes", threading.Event()
    for games in (hunt := Hunt(SETTINGS, notes)).go_on(5, stop):
        if games == 2:
            stop.set()
    assert hunt.games == 2
    notes.write_bytes(notes.read_bytes() + b'{"game": 2, "fou')
    second_hunt = Hunt(SETTINGS, notes)
    assert second_hunt.games == 2
    assert list(second_hunt.go_on(3)) == [3]
    assert Hunt(SETTINGS, notes).games == 3
    with pytest.raises(PuzzleError, match="other settings"):
        Hunt(replace(SETTINGS, seed=7), notes)
    notes.write_text(notes.read_text() + "nonsense\n")
    with pytest.raises(PuzzleError, match="line 5: this is not JSON"):
        Hunt(SETTINGS, notes)
    with pytest.raises(PuzzleError, match="give at least one"):
        replace(SETTINGS, players=())


# -- checking -----------------------------------------------------------------------------------------------------------


def test_a_check_is_resumed_and_says_what_does_not_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LOOK", 10)
    single = [puzzle for puzzle in PUZZLES if len(puzzle.moments) == 1]
    puzzle = min(single, key=lambda puzzle: len(Attempt(puzzle).table.legal_actions()))
    moment = puzzle.moments[0]
    swapped = replace(puzzle, name="swapped", moments=(Moment(moment.wrong[:1], moment.right),))
    assert check(puzzle, seed=3, simulations=100).holds
    finding = check(swapped, seed=3, simulations=100)
    assert not finding.holds
    assert finding.gap < 0 or "prefers" in finding.fault
    notes, stop = tmp_path / "notes", threading.Event()
    pair = [puzzle, swapped]
    for _ in check_all(pair, 3, 100, notes, stop):
        stop.set()
    notes.write_bytes(notes.read_bytes() + b'{"name": "swa')
    assert [finding.holds for finding in check_all(pair, 3, 100, notes)] == [True, False]
    monkeypatch.setattr(checking, "check", None)
    assert [finding.name for finding in check_all(pair, 3, 100, notes)] == [puzzle.name, "swapped"]
    for fault in ("holds another check", "is not the log of a check"):
        with pytest.raises(PuzzleError, match=fault):
            next(check_all([puzzle], 3, 100, notes))
        notes.write_text("nonsense\n")


def test_a_sample_depends_on_its_seed_alone() -> None:
    sample = sample_puzzles(PUZZLES, 5, seed=1)
    assert sample == sample_puzzles(PUZZLES, 5, seed=1) != sample_puzzles(PUZZLES, 5, seed=2)
    assert sample_puzzles(PUZZLES, 10**6, seed=1) == PUZZLES


# -- themes and solving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OPEN)
def test_the_subject_of_a_puzzle(game: str) -> None:
    record = immediate_win(game)
    last = record.entries[-1]
    before = record.state_after(len(record.entries) - 1)
    winning = before.game.string_to_action(str(last.action))
    alternative = next(action for action in before.legal_actions() if action != winning)
    assert find_theme(before, str(last.by), [winning], 0.7, False, 0.1, alternative) == WIN
    assert find_theme(before, str(last.by), [alternative], 1.0, True, 0.1, winning) == WIN
    puzzle = next(puzzle for puzzle in shipped(game) if len(puzzle.solution) > 1)
    table, seat = Attempt(puzzle).table, puzzle.seat
    line = [table.game.string_to_action(action) for action in puzzle.moments[0].right[0].line[:2]]
    assert find_theme(table, seat, line, 0.6, False, 0.5, line[1]) == ORDER
    wrong = table.game.string_to_action(puzzle.moments[0].wrong[0].action)
    assert find_theme(table, seat, line[:1], 0.6, False, 0.1, wrong) == SAVE
    assert find_theme(table, seat, line[:1], 0.6, False, 0.5, wrong) in {*table.game.themes, BEST}


def test_a_shared_victory_is_called_one() -> None:
    puzzles = [puzzle for game in TESTED for puzzle in shipped(game) if puzzle.theme == SHARE]
    assert puzzles
    for puzzle in puzzles:
        attempt = Attempt(puzzle, puzzle.solution[:-1])
        table, moment = attempt.table, attempt.moment
        line = [table.game.string_to_action(action) for action in moment.right[0].line]
        assert find_theme(table, puzzle.seat, line, moment.chance, True, 0.0, line[0]) == SHARE


@pytest.mark.parametrize("game", TESTED)
def test_a_game_knows_what_each_action_is_about(game: str) -> None:
    state, rng, met = kingdoms.load_game(game, 2).new_initial_state(), Random(1), set()
    for _ in range(300):
        if state.is_terminal():
            break
        if state.to_move in state.game.seats:
            met |= {state.game.theme(state, action) for action in state.legal_actions()}
        state.apply_action(random_action(state, rng))
    assert len(met - {None}) >= 2
    assert met <= {None, *state.game.themes}
    assert not set(state.game.themes) & set(THEMES)


def test_a_turn_continues_only_without_new_information() -> None:
    for game in OPEN:
        puzzle = next(puzzle for puzzle in shipped(game) if len(puzzle.solution) > 1)
        table = Attempt(puzzle).table
        after = next_in_turn(table, table.game.string_to_action(puzzle.solution[0]))
        assert after is not None
        assert after.to_move == puzzle.seat
        ends = [action for action in table.legal_actions() if table.child(action).to_move != puzzle.seat]
        assert all(next_in_turn(table, action) is None for action in ends)


def test_an_attempt_refuses_what_cannot_be() -> None:
    puzzle = PUZZLES[0]
    illegal = next(
        text
        for text in map(puzzle.view.game.action_to_string, puzzle.view.game.action_space(1))
        if Attempt(puzzle).table.refusal(text) is not None
    )
    with pytest.raises(IllegalAction):
        Attempt(puzzle).answer(illegal)
    with pytest.raises(PuzzleError, match="not a right answer"):
        Attempt(puzzle, [puzzle.moments[0].wrong[0].action])
    with pytest.raises(PuzzleError, match="is already solved"):
        Attempt(puzzle, puzzle.solution).answer(puzzle.solution[0])


def test_unlisted_answers_to_a_puzzle_are_searched() -> None:
    attempt = Attempt(PUZZLES[0])
    texts = map(attempt.table.game.action_to_string, attempt.table.legal_actions())
    action = next((text for text in texts if not attempt.is_known(text)), None)
    assert action is not None
    verdict = attempt.answer(action, 50)
    assert verdict.line[0] == action
    assert 0 <= verdict.chance <= verdict.best
    assert (verdict.loss == 0) == verdict.right
