"""Why an answer to a puzzle is right or wrong."""

from __future__ import annotations

import pytest

from kingdoms.core.event import Event
from kingdoms.puzzles import Puzzle
from kingdoms.puzzles.files import shipped
from kingdoms.puzzles.reasons import OVER, Reason, costs_seat, explain, greatest_cost, reason_for
from kingdoms.puzzles.solving import Attempt, Step
from tests.support.games.tested_games import TESTED

PUZZLES = [pytest.param(puzzle, id=puzzle.name) for game in TESTED for puzzle in shipped(game)[::3]]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_answer_of_a_puzzle_has_a_reason_in_words(puzzle: Puzzle) -> None:
    moment = puzzle.moments[0]
    for answer in (*moment.right, *moment.wrong):
        attempt = Attempt(puzzle)
        table = attempt.table
        verdict = attempt.answer(answer.action)
        reason = reason_for(table, moment, verdict)
        sentence = explain(reason, verdict.right, puzzle.seat)
        assert sentence.endswith(".")
        if verdict.right:
            assert (reason.cost, reason.best) == (None, "")


def test_wrong_answers_are_explained_by_the_end_or_the_first_avoidable_loss() -> None:
    table = Attempt(shipped("middlesea")[0]).table
    seat = str(table.to_move)
    opponent = next(name for name in table.game.seats if name != seat)
    lost, rebels = (Event(kind, seat, kind) for kind in ("city_lost", "rebellion"))
    theirs, won = Event("city_lost", opponent, ""), Event(OVER, None, "", {"winners": [seat]})
    defeat = Event(OVER, None, "", {"winners": [opponent]})

    def line(*events: Event) -> list[Step]:
        return [Step(seat, None, events, table)]

    assert [costs_seat(table, event, seat) for event in (lost, rebels, theirs, won, defeat)] == [True, True, False, False, True]
    assert greatest_cost(line(theirs, rebels, lost), line(), table) is rebels
    assert greatest_cost(line(theirs, rebels, lost, defeat), line(), table) is defeat
    assert greatest_cost(line(rebels, lost), line(rebels), table) is lost
    assert greatest_cost(line(rebels, won), line(rebels), table) is None


def test_a_conflict_costs_its_loser() -> None:
    table = Attempt(shipped("rivers")[0]).table
    war = Event("war_won", "A", "", {"loser": "B"})
    assert [costs_seat(table, war, seat) for seat in ("A", "B")] == [False, True]


def test_a_reason_is_one_sentence_about_a_gain_or_a_loss() -> None:
    assert explain(Reason("It pays.", Event("war", "A", "You lose.")), right=False) == "It leads to this: You lose."
    reason = Reason("It pays.", None, "It wins.")
    assert explain(reason, right=False) == "For your choice: It pays. For the best one: It wins."
    assert explain(Reason("", None, "It wins."), right=False) == "For the best choice: It wins."
    assert explain(Reason("It pays."), right=False) == "It pays. Another choice does the same, and more."
    assert [explain(Reason(why), right=True) for why in ("It pays.", "")] == ["It pays.", ""]
    assert explain(Reason(""), right=False) == ""
