"""What makes a choice better, in words: the factors are true of both tables, and add up to what the net sees."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms.analysis.factors import LEAST_GAIN, MOST_FACTORS, gains_of
from kingdoms.core.factor import OTHERS
from kingdoms.core.rng import Random
from kingdoms.core.state import State

PLAYED = ("first N", "explore suns N.FM", "road N.C N.FM", "end", "end")
"""A round in which North has one market, and is about to place a leader."""


def placing() -> tuple[State, int, int]:
    """Return a table, and two places for leaders: of a high one, and of a low one."""
    state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
    for action in PLAYED:
        state.apply_action(action)
    return state, state.game.string_to_action("move 5 N.FM"), state.game.string_to_action("move 0 N.FM")


def test_factors_are_named_for_features_that_exist() -> None:
    for name in kingdoms.game_names():
        for seats in kingdoms.load_game(name).player_counts:
            game = kingdoms.load_game(name, seats)
            features = game.knowledge(game.new_initial_state()).features()
            used = [feature for factor in game.factors() for feature in factor.features]
            assert len(used) == len(set(used)), f"{name}: a feature is in two factors"
            assert all(feature in features and OTHERS + feature in features for feature in used), name


def test_the_figures_are_those_of_the_tables() -> None:
    state, better, chosen = placing()
    gains = gains_of(state, better, chosen, least=0.05)
    ends = []
    for action in (better, chosen):
        knowledge = state.game.knowledge(state)
        assert knowledge.play_out(action, Random(0))
        ends.append(knowledge.state.view("N").to_json()["seats"]["N"])
    high, low = ends
    assert 0 < len(gains) <= MOST_FACTORS
    money = next(gain for gain in gains if getattr(gain.said, "id", "") == "factor.money")
    texts = [f"{kingdom['goods']} goods and {kingdom['gold']} gold" for kingdom in (high, low)]
    assert money.text == f"North's money: {texts[0]} instead of {texts[1]}"
    assert [gain.share for gain in gains] == sorted((gain.share for gain in gains), reverse=True)
    assert min(gain.share for gain in gains) >= LEAST_GAIN


def test_a_worse_choice_and_an_equal_one_have_no_factors() -> None:
    state, better, chosen = placing()
    assert gains_of(state, chosen, better, least=0.05) == ()
    assert gains_of(state, better, better, least=0.05) == ()
    assert gains_of(state, better, chosen, least=1.0) == ()


def test_a_game_with_secrets_has_none() -> None:
    state = kingdoms.play("rivers", ["random", "random"], seed=1).state_after(20)
    legal = state.legal_actions()
    assert gains_of(state, legal[0], legal[-1], least=0.0) == ()


def test_a_review_gives_factors_at_its_turning_points() -> None:
    record = kingdoms.play("middlesea", ["level:3", "level:4"], seed=11)
    record.take_back(len(record.entries) - 14)
    found = kingdoms.analyse(record, simulations=100)
    points = found.turning_points(most=100)
    assert any(point.gains for point in points)
    assert all(not decision.gains for decision in found.decisions if decision not in points)
    told = next(point for point in points if point.gains).to_json()["gains"][0]
    assert told["said"]["id"].startswith("factor.")
    assert told["text"]
    assert 0 < told["share"] < 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_played_out_until_everyone_has_had_a_turn(seats: int) -> None:
    state = kingdoms.load_game("middlesea", seats).new_initial_state()
    state.apply_action("first N")
    knowledge = state.game.knowledge(state)
    assert knowledge.play_out(state.legal_actions()[0], Random(3))
    rounds = [each.view(None).to_json()["round"] for each in (state, knowledge.state)]
    assert rounds[1] == rounds[0] + 1
