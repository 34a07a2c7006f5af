"""Laws that hold for all games and rulings."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
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
    stands: list[str] = []
    for name, fields in position["seats"].items():
        stands += [place.rstrip("-") for place in fields["leaders"].values() if place != "reserve"]
        assert {str(fields["king"]), *fields["leaders"]} == set("012345"), "every Capital has its king"
        assert min(fields["goods"], fields["gold"]) >= 0
        assert 0 <= view.kingdoms[name].unrest <= (5 if state.is_terminal() else 4)
    assert len(stands) == len(set(stands)), "no city has two leaders"


@given(seeds, lengths)
def test_N_3_and_the_contract_are_kept_in_busy_positions_and_what_is_not_legal_is_refused(seed: int, length: int) -> None:
    state, rng = a_state(seed, length)
    legal = state.legal_actions()
    action = rng.choice(legal) if legal else None
    testing.check_clone(state, action)
    testing.check_actions(state)
    testing.check_position(state)
    if state.decision() not in ("build", "leader"):
        assert len(legal) != 1, "N-3: a decision has two choices but for building and leading"
    if action is not None:
        testing.check_narration(state, action)
        assert state.child(action) != state
    space = list(state.game.action_space(max(*state.goods, *state.gold) + 1))
    for attempt in rng.sample(space, 60) + legal:
        assert (state.refusal(attempt) is None) == (attempt in legal), state.game.action_to_string(attempt)


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
