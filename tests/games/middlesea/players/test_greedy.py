"""The greedy bot: its strength, and its actions in telling positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.random_games import SEAT_SETS, choose, random_position, random_rulings
from tests.games.middlesea.support.tables import play, table


@pytest.mark.parametrize("number", range(40))
def test_greedy_answers_every_decision_under_every_ruling(number: int) -> None:
    rng = random.Random(number)
    seats = rng.choice(SEAT_SETS)
    state = kingdoms.read_position(random_position(rng, seats, random_rulings(rng), most_money=14))
    bot = BOTS.make("greedy", state.game, number)
    for _ in range(80):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        texts = [state.game.action_to_string(action) for action in legal]
        if state.current_player() >= 0:
            chosen = bot.choose(state.view(state.game.seats[state.current_player()]), legal)
            assert chosen in legal
            state.apply_action(chosen if rng.random() < 0.5 else choose(rng, texts))
        else:
            state.apply_action(rng.choice(legal))


def greedy(state: State) -> str:
    """Return the greedy bot's action."""
    bot = BOTS.make("greedy", state.game, 0)
    seat = state.game.seats[state.current_player()]
    return state.game.action_to_string(bot.choose(state.view(seat), state.legal_actions()))


HOME = ["N.C-N.BL", "N.C-N.FM"]


def test_greedy_pays_control_when_it_is_worth_it() -> None:
    state = table("control", "N", sites={"N.BL": "S4", "N.FM": "C5"}, N={"king": 1, "goods": 3, "gold": 3, "roads": HOME})
    assert greedy(state) == "pay 1"


def test_greedy_lets_the_cheaper_city_rebel() -> None:
    state = table("control", "N", sites={"N.BL": "S1", "N.FM": "C5"}, N={"king": 1, "goods": 0, "gold": 0, "roads": HOME})
    assert greedy(state) == "rebel N.BL"


def test_greedy_puts_a_rebellion_down() -> None:
    north = {"king": 1, "goods": 0, "gold": 0, "roads": HOME, "leaders": {"4": "N.FM"}}
    state = play(table("control", "N", sites={"N.BL": "S4", "N.FM": "A5"}, N=north), "rebel N.BL")
    assert greedy(state) == "suppress N.BL 4"


def test_greedy_makes_a_strong_leader_king() -> None:
    assert greedy(table("leader", "N", N={"goods": 4, "gold": 4})) == "king 5"


def test_greedy_takes_the_trade_victory_that_is_within_reach() -> None:
    places = ("BL", "FL", "FM", "FR", "BR")
    sites = {f"N.{place}": tile for place, tile in zip(places, ("S1", "M1", "C1", "A1", "S2"), strict=True)}
    north = {
        "king": 5,
        "roads": [f"N.C-N.{place}" for place in places],
        "leaders": {"0": "N.BL-", "1": "N.FL", "2": "N.FM-", "3": "N.FR"},
    }
    state = table("leader", "N", order=["E", "S", "W", "N"], sites=sites, N=north)
    while not state.is_terminal() and state.current_player() == 0 and state.decision() == "leader":
        state.apply_action(greedy(state))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("trade", ("N",))


ATTACK: dict[str, Any] = {
    "sites": {"N.FM": "A3", "S.FM": "C4"},
    "N": {"king": 2, "goods": 1, "gold": 1, "roads": ["N.C-N.FM"], "ports": {"N.FM": 1}, "leaders": {"3": "N.FM"}},
}


def test_greedy_attacks_when_it_must_win_and_hires_no_more_than_needed() -> None:
    rival = {"king": 3, "goods": 0, "gold": 0, "roads": ["S.C-S.FM"], "leaders": {"2": "S.FM"}}
    north = {**ATTACK["N"], "leaders": {"3": "N.FM", "0": "reserve"}}
    state = table("leader", "N", sites=ATTACK["sites"], N=north, S=rival, seats="NS", leader_phase={"acted": 2})
    assert greedy(state) == "attack 3 S.FM"
    assert greedy(play(state, "attack 3 S.FM")) == "hire 1"


def test_greedy_does_not_attack_where_the_defence_can_hold() -> None:
    rival = {"king": 3, "goods": 5, "gold": 5, "roads": ["S.C-S.FM"], "leaders": {"2": "S.FM"}}
    state = table("leader", "N", sites=ATTACK["sites"], N=ATTACK["N"], S=rival, seats="NS", leader_phase={"acted": 2})
    assert not greedy(state).startswith("attack")


def test_greedy_defends_a_city_that_it_can_hold() -> None:
    rival = {"king": 3, "goods": 4, "gold": 4, "roads": ["S.C-S.FM"], "leaders": {"2": "S.FM"}}
    north = {**ATTACK["N"], "goods": 0, "gold": 0}
    state = table("leader", "N", sites=ATTACK["sites"], N=north, S=rival, seats="NS")
    assert greedy(play(state, "attack 3 S.FM")) == "defend 0 leader"


def test_greedy_does_not_pay_for_a_defence_in_vain() -> None:
    rival = {"king": 3, "goods": 1, "gold": 1, "roads": ["S.C-S.FM"]}
    north = {**ATTACK["N"], "goods": 9, "gold": 9}
    state = play(table("leader", "N", sites=ATTACK["sites"], N=north, S=rival, seats="NS"), "attack 3 S.FM", "hire 3")
    assert greedy(state) == "defend 0"
