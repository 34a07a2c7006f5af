"""The core contract, kept by the game under many seats and rulings; and the checks themselves, which notice when it is not."""

from __future__ import annotations

import random

import pytest

import kingdoms
from kingdoms import testing
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.rivers.game import Rivers
from tests.games.middlesea.support.random_games import SEAT_SETS, random_rulings
from tests.games.rivers.reference import games as rivers_games
from tests.games.rivers.support.random_games import choose


@pytest.mark.parametrize("number", range(12))
def test_the_game_keeps_the_contract(number: int) -> None:
    rng = random.Random(number)
    game = kingdoms.load_game("middlesea", list(rng.choice(SEAT_SETS)), random_rulings(rng))
    testing.check_game(game, games=2, seed=100 * number, most=250, every=25)


@pytest.mark.parametrize("number", range(6))
def test_two_rivers_keeps_its_secrets_where_there_is_strife(number: int) -> None:
    rng, draws = random.Random(number), kingdoms.Random(number)
    state = Rivers.read_position(rivers_games.random_position(rng))
    met = 0
    while met < 6 and not state.is_terminal():
        action = choose(rng, state)
        if state.decision() not in ("action", "draw"):
            testing.check_secrets(state, draws)
            testing.check_telling(state, action, draws)
            met += 1
        state.apply_action(action)


class _Shared(State):
    """A state whose clones are itself."""

    def clone(self) -> State:
        return self


def test_a_clone_that_is_shared_is_noticed() -> None:
    state = _Shared(kingdoms.load_game("middlesea").new_initial_state().game)  # type: ignore[arg-type]
    state.playing, state.asked = 0b1111, 1
    with pytest.raises(AssertionError, match="changed the original"):
        testing.check_clone(state, 0)


def test_a_wrong_refusal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = kingdoms.load_game("middlesea").new_initial_state()
    monkeypatch.setattr(type(state.game), "refusal", lambda *_: None)
    with pytest.raises(AssertionError, match="refusal is None"):
        testing.check_refusals(state)


def test_events_that_leave_something_out_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = kingdoms.load_game("middlesea").new_initial_state()
    event = kingdoms.Event("first", "N", "North is first.")
    monkeypatch.setattr(type(state.game), "narrate", lambda *_: [event])
    with pytest.raises(AssertionError, match="do not lead"):
        testing.check_narration(state, 0)
