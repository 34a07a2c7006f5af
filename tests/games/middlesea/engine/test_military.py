"""Military conflict: M-1 to M-12, targets and totals, and how the open points about them are settled."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.middlesea.support.conflicts import at_the_gates, mission, siege
from tests.games.middlesea.support.tables import (
    cities,
    fight,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    table,
    targets,
)


@pytest.mark.parametrize(("place", "allowed"), [("N.BL", True), ("N.BL-", False), ("N.BR", False), ("reserve", False)])
def test_M_1_one_active_leader_in_a_garrison(place: str, allowed: bool) -> None:
    """That another leader stands active in a garrison elsewhere does not help."""
    state = table("leader", "N", sites="N.BL=A2 N.BR=S2 N.FM=S4 E.BL=A1", N=f"3@{place} 2@E.BL")
    assert (refused(state, "attack 3 N.FM") == "") == allowed


def test_M_3_a_port_is_next_to_every_foreign_coast() -> None:
    state = siege(sites="S.BL=C1 E.FR=C2 W.FM=C3 W.FL=C4 E.BL=C5", E="2@E.BL", W="W.FL:1")
    assert targets(state, 3) == {"S.FL", "E.FR", "W.FM", "W.FL"}


@pytest.mark.parametrize("defender", ["5@S.FL", "5@S.FL-", "", {"roads": []}])
def test_M_4_Z_3_AMB_13_neither_leaders_nor_their_absence_protect(defender: str | dict[str, Any]) -> None:
    assert refused(siege(defender=defender), "attack 3 S.FL") == ""
    inland = defender.replace("FL", "BR") if isinstance(defender, str) else defender
    assert refused(mission(defender=inland), "attack 3 S.BR") == ""


def test_M_5_the_port_goes_first_and_then_the_city() -> None:
    east, order = "money=0 4@E.FM E.FM:1", ["N", "E", "S", "W"]
    state = fight(siege(city="S1", defender="S.FL:3", sites="E.FM=A5", order=order, E=east))
    assert seat(state, "S")["ports"] == {}
    assert cities(state, "S") == {"S.FL"}
    play(state, "end", "attack 4 S.FL")
    assert leader(state, "E", 4) == "S.FL-"


@pytest.mark.parametrize("site", ["S.BR", "W.BL"])
def test_M_6_any_city_protects_its_owners_capital(site: str) -> None:
    state = at_the_gates(sites=f"{site}=C1", defender=f"2@{site}-")
    assert refused(state, "attack 5 S.C") == "M-6"


@pytest.mark.parametrize(("value", "base", "hired", "total"), [(0, "A1", 0, 1), (3, "A3", 1, 7), (5, "A5", 4, 14)])
def test_M_7_leader_garrison_and_mercenaries_make_the_attack(value: int, base: str, hired: int, total: int) -> None:
    state = siege(base=base, value=value, attacker="money=4 king=1", defender="money=1")
    play(state, f"attack {value} S.FL", f"hire {hired}")
    assert question(state) == ("S", "defend")
    assert state.position()["pending"]["attack"] == total


@pytest.mark.parametrize(
    ("city", "guard", "defend", "won"),
    [
        ("S5", None, "0", True),
        ("S4", "1", "0 leader", True),
        ("S4", "2", "0", True),
        ("S4", "2", "0 leader", False),
        ("S4", "2", "1", True),
        ("S4", None, "1", True),
        ("S4", None, "2", False),
        ("S3", "2", "1 leader", False),
        ("S1", "5", "0 leader", False),
    ],
)
def test_M_8_M_12_six_has_to_exceed_city_leader_and_mercenaries(city: str, guard: str | None, defend: str, won: bool) -> None:
    state = fight(siege(city=city, defender=f"money=2 {guard}@S.FL" if guard else "money=2"), defend=defend)
    assert ("S.FL" in cities(state, "N")) == won
    assert ("S.FL" in cities(state, "S")) != won


@pytest.mark.parametrize("port", ["", "S.FL:2"])
def test_AMB_15_an_inactive_leader_defends_neither_city_nor_port(port: str) -> None:
    state = play(siege(defender=f"money=1 2@S.FL- {port}"), "attack 3 S.FL")
    assert legal(play(mission(defender="money=1 2@S.BR-"), "attack 3 S.BR")) == {"defend 0", "defend 1"}
    assert legal(state) == {"defend 0", "defend 1"}
    assert refused(state, "defend 0 leader") == "AMB-15"


@pytest.mark.parametrize(
    ("piers", "guard", "defend", "won"),
    [
        (5, None, "0", True),
        (5, None, "1", False),
        (4, "1", "0 leader", True),
        (4, "2", "0 leader", False),
        (3, "2", "1 leader", False),
        (3, "2", "0", True),
    ],
)
def test_M_9_BP_3_a_port_defends_with_piers_leader_and_mercenaries(
    piers: int, guard: str | None, defend: str, won: bool
) -> None:
    foe = f"money=1 S.FL:{piers}" + (f" {guard}@S.FL" if guard else "")
    state = fight(siege(city="S1", defender=foe), defend=defend)
    assert seat(state, "S")["ports"] == ({} if won else {"S.FL": piers})


@pytest.mark.parametrize(("city", "won"), [("S4", True), ("S5", False)])
def test_M_10_AMB_93_nobody_defends_an_uncontrolled_city(city: str, won: bool) -> None:
    state = siege(base="A2", city=city, defender={"goods": 4, "gold": 4, "roads": []})
    play(state, "attack 3 S.FL")
    assert question(state) == ("N", "leader")
    assert ("S.FL" in cities(state, "N")) == won
    assert money(state, "S") == (4, 4)
    state = siege(defender={"roads": []}, E="money=1 S.FL:2")
    assert question(play(state, "attack 3 S.FL")) == ("E", "defend"), "only the controller decides"


@pytest.mark.parametrize(("purse", "most"), [("goods=3 gold=3", 3), ("goods=1 gold=5", 1), ("goods=5 gold=2", 2)])
def test_M_11_as_many_mercenaries_as_can_be_paid(purse: str, most: int) -> None:
    state = play(siege(attacker=purse, defender=purse), "attack 3 S.FL")
    assert legal(state) == {f"hire {k}" for k in range(most + 1)}
    assert refused(state, f"hire {most + 1}") == "M-11"
    play(state, "hire 0")
    assert legal(state) == {f"defend {k}" for k in range(most + 1)}
    assert refused(state, f"defend {most + 1}") in {"M-11", "AMB-91"}


@pytest.mark.parametrize("purse", ["goods=0 gold=4", "goods=4 gold=0"])
def test_M_11_a_seat_that_cannot_pay_is_not_asked(purse: str) -> None:
    state = play(siege(attacker=purse, defender=purse), "attack 3 S.FL")
    assert question(state) == ("N", "leader")
    assert leader(state, "N", 3) == "S.FL-"


def test_AMB_91_nothing_is_paid_back_after_a_failure() -> None:
    state = fight(siege(base="A1", attacker="money=3", defender="money=3"), hire=1, defend="2")
    assert cities(state, "S") == {"S.FL"}
    assert money(state, "N") == (2, 2)
    assert money(state, "S") == (1, 1)
