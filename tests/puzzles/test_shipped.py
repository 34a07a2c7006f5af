"""The puzzles that come with the games: each is valid and different from all others, and search agrees with it.

Each answer has a reason, and nothing about a wrong one gives the right one away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from kingdoms.cli import engine_kind
from kingdoms.core.event import Event
from kingdoms.core.message import message_text
from kingdoms.core.registry import game_class
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.files import puzzle_file, shipped
from kingdoms.puzzles.judging import PuzzleJudge
from kingdoms.puzzles.puzzle import EASIEST
from kingdoms.puzzles.reasons import OVER, Reason, costs_seat, explain, greatest_cost, is_attack, reason_for, shown_line
from kingdoms.puzzles.solving import AS_GOOD, Attempt, Step, play_out
from kingdoms.puzzles.themes import THEMES, title
from tests.support.games.tested_games import TESTED
from tests.support.suite.rings import inner_first

LEAST = 300
"""The puzzles that each game comes with, at least."""
SIMULATIONS = (1000, 6000)
"""The simulations for each answer: most puzzles agree with a short search; the longer one decides about the others."""
OTHER_SEED = 5
"""No puzzle was made with it."""

ALL = [puzzle for name in TESTED for puzzle in shipped(name)]
EACH = [*ALL[::10], *(puzzle for number, puzzle in enumerate(ALL) if number % 10)]
STEP = max(1, len(ALL) // 7)
SOME, REST = ALL[::STEP], ALL[STEP // 3 :: STEP] + ALL[2 * STEP // 3 :: STEP]
REASONED = ALL if engine_kind() == "compiled" else ALL[::5]
WRONG = ("leads", "may", "lets", "comes_to", "weak", "same", "chances")
RIGHT = ("brings", "leads", "may", "averts", "differs", "best")


@pytest.mark.parametrize("game", TESTED)
def test_each_game_has_many_puzzles_of_many_kinds_in_a_small_file(game: str) -> None:
    puzzles, path = shipped(game), puzzle_file(game_class(game))
    assert len(puzzles) >= LEAST
    assert path is not None
    assert path.stat().st_size < 6_000 * len(puzzles)
    seats = Counter(len(puzzle.view.seats) for puzzle in puzzles)
    assert set(seats) == set(game_class(game).player_counts)
    assert min(seats.values()) >= len(puzzles) / 10
    assert len({puzzle.theme for puzzle in puzzles}) >= 3
    assert len({puzzle.difficulty for puzzle in puzzles}) >= 3
    assert len({puzzle.solution[0].partition(" ")[0] for puzzle in puzzles}) >= 3
    assert sum(puzzle.difficulty == EASIEST for puzzle in puzzles) <= len(puzzles) / 4
    assert [puzzle.difficulty for puzzle in puzzles] == sorted(puzzle.difficulty for puzzle in puzzles)
    assert len({repr(puzzle.facts) for puzzle in puzzles}) == len(puzzles)


def decisions(puzzle: Puzzle) -> Iterator[tuple[Attempt, list[str]]]:
    """Yield an attempt at each decision of a puzzle, with the right answers that lead to it."""
    reached, paths = {0}, [list[str]()]
    while paths:
        played = paths.pop()
        attempt = Attempt(puzzle, played)
        yield attempt, played
        for right in attempt.moment.right:
            if right.then is not None and right.then not in reached:
                reached.add(right.then)
                paths.append([*played, right.action])


@pytest.mark.parametrize("puzzle", inner_first(EACH, len(ALL[::10])), ids=lambda puzzle: puzzle.name)
def test_every_listed_answer_is_legal_and_the_solution_solves_it(puzzle: Puzzle) -> None:
    rules = game_class(puzzle.game)
    assert puzzle.theme in {**THEMES, **rules.themes}
    assert title(rules, puzzle.theme)[0].isupper()
    assert puzzle.facts == puzzle.view.to_json()
    numbers = []
    for attempt, _ in decisions(puzzle):
        moment = attempt.moment
        numbers.append(attempt.at)
        assert moment.wrong
        for answer in (*moment.right, *moment.wrong):
            assert attempt.table.refusal(answer.action) is None
            steps = play_out(attempt.table, puzzle.seat, answer.line)
            assert steps[0].action == answer.action
            assert steps[0].events
        assert all(wrong.chance < moment.chance and wrong.then is None for wrong in moment.wrong)
    assert set(numbers) == set(range(len(puzzle.moments)))
    attempt = Attempt(puzzle)
    for action in puzzle.solution:
        assert not attempt.is_solved
        verdict = attempt.answer(action)
        assert verdict.right
        assert verdict.expected
    assert attempt.is_solved


@pytest.mark.skipif(engine_kind() != "compiled", reason="the interpreted engine takes minutes for it")
@pytest.mark.parametrize("puzzle", inner_first(SOME + REST, len(SOME)), ids=lambda puzzle: puzzle.name)
def test_a_search_of_another_seed_agrees(puzzle: Puzzle) -> None:
    assert any(search_agrees(puzzle, simulations) for simulations in SIMULATIONS)


def search_agrees(puzzle: Puzzle, simulations: int) -> bool:
    """Return whether another search puts a right answer ahead of all wrong ones."""
    first, view = puzzle.moments[0], puzzle.view
    judge = PuzzleJudge(view, OTHER_SEED)

    def chance(action: str) -> float:
        return judge.judge(view.game.string_to_action(action), simulations).chance

    best = max(chance(answer.action) for answer in first.right)
    return all(chance(wrong.action) < best - AS_GOOD / len(view.seats) for wrong in first.wrong)


# -- reasons ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", inner_first(REASONED, 12), ids=lambda puzzle: puzzle.name)
def test_every_answer_has_a_reason_and_a_wrong_one_keeps_the_solution(puzzle: Puzzle) -> None:
    solution = {answer.action for moment in puzzle.moments for answer in moment.right}
    pairs = (
        (decision, answer) for decision in decisions(puzzle) for answer in decision[0].moment.right + decision[0].moment.wrong
    )
    for (attempt, played), listed in pairs:
        table, moment = attempt.table, attempt.moment
        verdict = Attempt(puzzle, played).answer(listed.action)
        reason = reason_for(table, moment, verdict)
        sentence = explain(reason, puzzle.seat)
        assert sentence.endswith(".")
        assert (reason.kind in RIGHT, reason.right) == (True, True) if verdict.right else reason.kind in WRONG
        move = message_text(reason.move, puzzle.seat)
        if verdict.right:
            assert sentence.lower().startswith(move.lower())
            continue
        steps = shown_line(table, verdict, puzzle.moments)
        assert steps[0].action == verdict.action
        assert not [step for step in steps[1:] if step.by == puzzle.seat and step.action in solution]
        for answer in moment.right:
            choice = table.game.choice(table, table.game.string_to_action(answer.action))
            assert message_text(choice, puzzle.seat).lower() not in sentence.lower()
            assert f" {answer.action}" not in sentence or " " not in answer.action


def test_wrong_answers_are_explained_by_the_end_or_the_worst_avoidable_loss() -> None:
    table = Attempt(shipped("middlesea")[0]).table
    seat = str(table.to_move)
    opponent = next(name for name in table.game.seats if name != seat)
    lost, rebels = (Event(kind, seat, kind) for kind in ("city_lost", "rebellion"))
    theirs, won = Event("city_lost", opponent, ""), Event(OVER, None, "", {"winners": [seat]})
    defeat = Event(OVER, None, "", {"winners": [opponent]})
    attack = Event("attack", opponent, "", {"defender": seat})

    def line(*events: Event, by: str = seat) -> list[Step]:
        return [Step(by, None, events, table)]

    assert [costs_seat(table, event, seat) for event in (lost, rebels, theirs, won, defeat)] == [True, True, False, False, True]
    assert greatest_cost(line(theirs, rebels, lost), line(), table) == (lost, None)
    assert greatest_cost(line(rebels, lost, defeat), line(), table) == (defeat, None)
    assert greatest_cost(line(rebels, lost), line(lost), table) == (rebels, None)
    assert greatest_cost(line(lost, lost), line(lost), table) == (lost, None), "twice is worse than once"
    assert greatest_cost(line(rebels, won), line(rebels), table) == (None, None)
    assert greatest_cost([*line(attack, by=opponent), *line(lost)], line(), table) == (lost, attack)
    assert not is_attack(table, line(attack)[0], attack, seat), "one's own attack"


def test_a_conflict_costs_its_loser() -> None:
    table = Attempt(shipped("rivers")[0]).table
    war = Event("war_won", "A", "", {"loser": "B"})
    assert [costs_seat(table, war, seat) for seat in ("A", "B")] == [False, True]


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (Reason("place it", True, "brings", ("It pays.",)), "Place it. It pays."),
        (Reason("place it", True, "averts", ("You lose.",)), "Place it. Otherwise this follows: You lose."),
        (Reason("place it", False, "lets", ("North attacks.", "You lose.")), "It lets this happen: North attacks. You lose."),
        (Reason("place it", False, "chances", ("12",)), "Nothing is lost at once, but it costs you 12 of a hundred chances."),
    ],
)
def test_a_right_answer_is_named_and_a_wrong_one_is_not(reason: Reason, sentence: str) -> None:
    assert explain(reason) == sentence
