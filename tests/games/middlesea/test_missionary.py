"""Missionary conflict: Z-1 to Z-12, the rebellions it causes, and how the open points about them are settled."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    POOR,
    asked,
    cities,
    ended,
    fight,
    leader,
    legal,
    money,
    play,
    refused,
    rich,
    seat,
    stack,
    table,
    targets,
    unrest,
)


def mission(
    base: str = "M3",
    value: int = 3,
    city: str = "S4",
    sites: dict[str, str] | None = None,
    attacker: dict[str, Any] | None = None,
    defender: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """N has a temple at N.BL and a port at N.FM, not joined; S has the inland city S.BR by a road. Neither has money.

    Args:
        base: the temple.
        value: the leader in it.
        city: the tile at S.BR.
        sites: further cities.
        attacker: what N has besides, or instead.
        defender: what S has besides, or instead.
        fields: other seats, fields of the position.
    """
    own = {**POOR, "king": 0, "roads": ["N.C-N.BL"], "ports": {"N.FM": 1}, "leaders": {str(value): "N.BL"}}
    foe = {**POOR, "king": 4, "roads": ["S.C-S.BR"]}
    board = {"N.BL": base, "N.FM": "A4", "S.BR": city} | (sites or {})
    return table("leader", "N", sites=board, N=own | (attacker or {}), S=foe | (defender or {}), **fields)


def preach(state: State, attack: str = "attack 3 S.BR", hire: int = 0, defend: str = "0") -> State:
    """Attack the city of `mission`; see `fight`."""
    return fight(state, attack, hire, defend)


# -- who, and what ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "allowed"), [("N.BL", True), ("N.BL-", False), ("N.FM", False), ("reserve", False)])
def test_Z_1_one_active_leader_in_a_temple(where: str, allowed: bool) -> None:
    state = mission(attacker={"leaders": {"3": where}})
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
    assert asked(state) == ("N", "leader")


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
def test_Z_6_a_king_is_a_target_while_the_capital_is_all(roads: list[str], clause: str) -> None:
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
def test_Z_7_Z_8_the_leader_counts_if_its_owner_likes(city: str, guard: int, defend: str, after: str) -> None:
    state = preach(mission(city=city, defender={**rich(2), "leaders": {str(guard): "S.BR"}}), defend=defend)
    assert leader(state, "S", guard) == after
    assert cities(state, "S") == {"S.BR"}
    assert unrest(state, "S") == 0


@pytest.mark.parametrize(
    ("where", "choices"),
    [("S.BR", {"defend 0", "defend 1", "defend 0 leader", "defend 1 leader"}), ("S.BR-", {"defend 0", "defend 1"})],
)
def test_AMB_16_what_the_defender_may_choose(where: str, choices: set[str]) -> None:
    state = play(mission(defender={**rich(1), "leaders": {"2": where}}), "attack 3 S.BR")
    assert asked(state) == ("S", "defend")
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


# -- rebellion ----------------------------------------------------------------------------------------------------------


def test_Z_9_a_city_that_is_not_held_down_is_lost() -> None:
    state = preach(mission(defender={"leaders": {"2": "S.BR-"}, "unrest": 1}))
    assert cities(state, "S") == set()
    assert leader(state, "S", 2) == "reserve"
    assert seat(state, "S")["roads"] == []
    assert unrest(state, "S") == 2
    assert state.position()["sites"]["S.BR"] == "S4"
    assert state.view(None).cities["S.BR"].holder is None


def test_AMB_8_an_ungoverned_city_under_control_is_not_removed() -> None:
    assert preach(mission()).position()["sites"]["S.BR"] == "S4"


def garrisoned(leaders: dict[str, str] | None = None, tile: str = "A3", **fields: Any) -> State:
    """As `mission`; S has another city at S.FM, by default a 3-garrison with the 2-leader."""
    own = {"roads": ["S.C-S.BR", "S.C-S.FM"], "leaders": leaders or {"2": "S.FM"}} | fields.pop("defender", {})
    return mission(sites={"S.FM": tile} | fields.pop("sites", {}), defender=own, **fields)


def test_Z_9_AMB_131_the_owner_may_put_the_rebellion_down_at_once() -> None:
    state = preach(garrisoned(leaders={"2": "S.FM", "0": "S.BR-"}, defender={"unrest": 1}))
    assert asked(state) == ("S", "suppress")
    assert legal(state) == {"suppress S.BR 2", "concede"}
    assert leader(state, "N", 3) == "N.BL-"
    play(state, "suppress S.BR 2")
    assert asked(state) == ("N", "leader")
    assert leader(state, "S", 2) == "S.FM-"
    assert leader(state, "S", 0) == "S.BR-"
    assert cities(state, "S") == {"S.BR", "S.FM"}
    assert seat(state, "S")["roads"] == ["S.C-S.FM", "S.C-S.BR"]
    assert unrest(state, "S") == 1


def test_Z_9_the_owner_may_let_the_city_go() -> None:
    state = play(preach(garrisoned(leaders={"2": "S.FM", "0": "S.BR-"})), "concede")
    assert cities(state, "S") == {"S.FM"}
    assert leader(state, "S", 2) == "S.FM"
    assert leader(state, "S", 0) == "reserve"
    assert unrest(state, "S") == 1


@pytest.mark.parametrize(
    ("tile", "leaders", "possible"),
    [
        ("A3", {"2": "S.FM"}, True),
        ("M3", {"2": "S.FM"}, True),
        ("A2", {"2": "S.FM"}, False),
        ("C5", {"5": "S.FM"}, False),
        ("A5", {"5": "S.FM-"}, False),
        ("A5", {"5": "reserve"}, False),
    ],
)
def test_Z_9_only_a_winning_leader_in_garrison_or_temple_is_offered(tile: str, leaders: dict[str, str], possible: bool) -> None:
    state = preach(garrisoned(leaders, tile, base="M2", value=3))
    assert asked(state) == (("S", "suppress") if possible else ("N", "leader"))
    assert cities(state, "S") == ({"S.FM", "S.BR"} if possible else {"S.FM"})


def test_Z_9_the_rebelling_citys_own_leader_is_turned_by_then() -> None:
    """A temple that rebels, with an inactive leader: no leader is left to hold it."""
    state = preach(mission(base="M5", city="M3", defender={"leaders": {"5": "S.BR-"}}))
    assert cities(state, "S") == set()


@pytest.mark.parametrize("action", ["pay 1", "hire 1", "exchange goods", "rebel S.FM"])
def test_AMB_54_a_rebellion_of_missionaries_is_not_bought_off(action: str) -> None:
    state = preach(garrisoned(defender=rich(4)))
    assert asked(state) == ("S", "suppress")
    assert refused(state, action)


def test_AMB_55_putting_it_down_is_no_action_and_no_attack() -> None:
    state = garrisoned(
        order=["N", "S", "E", "W"],
        defender={"ports": {"S.FM": 1}, "leaders": {"2": "S.FM", "5": "S.FL"}},
        sites={"S.FL": "A2"},
    )
    play(preach(state), "suppress S.BR 2")
    assert state.position()["leader_phase"]["attacks"] == [{"by": "N", "on": "S", "kind": "missionary"}]
    play(state, "end")
    assert asked(state) == ("S", "leader")
    play(state, "activate 2")
    assert leader(state, "S", 2) == "S.FM"


def test_AMB_125_each_rebellion_raises_unrest_of_its_own() -> None:
    state = mission(
        order=["N", "E", "S", "W"],
        sites={"S.BL": "C1", "E.FM": "M5"},
        defender={"roads": ["S.C-S.BR", "S.C-S.BL"]},
        E={**POOR, "leaders": {"4": "E.FM"}, "ports": {"E.FM": 1}},
    )
    preach(state)
    assert unrest(state, "S") == 1
    preach(play(state, "end"), "attack 4 S.BL")
    assert unrest(state, "S") == 2


def test_AMB_131_the_attackers_next_leader_waits() -> None:
    state = preach(garrisoned(attacker={"leaders": {"3": "N.BL", "5": "N.FM"}}))
    assert asked(state) == ("S", "suppress")
    for action in ("attack 5 S.FM", "end"):
        assert refused(state, action)
    play(state, "concede")
    assert asked(state) == ("N", "leader")
    assert refused(state, "attack 5 S.FM") == ""


@pytest.mark.parametrize(("ruling", "after"), [("event", 1), ("each", 3)])
def test_AMB_33_AMB_34_what_hung_on_the_city_is_lost_with_it(ruling: str, after: int) -> None:
    state = mission(
        sites={"S.FM": "C1", "S.FR": "C2"},
        defender={"roads": ["S.C-S.BR", "S.FM-S.BR", "S.FR-S.BR"]},
        rulings={"chain_unrest": ruling},
    )
    preach(state)
    assert cities(state, "S") == set()
    assert unrest(state, "S") == after


def test_U_4_a_rebellion_can_end_the_game() -> None:
    state = preach(mission(defender={"unrest": 4}))
    assert ended(state) == ("unrest", ("N",))
    assert cities(state, "S") == set()
    assert unrest(state, "S") == 5


@pytest.mark.parametrize(
    ("purse", "actions"),
    [
        (0, set()),
        (1, set()),
        (2, {"suppress S.BR 2 2", "concede"}),
        (4, {"suppress S.BR 2 2", "suppress S.BR 2 3", "suppress S.BR 2 4", "concede"}),
    ],
)
def test_AMB_46_suppress_hire_against_missionaries(purse: int, actions: set[str]) -> None:
    """2-leader and 1-garrison against a 4-market: two more are needed."""
    state = preach(garrisoned(tile="A1", defender=rich(purse), rulings={"suppress_hire": True}))
    if not actions:
        assert cities(state, "S") == {"S.FM"}
        return
    assert legal(state) == actions
    play(state, "suppress S.BR 2 2")
    assert money(state, "S") == (purse - 2, purse - 2)
    assert cities(state, "S") == {"S.FM", "S.BR"}


def test_AMB_46_with_suppress_hire_the_number_is_always_said() -> None:
    state = preach(garrisoned(rulings={"suppress_hire": True}))
    assert legal(state) == {"suppress S.BR 2 0", "concede"}
    assert refused(state, "suppress S.BR 2")


def test_AMB_46_without_suppress_hire_nobody_is_hired() -> None:
    state = preach(garrisoned(defender=rich(4)))
    assert refused(state, "suppress S.BR 2 0") == "AMB-46"
    assert refused(state, "suppress S.BR 2 1") == "AMB-46"


def test_AMB_46_without_suppress_hire_money_gives_no_choice() -> None:
    state = preach(garrisoned(tile="A1", defender=rich(4)))
    assert asked(state) == ("N", "leader")
    assert cities(state, "S") == {"S.FM"}


@pytest.mark.parametrize("base", ["A5", "M5"])
@pytest.mark.parametrize(
    ("where", "roads", "ports", "reaches"),
    [
        ("S.FM", ["S.C-S.BR"], {}, True),
        ("S.BL", ["S.C-S.BR", "S.C-S.BL"], {}, False),
        ("S.BL", ["S.C-S.BR", "S.C-S.BL", "S.C-S.FR"], {}, True),
        ("S.BL", ["S.C-S.BR", "S.C-S.FR"], {}, False),
        ("S.BL", ["S.C-S.BR", "S.C-S.BL", "S.FR-S.BR"], {}, True),
        ("S.FL", ["S.C-S.BR"], {"S.FL": 1}, False),
        ("S.FL", ["S.C-S.BR"], {"S.FL": 1, "S.FR": 1}, True),
    ],
    ids=["next door", "joined", "over a city", "cut off", "over the city's own roads", "a port, inland", "by sea"],
)
def test_AMB_45_suppress_reach(base: str, where: str, roads: list[str], ports: dict[str, int], reaches: bool) -> None:
    for ruling, possible in (("anywhere", True), ("adjacent", reaches)):
        state = mission(
            sites={where: base, "S.FR": "C1"},
            defender={"leaders": {"5": where}, "roads": roads, "ports": ports},
            rulings={"suppress_reach": ruling},
        )
        assert asked(preach(state)) == (("S", "suppress") if possible else ("N", "leader"))


@pytest.mark.parametrize(("roads", "port"), [(["S.C-S.FR"], {}), (["S.C-S.BL", "S.C-S.FR"], {"S.FR": 2})])
def test_AMB_45_the_rebelling_city_lends_no_reach_against_itself(roads: list[str], port: dict[str, int]) -> None:
    state = mission(
        sites={"S.FR": "C4", "S.BL": "A5"},
        defender={"leaders": {"5": "S.BL"}, "roads": roads, "ports": port},
        rulings={"suppress_reach": "adjacent"},
    )
    preach(state, "attack 3 S.FR")
    assert cities(state, "S") == {"S.BL"}


@pytest.mark.parametrize(("ruling", "held"), [(False, {"S.BL"}), (True, {"S.BL", "S.BR"})])
def test_AMB_45_capital_adjacency_widens_the_reach(ruling: bool, held: set[str]) -> None:
    state = mission(
        sites={"S.BL": "A5"},
        defender={"leaders": {"5": "S.BL"}, "roads": ["S.C-S.BL", "S.C-S.BR"]},
        rulings={"suppress_reach": "adjacent", "capital_adjacency": ruling},
    )
    preach(state)
    assert cities(state, "S") == held
    assert asked(state) == (("S", "suppress") if ruling else ("N", "leader"))


# -- uncontrolled cities ------------------------------------------------------------------------------------------------


def test_Z_10_AMB_7_an_uncontrolled_city_goes_under_its_own_stack() -> None:
    state = mission(city="C4", defender={"roads": []}, stacks={"crowns": ["C5", "C2", "C1", "C3"]})
    preach(state)
    assert "S.BR" not in state.position()["sites"]
    assert stack(state, "crowns") == ["C5", "C2", "C1", "C3", "C4"]
    assert refused(state, "attack 3 S.BR")


def test_Z_10_the_site_is_free_for_another_city() -> None:
    state = play(preach(mission(defender={"roads": []})), "end")
    while asked(state)[1] != "build" or asked(state)[0] != "S":
        play(state, "end")
    assert refused(state, "explore suns S.BR") == ""


def test_Z_10_AMB_92_nobody_defends_what_is_nobodys() -> None:
    state = mission(city="S5", defender={**rich(4), "roads": ["S.C-S.BL"]}, sites={"S.BL": "C1"})
    play(state, "attack 3 S.BR")
    assert asked(state) == ("N", "leader")
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
def test_Z_12_whoever_attacks_whomever(attacker: str, defender: str) -> None:
    own: dict[str, Any] = {name: {**POOR, "king": 3} for name in "NESW"}
    own[attacker] = {"goods": 9, "gold": 9, "leaders": {"0": f"{attacker}.BR"}, "ports": {f"{attacker}.FR": 1}}
    state = table("leader", attacker, sites={f"{attacker}.BR": "M5", f"{attacker}.FR": "C1"}, **own)
    preach(state, f"attack 0 {defender}.C", 8, "0 leader")
    assert not state.is_terminal()
    state = table("leader", attacker, sites={f"{attacker}.BR": "M5", f"{attacker}.FR": "C1"}, **own)
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


@pytest.mark.parametrize(("where", "reaches"), [("N.FM", False), ("S.FM", True)])
def test_AMB_90_under_missionary_reach_a_king_is_attacked_by_land(where: str, reaches: bool) -> None:
    state = table(
        "leader",
        "N",
        sites={where: "M5", "N.FL": "S1"},
        N={"leaders": {"3": where}, "ports": {where: 1, "N.FL": 1}},
        rulings={"missionary_reach": "adjacent"},
    )
    assert (refused(state, "attack 3 S.C") == "") == reaches
