"""The checks of the contract notice when it is not kept."""

from __future__ import annotations

from typing import Self

import pytest

import kingdoms
from kingdoms import testing
from kingdoms.core.game import Game
from kingdoms.core.parts import load
from kingdoms.core.registry import game_class
from tests.support.games.hidden_hands import Hands, HiddenHands
from tests.support.games.tested_games import TESTED


@pytest.mark.parametrize("name", TESTED)
def test_each_part_is_where_the_game_says(name: str) -> None:
    for part, address in game_class(name).parts.items():
        assert callable(getattr(Game, part))
        assert load(address) is game_class(name).part(part, None)


class _Shared(Hands):
    """A state whose clones are itself."""

    def clone(self) -> Self:
        return self


def test_a_clone_that_is_shared_is_noticed() -> None:
    with pytest.raises(AssertionError, match="changed the original"):
        testing.check_clone(_Shared(HiddenHands()), 0)


@pytest.mark.parametrize("name", TESTED)
def test_a_wrong_refusal_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    state = kingdoms.load_game(name).new_initial_state()
    monkeypatch.setattr(type(state.game), "refusal", lambda *_: None)
    with pytest.raises(AssertionError, match="refusal is None"):
        testing.check_refusals(state)


@pytest.mark.parametrize("name", TESTED)
def test_events_that_leave_something_out_are_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    state = kingdoms.load_game(name).new_initial_state()
    event = kingdoms.Event(next(iter(state.game.event_kinds)), state.game.seats[0], "So it is.")
    monkeypatch.setattr(type(state.game), "narrate", lambda *_: [event])
    with pytest.raises(AssertionError, match="do not lead"):
        testing.check_narration(state, state.legal_actions()[0])
