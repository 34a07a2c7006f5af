"""Forecasts come true, in busy positions; and every action has a reason."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.random_games import busy_games
from tests.games.middlesea.support.tables import cities, money, table, unrest

AT_ONCE = ("road", "port", "explore", "exchange", "king", "activate", "move", "pay", "hire")
"""The amount paid or received at once, with no other change of the money."""


def mover(state: State) -> str:
    """Return who decides."""
    return state.game.seats[state.current_player()]


def after(state: State, action: int | str) -> State:
    """Return a copy with an action played."""
    copy = state.clone()
    copy.apply_action(action)
    return copy


def succeeds(state: State) -> set[bool]:
    """Return whether the attack under way succeeds, for every defence that can be declared."""
    if state.decision() != "defend":
        return set()
    return {state.game.forecast(state, action)["result"] == "loses" for action in state.legal_actions()}


@pytest.mark.parametrize("seed", range(2))
def test_immediate_payments(seed: int) -> None:
    checked = 0
    for state in busy_games(seed, 400):
        seat = mover(state)
        for action in state.legal_actions():
            text = state.game.action_to_string(action)
            forecast = state.game.forecast(state, action)
            then = after(state, action)
            if text.split(" ")[0] in AT_ONCE and mover_stays(state, then, seat):
                goods, gold = money(state, seat)
                assert money(then, seat) == (goods + forecast.get("goods", 0), gold + forecast.get("gold", 0)), text
                checked += 1
    assert checked > 1000


def mover_stays(before: State, then: State, seat: str) -> bool:
    """Return whether a seat continues in the same phase, without production in between."""
    return not then.is_terminal() and then.phase == before.phase and then.round_number == before.round_number


def test_the_forecasts_of_attack_and_defence_come_true() -> None:
    counts = {"wins": 0, "loses": 0, "open": 0, "lost": 0}
    for state in busy_games(100, 5000):
        if state.decision() not in ("hire", "defend"):
            continue
        seat = mover(state)
        for action in state.legal_actions():
            forecast, then = state.game.forecast(state, action), after(state, action)
            if state.decision() == "defend":
                if forecast["result"] == "wins":
                    assert cities(then, seat) == cities(state, seat)
                assert not set(forecast.get("loses", [])) & cities(then, seat)
                counts["lost"] += len(forecast.get("loses", []))
            elif results := succeeds(then):
                expected = "open" if len(results) == 2 else "wins" if True in results else "loses"
                assert forecast["result"] == expected
                counts[expected] += 1
    assert all(counts.values()), counts
    assert counts["lost"] > 20


def test_the_forecast_of_an_attack_has_both_totals() -> None:
    north, south = "3@N.FM N.C-N.FM N.FM:1 goods=2 gold=5", "S.C-S.FL 2@S.FL money=1"
    state = table("leader", "N", sites="N.FM=A3 S.FL=S4", N=north, S=south, seats="NS")
    forecast = state.game.forecast(state, state.game.string_to_action("attack 3 S.FL"))
    assert forecast == {"attack": 6, "attack_most": 8, "defence": 4, "defence_most": 7, "result": "open"}
    state.apply_action("attack 3 S.FL")
    hires: list[dict[str, Any]] = [state.game.forecast(state, action) for action in state.legal_actions()]
    assert [hire["result"] for hire in hires] == ["open", "open", "wins"]


def test_the_forecast_of_conceding_names_the_losses() -> None:
    north = "king=2 goods=0 N.C-N.FM N.C-N.FL N.C-N.BL 3@N.FM"
    state = after(table("control", "N", sites="N.FM=A3 N.FL=S1 N.BL=C2", N=north, seats="NS"), "rebel N.FL")
    assert state.game.forecast(state, state.game.string_to_action("concede")) == {"unrest": 1, "loses": ["N.FL"]}
    assert unrest(after(state, "concede"), "N") == 1
