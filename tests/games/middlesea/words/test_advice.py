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
from tests.games.middlesea.support.tables import table
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


def of_two(phase: str, sites: str, north: str) -> State:
    """A game of two in which N is to move."""
    return table(phase, "N", seats="NS", sites=sites, N=north)


def test_C_1_C_2_not_paying_for_a_city_or_spending_what_that_will_cost_is_a_hazard_and_a_stronger_king_is_none() -> None:
    two = "N.C-N.FL N.C-N.FM"
    assert hazards(of_two("control", "N.FL=S1 N.FM=C1", f"{two} money=3")) == {"pay 0": 1, "pay 1": 0}
    hazard_of = hazards(of_two("build", "N.FL=S1 N.FM=C1 N.BL=M2", f"{two} money=2"))
    assert (hazard_of["end"], hazard_of["road N.C N.BL"], hazard_of["port N.FL 1"]) == (0, 2, 0)
    assert hazards(of_two("leader", "N.FL=S1 N.FM=C1", f"{two} money=1"))["king 2"] == 0


@pytest.mark.parametrize(
    ("sites", "north", "left_out"),
    [
        ("N.FL=S1 N.BL=M2", "N.C-N.FL money=2", 1),
        ("N.FL=S1 N.BL=M2", "N.C-N.FL money=1", 0),
        ("N.FL=S1", "4@N.FL money=1", 1),
        ("N.FL=S1", "4@N.FL money=0", 0),
    ],
)
def test_K_6_ending_the_build_leaves_out_a_city_that_a_road_could_connect(sites: str, north: str, left_out: int) -> None:
    assert hazards(of_two("build", sites, f"king=5 {north}"))["end"] == left_out


def test_C_3_all_cities_are_paid_for_as_far_as_there_is_money_and_other_questions_have_no_usual_answer() -> None:
    north = "N.C-N.FL N.C-N.FM N.C-N.BL goods=11"
    for gold, answer in ((11, "pay 2"), (1, "pay 1")):
        assert usual(of_two("control", "N.FL=S1 N.FM=C1 N.BL=M2", f"{north} gold={gold}")) == answer
    assert usual(kingdoms.load_game("middlesea", 2).new_initial_state()) is None
    assert usual(of_two("build", "", "money=0")) is None


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
