"""Why an answer to a puzzle is right or wrong, and that nothing about a wrong one gives the right one away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kingdoms.cli import engine_kind
from kingdoms.core.event import Event
from kingdoms.core.message import message_text
from kingdoms.core.state import State
from kingdoms.puzzles import Moment, Puzzle
from kingdoms.puzzles.files import shipped
from kingdoms.puzzles.reasons import OVER, Reason, costs_seat, explain, greatest_cost, is_attack, reason_for, shown_line
from kingdoms.puzzles.solving import Attempt, Step, Verdict
from tests.support.games.tested_games import TESTED
from tests.support.suite.rings import inner_first

STEP = 1 if engine_kind() == "compiled" else 5
PUZZLES = [puzzle for game in TESTED for puzzle in shipped(game)]
WRONG = ("leads", "may", "lets", "comes_to", "weak", "same", "chances")
RIGHT = ("brings", "leads", "may", "averts", "differs", "best")


def verdicts(puzzle: Puzzle) -> Iterator[tuple[State, Moment, Verdict]]:
    """Yield the verdict on each answer that a puzzle holds, with the table and the decision."""
    reached, paths = {0}, [list[str]()]
    while paths:
        played = paths.pop()
        start = Attempt(puzzle, played)
        for answer in (*start.moment.right, *start.moment.wrong):
            yield start.table, start.moment, Attempt(puzzle, played).answer(answer.action)
            if answer.then is not None and answer.then not in reached:
                reached.add(answer.then)
                paths.append([*played, answer.action])


@pytest.mark.parametrize("puzzle", inner_first(PUZZLES[::STEP], 12), ids=lambda puzzle: puzzle.name)
def test_every_answer_has_a_reason_and_a_wrong_one_keeps_the_solution(puzzle: Puzzle) -> None:
    solution = {answer.action for moment in puzzle.moments for answer in moment.right}
    for table, moment, verdict in verdicts(puzzle):
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
