"""The checks of `kingdoms` for every game, and two rules of this one."""

import kingdoms
from kingdoms.testing import make_tests

globals().update(make_tests("liars_dice", games=1, most=50))


def test_L_3_a_bid_is_higher_than_the_one_before() -> None:
    state = kingdoms.load_game("liars_dice", seats=2, rulings={"dice": 1}).new_initial_state()
    for action in ("roll 3", "roll 5", "bid 1 4"):
        state.apply_action(action)
    refusal = state.refusal("bid 1 4")
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("bid", "L-3")
    assert state.refusal("bid 1 5") is None


def test_L_4_whoever_doubts_the_truth_loses_a_die() -> None:
    state = kingdoms.load_game("liars_dice", seats=2, rulings={"dice": 1}).new_initial_state()
    for action in ("roll 3", "roll 5", "bid 1 5", "challenge"):
        state.apply_action(action)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ("A",)
