"""Advice to beginners risks no rebellion, and the questions for a number start at a sensible answer."""

from __future__ import annotations

import pytest

import kingdoms
from kingdoms.analysis.position import look
from kingdoms.bots import BOTS
from kingdoms.games.middlesea.engine.state import State
from kingdoms.search import Limits, Searcher
from tests.games.middlesea.support.tables import POOR, cities, table
from tests.support.suite.rings import inner_first

ROUNDS = 3


def hazards(state: State) -> dict[str, int]:
    """Return the hazard of each legal action."""
    return {state.game.action_to_string(action): state.game.hazard(state, action) for action in state.legal_actions()}


def usual(state: State) -> str | None:
    """Return the usual answer to the current question."""
    answer = state.game.usual_answer(state)
    return None if answer is None else state.game.action_to_string(answer)


def shuffled(seats: int, seed: int) -> State:
    """Return the start of a game with its stacks in any order."""
    game, rng = kingdoms.load_game("middlesea", seats), kingdoms.Random(seed)
    position = game.new_initial_state().position()
    for stack in position["stacks"].values():
        for last in range(len(stack) - 1, 0, -1):
            index = rng.roll(last + 1)
            stack[last], stack[index] = stack[index], stack[last]
    return game.read_position(position)


# -- hazards ------------------------------------------------------------------------------------------------------------


def test_C_2_a_city_that_is_not_paid_for_is_a_hazard() -> None:
    north = {"roads": ["N.C-N.FL", "N.C-N.FM"], "goods": 3, "gold": 3}
    state = table("control", "N", seats="NS", sites={"N.FL": "S1", "N.FM": "C1"}, N=north)
    assert hazards(state) == {"pay 0": 1, "pay 1": 0}


def test_C_2_spending_what_control_will_cost_is_a_hazard() -> None:
    north = {"roads": ["N.C-N.FL", "N.C-N.FM"], "goods": 2, "gold": 2}
    state = table("build", "N", seats="NS", sites={"N.FL": "S1", "N.FM": "C1", "N.BL": "M2"}, N=north)
    hazard_of = hazards(state)
    assert hazard_of["end"] == 0
    assert hazard_of["road N.C N.BL"] == 2
    assert hazard_of["port N.FL 1"] == 0


@pytest.mark.parametrize(("money", "left_out"), [(2, 1), (1, 0)])
def test_K_6_ending_the_build_leaves_out_a_city_that_a_road_could_connect(money: int, left_out: int) -> None:
    north = {"roads": ["N.C-N.FL"], "goods": money, "gold": money, "king": 5}
    state = table("build", "N", seats="NS", sites={"N.FL": "S1", "N.BL": "M2"}, N=north)
    assert hazards(state)["end"] == left_out


@pytest.mark.parametrize("money", [1, 0])
def test_K_6_ending_the_build_leaves_out_a_city_held_by_its_leader_alone(money: int) -> None:
    apart = {"goods": money, "gold": money, "leaders": {"4": "N.FL"}, "king": 5}
    assert hazards(table("build", "N", seats="NS", sites={"N.FL": "S1"}, N=apart))["end"] == money


def test_C_1_a_stronger_king_is_none() -> None:
    north = {"roads": ["N.C-N.FL", "N.C-N.FM"], "goods": 1, "gold": 1}
    state = table("leader", "N", seats="NS", sites={"N.FL": "S1", "N.FM": "C1"}, N=north)
    assert hazards(state)["king 2"] == 0


# -- usual answers ------------------------------------------------------------------------------------------------------


def test_C_3_all_cities_are_paid_for_as_far_as_there_is_money() -> None:
    north = {"roads": ["N.C-N.FL", "N.C-N.FM", "N.C-N.BL"], "goods": 11, "gold": 11}
    sites = {"N.FL": "S1", "N.FM": "C1", "N.BL": "M2"}
    assert usual(table("control", "N", seats="NS", sites=sites, N=north)) == "pay 2"
    assert usual(table("control", "N", seats="NS", sites=sites, N=north | {"gold": 1})) == "pay 1"


def test_other_questions_have_no_usual_answer() -> None:
    assert usual(kingdoms.load_game("middlesea", 2).new_initial_state()) is None
    assert usual(table("build", "N", seats="NS", N=POOR)) is None


# -- advice that is obeyed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", inner_first(range(24), 2))
def test_following_the_advice_never_leads_to_a_warning_of_rebellion(seed: int) -> None:
    """More openings, with the searches of the page, are in `benchmarks/advice.py`."""
    state = shuffled(2 + seed % 3, seed)
    game, rng = state.game, kingdoms.Random(seed)
    person = game.seats[seed // 3 % len(game.seats)]
    bots = {seat: BOTS.make("level:2", game, seed) for seat in game.seats}
    while not state.is_terminal() and state.round_number <= ROUNDS:
        mover = state.to_move
        if mover not in bots:
            state.apply_action(state.draw_chance_action(rng))
        elif mover != person or len(state.legal_actions()) == 1:
            state.apply_action(bots[mover].choose(state.view(mover), state.legal_actions()))
        else:
            analysis = look(Searcher(game, seed), state.view(person), Limits(simulations=30), most_options=1, most_lines=0)
            state.apply_action(analysis.best.action)
            warned = [alert.text for alert in state.view(None).alerts if alert.seat == person and "rebels" in alert.details]
            assert not warned, analysis.best.action
    assert cities(state, person)
