"""Reviews of whole games: the cost of decisions, the viewing seat, and the state after a stop."""

from __future__ import annotations

import threading
from dataclasses import replace
from importlib import import_module

import pytest

import kingdoms
from kingdoms import KingdomsError, Record, SeatsError
from kingdoms.analysis import Review, analyse_position, review, sight, sight_of_mover
from kingdoms.search import Limits
from tests.support.bots.analysis import OPEN, SECRET, decision_after, missed_win, record_of, timeless
from tests.support.bots.watcher import Watcher
from tests.support.games.tested_games import SAMPLE, TESTED

every_game = pytest.mark.parametrize("game", TESTED)


def decision_numbers(record: Record, seat: str | None = None) -> list[int]:
    """Return which entries of a record, from 1, chose between several actions."""
    states = [record.state_after(number) for number in range(len(record.entries))]
    return [
        number
        for number, (state, entry) in enumerate(zip(states, record.entries, strict=True), 1)
        if entry.by in record.game.seats and seat in (None, entry.by) and len(state.legal_actions()) > 1
    ]


@every_game
def test_a_review_covers_every_decision_of_a_seat_from_its_view(game: str) -> None:
    record = record_of(game, entries=40)
    seat = record.game.seats[0]
    review = kingdoms.analyse(record, simulations=5, seat=seat, most_options=2)
    assert review.finished
    assert review.total == len(review.decisions)
    assert [decision.number for decision in review.decisions] == decision_numbers(record, seat)
    for decision in review.decisions:
        assert decision.by == decision.before.to_move == decision.before.seat == seat
        assert decision.action == record.entries[decision.number - 1].action
        assert decision.words
        assert sum(decision.after.chances.values()) == pytest.approx(1)
        assert decision.before.line
        assert not any(option.line for option in decision.before.options[1:])
    assert [standing.number for standing in review.course] == [number - 1 for number in decision_numbers(record, seat)]


@every_game
def test_a_loss_is_the_difference_to_the_best_choice_and_the_end_says_who_won(game: str) -> None:
    record = record_of(game)
    review = kingdoms.analyse(record, simulations=5, seat=record.game.seats[1])
    assert any(decision.loss for decision in review.decisions)
    for decision in review.decisions:
        best = decision.before.best
        if decision.action == best.action:
            assert (decision.loss, decision.better) == (0, None)
        else:
            assert decision.loss == pytest.approx(max(0, best.chances[decision.by] - decision.after.chances[decision.by]))
            assert decision.better is (best if decision in review.turning_points(most=review.total) else None)
    end = review.course[-1]
    assert (end.number, list(end.chances.values()), end.proven) == (len(record.entries), record.state.returns(), True)


@every_game
@pytest.mark.parametrize("simulations", [30, 60])
def test_what_was_advised_is_no_mistake(monkeypatch: pytest.MonkeyPatch, game: str, simulations: int) -> None:
    advice = Limits(simulations=30)
    monkeypatch.setattr(import_module("kingdoms.analysis.review"), "ADVICE", advice)
    record = decision_after(game, 30)
    for _ in range(4):
        view, observations = sight_of_mover(record)
        record.apply(analyse_position(view, advice, seen=observations).best.action)
        while record.state.to_move not in record.game.seats or len(record.state.legal_actions()) == 1:
            record.apply(record.state.legal_actions()[0])
    *_, last = review(record, Limits(simulations=simulations), after=30, ended=True)
    assert len(last.decisions) == 4
    assert [decision.loss for decision in last.decisions] == [0.0] * 4


@pytest.mark.parametrize("game", OPEN)
def test_a_missed_win_is_a_turning_point(game: str) -> None:
    record = missed_win(game)
    seat = str(record.entries[-1].by)
    review = kingdoms.analyse(record, simulations=300, seat=seat)
    last = review.decisions[-1]
    assert last.number == len(record.entries)
    assert last.before.chances[seat] > max(0.9, last.after.chances[seat] + 0.1)
    assert last in review.turning_points(most=100)
    assert last.better
    assert last.better.action != last.action


def test_turning_points_are_the_costly_decisions_that_are_beyond_doubt() -> None:
    record = record_of(SAMPLE, entries=12)
    short = kingdoms.analyse(record, simulations=3)
    costs = [(0.04, 0.0), (0.3, 0.01), (0.9, 0.46), (0.05, 0.01), (0.3, 0.02), (0.7, 0.1)]
    pairs = zip(short.decisions[: len(costs)], costs, strict=True)
    decisions = [replace(decision, loss=loss, doubt=doubt) for decision, (loss, doubt) in pairs]
    review = replace(short, decisions=tuple(decisions))
    numbers = [decision.number for decision in decisions]
    worst = [numbers[5], numbers[1], numbers[4], numbers[3]]
    assert [point.number for point in review.turning_points()] == worst
    assert [point.number for point in review.turning_points(most=2)] == worst[:2]
    assert [point.number for point in review.turning_points(least=0.2)] == worst[:3]
    assert review.to_json()["turning_points"] == worst
    assert review.to_json(most=1)["turning_points"] == worst[:1]


@pytest.mark.parametrize("game", SECRET)
def test_a_player_has_seen_what_the_bot_at_the_seat_was_shown(game: str) -> None:
    watchers = {seat: Watcher(number) for number, seat in enumerate(kingdoms.load_game(game, 2).seats)}
    record = kingdoms.play(game, dict(watchers), seed=4)
    moments = [number for number, entry in enumerate(record.entries) if entry.by in watchers]
    sights = {seat: iter(watcher.shown) for seat, watcher in watchers.items()}
    for at, number in enumerate(moments[:60]):
        seat = str(record.entries[number].by)
        shown = next(sights[seat])
        if at % 5 == 0:
            assert sight(record, seat, number) == shown


@pytest.mark.parametrize("game", SECRET)
def test_an_unfinished_game_with_secrets_is_reviewed_from_the_view_of_a_seat_only(game: str) -> None:
    record = record_of(game, entries=30)
    with pytest.raises(KingdomsError, match="give the seat") as caught:
        kingdoms.analyse(record, simulations=2)
    assert caught.value.code == "secrets"
    assert kingdoms.analyse(record, simulations=2, seat=record.game.seats[0]).finished


@pytest.mark.parametrize("game", OPEN)
def test_a_game_without_secrets_may_be_reviewed_before_its_end(game: str) -> None:
    with pytest.raises(SeatsError, match="one of the seats"):
        kingdoms.analyse(record_of(game), seat="Q")
    review = kingdoms.analyse(record_of(game, entries=12), simulations=2)
    assert review.finished
    assert {decision.by for decision in review.decisions} <= set(review.seats)
    assert review.end is None


def test_a_review_reports_progress_and_keeps_its_results_when_stopped() -> None:
    record = record_of(SAMPLE)
    stop, reports = threading.Event(), list[Review]()

    def report(review: Review) -> None:
        reports.append(review)
        if len(review.decisions) == 3:
            stop.set()

    review = kingdoms.analyse(record, simulations=5, report=report, stop=stop)
    assert [len(partial.decisions) for partial in reports] == [0, 1, 2, 3]
    assert review == reports[-1]
    assert not review.finished
    assert review.total == len(decision_numbers(record))
    assert len(review.course) == 3


@every_game
def test_the_same_seed_reviews_the_same(game: str) -> None:
    record = record_of(game, entries=30)
    first, second = (list(review(record, Limits(4), seat=record.game.seats[0], seed=2))[-1] for _ in range(2))
    assert timeless(first.to_json()) == timeless(second.to_json())
