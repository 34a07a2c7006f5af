"""Forecasts of Two Rivers come true, over random play."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.random_games import choose, random_start


def gained(before: State, after: State) -> dict[str, dict[str, int]]:
    """The points that an action has brought, by seat and colour."""
    found: dict[str, dict[str, int]] = {}
    for place, (old, new) in enumerate(zip(before.points, after.points, strict=True)):
        if new != old:
            found.setdefault(SEATS[place // 4], {})[COLOURS[place % 4]] = new - old
    return found


def tiles(state: State) -> set[str]:
    """The cells with face-up tiles."""
    return {cell for cell, what in zip(CELLS, state.what, strict=False) if 1 <= what <= 4}


def check(state: State, action: int, seen: Counter[str]) -> None:
    """Compare a forecast with the action's results; turns that end with it are left out, since they also pay income."""
    told = state.game.forecast(state, action)
    after = state.clone()
    after.apply_action(action)
    if state.decision() == "commit":
        check_commit(state, action, after, told, seen)
        return
    if after.position()["phase"] != "action" or after.turn != state.turn or after.decision() == "income":
        return
    assert gained(state, after) == told.get("points", {})
    seen["points"] += "points" in told
    if "wars" in told:
        wars = [war.colour for war in after.view(None).wars]
        assert told["wars"] == wars
        seen[f"{len(wars)} wars"] += 1
    conflict = after.view(None).conflict
    if "attack" in told:
        assert conflict is not None
        assert (told["attack"], told["defence"]) == (conflict.attacker.board, conflict.defender.board)
        most = after.view(None).dynasties[conflict.defender.seat].hand_count
        assert told["defence_most"] == conflict.defender.board + most
        seen["conflict"] += 1
    home = [[SEATS[n // 4], COLOURS[n % 4]] for n in range(16) if state.stand[n] >= 0 > after.stand[n]]
    text = state.game.action_to_string(action)
    if not text.startswith("withdraw"):
        assert told.get("home", []) == home
        seen["home"] += bool(home)


def check_commit(state: State, action: int, after: State, told: dict[str, Any], seen: Counter[str]) -> None:
    """Compare the forecast of committed tiles with every answer to them."""
    if state.attack < 0:
        ends = [after.clone() for _ in after.legal_actions()]
        for end, answer in zip(ends, after.legal_actions(), strict=True):
            end.apply_action(answer)
        loser, piece = state.attacker, 4 * state.attacker + state.colour
    else:
        ends = [after]
        loser, piece = state.defender, 4 * state.defender + state.colour
    lost = {end.stand[piece] < 0 for end in ends}
    if told["result"] == "open":
        seen["open"] += 1
    else:
        assert lost == {told["result"] == "loses"}
        seen[f"{'attacker' if loser == state.attacker else 'defender'} {told['result']}"] += 1
    if "loses" in told:
        for end in ends:
            assert tiles(state) - tiles(end) >= set(told["loses"])
        seen["loses"] += bool(told["loses"])


@pytest.mark.parametrize("part", range(4))
def test_forecasts_come_true(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(30 * part, 30 * part + 30):
        rng = random.Random(seed)
        state = random_start(rng)
        for _ in range(90):
            if state.is_terminal():
                break
            if state.current_player() >= 0:
                actions = state.legal_actions()
                for action in rng.sample(actions, min(4, len(actions))):
                    check(state, action, seen)
            state.apply_action(choose(rng, state))
    wanted = {"points", "0 wars", "conflict", "home", "loses"}
    assert wanted <= {name for name, count in seen.items() if count}, seen
    assert {"attacker loses", "defender loses", "defender wins"} <= set(seen), seen
