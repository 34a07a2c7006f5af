"""Control phase: C-1 to C-4, and the worked example D-CTRL."""

from __future__ import annotations

from tables import asked, cities, leader, legal, money, play, refused, table, unrest

from kingdoms.middlesea.state import State


def control_example() -> State:
    """The position of D-CTRL: king 4, unrest 2, four cities, 2 goods and 1 gold."""
    return table(
        "control",
        "S",
        order=["S", "N", "E", "W"],
        sites={"S.BL": "S2", "S.FL": "A5", "S.FR": "M2", "S.FM": "C1"},
        S={
            "king": 4,
            "unrest": 2,
            "goods": 2,
            "gold": 1,
            "leaders": {"1": "S.BL", "2": "S.FL", "5": "S.FR"},
            "roads": ["S.C-S.BL", "S.C-S.FL", "S.C-S.FR", "S.C-S.FM"],
        },
    )


def test_D_CTRL_1_only_what_can_be_paid_is_offered() -> None:
    state = control_example()
    assert asked(state) == ("S", "pay")
    assert legal(state) == {"pay 0", "pay 1"}
    assert refused(state, "pay 2") == "C-2"


def test_D_CTRL_2_paying_for_one_leaves_one_to_rebel() -> None:
    state = play(control_example(), "pay 1")
    assert money(state, "S") == (1, 0)
    assert asked(state) == ("S", "rebel")
    assert legal(state) == {"rebel S.BL", "rebel S.FL", "rebel S.FR", "rebel S.FM"}


def test_D_CTRL_3_the_leader_of_the_rebelling_city_turns() -> None:
    state = play(control_example(), "pay 1", "rebel S.BL")
    assert leader(state, "S", 1) == "S.BL-"
    assert legal(state) == {"suppress S.BL 2", "suppress S.BL 5", "concede"}


def test_D_CTRL_4a_suppressed_by_the_temple() -> None:
    state = play(control_example(), "pay 1", "rebel S.BL", "suppress S.BL 5")
    assert leader(state, "S", 5) == "S.FR-"
    assert leader(state, "S", 1) == "S.BL-"
    assert cities(state, "S") == {"S.BL", "S.FL", "S.FR", "S.FM"}
    assert unrest(state, "S") == 2


def test_D_CTRL_4c_let_go() -> None:
    state = play(control_example(), "pay 1", "rebel S.BL", "concede")
    assert leader(state, "S", 1) == "reserve"
    assert cities(state, "S") == {"S.FL", "S.FR", "S.FM"}
    assert unrest(state, "S") == 3
    assert "S.BL" in state.position()["sites"]


def test_C_3_paying_for_none_lets_two_rebel() -> None:
    state = play(control_example(), "pay 0", "rebel S.FM")
    assert asked(state) == ("S", "rebel")
    assert refused(state, "rebel S.FM") == "C-4"
