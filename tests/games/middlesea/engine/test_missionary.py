"""Missionary conflict: Z-1 to Z-12, and how the open points about it are settled."""

from __future__ import annotations

import pytest

from tests.games.middlesea.support.conflicts import mission, preach
from tests.games.middlesea.support.tables import (
    cities,
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
def test_Z_7_Z_8_the_owner_decides_whether_the_leader_counts(city: str, guard: int, defend: str, after: str) -> None:
    state = preach(mission(city=city, defender=f"money=2 {guard}@S.BR"), defend=defend)
    assert leader(state, "S", guard) == after
    assert cities(state, "S") == {"S.BR"}
    assert unrest(state, "S") == 0


@pytest.mark.parametrize(
    ("place", "choices"),
    [("S.BR", {"defend 0", "defend 1", "defend 0 leader", "defend 1 leader"}), ("S.BR-", {"defend 0", "defend 1"})],
)
def test_AMB_16_what_the_defender_may_choose(place: str, choices: set[str]) -> None:
    state = play(mission(defender=f"money=1 2@{place}"), "attack 3 S.BR")
    assert question(state) == ("S", "defend")
    assert legal(state) == choices


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
