"""Counts of action sequences from named positions, which changes of the code must preserve."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.playouts import perft
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import full_home, new, table
from tests.games.middlesea.support.worked_example import lead_example

RITA, RITAS_SITES = lead_example()
FULL, FULL_ROADS = full_home("N", ("S1", "M2", "C3", "A4", "S5"))
BUILDER = "money=6 2@N.FM " + " ".join(FULL_ROADS[:3])
TOWNS, ROADS = full_home("S", ("A1", "M2", "C3", "A4", "S5"))
REBELS: dict[str, Any] = {"seats": "NS", "order": ["S", "N"], "rulings": {"suppress_hire": True}, "sites": TOWNS}
WEAK = "king=2 goods=2 gold=3 3@S.FR 0@S.BL 4@S.FL " + " ".join(ROADS)
COUNTS = {
    "four": (new(), [4, 108, 2676, 61268]),
    "duel": (new(["E", "W"], production="choice"), [2, 54, 1338, 30592]),
    "D-LEAD": (table("leader", "N", sites=RITAS_SITES, **RITA), [28, 278, 1644, 9581, 57172]),
    "a full continent": (table("build", "N", sites=FULL, N=BUILDER, seats="NS"), [43, 1611, 46233]),
    "a weak king": (table("control", "S", S=WEAK, **REBELS), [3, 15, 53, 567, 9886, 117390]),
}


@pytest.mark.parametrize(("state", "counts"), COUNTS.values(), ids=COUNTS)
def test_perft(state: State, counts: list[int]) -> None:
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
