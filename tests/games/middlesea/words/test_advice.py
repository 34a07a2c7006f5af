"""Advice risks no rebellion, and the questions for a number start at a sensible answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

import kingdoms
from kingdoms.analysis.position import look
from kingdoms.analysis.prudence import ADVICE
from kingdoms.bots import BOTS
from kingdoms.games.middlesea.engine.state import State
from kingdoms.nets import own_net
from kingdoms.search import Searcher
from tests.games.middlesea.support.tables import POOR, table
from tests.support.suite.rings import inner_first

LIMITS = replace(ADVICE, seconds=None)


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


@pytest.mark.parametrize("seeds", inner_first([range(2), range(2, 24)]))
def test_following_the_advice_to_the_end_wins_most_games_and_leaves_no_city_unpaid(seeds: range) -> None:
    """More games, of every game and beside level 5, are in `benchmarks/advice.py`."""
    won = [obey_to_the_end(seed) for seed in seeds]
    assert sum(won) > 0.8 * len(won)


def obey_to_the_end(seed: int) -> float:
    """Play a game by the advice against level 2 without a rebellion in a control phase, and return the share won."""
    state = shuffled(2 + seed % 3, seed)
    game, rng = state.game, kingdoms.Random(seed)
    person = game.seats[seed // 3 % len(game.seats)]
    bots = {seat: BOTS.make("level:2", game, seed) for seat in game.seats}
    while not state.is_terminal():
        mover, before = state.to_move, state.clone()
        if mover not in bots:
            action = state.draw_chance_action(rng)
        elif mover != person or len(state.legal_actions()) == 1:
            action = bots[mover].choose(state.view(mover), state.legal_actions())
        else:
            searcher = Searcher(game, seed, net=own_net(game))
            best = look(searcher, state.view(person), LIMITS, most_options=1, most_lines=0).best.action
            action = game.string_to_action(best)
        state.apply_action(action)
        if before.view(None).phase == "control":
            events = game.narrate(before, action, state)
            assert not any(event.kind == "rebellion" and event.seat == person for event in events), f"seed {seed}"
    return state.returns()[game.seats.index(person)]
