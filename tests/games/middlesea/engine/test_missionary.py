"""Missionary conflict and the rebellions it causes: Z-1 to Z-12, and how the open points about them are settled."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.conflicts import mission, preach
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    stack,
    targets,
    unrest,
)


@pytest.mark.parametrize(("place", "allowed"), [("N.BL", True), ("N.BL-", False), ("N.FM", False), ("reserve", False)])
def test_Z_1_one_active_leader_in_a_temple(place: str, allowed: bool) -> None:
    state = mission(attacker={"leaders": {"3": place}})
    assert (refused(state, "attack 3 S.BR") == "") == allowed


@pytest.mark.parametrize(("ports", "abroad"), [({"N.FM": 1}, True), ({}, False)])
def test_Z_2_a_port_opens_the_other_continents(ports: dict[str, int], abroad: bool) -> None:
    state = mission(sites="N.BR=C3", attacker={"ports": ports})
    assert refused(state, "attack 3 N.BR") == ""
    assert (refused(state, "attack 3 S.BR") == "") == abroad


@pytest.mark.parametrize(("city", "piers", "won"), [("C3", 5, True), ("C5", 1, False)])
def test_Z_5_ports_neither_defend_nor_stand_in_for_the_city(city: str, piers: int, won: bool) -> None:
    state = mission(base="M1", sites=f"S.FM={city}", defender=f"S.C-S.FM S.FM:{piers}")
    preach(state, "attack 3 S.FM")
    assert cities(state, "S") == (set() if won else {"S.FM"})
    assert seat(state, "S")["ports"] == ({} if won else {"S.FM": piers})


@pytest.mark.parametrize(("roads", "clause"), [([], ""), (["S.C-S.BR"], "Z-6")])
def test_Z_6_a_king_is_a_target_only_without_other_cities(roads: list[str], clause: str) -> None:
    assert refused(mission(defender={"roads": roads}), "attack 3 S.C") == clause


@pytest.mark.parametrize(
    ("city", "guard", "defend", "after"),
    [
        ("S4", 2, "0 leader", "S.BR"),
        ("S3", 2, "0 leader", "S.BR-"),
        ("S3", 2, "1 leader", "S.BR"),
        ("S4", 2, "1", "S.BR-"),
        ("S4", 2, "2", "S.BR"),
        ("S5", 0, "0 leader", "S.BR-"),
    ],
)
def test_Z_7_Z_8_AMB_16_the_owner_decides_whether_the_leader_counts(city: str, guard: int, defend: str, after: str) -> None:
    state = mission(city=city, defender=f"money=2 {guard}@S.BR")
    assert len(legal(play(state.clone(), "attack 3 S.BR"))) == 6, "with or without the leader, and 0 to 2 zealots"
    preach(state, defend=defend)
    assert leader(state, "S", guard) == after
    assert cities(state, "S") == {"S.BR"}
    assert unrest(state, "S") == 0


def test_Z_4_Z_8_AMB_14_a_beaten_leader_is_turned_and_stays_and_its_city_too() -> None:
    state = preach(mission(defender="2@S.BR unrest=1"))
    assert leader(state, "S", 2) == "S.BR-"
    assert cities(state, "S") == {"S.BR"}
    assert seat(state, "S")["roads"] == ["S.C-S.BR"]
    assert unrest(state, "S") == 1


@pytest.mark.parametrize(("base", "guard"), [("M1", ""), ("M5", ""), ("M5", "2@S.BR")])
def test_Z_11_the_attacker_is_turned_and_stays_in_its_temple(base: str, guard: str) -> None:
    state = preach(mission(base=base, attacker="unrest=2", defender=guard))
    assert leader(state, "N", 3) == "N.BL-"
    assert unrest(state, "N") == 2


def test_Z_10_AMB_7_AMB_92_nobody_defends_an_uncontrolled_city_and_it_goes_under_its_own_stack() -> None:
    stacks = {"crowns": ["C5", "C2", "C1", "C3"]}
    state = play(mission(city="C4", defender="money=4 S.C-S.BL", sites="S.BL=S1", stacks=stacks), "attack 3 S.BR")
    assert question(state) == ("N", "leader")
    assert money(state, "S") == (4, 4)
    assert "S.BR" not in state.position()["sites"]
    assert stack(state, "crowns") == ["C5", "C2", "C1", "C3", "C4"]
    assert refused(state, "attack 3 S.BR")


@pytest.mark.parametrize(
    ("value", "hired", "king", "ruling", "defend", "beaten"),
    [
        (5, 2, 1, "capital_and_king", "0", False),
        (5, 3, 1, "capital_and_king", "0", True),
        (5, 3, 1, "capital_and_king", "0 leader", False),
        (5, 4, 1, "capital_and_king", "0 leader", True),
        (5, 4, 1, "capital_and_king", "1 leader", False),
        (2, 0, 5, "king", "0", True),
        (2, 0, 5, "king", "0 leader", False),
        (2, 1, 5, "king", "0 leader", True),
        (2, 1, 5, "king", "1 leader", False),
        (2, 0, 4, "king", "0 leader", True),
        (2, 0, 0, "king", "1 leader", True),
    ],
)
def test_Z_12_AMB_89_a_king_and_missionaries(value: int, hired: int, king: int, ruling: str, defend: str, beaten: bool) -> None:
    """From a 3-temple."""
    south, rulings = {"goods": 1, "gold": 1, "king": king, "roads": []}, {"king_missionary_defence": ruling}
    state = mission(value=value, attacker="money=4", defender=south, rulings=rulings)
    preach(state, f"attack {value} S.C", hired, defend)
    assert state.is_terminal() == beaten
    assert leader(state, "N", value) == "N.BL-"
    if beaten:
        outcome = state.position()["outcome"]
        assert (outcome["reason"], outcome["loser"]) == ("king", "S")


# -- reach --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "reached"), [(False, {"N.FL"}), (True, {"N.FL", "N.BR"})])
def test_AMB_83_capital_adjacency_counts_for_missionaries_too(ruling: bool, reached: set[str]) -> None:
    rulings = {"missionary_reach": "adjacent", "capital_adjacency": ruling}
    state = mission(sites="N.FL=S1 N.BR=S2 E.FM=S3 E.BR=S5", rulings=rulings)
    assert targets(state, 3) == reached


def garrisoned(south: str = "2@S.FM", tile: str = "A3", **fields: Any) -> State:
    """As `mission`; S has another city at S.FM, by default a 3-garrison with the 2-leader."""
    return mission(sites=f"S.FM={tile}", defender=f"S.C-S.BR S.C-S.FM {south}", **fields)


def test_Z_9_AMB_131_the_owner_may_suppress_the_rebellion_at_once() -> None:
    state = preach(garrisoned("2@S.FM 0@S.BR- unrest=1"))
    assert question(state) == ("S", "suppress")
    assert legal(state) == {"suppress S.BR 2", "concede"}
    assert leader(state, "N", 3) == "N.BL-"
    play(state, "suppress S.BR 2")
    assert question(state) == ("N", "leader")
    assert leader(state, "S", 2) == "S.FM-"
    assert leader(state, "S", 0) == "S.BR-"
    assert cities(state, "S") == {"S.BR", "S.FM"}
    assert seat(state, "S")["roads"] == ["S.C-S.FM", "S.C-S.BR"]
    assert unrest(state, "S") == 1


def test_AMB_54_AMB_46_a_rebellion_of_missionaries_cannot_be_avoided_by_payment() -> None:
    state = preach(garrisoned("2@S.FM money=4"))
    assert question(state) == ("S", "suppress")
    for action in ("pay 1", "hire 1", "exchange goods", "rebel S.FM"):
        assert refused(state, action)
    assert refused(state, "suppress S.BR 2 0") == refused(state, "suppress S.BR 2 1") == "AMB-46"


@pytest.mark.parametrize(("ruling", "after"), [("event", 1), ("each", 3)])
def test_AMB_33_AMB_34_cities_connected_through_it_are_lost_with_it(ruling: str, after: int) -> None:
    south = "S.C-S.BR S.FM-S.BR S.FR-S.BR"
    state = mission(sites="S.FM=C1 S.FR=C2", defender=south, rulings={"chain_unrest": ruling})
    preach(state)
    assert cities(state, "S") == set()
    assert unrest(state, "S") == after


def test_AMB_8_U_4_a_rebellion_removes_no_city_and_can_end_the_game() -> None:
    state = preach(mission(defender="unrest=4"))
    assert ended(state) == ("unrest", ("N",))
    assert state.position()["sites"]["S.BR"] == "S4"
    assert cities(state, "S") == set()
    assert unrest(state, "S") == 5


@pytest.mark.parametrize("purse", [0, 1, 2, 4])
def test_AMB_46_suppress_hire_against_missionaries(purse: int) -> None:
    """2-leader and 1-garrison against a 4-market: two more are needed."""
    state = preach(garrisoned(f"2@S.FM money={purse}", tile="A1", rulings={"suppress_hire": True}))
    if purse < 2:
        assert cities(state, "S") == {"S.FM"}
        return
    assert legal(state) == {"concede", *(f"suppress S.BR 2 {hired}" for hired in range(2, purse + 1))}
    play(state, "suppress S.BR 2 2")
    assert money(state, "S") == (purse - 2, purse - 2)
    assert cities(state, "S") == {"S.FM", "S.BR"}


@pytest.mark.parametrize("south", ["S.C-S.FR", "S.C-S.BL S.C-S.FR S.FR:2"])
def test_AMB_45_the_rebelling_city_lends_no_reach_against_itself(south: str) -> None:
    rulings = {"suppress_reach": "adjacent"}
    state = mission(sites="S.FR=C4 S.BL=A5", defender=f"5@S.BL {south}", rulings=rulings)
    preach(state, "attack 3 S.FR")
    assert cities(state, "S") == {"S.BL"}
