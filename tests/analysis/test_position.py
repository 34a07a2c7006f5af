"""Positions analysed: the choices, the chances, how sure they are, and the line in words."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

import kingdoms
from kingdoms import Random
from kingdoms.analysis import Analysis, sight_of_mover, spread
from kingdoms.analysis.position import look
from kingdoms.analysis.prudence import advise
from kingdoms.search import Limits, Searcher, SearchError
from tests.support.bots.analysis import OPEN, SECRET, decision_after, immediate_win, record_of, timeless
from tests.support.games.tested_games import SAMPLE, TESTED

every_game = pytest.mark.parametrize("game", TESTED)


@every_game
def test_an_analysis_names_legal_choices_the_best_first_with_chances(game: str) -> None:
    record = decision_after(game, 20)
    view, observations = sight_of_mover(record)
    analysis = kingdoms.analyse(view, seen=observations, simulations=60, most_options=3)
    legal = {record.game.action_to_string(action) for action in record.state.legal_actions()}
    assert analysis.to_move == record.state.to_move == analysis.seat
    assert analysis.visits == analysis.simulations == 60 or analysis.stopped == "proven"
    assert 1 <= len(analysis.options) <= 3
    assert {option.action for option in analysis.options} <= legal
    assert [option.visits for option in analysis.options[1:]] == sorted(
        (option.visits for option in analysis.options[1:]), reverse=True
    )
    estimates = [(option.chances, option.spread, option.proven) for option in analysis.options]
    for chances, off, proven in [*estimates, (analysis.chances, analysis.spread, analysis.proven)]:
        assert tuple(chances) == record.game.seats
        assert sum(chances.values()) == pytest.approx(1)
        assert (off == 0) == proven
    assert all(option.words and option.visits and option.line[0].action == option.action for option in analysis.options)


@every_game
def test_advice_avoids_a_hazard_that_another_choice_avoids_unless_that_costs_too_much(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    record = decision_after(game, 20)
    view, observations = sight_of_mover(record)

    def advised_action() -> str:
        searcher = Searcher(record.game, seed=1)
        searcher.observe(observations)
        return look(searcher, view, Limits(simulations=60)).best.action

    monkeypatch.setattr(type(record.game), "hazard", lambda *_: 1)
    usual = advised_action()
    monkeypatch.setattr(type(record.game), "hazard", lambda game, _, action: int(game.action_to_string(action) == usual))
    monkeypatch.setattr("kingdoms.analysis.prudence.MOST_COST", 1.0)
    assert advised_action() != usual
    monkeypatch.setattr("kingdoms.analysis.prudence.MOST_COST", -1.0)
    assert advised_action() == usual


@every_game
def test_a_certain_victory_is_advised_despite_its_hazard(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    record = decision_after(game, 20)
    view, observations = sight_of_mover(record)
    searcher = Searcher(record.game, seed=1)
    searcher.observe(observations)
    result = searcher.think(view, Limits(simulations=60))
    mover = record.state.current_player()
    chances = tuple(float(place == mover) for place in range(record.game.num_players))
    won = replace(result.choices[-1], chances=chances, proven=True)
    result = replace(result, choices=(*result.choices[:-1], won))
    monkeypatch.setattr(type(record.game), "hazard", lambda *arguments: int(arguments[-1] == won.action))
    assert advise(searcher, record.state, result, nodes=10_000).choices[0] is won


@pytest.mark.parametrize("game", OPEN)
def test_a_line_can_be_played_and_is_narrated_by_the_game(game: str) -> None:
    record = decision_after(game, 30)
    analysis = kingdoms.analyse(record.state.view(record.state.to_move), simulations=100)
    state = record.state.clone()
    assert len(analysis.line) > 1
    for step in analysis.line:
        assert step.by == state.to_move
        assert step.action
        before = state.clone()
        state.apply_action(step.action)
        assert list(step.sentences) == [event.text for event in record.game.narrate(before, step.action, state)]


@pytest.mark.parametrize("game", SECRET)
def test_hidden_information_changes_nothing(game: str) -> None:
    record = decision_after(game, 40)
    view, observations = sight_of_mover(record)
    sampled = view.sample(Random(5))
    assert sampled != record.state
    assert sampled.view(view.seat) == view
    first, second = (
        kingdoms.analyse(seat_view, seen=observations, simulations=30, seed=3) for seat_view in (view, sampled.view(view.seat))
    )
    assert timeless(first.to_json()) == timeless(second.to_json())
    assert not first.proven


@pytest.mark.parametrize("game", OPEN)
def test_a_win_at_once_is_proven_and_sure(game: str) -> None:
    record = immediate_win(game)
    last = record.pop()
    analysis = kingdoms.analyse(record.state.view(last.by), simulations=500)
    assert analysis.proven
    assert analysis.best.proven
    assert (analysis.stopped, analysis.chances[str(last.by)], analysis.spread) == ("proven", 1, 0)


def test_a_spread_is_a_standard_error_and_a_handful_of_simulations_is_never_sure() -> None:
    assert spread([0.25, 0.75], 10_000) == pytest.approx((0.25 * 0.75 / 10_000) ** 0.5, rel=0.01)
    assert spread([1.0, 0.0, 0.0], 1) > 0.2
    assert spread([1.0, 0.0], 1) > spread([1.0, 0.0], 2) > spread([1.0, 0.0], 100) > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_an_analysis_reports_progress_and_keeps_its_results_when_stopped(threads: int) -> None:
    view, observations = sight_of_mover(decision_after(SAMPLE, 20))
    stop, reports = threading.Event(), list[Analysis]()

    def report(analysis: Analysis) -> None:
        reports.append(analysis)
        if len(reports) == 2:
            stop.set()

    analysis = kingdoms.analyse(view, seen=observations, seconds=600, threads=threads, report=report, stop=stop)
    assert (analysis.stopped, reports[0].stopped) == ("stopped", "running")
    assert 0 < reports[0].visits < reports[1].visits <= analysis.visits
    assert analysis.best.line
    estimate = kingdoms.analyse(view, seen=observations, stop=stop)
    assert estimate.stopped == "stopped"
    assert estimate.visits < 100, "it is stopped at once"
    assert estimate.best.line


def test_unsupported_searches_are_refused() -> None:
    record = decision_after(SAMPLE, 20)
    view, _ = sight_of_mover(record)
    opponent = next(seat for seat in record.game.seats if seat != view.seat)
    wrong: dict[str, Callable[[], object]] = {
        "at least 1 simulation, not 0": lambda: kingdoms.analyse(view, simulations=0),
        "give the search at least 2": lambda: kingdoms.analyse(view, simulations=1),
        "some time, not 0": lambda: kingdoms.analyse(view, seconds=0),
        "from 1 to 256 threads": lambda: kingdoms.analyse(view, threads=0),
        "at least 1 option": lambda: kingdoms.analyse(view, most_options=0),
        "leave the seat out": lambda: kingdoms.analyse(view, seat=opponent),  # type: ignore[call-overload]
        f"seat {view.seat} is to move, not {opponent}": lambda: sight_of_mover(record, opponent),
        "the game is over": lambda: kingdoms.analyse(sight_of_mover(record_of(SAMPLE))[0]),
        "chance decides now": lambda: kingdoms.analyse(sight_of_mover(record_of(SAMPLE, entries=0))[0]),
    }
    for message, analyse in wrong.items():
        with pytest.raises(SearchError, match=message):
            analyse()
