"""What leaders are: L-1 to L-7, AMB-60."""

from __future__ import annotations

import pytest

from tests.games.middlesea.support.tables import cities, leader, legal, new, play, question, refused, seat, table


def test_L_1_six_leaders_from_0_to_5() -> None:
    north = seat(new(), "N")
    assert sorted([str(north["king"]), *north["leaders"]]) == ["0", "1", "2", "3", "4", "5"]


def test_L_2_a_king_goes_only_when_another_comes() -> None:
    state = table("leader", "N", sites={"N.FL": "S1"}, N={"roads": ["N.C-N.FL"]})
    assert refused(state, "move 1 N.FL") == "FK-3"
    assert refused(state, "move 1 reserve") == "FK-3"
    state = play(state, "king 3")
    assert seat(state, "N")["king"] == 3
    assert leader(state, "N", 1) == "reserve"


def test_L_3_an_inactive_leader_neither_moves_nor_attacks() -> None:
    state = table("leader", "N", sites={"N.FL": "A3", "N.FM": "S1"}, N={"leaders": {"2": "N.FL-"}, "roads": ["N.C-N.FL"]})
    assert refused(state, "attack 2 N.FM")
    assert refused(state, "move 2 reserve")
    assert refused(state, "activate 2") == ""


@pytest.mark.parametrize("place", ["N.FL", "N.FL-"])
def test_L_4_a_leader_governs_its_city_active_or_not(place: str) -> None:
    state = table("leader", "N", sites={"N.FL": "S1"}, N={"leaders": {"5": place}})
    assert cities(state, "N") == {"N.FL"}


def test_L_5_even_if_it_was_driven_there_inactive() -> None:
    roads = ["S.C-S.FL", "S.C-S.FM"]
    south = {"goods": 0, "gold": 0, "leaders": {"5": "S.FL-"}, "roads": roads}
    state = table("control", "S", seats="NS", order=["S", "N"], sites={"S.FL": "A5", "S.FM": "C1"}, S=south)
    play(state, "rebel S.FL", "end", "end")
    assert question(state) == ("S", "leader")
    assert leader(state, "S", 5) == "reserve"
    assert leader(play(state, "move 5 S.FM"), "S", 5) == "S.FM"


def test_L_6_AMB_60_activating_does_not_turn_a_leader_back() -> None:
    state = table("leader", "N", sites={"N.FL": "A3"}, N={"leaders": {"2": "N.FL-"}, "roads": ["N.C-N.FL"]})
    assert leader(play(state, "activate 2"), "N", 2) == "N.FL"


def test_L_7_no_second_leader_comes_into_a_city() -> None:
    sites = {"N.FL": "A3", "N.FM": "S1", "N.FR": "C1"}
    roads = ["N.C-N.FL", "N.C-N.FM", "N.C-N.FR"]
    state = table("leader", "N", sites=sites, N={"leaders": {"2": "N.FL-", "3": "N.FM"}, "roads": roads})
    assert refused(state, "move 0 N.FL")
    assert legal(state, "move") == {
        "move 0 N.FR",
        "move 3 N.FR",
        "move 3 reserve",
        "move 4 N.FR",
        "move 5 N.FR",
    }
