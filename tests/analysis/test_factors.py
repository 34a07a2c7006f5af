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


def placing() -> tuple[State, int, int]:
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


def valuing(game: Game, features: tuple[str, ...]) -> Net:
    """Return a net that values some features of a seat."""
    names = game.knowledge(game.new_initial_state()).features()
    return Net(len(names), [500 * (name in features) for name in names], [100_000], [20], 16)


def dealt() -> tuple[State, list[int]]:
    """Return a table with hidden hands, and the actions worth considering for the seat to move."""
    state = begun().state
    return state, state.game.knowledge(state).choices()


def begun() -> kingdoms.Record:
    """Return a game with hidden hands in which a seat may pass."""
    record = kingdoms.play("rivers", ["greedy", "greedy"], seed=1)
    turn = record.game.string_to_action("pass")
    record.take_back(next(n for n in range(40, 80) if turn in record.state_after(n).legal_actions()))
    return record


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
    found = gains(state, better, chosen, least=0.05)
    ends = []
    for action in (better, chosen):
        knowledge = state.game.knowledge(state)
        assert knowledge.play_out(action, Random(0))
        ends.append(knowledge.state.view("N").to_json()["seats"]["N"])
    high, low = ends
    assert 0 < len(found) <= MOST_FACTORS
    money = next(gain for gain in found if getattr(gain.said, "id", "") == "factor.money")
    texts = [f"{kingdom['goods']} goods and {kingdom['gold']} gold" for kingdom in (high, low)]
    assert money.text == f"North's money: {texts[0]} instead of {texts[1]}"
    assert [gain.share for gain in found] == sorted((gain.share for gain in found), reverse=True)
    assert min(gain.share for gain in found) >= LEAST_GAIN


def test_a_worse_choice_and_an_equal_one_have_no_factors() -> None:
    state, better, chosen = placing()
    assert gains(state, chosen, better, least=0.05) == ()
    assert gains(state, better, better, least=0.05) == ()
    assert gains(state, better, chosen, least=1.0) == ()


def test_in_a_game_with_secrets_they_hold_for_most_deals_and_show_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    state, choices = dealt()
    factor = state.game.factors()[2]
    assert factor.worth is not None
    monkeypatch.setattr(factors, "own_net", lambda game: valuing(game, factor.features))
    end = state.game.string_to_action("pass")
    found = {better: gains(state, better, end, least=0.0) for better in choices[:6]}
    told = [gain for several in found.values() for gain in several]
    assert told
    for gain in told:
        holes = gain.said.holes  # type: ignore[union-attr]
        assert (holes["seat"] == state.to_move) == (holes["n"] > holes["old"]), "it contradicts what the net values"
    knowledge = state.game.knowledge(state)
    knowledge.witness(state, state.current_player())
    knowledge.start_over(Random(5))
    other = knowledge.state.clone()
    assert other.view(state.to_move).to_json() == state.view(state.to_move).to_json()
    assert other.position() != state.position(), "another deal"
    better = next(action for action, several in found.items() if several)
    assert gains(other, better, end, least=0.0) == found[better]


def test_what_contradicts_a_factor_is_not_told() -> None:
    factor = Factor(("tiles",), lambda *_: "", lambda figures: figures["tiles"])
    few, many = {"tiles": 1}, {"tiles": 2}
    assert factor.is_in_favour(True, few, many)
    assert factor.is_in_favour(False, many, few)
    assert not factor.is_in_favour(True, many, few)
    assert not factor.is_in_favour(False, few, many)
    assert Factor(("tiles",), lambda *_: "").is_in_favour(True, many, few)


def test_a_hint_compares_the_best_choice_with_one_that_costs_much() -> None:
    state, _, _ = placing()
    state.apply_action("king 4")
    view = state.view("N")
    found = kingdoms.analyse(view, simulations=1000)
    shown = contrast(found, view)
    assert shown is not None
    assert shown.than in found.options[1:]
    assert found.chances["N"] - shown.than.chances["N"] >= 0.05
    assert 0 < len(shown.gains) <= MOST_TOLD


def test_a_hint_with_secrets_needs_what_the_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    record = begun()
    monkeypatch.setattr("kingdoms.analysis.contrast.is_costly", lambda *_: True)
    monkeypatch.setattr("kingdoms.analysis.contrast.gains_of", lambda *_, **__: (Gain("a fact", 0.1),))
    view, seen = sight(record, record.state.to_move)
    found = kingdoms.analyse(view, simulations=100, seen=seen)
    assert contrast(found, view, seen) is not None
    assert contrast(found, view) is None


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
