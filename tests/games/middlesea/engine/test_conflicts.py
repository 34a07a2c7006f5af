"""Conflicts: military (M-1 to M-18) and missionary (Z-1 to Z-12), what follows from them, and how open points are settled."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    fight,
    holdings,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    stack,
    table,
    targets,
    unrest,
)


def siege(
    base: str = "A3",
    value: int = 3,
    city: str = "S4",
    sites: str = "",
    attacker: str | dict[str, Any] = "",
    defender: str | dict[str, Any] = "",
    places: tuple[str, str] = ("N.FM", "S.FL"),
    **fields: Any,
) -> State:
    """N has a garrison with a port at N.FM, S the city S.FL by a road; neither has money.

    Args:
        base: the garrison.
        value: the leader in it.
        city: the tile at S.FL.
        sites: further cities.
        attacker: what N has besides, or instead.
        defender: what S has besides, or instead.
        places: the sites of the garrison and of the city.
        fields: other seats, fields of the position.
    """
    base_site, city_site = places
    north = holdings(f"money=0 king=0 {value}@{base_site} N.C-{base_site} N.FM:1") | holdings(attacker)
    south = holdings(f"money=0 king=4 S.C-{city_site}") | holdings(defender)
    return table("leader", "N", sites=f"{base_site}={base} {city_site}={city} {sites}", N=north, S=south, **fields)


def at_the_gates(defender: str = "", attacker: str = "", sites: str = "", **fields: Any) -> State:
    """N stands with its 5-leader in the 5-garrison at S.FM, next to the Capital of S, and has a port at home."""
    north, south = f"money=0 king=0 N.FL:1 5@S.FM {attacker}", f"money=0 {defender}"
    return table("leader", "N", sites=f"N.FL=S1 S.FM=A5 {sites}", N=north, S=south, **fields)


def mission(base: str = "M3", sites: str = "", **fields: Any) -> State:
    """N has a temple at N.BL and a port at N.FM, not joined; S has the inland city S.BR by a road. Neither has money."""
    return siege(base, sites=f"N.FM=A4 {sites}", places=("N.BL", "S.BR"), **fields)


def preach(state: State, attack: str = "attack 3 S.BR", hire: int = 0, defend: str = "0") -> State:
    """Attack the city of `mission`; see `fight`."""
    return fight(state, attack, hire, defend)


# -- targets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tile", "target"), [("A2", "N.FM"), ("M2", "N.BR")])
@pytest.mark.parametrize(("place", "is_allowed"), [("N.BL", True), ("N.BL-", False), ("N.FR", False), ("reserve", False)])
def test_M_1_Z_1_one_active_leader_in_a_garrison_or_temple(tile: str, target: str, place: str, is_allowed: bool) -> None:
    """That another leader stands active in a garrison elsewhere does not help."""
    sites = f"N.BL={tile} N.FR=S2 N.FM=S4 N.BR=S3 E.BL=A1"
    assert (refused(table("leader", "N", sites=sites, N=f"3@{place} 2@E.BL"), f"attack 3 {target}") == "") == is_allowed


@pytest.mark.parametrize(("ports", "is_open"), [({"N.FM": 1}, True), ({}, False)])
def test_Z_2_a_port_opens_the_other_continents(ports: dict[str, int], is_open: bool) -> None:
    state = mission(sites="N.BR=C3", attacker={"ports": ports})
    assert refused(state, "attack 3 N.BR") == ""
    assert (refused(state, "attack 3 S.BR") == "") == is_open


def test_M_3_AMB_90_a_port_is_next_to_every_foreign_coast_and_to_no_capital() -> None:
    state = siege(sites="S.BL=C1 E.FR=C2 W.FM=C3 W.FL=C4 E.BL=C5", E="2@E.BL", W="W.FL:1")
    assert targets(state, 3) == {"S.FL", "E.FR", "W.FM", "W.FL"}
    alone = siege(defender={"roads": []})
    assert targets(alone, 3) == {"S.FL"}
    assert refused(alone, "attack 3 S.C")


@pytest.mark.parametrize("defender", ["5@S.FL", "5@S.FL-", "", {"roads": []}])
def test_M_4_Z_3_AMB_13_neither_leaders_nor_their_absence_protect(defender: str | dict[str, Any]) -> None:
    assert refused(siege(defender=defender), "attack 3 S.FL") == ""
    inland = defender.replace("FL", "BR") if isinstance(defender, str) else defender
    assert refused(mission(defender=inland), "attack 3 S.BR") == ""


@pytest.mark.parametrize("site", ["S.BR", "W.BL"])
def test_M_6_Z_6_any_city_protects_its_owners_capital_and_king(site: str) -> None:
    state = at_the_gates(sites=f"{site}=C1", defender=f"2@{site}-")
    assert refused(state, "attack 5 S.C") == "M-6"
    state = mission(sites="W.BL=C1", defender={"roads": [], "leaders": {"2": f"{site}-"}})
    assert refused(state, "attack 3 S.C") == "Z-6"
    assert refused(mission(defender={"roads": []}), "attack 3 S.C") == ""


@pytest.mark.parametrize(("ruling", "reached"), [(False, {"N.FL"}), (True, {"N.FL", "N.BR"})])
def test_AMB_83_capital_adjacency_counts_for_missionaries_too(ruling: bool, reached: set[str]) -> None:
    rulings = {"missionary_reach": "adjacent", "capital_adjacency": ruling}
    state = mission(sites="N.FL=S1 N.BR=S2 E.FM=S3 E.BR=S5", rulings=rulings)
    assert targets(state, 3) == reached


# -- totals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "base", "hired", "total"), [(0, "A1", 0, 1), (3, "A3", 1, 7), (5, "A5", 4, 14)])
def test_M_7_leader_garrison_and_mercenaries_make_the_attack(value: int, base: str, hired: int, total: int) -> None:
    state = siege(base=base, value=value, attacker="money=4 king=1", defender="money=1")
    play(state, f"attack {value} S.FL", f"hire {hired}")
    assert question(state) == ("S", "defend")
    assert state.position()["pending"]["attack"] == total


@pytest.mark.parametrize(
    ("city", "guard", "defend", "is_won"),
    [
        ("S5", "", "0", True),
        ("S4", "1@S.FL", "0 leader", True),
        ("S4", "2@S.FL", "0", True),
        ("S4", "2@S.FL", "0 leader", False),
        ("S4", "2@S.FL", "1", True),
        ("S4", "", "1", True),
        ("S4", "", "2", False),
        ("S3", "2@S.FL", "1 leader", False),
        ("S1", "5@S.FL", "0 leader", False),
    ],
)
def test_M_8_M_12_six_has_to_exceed_city_leader_and_mercenaries(city: str, guard: str, defend: str, is_won: bool) -> None:
    state = fight(siege(city=city, defender=f"money=2 {guard}"), defend=defend)
    assert ("S.FL" in cities(state, "N")) == ("S.FL" not in cities(state, "S")) == is_won


@pytest.mark.parametrize(
    ("piers", "guard", "defend", "is_won"),
    [
        (5, "", "0", True),
        (5, "", "1", False),
        (4, "1@S.FL", "0 leader", True),
        (4, "2@S.FL", "0 leader", False),
        (3, "2@S.FL", "1 leader", False),
        (3, "2@S.FL", "0", True),
    ],
)
def test_M_9_BP_3_a_port_defends_with_piers_leader_and_mercenaries(piers: int, guard: str, defend: str, is_won: bool) -> None:
    state = fight(siege(city="S1", defender=f"money=1 S.FL:{piers} {guard}"), defend=defend)
    assert seat(state, "S")["ports"] == ({} if is_won else {"S.FL": piers})


@pytest.mark.parametrize("port", ["", "S.FL:2"])
def test_AMB_15_an_inactive_leader_defends_neither_city_nor_port(port: str) -> None:
    state = play(siege(defender=f"money=1 2@S.FL- {port}"), "attack 3 S.FL")
    assert legal(play(mission(defender="money=1 2@S.BR-"), "attack 3 S.BR")) == {"defend 0", "defend 1"}
    assert legal(state) == {"defend 0", "defend 1"}
    assert refused(state, "defend 0 leader") == "AMB-15"


@pytest.mark.parametrize(("city", "is_won"), [("S4", True), ("S5", False)])
def test_M_10_AMB_93_nobody_defends_an_uncontrolled_city(city: str, is_won: bool) -> None:
    state = siege(base="A2", city=city, defender={"goods": 4, "gold": 4, "roads": []})
    play(state, "attack 3 S.FL")
    assert question(state) == ("N", "leader")
    assert ("S.FL" in cities(state, "N")) == is_won
    assert money(state, "S") == (4, 4)
    state = siege(defender={"roads": []}, E="money=1 S.FL:2")
    assert question(play(state, "attack 3 S.FL")) == ("E", "defend"), "only the controller decides"


@pytest.mark.parametrize(("goods", "gold", "most"), [(3, 3, 3), (1, 5, 1), (5, 2, 2), (0, 4, 0), (4, 0, 0)])
def test_M_11_as_many_mercenaries_as_can_be_paid(goods: int, gold: int, most: int) -> None:
    purse = f"goods={goods} gold={gold}"
    state = play(siege(attacker=purse, defender=purse), "attack 3 S.FL")
    for kind in ("hire", "defend") if most else ():
        assert legal(state) == {f"{kind} {k}" for k in range(most + 1)}
        assert refused(state, f"{kind} {most + 1}") in {"M-11", "AMB-91"}
        play(state, f"{kind} 0")
    assert question(state) == ("N", "leader")
    assert leader(state, "N", 3) == "S.FL-"


def test_AMB_91_nothing_is_paid_back_after_a_failure() -> None:
    state = fight(siege(base="A1", attacker="money=3", defender="money=3"), hire=1, defend="2")
    assert cities(state, "S") == {"S.FL"}
    assert (money(state, "N"), money(state, "S")) == ((2, 2), (1, 1))


# -- results of military conflicts --------------------------------------------------------------------------------------


def test_M_5_the_port_goes_first_and_then_the_city() -> None:
    east, order = "money=0 4@E.FM E.FM:1", ["N", "E", "S", "W"]
    state = fight(siege(city="S1", defender="S.FL:3", sites="E.FM=A5", order=order, E=east))
    assert (seat(state, "S")["ports"], cities(state, "S")) == ({}, {"S.FL"})
    assert leader(play(state, "end", "attack 4 S.FL"), "E", 4) == "S.FL-"


@pytest.mark.parametrize(("guard", "defend"), [("S.FL", "0"), ("S.FL", "0 leader"), ("S.FL-", "0")])
def test_M_13_AMB_94_AMB_98_a_leader_in_a_conquered_city_goes_to_the_reserve_and_routes_are_lost(
    guard: str, defend: str
) -> None:
    state = fight(siege(defender=f"0@{guard}"), defend=defend)
    assert (leader(state, "S", 0), leader(state, "N", 3)) == ("reserve", "S.FL-")
    assert (seat(state, "N")["roads"], seat(state, "N")["ports"]) == (["N.C-N.FM"], {"N.FM": 1})


@pytest.mark.parametrize("guard", ["0", "2"])
@pytest.mark.parametrize(("defend", "after"), [("0", "S.FL"), ("0 leader", "S.FL-")])
def test_M_14_a_leader_counted_in_for_a_lost_port_is_turned(guard: str, defend: str, after: str) -> None:
    state = fight(siege(defender=f"S.FL:1 {guard}@S.FL"), defend=defend)
    assert (seat(state, "S")["ports"], leader(state, "S", int(guard))) == ({}, after)


@pytest.mark.parametrize(("attacker", "defender"), list(permutations("NESW", 2)))
def test_M_13_M_15_M_16_conquest_between_any_two_seats(attacker: str, defender: str) -> None:
    base, target = f"{attacker}.FM", f"{defender}.FL"
    held = {attacker: f"{attacker}.C-{base} {base}:1 3@{base}", defender: f"{defender}.C-{target} 0@{target}"}
    seats: dict[str, Any] = {name: f"money=0 unrest=1 {held.get(name, '')}" for name in "NESW"}
    state = play(table("leader", attacker, sites={base: "A3", target: "S4"}, **seats), f"attack 3 {target}", "defend 0 leader")
    assert (cities(state, attacker), cities(state, defender)) == ({base, target}, set())
    assert (leader(state, attacker, 3), leader(state, defender, 0)) == (f"{target}-", "reserve")
    assert [unrest(state, name) for name in "NESW"] == [{attacker: 0, defender: 2}.get(name, 1) for name in "NESW"]


@pytest.mark.parametrize("port", ["", "S.FL:2", "S.FL:5"])
@pytest.mark.parametrize("city", ["S1", "S5"])
@pytest.mark.parametrize("base", ["A1", "A3"])
def test_M_17_AMB_95_the_attacker_is_turned_whatever_the_result_and_stays_after_a_failure(
    base: str, city: str, port: str
) -> None:
    state = fight(siege(base=base, value=2, city=city, defender=port), "attack 2 S.FL")
    assert leader(state, "N", 2) == ("S.FL-" if "S.FL" in cities(state, "N") else "N.FM-")


@pytest.mark.parametrize(
    ("hired", "king", "king_defends", "defend", "falls"),
    [
        (0, 0, True, "0", False),
        (1, 0, True, "0 leader", True),
        (1, 1, True, "0 leader", False),
        (2, 1, True, "0 leader", True),
        (3, 2, True, "1 leader", False),
        (4, 2, True, "1 leader", True),
        (1, 4, True, "0", True),
        (1, 4, False, "0", True),
        (1, 4, False, "1", False),
    ],
)
def test_M_18_AMB_88_a_capital_has_ten_and_its_king(
    hired: int, king: int, king_defends: bool, defend: str, falls: bool
) -> None:
    state = at_the_gates(f"money=1 king={king}", "money=4", rulings={"king_defends": king_defends})
    play(state, "attack 5 S.C", f"hire {hired}")
    assert len(legal(state, "defend")) == (4 if king_defends else 2)
    assert refused(state, "defend 0 leader") == ("" if king_defends else "AMB-88")
    play(state, f"defend {defend}")
    outcome = state.position().get("outcome") or {}
    assert (outcome.get("reason"), outcome.get("loser")) == (("capital", "S") if falls else (None, None))
    assert leader(state, "N", 5) == "S.FM-"


@pytest.mark.parametrize(("tires", "after"), [(False, "S.FL"), (True, "S.FL-")])
@pytest.mark.parametrize("port", ["", "S.FL:4"])
def test_AMB_80_defender_tires_after_a_defence_that_held(tires: bool, after: str, port: str) -> None:
    state = siege(defender=f"2@S.FL {port}", rulings={"defender_tires": tires})
    fight(state, defend="0 leader")
    assert (cities(state, "S"), leader(state, "S", 2)) == ({"S.FL"}, after)
    state = mission(defender="2@S.BR", rulings={"defender_tires": tires})
    assert leader(preach(state, defend="0 leader"), "S", 2) == after.replace("FL", "BR")


def test_AMB_96_the_conflict_is_carried_out_before_civil_war_ends_the_game() -> None:
    state = fight(siege(attacker="unrest=2", defender="unrest=4 0@S.FL"))
    assert (ended(state), state.position()["outcome"]["loser"]) == (("unrest", ("N",)), "S")
    assert (leader(state, "N", 3), leader(state, "S", 0)) == ("S.FL-", "reserve")
    assert (unrest(state, "N"), unrest(state, "S")) == (1, 5)


# -- results of missionary conflicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("city", "piers", "is_won"), [("C3", 5, True), ("C5", 1, False)])
def test_Z_5_ports_neither_defend_nor_stand_in_for_the_city(city: str, piers: int, is_won: bool) -> None:
    state = mission(base="M1", sites=f"S.FM={city}", defender=f"S.C-S.FM S.FM:{piers}")
    preach(state, "attack 3 S.FM")
    assert (cities(state, "S"), seat(state, "S")["ports"]) == ((set(), {}) if is_won else ({"S.FM"}, {"S.FM": piers}))


@pytest.mark.parametrize(
    ("city", "guard", "defend", "after"),
    [
        ("S4", 2, "0", "S.BR-"),
        ("S4", 2, "0 leader", "S.BR"),
        ("S3", 2, "0 leader", "S.BR-"),
        ("S3", 2, "1 leader", "S.BR"),
        ("S4", 2, "1", "S.BR-"),
        ("S4", 2, "2", "S.BR"),
        ("S5", 0, "0 leader", "S.BR-"),
    ],
)
def test_Z_4_Z_7_Z_8_AMB_14_AMB_16_the_owner_decides_whether_the_leader_counts_which_is_turned_if_beaten_and_stays(
    city: str, guard: int, defend: str, after: str
) -> None:
    state = mission(city=city, defender=f"money=2 unrest=1 {guard}@S.BR")
    assert len(legal(play(state.clone(), "attack 3 S.BR"))) == 6, "with or without the leader, and 0 to 2 zealots"
    preach(state, defend=defend)
    assert (leader(state, "S", guard), cities(state, "S"), unrest(state, "S")) == (after, {"S.BR"}, 1)
    assert seat(state, "S")["roads"] == ["S.C-S.BR"]


@pytest.mark.parametrize(("base", "guard"), [("M1", ""), ("M5", ""), ("M5", "2@S.BR")])
def test_Z_11_the_attacker_is_turned_and_stays_in_its_temple(base: str, guard: str) -> None:
    state = preach(mission(base=base, attacker="unrest=2", defender=guard))
    assert (leader(state, "N", 3), unrest(state, "N")) == ("N.BL-", 2)


def test_Z_10_AMB_7_AMB_92_nobody_defends_an_uncontrolled_city_and_it_goes_under_its_own_stack() -> None:
    stacks = {"crowns": ["C5", "C2", "C1", "C3"]}
    state = play(mission(city="C4", defender="money=4 S.C-S.BL", sites="S.BL=S1", stacks=stacks), "attack 3 S.BR")
    assert (question(state), money(state, "S")) == (("N", "leader"), (4, 4))
    assert "S.BR" not in state.position()["sites"]
    assert stack(state, "crowns") == ["C5", "C2", "C1", "C3", "C4"]
    assert refused(state, "attack 3 S.BR")


@pytest.mark.parametrize(
    ("value", "hired", "king", "ruling", "defend", "is_beaten"),
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
def test_Z_12_AMB_89_a_king_and_missionaries(
    value: int, hired: int, king: int, ruling: str, defend: str, is_beaten: bool
) -> None:
    """From a 3-temple."""
    south, rulings = {"goods": 1, "gold": 1, "king": king, "roads": []}, {"king_missionary_defence": ruling}
    state = mission(value=value, attacker="money=4", defender=south, rulings=rulings)
    preach(state, f"attack {value} S.C", hired, defend)
    outcome = state.position().get("outcome") or {}
    assert (outcome.get("reason"), outcome.get("loser")) == (("king", "S") if is_beaten else (None, None))
    assert leader(state, "N", value) == "N.BL-"


# -- rebellions raised by missionaries ----------------------------------------------------------------------------------


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
    assert (leader(state, "S", 2), leader(state, "S", 0)) == ("S.FM-", "S.BR-")
    assert (cities(state, "S"), unrest(state, "S")) == ({"S.BR", "S.FM"}, 1)
    assert seat(state, "S")["roads"] == ["S.C-S.FM", "S.C-S.BR"]


def test_AMB_54_AMB_46_a_rebellion_of_missionaries_cannot_be_avoided_by_payment() -> None:
    state = preach(garrisoned("2@S.FM money=4"))
    assert question(state) == ("S", "suppress")
    assert all(refused(state, action) for action in ("pay 1", "hire 1", "exchange goods", "rebel S.FM"))
    assert refused(state, "suppress S.BR 2 0") == refused(state, "suppress S.BR 2 1") == "AMB-46"


@pytest.mark.parametrize(("ruling", "after"), [("event", 1), ("each", 3)])
def test_AMB_33_AMB_34_cities_connected_through_it_are_lost_with_it(ruling: str, after: int) -> None:
    south = "S.C-S.BR S.FM-S.BR S.FR-S.BR"
    state = preach(mission(sites="S.FM=C1 S.FR=C2", defender=south, rulings={"chain_unrest": ruling}))
    assert (cities(state, "S"), unrest(state, "S")) == (set(), after)


def test_AMB_8_U_4_a_rebellion_removes_no_city_and_can_end_the_game() -> None:
    state = preach(mission(defender="unrest=4"))
    assert ended(state) == ("unrest", ("N",))
    assert (state.position()["sites"]["S.BR"], cities(state, "S"), unrest(state, "S")) == ("S4", set(), 5)


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
    state = mission(sites="S.FR=C4 S.BL=A5", defender=f"5@S.BL {south}", rulings={"suppress_reach": "adjacent"})
    assert cities(preach(state, "attack 3 S.FR"), "S") == {"S.BL"}
