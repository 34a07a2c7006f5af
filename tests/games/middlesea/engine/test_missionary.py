"""Missionary conflict: Z-1 to Z-12, and how the open points about it are settled."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.games.middlesea.support.conflicts import mission, preach
from tests.games.middlesea.support.tables import (
    POOR,
    cities,
    ended,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    rich,
    seat,
    stack,
    table,
    targets,
    unrest,
)

# -- who, and what ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "allowed"), [("N.BL", True), ("N.BL-", False), ("N.FM", False), ("reserve", False)])
def test_Z_1_one_active_leader_in_a_temple(place: str, allowed: bool) -> None:
    state = mission(attacker={"leaders": {"3": place}})
    assert (refused(state, "attack 3 S.BR") == "") == allowed


def test_Z_1_distance_does_not_matter() -> None:
    state = mission(sites={"E.BL": "C1", "W.FR": "C2", "N.BR": "C3", "N.FR": "C4"})
    assert targets(state, 3) == {"S.BR", "E.BL", "E.C", "W.FR", "W.C", "N.BR", "N.FR"}


@pytest.mark.parametrize(("ports", "abroad"), [({"N.FM": 1}, True), ({}, False)])
def test_Z_2_a_port_opens_the_other_continents(ports: dict[str, int], abroad: bool) -> None:
    state = mission(sites={"N.BR": "C3"}, attacker={"ports": ports})
    assert refused(state, "attack 3 N.BR") == ""
    assert (refused(state, "attack 3 S.BR") == "") == abroad


@pytest.mark.parametrize(
    "defender",
    [{"leaders": {"2": "S.BR"}}, {"leaders": {"2": "S.BR-"}}, {}, {"roads": []}],
    ids=["active leader", "AMB-13 inactive leader", "ungoverned", "uncontrolled"],
)
def test_Z_3_targets(defender: dict[str, Any]) -> None:
    assert refused(mission(defender=defender), "attack 3 S.BR") == ""


def test_Z_4_an_active_leader_protects_its_city() -> None:
    state = preach(mission(city="S1", defender={"leaders": {"2": "S.BR"}}))
    assert cities(state, "S") == {"S.BR"}
    assert question(state) == ("N", "leader")


def test_Z_4_the_city_is_open_once_its_leader_is_turned() -> None:
    state = mission(
        order=["N", "E", "S", "W"],
        defender={"leaders": {"2": "S.BR"}},
        sites={"E.FM": "M5"},
        E={**POOR, "leaders": {"4": "E.FM"}, "ports": {"E.FM": 1}},
    )
    preach(state)
    assert leader(state, "S", 2) == "S.BR-"
    preach(play(state, "end"), "attack 4 S.BR")
    assert cities(state, "S") == set()
    assert leader(state, "S", 2) == "reserve"


@pytest.mark.parametrize(("city", "piers", "won"), [("C3", 5, True), ("C5", 1, False)])
def test_Z_5_ports_neither_defend_nor_stand_in_for_the_city(city: str, piers: int, won: bool) -> None:
    state = mission(base="M1", sites={"S.FM": city}, defender={"roads": ["S.C-S.FM"], "ports": {"S.FM": piers}})
    preach(state, "attack 3 S.FM")
    assert cities(state, "S") == (set() if won else {"S.FM"})
    assert seat(state, "S")["ports"] == ({} if won else {"S.FM": piers})


def test_AMB_99_a_city_that_rebels_loses_its_port_too() -> None:
    state = mission(sites={"S.FM": "C5"}, defender={"roads": ["S.C-S.FM"], "ports": {"S.FM": 5}})
    preach(state, "attack 3 S.FM")
    assert seat(state, "S")["ports"] == {}
    assert seat(state, "S")["roads"] == []


@pytest.mark.parametrize(("roads", "clause"), [([], ""), (["S.C-S.BR"], "Z-6")])
def test_Z_6_a_king_is_a_target_only_without_other_cities(roads: list[str], clause: str) -> None:
    assert refused(mission(defender={"roads": roads}), "attack 3 S.C") == clause


# -- totals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "defend", "won"),
    [("S5", "0", True), ("S5", "1", False), ("S4", "1", True), ("S4", "2", False), ("S1", "2", True)],
)
def test_Z_7_six_has_to_exceed_city_and_zealots(city: str, defend: str, won: bool) -> None:
    state = preach(mission(city=city, defender=rich(2)), defend=defend)
    assert (cities(state, "S") == set()) == won
    assert unrest(state, "S") == int(won)


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
    state = preach(mission(city=city, defender={**rich(2), "leaders": {str(guard): "S.BR"}}), defend=defend)
    assert leader(state, "S", guard) == after
    assert cities(state, "S") == {"S.BR"}
    assert unrest(state, "S") == 0


@pytest.mark.parametrize(
    ("place", "choices"),
    [("S.BR", {"defend 0", "defend 1", "defend 0 leader", "defend 1 leader"}), ("S.BR-", {"defend 0", "defend 1"})],
)
def test_AMB_16_what_the_defender_may_choose(place: str, choices: set[str]) -> None:
    state = play(mission(defender={**rich(1), "leaders": {"2": place}}), "attack 3 S.BR")
    assert question(state) == ("S", "defend")
    assert legal(state) == choices


def test_Z_7_zealots_cost_one_goods_and_one_gold_each() -> None:
    state = mission(attacker={"goods": 2, "gold": 3}, defender={"goods": 3, "gold": 2})
    play(state, "attack 3 S.BR")
    assert legal(state) == {"hire 0", "hire 1", "hire 2"}
    play(state, "hire 2")
    assert state.position()["pending"]["attack"] == 8
    play(state, "defend 1")
    assert money(state, "N") == (0, 1)
    assert money(state, "S") == (2, 1)


# -- leaders ------------------------------------------------------------------------------------------------------------


def test_Z_8_AMB_14_a_beaten_leader_is_turned_and_stays() -> None:
    state = preach(mission(defender={"leaders": {"2": "S.BR"}, "unrest": 1}))
    assert leader(state, "S", 2) == "S.BR-"
    assert seat(state, "S")["roads"] == ["S.C-S.BR"]
    assert unrest(state, "S") == 1


@pytest.mark.parametrize(("tires", "after"), [(False, "S.BR"), (True, "S.BR-")])
def test_AMB_80_defender_tires_after_a_defence_that_held(tires: bool, after: str) -> None:
    state = mission(defender={"leaders": {"2": "S.BR"}}, rulings={"defender_tires": tires})
    assert leader(preach(state, defend="0 leader"), "S", 2) == after


def test_AMB_80_a_leader_that_was_not_counted_in_does_not_tire() -> None:
    state = mission(base="M1", city="S4", defender={"leaders": {"2": "S.BR"}}, rulings={"defender_tires": True})
    assert leader(preach(state), "S", 2) == "S.BR"


@pytest.mark.parametrize(("base", "guard"), [("M1", {}), ("M5", {}), ("M5", {"leaders": {"2": "S.BR"}})])
def test_Z_11_the_attacker_is_turned_and_stays_in_its_temple(base: str, guard: dict[str, Any]) -> None:
    state = preach(mission(base=base, attacker={"unrest": 2}, defender=guard))
    assert leader(state, "N", 3) == "N.BL-"
    assert unrest(state, "N") == 2


# -- uncontrolled cities ------------------------------------------------------------------------------------------------


def test_Z_10_AMB_7_an_uncontrolled_city_goes_under_its_own_stack() -> None:
    state = mission(city="C4", defender={"roads": []}, stacks={"crowns": ["C5", "C2", "C1", "C3"]})
    preach(state)
    assert "S.BR" not in state.position()["sites"]
    assert stack(state, "crowns") == ["C5", "C2", "C1", "C3", "C4"]
    assert refused(state, "attack 3 S.BR")


def test_Z_10_the_site_is_free_for_another_city() -> None:
    state = play(preach(mission(defender={"roads": []})), "end")
    while question(state)[1] != "build" or question(state)[0] != "S":
        play(state, "end")
    assert refused(state, "explore suns S.BR") == ""


def test_Z_10_AMB_92_nobody_defends_an_uncontrolled_city() -> None:
    state = mission(city="S5", defender={**rich(4), "roads": ["S.C-S.BL"]}, sites={"S.BL": "C1"})
    play(state, "attack 3 S.BR")
    assert question(state) == ("N", "leader")
    assert "S.BR" not in state.position()["sites"]
    assert money(state, "S") == (4, 4)


@pytest.mark.parametrize(("base", "stays"), [("M1", True), ("M2", False)])
def test_Z_10_its_value_has_to_be_exceeded(base: str, stays: bool) -> None:
    state = preach(mission(base=base, city="S4", defender={"roads": []}))
    assert ("S.BR" in state.position()["sites"]) == stays


def test_Z_10_no_unrest_changes() -> None:
    state = preach(mission(attacker={"unrest": 2}, defender={"unrest": 2, "roads": []}))
    assert (unrest(state, "N"), unrest(state, "S")) == (2, 2)


def test_Z_10_at_home_as_well() -> None:
    state = preach(mission(sites={"N.BR": "A5"}, attacker={"ports": {}}), "attack 3 N.BR")
    assert "N.BR" not in state.position()["sites"]
    assert stack(state, "arms")[-1] == "A5"


# -- kings --------------------------------------------------------------------------------------------------------------


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
    state = mission(
        value=value,
        attacker=rich(4),
        defender={**rich(1), "king": king, "roads": []},
        rulings={"king_missionary_defence": ruling},
    )
    preach(state, f"attack {value} S.C", hired, defend)
    assert state.is_terminal() == beaten
    assert leader(state, "N", value) == "N.BL-"
    if beaten:
        outcome = state.position()["outcome"]
        assert (outcome["reason"], outcome["loser"]) == ("king", "S")


@pytest.mark.parametrize(("attacker", "defender"), list(permutations("NESW", 2)))
def test_Z_12_attack_on_a_king_between_any_two_seats(attacker: str, defender: str) -> None:
    seats: dict[str, Any] = {name: {**POOR, "king": 3} for name in "NESW"}
    seats[attacker] = {"goods": 9, "gold": 9, "leaders": {"0": f"{attacker}.BR"}, "ports": {f"{attacker}.FR": 1}}
    state = table("leader", attacker, sites={f"{attacker}.BR": "M5", f"{attacker}.FR": "C1"}, **seats)
    preach(state, f"attack 0 {defender}.C", 8, "0 leader")
    assert not state.is_terminal()
    state = table("leader", attacker, sites={f"{attacker}.BR": "M5", f"{attacker}.FR": "C1"}, **seats)
    preach(state, f"attack 0 {defender}.C", 9, "0 leader")
    assert ended(state) == ("king", (attacker,))
    assert state.position()["outcome"]["loser"] == defender


@pytest.mark.parametrize("king_defends", [True, False])
def test_AMB_88_king_defends_is_about_military_attacks_only(king_defends: bool) -> None:
    state = mission(defender={"roads": []}, rulings={"king_defends": king_defends})
    assert legal(play(state, "attack 3 S.C")) == {"defend 0", "defend 0 leader"}


def test_AMB_80_a_king_never_tires() -> None:
    state = mission(
        order=["N", "E", "S", "W"],
        defender={"roads": []},
        sites={"E.FM": "M5"},
        E={**POOR, "leaders": {"4": "E.FM"}, "ports": {"E.FM": 1}},
        rulings={"defender_tires": True},
    )
    play(state, "attack 3 S.C", "defend 0 leader", "end", "attack 4 S.C")
    assert legal(state) == {"defend 0", "defend 0 leader"}


# -- reach --------------------------------------------------------------------------------------------------------------

EVERYWHERE = {"N.FL": "S1", "N.BR": "S2", "E.FM": "S3", "E.BR": "S5"}


@pytest.mark.parametrize(
    ("ruling", "roads", "reached"),
    [
        ("anywhere", [], {"N.FL", "N.BR", "E.FM", "E.BR", "E.C", "W.C", "S.BR"}),
        ("adjacent", [], {"N.FL"}),
        ("adjacent", ["N.BL-N.FM"], {"N.FL", "N.BR", "E.FM"}),
    ],
)
def test_AMB_83_missionary_reach(ruling: str, roads: list[str], reached: set[str]) -> None:
    state = mission(sites=EVERYWHERE, attacker={"roads": roads}, rulings={"missionary_reach": ruling})
    assert targets(state, 3) == reached


@pytest.mark.parametrize(("ruling", "reached"), [(False, {"N.FL"}), (True, {"N.FL", "N.BR"})])
def test_AMB_83_capital_adjacency_counts_for_missionaries_too(ruling: bool, reached: set[str]) -> None:
    state = mission(sites=EVERYWHERE, rulings={"missionary_reach": "adjacent", "capital_adjacency": ruling})
    assert targets(state, 3) == reached


@pytest.mark.parametrize("ruling", [False, True])
def test_AMB_83_without_the_ruling_capital_adjacency_changes_nothing(ruling: bool) -> None:
    state = mission(sites=EVERYWHERE, rulings={"capital_adjacency": ruling})
    assert targets(state, 3) == {"N.FL", "N.BR", "E.FM", "E.BR", "E.C", "W.C", "S.BR"}


@pytest.mark.parametrize(("site", "reaches"), [("N.FM", False), ("S.FM", True)])
def test_AMB_90_under_missionary_reach_a_king_is_attacked_by_land(site: str, reaches: bool) -> None:
    state = table(
        "leader",
        "N",
        sites={site: "M5", "N.FL": "S1"},
        N={"leaders": {"3": site}, "ports": {site: 1, "N.FL": 1}},
        rulings={"missionary_reach": "adjacent"},
    )
    assert (refused(state, "attack 3 S.C") == "") == reaches
