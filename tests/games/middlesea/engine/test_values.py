"""Money and rounds have an end."""

from __future__ import annotations

from typing import Any

import pytest

import kingdoms
from kingdoms.games.middlesea.engine import codes


def test_money_and_rounds_are_capped() -> None:
    most, last = codes.MOST_MONEY, codes.LAST_ROUND
    position: dict[str, Any] = {"game": "middlesea", "phase": "leader", "round": last, "turn": "S"}
    position["seats"] = {"N": {"goods": most, "gold": 0, "king": 5}, "S": {"goods": 0, "gold": most - 1}}
    state = kingdoms.read_position(position)
    state.apply_action("end")
    seats = state.position()["seats"]
    assert (seats["N"]["goods"], seats["N"]["gold"]) == (most, 5)
    assert (seats["S"]["goods"], seats["S"]["gold"]) == (1, most)
    assert state.position()["round"] == last
    state.apply_action("exchange gold")
    assert state.position()["seats"]["N"]["goods"] == most
    for field in ("goods", "gold"):
        with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
            kingdoms.read_position({**position, "seats": {"N": {field: most + 1}, "S": {}}})
    with pytest.raises(kingdoms.PositionError, match=f"from 1 to {last}"):
        kingdoms.read_position({**position, "round": last + 1})
