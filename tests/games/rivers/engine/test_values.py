"""Points have a maximum; a view that was sent between processes hides the same information."""

from __future__ import annotations

import pickle

import pytest

import kingdoms
from kingdoms.games.rivers.engine import codes


def test_points_are_capped() -> None:
    most = codes.MOST_POINTS
    points = {"points": dict.fromkeys(("red", "blue", "green", "black"), most), "hand": {"red": 1}}
    position = {
        "game": "rivers",
        "phase": "action",
        "seats": {"A": points, "B": {}},
        "leaders": {"A": {"red": "I6"}},
    }
    state = kingdoms.read_position(position)
    state.apply_action("place red H6")
    assert state.position()["seats"]["A"]["points"]["red"] == most
    with pytest.raises(kingdoms.PositionError, match=f"from 0 to {most}"):
        kingdoms.read_position({**position, "seats": {"A": {"points": {"red": most + 1}}, "B": {}}})


def test_a_view_that_was_sent_hides_as_much_as_before() -> None:
    state = kingdoms.read_position(
        {"game": "rivers", "phase": "action", "seats": {"A": {"hand": {"red": 1}}, "B": {"hand": {"blue": 3}}}}
    )
    hidden = pickle.loads(pickle.dumps(state.view("A")))
    assert "blue" not in str(vars(hidden)["_state"].position()["seats"])
