"""Forecasts of Two Rivers come true, over random play."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pytest

from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.reference.board import NEIGHBOURS
from tests.games.rivers.support.random_games import choose, random_start
from tests.support.suite.rings import inner_first


def gained(before: State, after: State) -> dict[str, dict[str, int]]:
    """The points that an action has brought, by seat and colour."""
    gains: dict[str, dict[str, int]] = {}
    for place, (old, new) in enumerate(zip(before.points, after.points, strict=True)):
        if new != old:
            gains.setdefault(SEATS[place // 4], {})[COLOURS[place % 4]] = new - old
    return gains


def tiles(state: State) -> set[str]:
    """The cells with face-up tiles."""
    return {cell for cell, piece in zip(CELLS, state.contents, strict=False) if 1 <= piece <= 4}


def check(state: State, action: int, counts: Counter[str]) -> None:
    """Compare a forecast with the action's results; turns that end with it are left out, since they also pay income."""
    forecast = state.game.forecast(state, action)
    after = state.clone()
    after.apply_action(action)
    if state.decision() == "commit":
        check_commit(state, action, after, forecast, counts)
        return
    if after.position()["phase"] != "action" or after.turn != state.turn or after.decision() == "income":
        return
    assert gained(state, after) == forecast.get("points", {})
    counts["points"] += "points" in forecast
    if "wars" in forecast:
        wars = [war.colour for war in after.view(None).wars]
        assert forecast["wars"] == wars
        counts[f"{len(wars)} wars"] += 1
    conflict = after.view(None).conflict
    if "attack" in forecast:
        assert conflict is not None
        assert (forecast["attack"], forecast["defence"]) == (conflict.attacker.board, conflict.defender.board)
        hand_count = after.view(None).dynasties[conflict.defender.seat].hand_count
        assert forecast["defence_most"] == conflict.defender.board + hand_count
        assert ("attack_most" in forecast) == (conflict.kind == "revolt")
        if conflict.kind == "revolt":
            assert forecast["attack_most"] == conflict.attacker.board + state.hand[4 * state.turn]
            counts["attack_most"] += 1
        counts["conflict"] += 1
    home = [[SEATS[n // 4], COLOURS[n % 4]] for n in range(16) if state.stand[n] >= 0 > after.stand[n]]
    text = state.game.action_to_string(action)
    check_joins(state, text, after, forecast, counts)
    if not text.startswith("withdraw"):
        assert forecast.get("home", []) == home
        counts["home"] += bool(home)


def check_joins(state: State, text: str, after: State, forecast: dict[str, Any], counts: Counter[str]) -> None:
    """Compare the kingdoms that a tile or leader goes to with the table: before for a tile, after for a leader."""
    kind, *words = text.split(" ")
    if kind == "place":
        beside = set(NEIGHBOURS[words[1]])
        joined = [kingdom for kingdom in state.view(None).kingdoms if beside & set(kingdom.cells)]
        owners = [{seat for seat, _ in kingdom.leaders} for kingdom in joined]
        rich = [kingdom for kingdom in joined if (SEATS[state.turn], "green") in kingdom.leaders]
        count = sum(len(kingdom.treasures) for kingdom in joined)
        assert forecast.get("takes") == (count - 1 if rich and count > 1 and "wars" in forecast else None)
        counts["takes"] += "takes" in forecast
        if "line" in forecast:
            cells = forecast["raises"]
            along = [sum(cell[part] == words[1][part] for cell in cells) for part in (slice(1), slice(1, None))]
            assert forecast["line"] == max(along)
            counts["line"] += 1
    elif kind == "leader" and "attack" not in forecast:
        leader = (SEATS[state.turn], words[0])
        leader_kingdoms = [kingdom for kingdom in after.view(None).kingdoms if leader in kingdom.leaders]
        owners = [{seat for seat, _ in set(kingdom.leaders) - {leader}} for kingdom in leader_kingdoms]
    else:
        owners = []
    assert sorted(map(set, forecast.get("joins", [])), key=sorted) == sorted(filter(None, owners), key=sorted)
    counts["joins"] += len(owners) > 1


def check_commit(state: State, action: int, after: State, forecast: dict[str, Any], counts: Counter[str]) -> None:
    """Compare the forecast of committed tiles with every answer to them."""
    if state.attack < 0:
        ends = [cast("State", after.child(answer)) for answer in after.legal_actions()]
        loser, piece = state.attacker, 4 * state.attacker + state.colour
    else:
        ends = [after]
        loser, piece = state.defender, 4 * state.defender + state.colour
    lost = {end.stand[piece] < 0 for end in ends}
    if forecast["result"] == "open":
        counts["open"] += 1
    else:
        assert lost == {forecast["result"] == "loses"}
        counts[f"{'attacker' if loser == state.attacker else 'defender'} {forecast['result']}"] += 1
    if "loses" in forecast:
        for end in ends:
            assert tiles(state) - tiles(end) >= set(forecast["loses"])
        counts["loses"] += bool(forecast["loses"])


@pytest.mark.parametrize("part", inner_first(range(3)))
def test_forecasts_come_true(part: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(40 * part, 40 * part + 40):
        rng = random.Random(seed)
        state = random_start(rng)
        for _ in range(90):
            if state.is_terminal():
                break
            if state.current_player() >= 0:
                actions = state.legal_actions()
                for action in rng.sample(actions, min(4, len(actions))):
                    check(state, action, counts)
            state.apply_action(choose(rng, state))
    expected = {"points", "0 wars", "conflict", "attack_most", "home", "joins", "line", "loses"}
    assert expected <= {name for name, count in counts.items() if count}, counts
    assert {"attacker loses", "defender loses", "defender wins"} <= set(counts), counts
