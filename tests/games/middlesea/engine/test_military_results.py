"""Military conflict: M-13 to M-18, what follows from it, and how the open points about that are settled."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.games.middlesea.support.conflicts import at_the_gates, mission, preach, siege
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    fight,
    leader,
    legal,
    play,
    refused,
    seat,
    table,
    targets,
    unrest,
)


@pytest.mark.parametrize(("guard", "defend"), [("S.FL", "0"), ("S.FL", "0 leader"), ("S.FL-", "0")])
def test_M_13_AMB_94_AMB_98_a_leader_in_a_conquered_city_goes_to_the_reserve_and_routes_are_lost(
    guard: str, defend: str
) -> None:
    state = fight(siege(defender=f"0@{guard}"), defend=defend)
    assert (leader(state, "S", 0), leader(state, "N", 3)) == ("reserve", "S.FL-")
    assert seat(state, "N")["roads"] == ["N.C-N.FM"]
    assert seat(state, "N")["ports"] == {"N.FM": 1}


@pytest.mark.parametrize("guard", ["0", "2"])
@pytest.mark.parametrize(("defend", "after"), [("0", "S.FL"), ("0 leader", "S.FL-")])
def test_M_14_a_leader_counted_in_for_a_lost_port_is_turned(guard: str, defend: str, after: str) -> None:
    state = fight(siege(defender=f"S.FL:1 {guard}@S.FL"), defend=defend)
    assert seat(state, "S")["ports"] == {}
    assert leader(state, "S", int(guard)) == after


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
    fight(state, "attack 5 S.C", hired, defend)
    assert state.is_terminal() == falls
    if falls:
        assert state.position()["outcome"]["reason"] == "capital"
        assert state.position()["outcome"]["loser"] == "S"
    assert leader(state, "N", 5) == "S.FM-"


@pytest.mark.parametrize(("king_defends", "clause"), [(True, ""), (False, "AMB-88")])
def test_AMB_88_king_defends(king_defends: bool, clause: str) -> None:
    state = play(at_the_gates("money=1", rulings={"king_defends": king_defends}), "attack 5 S.C")
    assert len(legal(state, "defend")) == (4 if king_defends else 2)
    assert refused(state, "defend 0 leader") == clause


def test_AMB_90_no_capital_is_reached_by_sea() -> None:
    state = siege(defender={"roads": []})
    assert targets(state, 3) == {"S.FL"}
    assert refused(state, "attack 3 S.C")


@pytest.mark.parametrize(("tires", "after"), [(False, "S.FL"), (True, "S.FL-")])
@pytest.mark.parametrize("port", ["", "S.FL:4"])
def test_AMB_80_defender_tires_after_a_defence_that_held(tires: bool, after: str, port: str) -> None:
    state = siege(defender=f"2@S.FL {port}", rulings={"defender_tires": tires})
    fight(state, defend="0 leader")
    assert cities(state, "S") == {"S.FL"}
    assert leader(state, "S", 2) == after
    state = mission(defender="2@S.BR", rulings={"defender_tires": tires})
    assert leader(preach(state, defend="0 leader"), "S", 2) == after.replace("FL", "BR")


def test_AMB_96_the_conflict_is_carried_out_before_civil_war_ends_the_game() -> None:
    state = fight(siege(attacker="unrest=2", defender="unrest=4 0@S.FL"))
    assert ended(state) == ("unrest", ("N",))
    assert (leader(state, "N", 3), leader(state, "S", 0)) == ("S.FL-", "reserve")
    assert (unrest(state, "N"), unrest(state, "S")) == (1, 5)
    assert state.position()["outcome"]["loser"] == "S"
