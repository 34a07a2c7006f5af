"""Laws that hold for all games and rulings."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kingdoms import apply_changes, testing
from kingdoms.games.middlesea.engine.geometry import SUITS, TILE_NUMBER
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.game import MiddleSea
from tests.games.middlesea.support.random_games import SEAT_SETS, choose, random_position, random_rulings

seeds = st.integers(0, 2**32)
lengths = st.integers(0, 40)


def a_state(seed: int, length: int) -> tuple[State, random.Random]:
    """Return a state some random actions behind a random busy position."""
    rng = random.Random(seed)
    position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    state = MiddleSea.read_position(position)
    for _ in range(length):
        if state.is_terminal():
            break
        state.apply_action(choose(rng, [state.game.action_to_string(action) for action in state.legal_actions()]))
    return state, rng


def holders(position: dict[str, Any]) -> dict[str, list[str]]:
    """Return the seats with a leader, a road or a port in each city, from the position alone."""
    seats_by_site: dict[str, list[str]] = {}
    for seat, fields in position["seats"].items():
        ends = {end for road in fields["roads"] for end in road.split("-")}
        stands = {place.rstrip("-") for place in fields["leaders"].values() if place != "reserve"}
        for site in ends | stands | set(fields["ports"]):
            seats_by_site.setdefault(site, []).append(seat)
    return seats_by_site


@given(seeds, lengths)
def test_S_3_K_7_L_2_L_7_tiles_cities_leaders_kings_and_money_are_as_they_must_be(seed: int, length: int) -> None:
    state, _ = a_state(seed, length)
    position, view = state.position(), state.view(None)
    tiles = [*position["sites"].values(), *(tile for suit in SUITS for tile in position["stacks"][suit])]
    assert sorted(tiles) == sorted(TILE_NUMBER), "each tile is somewhere once"
    seats_by_site = holders(position)
    assert all(len(seats) == 1 for seats in seats_by_site.values()), "a city has one controller at most"
    for site, city in view.cities.items():
        assert [city.holder] == seats_by_site.get(site, [None])
    stands = [
        place.rstrip("-") for fields in position["seats"].values() for place in fields["leaders"].values() if place != "reserve"
    ]
    assert len(stands) == len(set(stands)), "no city has two leaders"
    for name, fields in position["seats"].items():
        assert {str(fields["king"]), *fields["leaders"]} == set("012345"), "every Capital has its king"
        assert min(fields["goods"], fields["gold"]) >= 0
        assert 0 <= view.kingdoms[name].unrest <= (5 if state.is_terminal() else 4)


@given(seeds, lengths)
def test_N_3_and_the_contract_are_kept_in_busy_positions(seed: int, length: int) -> None:
    state, rng = a_state(seed, length)
    action = None if state.is_terminal() else rng.choice(state.legal_actions())
    testing.check_clone(state, action)
    testing.check_actions(state)
    testing.check_position(state)
    if state.decision() not in ("build", "leader"):
        assert len(state.legal_actions()) != 1, "N-3: a decision has two choices but for building and leading"
    if action is not None:
        testing.check_narration(state, action)
        assert state.child(action) != state


@given(seeds, lengths, st.data())
def test_an_action_is_refused_exactly_when_it_is_not_legal(seed: int, length: int, data: st.DataObject) -> None:
    state, _ = a_state(seed, length)
    legal = set(state.legal_actions())
    space = list(state.game.action_space(max(*state.goods, *state.gold) + 1))
    for action in data.draw(st.lists(st.sampled_from(space), min_size=60, max_size=60)) + sorted(legal):
        assert (state.refusal(action) is None) == (action in legal), state.game.action_to_string(action)


@given(seeds)
def test_automatic_steps_are_narrated_too(seed: int) -> None:
    rng = random.Random(seed)
    given_position = random_position(rng, rng.choice(SEAT_SETS), random_rulings(rng))
    state = MiddleSea.read_position(given_position, settle=False)
    position = state.position()
    for event in state.game.settle(state):
        apply_changes(position, event.changes)
    assert position == state.position()
    assert state == MiddleSea.read_position(given_position)


@given(seeds)
@settings(max_examples=30)
def test_a_game_with_a_round_limit_ends(seed: int) -> None:
    state, rng = a_state(seed, 0)
    actions = 0
    while not state.is_terminal():
        state.apply_trusted(rng.choice(state.legal_actions()))
        actions += 1
        assert actions < 20_000
    outcome = state.outcome()
    assert outcome is not None
    assert sum(state.returns()) == 1.0
    assert outcome.loser not in outcome.winners
