"""The greedy bot: its strength, and its actions in telling positions."""

from __future__ import annotations

import random

import pytest

import kingdoms
from kingdoms.bots import BOTS
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.random_games import SEAT_SETS, choose, random_position, random_rulings
from tests.games.middlesea.support.tables import ended, full_home, play, table


@pytest.mark.parametrize("number", range(12))
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


def test_greedy_decides_about_control_and_rebellions() -> None:
    """It pays when it is worth it, lets the cheaper city rebel, and puts a rebellion down."""
    roads = "king=1 N.C-N.BL N.C-N.FM"
    assert greedy(table("control", "N", sites="N.BL=S4 N.FM=C5", N=f"{roads} money=3")) == "pay 1"
    assert greedy(table("control", "N", sites="N.BL=S1 N.FM=C5", N=f"{roads} money=0")) == "rebel N.BL"
    state = table("control", "N", sites="N.BL=S4 N.FM=A5", N=f"{roads} money=0 4@N.FM")
    assert greedy(play(state, "rebel N.BL")) == "suppress N.BL 4"


def test_greedy_makes_a_strong_leader_king_and_takes_the_trade_victory_that_is_within_reach() -> None:
    assert greedy(table("leader", "N", N="money=4")) == "king 5"
    sites, roads = full_home("N", ("S1", "M1", "C1", "A1", "S2"))
    north = "king=5 0@N.BL- 1@N.FL 2@N.FM- 3@N.FR " + " ".join(roads)
    state = table("leader", "N", order=["E", "S", "W", "N"], sites=sites, N=north)
    while not state.is_terminal() and state.current_player() == 0 and state.decision() == "leader":
        state.apply_action(greedy(state))
    assert ended(state) == ("trade", ("N",))


def before_attack(north: str, south: str, *actions: str, acted: int | None = None) -> State:
    """N has a garrison with a port, S a mine of 4."""
    fields = {"N": f"king=2 N.C-N.FM N.FM:1 3@N.FM {north}", "S": f"king=3 S.C-S.FM {south}", "leader_phase": {"acted": acted}}
    return play(table("leader", "N", seats="NS", sites="N.FM=A3 S.FM=C4", **fields), *actions)


def test_greedy_attacks_when_it_must_win_hires_no_more_than_needed_and_defends_what_it_can_hold() -> None:
    state = before_attack("money=1", "money=0 2@S.FM", acted=2)
    assert greedy(state) == "attack 3 S.FM"
    assert greedy(play(state, "attack 3 S.FM")) == "hire 1"
    assert not greedy(before_attack("money=1", "money=5 2@S.FM", acted=2)).startswith("attack")
    assert greedy(before_attack("money=0", "money=4 2@S.FM", "attack 3 S.FM")) == "defend 0 leader"
    assert greedy(before_attack("money=9", "money=1", "attack 3 S.FM", "hire 3")) == "defend 0"
