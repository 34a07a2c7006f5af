"""Unrest: U-1 to U-4, AMB-125."""

from __future__ import annotations

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, ended, play, table, unrest


def invasion(attacker: int, defender: int) -> State:
    """N takes S.FL: the unrest of both before, the table after."""
    return play(
        table(
            "leader",
            "N",
            sites={"N.FL": "A5", "S.FL": "S2", "S.FR": "S3"},
            N={"goods": 0, "gold": 0, "unrest": attacker, "leaders": {"4": "N.FL"}, "ports": {"N.FL": 1}},
            S={"goods": 0, "gold": 0, "unrest": defender, "roads": ["S.C-S.FL", "S.C-S.FR"]},
        ),
        "attack 4 S.FL",
    )


def test_U_1_unrest_never_sinks_below_0() -> None:
    assert unrest(play(table("build", "N", sites={"N.FL": "S1"}), "road N.C N.FL"), "N") == 0
    assert unrest(invasion(0, 1), "N") == 0


def test_U_2_a_road_to_an_uncontrolled_city_lowers_unrest() -> None:
    assert unrest(play(table("build", "N", sites={"N.FL": "S1"}, N={"unrest": 3}), "road N.C N.FL"), "N") == 2


def test_U_3_an_invasion_raises_it() -> None:
    state = invasion(0, 2)
    assert cities(state, "S") == {"S.FR"}
    assert unrest(state, "S") == 3


def test_U_4_at_unrest_5_by_invasion_the_game_is_over() -> None:
    state = invasion(1, 4)
    assert ended(state) == ("unrest", ("N",))
    assert cities(state, "N") == {"N.FL", "S.FL"}
    assert (unrest(state, "N"), unrest(state, "S")) == (0, 5)


def test_AMB_125_every_rebellion_that_missionaries_raise_adds_one() -> None:
    state = table(
        "leader",
        "N",
        seats="NES",
        sites={"N.FL": "M5", "E.FL": "M4", "S.BL": "S1", "S.FL": "S2", "S.FR": "S3"},
        N={"goods": 0, "gold": 0, "leaders": {"4": "N.FL"}, "ports": {"N.FL": 1}},
        E={"goods": 0, "gold": 0, "leaders": {"4": "E.FL"}, "ports": {"E.FL": 1}},
        S={"goods": 0, "gold": 0, "roads": ["S.C-S.BL", "S.C-S.FL", "S.C-S.FR"]},
    )
    assert unrest(play(state, "attack 4 S.BL", "end"), "S") == 1
    assert unrest(play(state, "attack 4 S.FL"), "S") == 2
    assert cities(state, "S") == {"S.FR"}
