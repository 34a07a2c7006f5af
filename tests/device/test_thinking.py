"""Bots and hints on the device think in slices, between which others have their turn; a search goes on from slice to slice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kingdoms.core.registry import load_game
from kingdoms.device import thinking
from kingdoms.table.advice import searching
from kingdoms.table.advice.thinking import GameMoment, choose
from tests.support.games.tested_games import TESTED


def first_decision(name: str) -> GameMoment:
    """Return a game when chance has made its first choices."""
    state = load_game(name, seats=2).new_initial_state()
    entries: list[tuple[str, None]] = []
    while state.current_player() < 0:
        entries.append((state.game.action_to_string(state.legal_actions()[0]), None))
        state.apply_action(entries[-1][0])
    return GameMoment(name, state.game.seats, {}, None, tuple(entries), 7)


@pytest.mark.parametrize("name", TESTED)
def test_a_search_in_slices_finds_the_same_as_at_once_and_ends_in_its_time(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    moment = first_decision(name)
    monkeypatch.setattr(thinking, "SLICE", 1e-4)
    *pauses, action = thinking.choose_in_slices(moment, "level:5")
    assert len(pauses) > 1
    assert not any(pauses)
    assert action == choose(moment, "level:5")
    *_, action = thinking.choose_in_slices(moment, "search:seconds=0.02")
    assert action


@pytest.mark.parametrize("name", TESTED)
def test_the_steps_of_a_hint_are_one_search(name: str) -> None:
    moment = first_decision(name)
    strength = thinking.STRENGTHS["quick"]
    limits = replace(strength.per_position, seconds=0.6)
    *steps, last = searching.study(moment, moment.state().to_move, replace(strength, per_position=limits), decides=True)
    visits = [step["visits"] for step in (*steps, last)]
    assert steps
    assert visits == sorted(set(visits))
