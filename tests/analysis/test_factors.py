"""What makes a choice better, in words: the factors are true of both tables, and tell nothing that a seat doesn't know."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms.analysis import factors, sight
from kingdoms.analysis.contrast import MOST_TOLD, contrast
from kingdoms.analysis.factors import LEAST_GAIN, MOST_FACTORS, Gain, gains_of
from kingdoms.core.factor import OTHERS, Factor
from kingdoms.core.game import Game
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.nets import Net

PLAYED = ("first N", "explore suns N.FM", "road N.C N.FM", "end", "end")
"""A round in which North has one market, and is about to place a leader."""


def table_with_places() -> tuple[State, int, int]:
    """Return a table, and two places for leaders: of a high one, and of a low one."""
    state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
    for action in PLAYED:
        state.apply_action(action)
    return state, state.game.string_to_action("move 5 N.FM"), state.game.string_to_action("move 0 N.FM")


def gains(state: State, better: int, chosen: int, least: float) -> tuple[Gain, ...]:
    """Return the gains for the seat to move, which has seen the whole game."""
    knowledge = state.game.knowledge(state)
    knowledge.witness(state, state.current_player())
    return gains_of(knowledge, better, chosen, least)


def valuing_net(game: Game, features: tuple[str, ...]) -> Net:
    """Return a net that values some features of a seat."""
    names = game.knowledge(game.new_initial_state()).features()
    return Net(len(names), [500 * (name in features) for name in names], [100_000], [20], 16)


def begun_game() -> kingdoms.Record:
    """Return a game with hidden hands in which a seat may pass."""
    record = kingdoms.play("rivers", ["greedy", "greedy"], seed=1)
    turn = record.game.string_to_action("pass")
    record.take_back(next(n for n in range(40, 80) if turn in record.state_after(n).legal_actions()))
    return record


def test_factors_are_named_for_features_that_exist_and_told_only_if_they_speak_for_the_choice() -> None:
    factor, few, many = Factor(("tiles",), lambda *_: "", lambda figures: figures["tiles"]), {"tiles": 1}, {"tiles": 2}
    assert [factor.is_in_favour(own, few, many) for own in (True, False)] == [True, False]
    assert [factor.is_in_favour(own, many, few) for own in (True, False)] == [False, True]
    assert Factor(("tiles",), lambda *_: "").is_in_favour(True, many, few)
    for name in kingdoms.game_names():
        for seats in kingdoms.load_game(name).player_counts:
            game = kingdoms.load_game(name, seats)
            features = game.knowledge(game.new_initial_state()).features()
            factor_features = [feature for factor in game.factors() for feature in factor.features]
            assert len(factor_features) == len(set(factor_features)), f"{name}: a feature is in two factors"
            assert all(feature in features and OTHERS + feature in features for feature in factor_features), name


def test_the_figures_are_those_of_the_tables() -> None:
    state, better, chosen = table_with_places()
    gain_list = gains(state, better, chosen, least=0.05)
    texts = []
    for action in (better, chosen):
        knowledge = state.game.knowledge(state)
        assert knowledge.play_out(action, Random(0))
        kingdom = knowledge.state.view("N").to_json()["seats"]["N"]
        texts.append(f"{kingdom['goods']} goods and {kingdom['gold']} gold")
    assert 0 < len(gain_list) <= MOST_FACTORS
    money = next(gain for gain in gain_list if getattr(gain.said, "id", "") == "factor.money")
    assert money.text == f"North's money: {texts[0]} instead of {texts[1]}"
    assert [gain.share for gain in gain_list] == sorted((gain.share for gain in gain_list), reverse=True)
    assert min(gain.share for gain in gain_list) >= LEAST_GAIN


def test_a_worse_choice_and_an_equal_one_have_no_factors() -> None:
    state, better, chosen = table_with_places()
    assert gains(state, chosen, better, least=0.05) == ()
    assert gains(state, better, better, least=0.05) == ()
    assert gains(state, better, chosen, least=1.0) == ()


def test_in_a_game_with_secrets_they_hold_for_most_deals_and_show_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun_game().state
    factor, knowledge = state.game.factors()[2], state.game.knowledge(state)
    assert factor.worth is not None
    monkeypatch.setattr(factors, "own_net", lambda game: valuing_net(game, factor.features))
    end = state.game.string_to_action("pass")
    gains_by_action = {better: gains(state, better, end, least=0.0) for better in knowledge.choices()[:6]}
    all_gains = [gain for several in gains_by_action.values() for gain in several]
    assert all_gains
    for gain in all_gains:
        holes = gain.said.holes  # type: ignore[union-attr]
        assert (holes["seat"] == state.to_move) == (holes["n"] > holes["old"]), "it contradicts what the net values"
    knowledge.witness(state, state.current_player())
    knowledge.start_over(Random(5))
    redealt = knowledge.state.clone()
    assert redealt.view(state.to_move).to_json() == state.view(state.to_move).to_json()
    assert redealt.position() != state.position(), "another deal"
    better = next(action for action, several in gains_by_action.items() if several)
    assert gains(redealt, better, end, least=0.0) == gains_by_action[better]


def test_a_hint_compares_the_best_choice_with_one_that_costs_much() -> None:
    state, _, _ = table_with_places()
    state.apply_action("king 4")
    view = state.view("N")
    analysis = kingdoms.analyse(view, simulations=1000)
    comparison = contrast(analysis, view)
    assert comparison is not None
    assert comparison.than in analysis.options[1:]
    assert analysis.chances["N"] - comparison.than.chances["N"] >= 0.05
    assert 0 < len(comparison.gains) <= MOST_TOLD


def test_a_hint_with_secrets_needs_what_the_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    record = begun_game()
    monkeypatch.setattr("kingdoms.analysis.contrast.is_costly", lambda *_: True)
    monkeypatch.setattr("kingdoms.analysis.contrast.gains_of", lambda *_, **__: (Gain("a fact", 0.1),))
    view, observations = sight(record, record.state.to_move)
    analysis = kingdoms.analyse(view, simulations=100, seen=observations)
    assert contrast(analysis, view, observations) is not None
    assert contrast(analysis, view) is None


def test_a_review_gives_factors_at_its_turning_points() -> None:
    record = kingdoms.play("middlesea", ["level:3", "level:4"], seed=11)
    record.take_back(len(record.entries) - 14)
    review = kingdoms.analyse(record, simulations=100)
    points = review.turning_points(most=100)
    assert any(point.gains for point in points)
    assert all(not decision.gains for decision in review.decisions if decision not in points)
    gain = next(point for point in points if point.gains).to_json()["gains"][0]
    assert gain["said"]["id"].startswith("factor.")
    assert gain["text"]
    assert 0 < gain["share"] < 1


def test_a_game_is_played_out_until_everyone_has_had_a_turn() -> None:
    state = kingdoms.load_game("middlesea", 3).new_initial_state()
    state.apply_action("first N")
    knowledge = state.game.knowledge(state)
    assert knowledge.play_out(state.legal_actions()[0], Random(3))
    rounds = [position.view(None).to_json()["round"] for position in (state, knowledge.state)]
    assert rounds[1] == rounds[0] + 1
