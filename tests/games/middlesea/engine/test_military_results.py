"""Military conflict: M-13 to M-18, what follows from it, and how the open points about that are settled."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.games.middlesea.support.conflicts import at_the_gates, siege
from tests.games.middlesea.support.tables import (
    POOR,
    cities,
    ended,
    fight,
    leader,
    legal,
    play,
    refused,
    rich,
    seat,
    table,
    targets,
    unrest,
)

# -- what follows -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guard", "defend"), [("S.FL", "0"), ("S.FL", "0 leader"), ("S.FL-", "0")])
def test_M_13_AMB_94_any_leader_in_a_conquered_city_goes_to_the_reserve(guard: str, defend: str) -> None:
    state = fight(siege(defender={"leaders": {"0": guard}}), defend=defend)
    assert leader(state, "S", 0) == "reserve"
    assert leader(state, "N", 3) == "S.FL-"


def test_AMB_98_a_conquered_city_comes_without_routes() -> None:
    state = fight(siege())
    assert seat(state, "N")["roads"] == ["N.C-N.FM"]
    assert seat(state, "N")["ports"] == {"N.FM": 1}


@pytest.mark.parametrize("guard", ["0", "2"])
@pytest.mark.parametrize(("defend", "after"), [("0", "S.FL"), ("0 leader", "S.FL-")])
def test_M_14_a_leader_counted_in_for_a_lost_port_is_turned(guard: str, defend: str, after: str) -> None:
    state = fight(siege(defender={"ports": {"S.FL": 1}, "leaders": {guard: "S.FL"}}), defend=defend)
    assert seat(state, "S")["ports"] == {}
    assert leader(state, "S", int(guard)) == after


@pytest.mark.parametrize(("attacker", "defender"), list(permutations("NESW", 2)))
def test_M_13_M_15_M_16_conquest_between_any_two_seats(attacker: str, defender: str) -> None:
    seats: dict[str, Any] = {name: {**POOR, "unrest": 1} for name in "NESW"}
    base, target = f"{attacker}.FM", f"{defender}.FL"
    seats[attacker] |= {"roads": [f"{attacker}.C-{base}"], "ports": {base: 1}, "leaders": {"3": base}}
    seats[defender] |= {"roads": [f"{defender}.C-{target}"], "leaders": {"0": target}}
    state = play(table("leader", attacker, sites={base: "A3", target: "S4"}, **seats), f"attack 3 {target}", "defend 0 leader")
    assert cities(state, attacker) == {base, target}
    assert cities(state, defender) == set()
    assert leader(state, attacker, 3) == f"{target}-"
    assert leader(state, defender, 0) == "reserve"
    assert [unrest(state, name) for name in "NESW"] == [{attacker: 0, defender: 2}.get(name, 1) for name in "NESW"]


@pytest.mark.parametrize("ports", [{}, {"S.FL": 2}, {"S.FL": 5}])
@pytest.mark.parametrize("city", ["S1", "S5"])
@pytest.mark.parametrize("base", ["A1", "A3"])
def test_M_17_the_attacker_is_turned_whatever_the_result(base: str, city: str, ports: dict[str, int]) -> None:
    state = fight(siege(base=base, value=2, city=city, defender={"ports": ports}), "attack 2 S.FL")
    assert leader(state, "N", 2) in {"N.FM-", "S.FL-"}


def test_AMB_95_after_a_failure_the_attacker_is_in_its_garrison() -> None:
    assert leader(fight(siege(base="A1", city="S5")), "N", 3) == "N.FM-"


@pytest.mark.parametrize(
    ("hired", "king", "king_defends", "defend", "falls"),
    [
        (0, 0, True, "0", False),
        (1, 0, True, "0", True),
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
    state = at_the_gates(
        attacker=rich(4),
        defender={**rich(1), "king": king},
        rulings={"king_defends": king_defends},
    )
    fight(state, "attack 5 S.C", hired, defend)
    assert state.is_terminal() == falls
    if falls:
        assert state.position()["outcome"]["reason"] == "capital"
        assert state.position()["outcome"]["loser"] == "S"
    assert leader(state, "N", 5) == "S.FM-"


@pytest.mark.parametrize(("king_defends", "choices"), [(True, {"defend 0", "defend 0 leader"}), (False, set())])
def test_AMB_88_king_defends(king_defends: bool, choices: set[str]) -> None:
    state = play(at_the_gates(rulings={"king_defends": king_defends}), "attack 5 S.C")
    assert legal(state, "defend") == choices


def test_AMB_88_a_king_that_does_not_defend_is_refused() -> None:
    state = play(at_the_gates(defender=rich(1), rulings={"king_defends": False}), "attack 5 S.C")
    assert refused(state, "defend 0 leader") == "AMB-88"


def test_AMB_90_no_capital_is_reached_by_sea() -> None:
    state = siege(defender={"roads": []})
    assert targets(state, 3) == {"S.FL"}
    assert refused(state, "attack 3 S.C")


@pytest.mark.parametrize(("tires", "after"), [(False, "S.FL"), (True, "S.FL-")])
@pytest.mark.parametrize("ports", [{}, {"S.FL": 4}])
def test_AMB_80_defender_tires_after_a_defence_that_held(tires: bool, after: str, ports: dict[str, int]) -> None:
    state = siege(defender={"leaders": {"2": "S.FL"}, "ports": ports}, rulings={"defender_tires": tires})
    fight(state, defend="0 leader")
    assert cities(state, "S") == {"S.FL"}
    assert leader(state, "S", 2) == after


def test_AMB_96_the_conflict_is_carried_out_before_civil_war_ends_the_game() -> None:
    state = fight(siege(attacker={"unrest": 2}, defender={"unrest": 4, "leaders": {"0": "S.FL"}}))
    assert ended(state) == ("unrest", ("N",))
    assert leader(state, "N", 3) == "S.FL-"
    assert leader(state, "S", 0) == "reserve"
    assert (unrest(state, "N"), unrest(state, "S")) == (1, 5)
    assert state.position()["outcome"]["loser"] == "S"
