"""Military conflict: M-1 to M-18, and how the open points about it are settled."""

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
    table,
    targets,
    unrest,
)


def siege(
    base: str = "A3",
    value: int = 3,
    city: str = "S4",
    sites: dict[str, str] | None = None,
    attacker: dict[str, Any] | None = None,
    defender: dict[str, Any] | None = None,
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
        fields: other seats, fields of the position.
    """
    own = {**POOR, "king": 0, "roads": ["N.C-N.FM"], "ports": {"N.FM": 1}, "leaders": {str(value): "N.FM"}}
    foe = {**POOR, "king": 4, "roads": ["S.C-S.FL"]}
    board = {"N.FM": base, "S.FL": city} | (sites or {})
    return table("leader", "N", sites=board, N=own | (attacker or {}), S=foe | (defender or {}), **fields)


# -- who, and what ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "allowed"), [("N.BL", True), ("N.BL-", False), ("N.BR", False), ("reserve", False)])
def test_M_1_one_active_leader_in_a_garrison(where: str, allowed: bool) -> None:
    """That another leader stands active in a garrison elsewhere does not help."""
    state = table(
        "leader",
        "N",
        sites={"N.BL": "A2", "N.BR": "S2", "N.FM": "S4", "E.BL": "A1"},
        N={"leaders": {"3": where, "2": "E.BL"}},
    )
    assert (refused(state, "attack 3 N.FM") == "") == allowed


@pytest.mark.parametrize(
    ("roads", "reached"),
    [
        ([], {"N.FL", "N.FM"}),
        (["N.C-N.BL"], {"N.FL", "N.FM"}),
        (["N.C-N.FR"], {"N.FL", "N.FM"}),
        (["N.C-N.BL", "N.C-N.FR"], {"N.FL", "N.FM", "N.BR"}),
    ],
)
def test_M_2_cities_joined_to_the_garrison_lend_their_neighbours(roads: list[str], reached: set[str]) -> None:
    state = table(
        "leader",
        "N",
        sites={"N.BL": "A3", "N.FL": "S1", "N.FM": "S2", "N.FR": "S3", "N.BR": "S4"},
        N={"leaders": {"3": "N.BL", "0": "N.FR"}, "roads": roads},
    )
    assert targets(state, 3) == reached


def test_M_3_a_port_is_next_to_every_foreign_coast() -> None:
    state = siege(
        sites={"S.BL": "C1", "E.FR": "C2", "W.FM": "C3", "W.FL": "C4", "E.BL": "C5"},
        E={"leaders": {"2": "E.BL"}},
        W={"ports": {"W.FL": 1}},
    )
    assert targets(state, 3) == {"S.FL", "E.FR", "W.FM", "W.FL"}


def test_M_3_a_provincial_port_serves_as_well() -> None:
    state = siege(sites={"E.FM": "C2", "E.BL": "C1", "W.FM": "C3"}, attacker={"ports": {"N.FM": 1, "E.FM": 1}})
    assert targets(state, 3) == {"S.FL", "W.FM", "E.BL", "E.C"}


@pytest.mark.parametrize("defender", [{"leaders": {"5": "S.FL"}}, {"leaders": {"5": "S.FL-"}}, {}, {"roads": []}])
def test_M_4_neither_leaders_nor_their_absence_protect(defender: dict[str, Any]) -> None:
    assert refused(siege(defender=defender), "attack 3 S.FL") == ""


def test_M_5_the_port_goes_first_and_then_the_city() -> None:
    state = siege(
        city="S1",
        defender={"ports": {"S.FL": 3}},
        sites={"E.FM": "A5"},
        order=["N", "E", "S", "W"],
        E={**POOR, "leaders": {"4": "E.FM"}, "ports": {"E.FM": 1}},
    )
    fight(state)
    assert seat(state, "S")["ports"] == {}
    assert cities(state, "S") == {"S.FL"}
    play(state, "end", "attack 4 S.FL")
    assert leader(state, "E", 4) == "S.FL-"


def at_the_gates(defender: dict[str, Any] | None = None, attacker: dict[str, Any] | None = None, **fields: Any) -> State:
    """N stands with its 5-leader in the 5-garrison at S.FM, next to the Capital of S, and has a port at home."""
    own = {**POOR, "king": 0, "ports": {"N.FL": 1}, "leaders": {"5": "S.FM"}}
    board = {"N.FL": "S1", "S.FM": "A5"} | fields.pop("sites", {})
    return table("leader", "N", sites=board, N=own | (attacker or {}), S=POOR | (defender or {}), **fields)


def test_M_6_a_capital_alone_may_be_attacked() -> None:
    assert "S.C" in targets(at_the_gates(), 5)


@pytest.mark.parametrize("site", ["S.BR", "W.BL"])
def test_M_6_any_city_protects_its_owners_capital(site: str) -> None:
    state = at_the_gates(sites={site: "C1"}, defender={"leaders": {"2": f"{site}-"}})
    assert refused(state, "attack 5 S.C") == "M-6"


def test_M_6_an_uncontrolled_city_beside_it_protects_no_capital() -> None:
    assert refused(at_the_gates(sites={"S.BR": "C1"}), "attack 5 S.C") == ""


# -- totals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "base", "hired", "total"), [(0, "A1", 0, 1), (3, "A3", 1, 7), (5, "A5", 4, 14)])
def test_M_7_leader_garrison_and_mercenaries_make_the_attack(value: int, base: str, hired: int, total: int) -> None:
    state = siege(base=base, value=value, attacker={**rich(4), "king": 1}, defender=rich(1))
    play(state, f"attack {value} S.FL", f"hire {hired}")
    assert asked(state) == ("S", "defend")
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
    foe = rich(2) | ({"leaders": {guard: "S.FL"}} if guard else {})
    state = fight(siege(city=city, defender=foe), defend=defend)
    assert ("S.FL" in cities(state, "N")) == won
    assert ("S.FL" in cities(state, "S")) != won


def test_M_8_the_leader_may_be_left_out() -> None:
    state = play(siege(defender=rich(1) | {"leaders": {"2": "S.FL"}}), "attack 3 S.FL")
    assert asked(state) == ("S", "defend")
    assert legal(state) == {"defend 0", "defend 1", "defend 0 leader", "defend 1 leader"}


@pytest.mark.parametrize("ports", [{}, {"S.FL": 2}])
def test_AMB_15_an_inactive_leader_defends_neither_city_nor_port(ports: dict[str, int]) -> None:
    state = play(siege(defender=rich(1) | {"leaders": {"2": "S.FL-"}, "ports": ports}), "attack 3 S.FL")
    assert legal(state) == {"defend 0", "defend 1"}
    assert refused(state, "defend 0 leader") == "AMB-15"


def test_M_8_a_leader_elsewhere_does_not_defend() -> None:
    state = play(siege(sites={"S.BL": "C1"}, defender=rich(1) | {"leaders": {"2": "S.BL"}}), "attack 3 S.FL")
    assert legal(state) == {"defend 0", "defend 1"}


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
def test_M_9_a_port_defends_with_piers_leader_and_mercenaries(piers: int, guard: str | None, defend: str, won: bool) -> None:
    foe = rich(1) | {"ports": {"S.FL": piers}} | ({"leaders": {guard: "S.FL"}} if guard else {})
    state = fight(siege(city="S1", defender=foe), defend=defend)
    assert seat(state, "S")["ports"] == ({} if won else {"S.FL": piers})


def test_M_9_the_citys_value_does_not_help_its_port() -> None:
    state = fight(siege(base="A1", value=1, city="S5", defender={"ports": {"S.FL": 1}}), "attack 1 S.FL")
    assert seat(state, "S")["ports"] == {}


@pytest.mark.parametrize(("city", "won"), [("S4", True), ("S5", False)])
def test_M_10_nobody_defends_an_uncontrolled_city(city: str, won: bool) -> None:
    state = siege(base="A2", city=city, defender={**rich(4), "roads": []})
    play(state, "attack 3 S.FL")
    assert asked(state) == ("N", "leader")
    assert ("S.FL" in cities(state, "N")) == won
    assert money(state, "S") == (4, 4)


def test_AMB_92_the_continents_owner_does_not_defend_what_is_nobodys() -> None:
    state = siege(base="A1", value=1, city="S3", defender={**rich(4), "roads": ["S.C-S.BL"]}, sites={"S.BL": "C1"})
    play(state, "attack 1 S.FL")
    assert asked(state) == ("N", "leader")
    assert "S.FL" not in cities(state, "N")


def test_AMB_93_only_the_controller_decides_about_the_defence() -> None:
    state = siege(defender={"roads": []}, E={**rich(1), "ports": {"S.FL": 2}})
    play(state, "attack 3 S.FL")
    assert asked(state) == ("E", "defend")


@pytest.mark.parametrize(("goods", "gold", "most"), [(3, 3, 3), (1, 5, 1), (5, 2, 2)])
def test_M_11_as_many_mercenaries_as_can_be_paid(goods: int, gold: int, most: int) -> None:
    state = siege(attacker={"goods": goods, "gold": gold}, defender={"goods": goods, "gold": gold})
    play(state, "attack 3 S.FL")
    assert legal(state) == {f"hire {k}" for k in range(most + 1)}
    assert refused(state, f"hire {most + 1}") == "M-11"
    play(state, "hire 0")
    assert legal(state) == {f"defend {k}" for k in range(most + 1)}
    assert refused(state, f"defend {most + 1}") in {"M-11", "AMB-91"}


def test_M_11_each_costs_one_goods_and_one_gold() -> None:
    state = siege(attacker={"goods": 5, "gold": 4}, defender={"goods": 2, "gold": 3})
    play(state, "attack 3 S.FL", "hire 3")
    assert money(state, "N") == (2, 1)
    play(state, "defend 2")
    assert money(state, "S") == (0, 1)


@pytest.mark.parametrize(("goods", "gold"), [(0, 0), (0, 4), (4, 0)])
def test_M_11_nothing_is_asked_of_who_cannot_pay(goods: int, gold: int) -> None:
    purse = {"goods": goods, "gold": gold}
    state = play(siege(attacker=purse, defender=purse), "attack 3 S.FL")
    assert asked(state) == ("N", "leader")
    assert leader(state, "N", 3) == "S.FL-"


def test_M_11_mercenaries_serve_for_one_conflict() -> None:
    state = siege(
        base="A1",
        value=1,
        city="S5",
        attacker={**rich(2), "roads": ["N.C-N.FM", "N.C-N.FL"], "leaders": {"1": "N.FM", "2": "N.FL"}},
        defender=rich(9),
        sites={"N.FL": "A2", "E.FM": "S2"},
        E={**rich(1), "roads": ["E.C-E.FM"]},
    )
    play(state, "attack 1 S.FL", "hire 1", "defend 0", "attack 2 E.FM", "hire 0")
    assert state.position()["pending"]["attack"] == 4


def test_AMB_91_nothing_is_paid_back_after_a_failure() -> None:
    state = fight(siege(base="A1", attacker=rich(3), defender=rich(3)), hire=1, defend="2")
    assert cities(state, "S") == {"S.FL"}
    assert money(state, "N") == (2, 2)
    assert money(state, "S") == (1, 1)


def test_AMB_91_the_attacker_does_not_answer_the_defender() -> None:
    state = play(siege(attacker=rich(9), defender=rich(9)), "attack 3 S.FL", "hire 0", "defend 2")
    assert asked(state) == ("N", "leader")
    assert leader(state, "N", 3) == "N.FM-"


@pytest.mark.parametrize(("base", "value"), [("A3", 3), ("A1", 5), ("A5", 2)])
def test_M_12_more_than_the_defence_succeeds(base: str, value: int) -> None:
    state = fight(siege(base=base, value=value, city="S5"), f"attack {value} S.FL")
    assert cities(state, "N") == {"N.FM", "S.FL"}
    assert cities(state, "S") == set()


@pytest.mark.parametrize(("base", "value"), [("A2", 3), ("A3", 2), ("A1", 3)])
def test_M_12_as_much_as_the_defence_or_less_fails(base: str, value: int) -> None:
    state = fight(siege(base=base, value=value, city="S5"), f"attack {value} S.FL")
    assert cities(state, "N") == {"N.FM"}
    assert cities(state, "S") == {"S.FL"}


# -- what follows -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guard", "defend"), [("S.FL", "0"), ("S.FL", "0 leader"), ("S.FL-", "0")])
def test_M_13_AMB_94_any_leader_in_a_conquered_city_goes_to_the_reserve(guard: str, defend: str) -> None:
    state = fight(siege(defender={"leaders": {"0": guard}}), defend=defend)
    assert leader(state, "S", 0) == "reserve"
    assert leader(state, "N", 3) == "S.FL-"


def test_M_13_the_defenders_roads_there_are_gone_and_no_others() -> None:
    state = siege(
        sites={"S.FM": "C1", "S.BL": "C2"},
        defender={"roads": ["S.C-S.FL", "S.FL-S.FM", "S.BL-S.FL", "S.C-S.BL", "S.BL-S.FM"]},
    )
    fight(state)
    assert seat(state, "S")["roads"] == ["S.C-S.BL", "S.BL-S.FM"]
    assert cities(state, "S") == {"S.BL", "S.FM"}


def test_M_13_the_garrison_is_kept_by_its_road() -> None:
    state = fight(siege())
    assert cities(state, "N") == {"N.FM", "S.FL"}
    assert refused(state, "move 4 N.FM") == ""


def test_AMB_98_a_conquered_city_comes_without_routes() -> None:
    state = fight(siege())
    assert seat(state, "N")["roads"] == ["N.C-N.FM"]
    assert seat(state, "N")["ports"] == {"N.FM": 1}


def test_AMB_33_what_hung_on_the_lost_city_is_nobodys() -> None:
    state = fight(siege(sites={"S.BL": "C1", "S.FM": "C2"}, defender={"roads": ["S.C-S.FL", "S.BL-S.FL", "S.C-S.FM"]}))
    assert cities(state, "S") == {"S.FM"}
    assert state.view(None).cities["S.BL"].holder is None


@pytest.mark.parametrize(
    ("ruling", "chained", "before", "after"),
    [
        ("event", ["S.BL-S.FL", "S.FL-S.FM"], 1, 2),
        ("each", ["S.BL-S.FL", "S.FL-S.FM"], 1, 4),
        ("each", ["S.BL-S.FL"], 1, 3),
        ("each", ["S.BL-S.FL", "S.C-S.BL"], 1, 2),
        ("each", [], 1, 2),
        ("event", ["S.BL-S.FL", "S.FL-S.FM"], 3, 4),
        ("each", ["S.BL-S.FL", "S.FL-S.FM"], 4, 5),
        ("each", ["S.BL-S.FL", "S.FL-S.FM"], 3, 5),
    ],
)
def test_AMB_34_chain_unrest_in_a_conquest(ruling: str, chained: list[str], before: int, after: int) -> None:
    state = siege(
        sites={"S.BL": "C1", "S.FM": "C2"},
        defender={"roads": ["S.C-S.FL", *chained], "unrest": before},
        rulings={"chain_unrest": ruling},
    )
    fight(state)
    assert unrest(state, "S") == after
    assert state.is_terminal() == (after == 5)


def test_AMB_34_a_governed_city_is_not_lost_in_the_wake() -> None:
    state = siege(
        sites={"S.BL": "C1"},
        defender={"roads": ["S.C-S.FL", "S.BL-S.FL"], "leaders": {"2": "S.BL-"}},
        rulings={"chain_unrest": "each"},
    )
    fight(state)
    assert cities(state, "S") == {"S.BL"}
    assert unrest(state, "S") == 1


@pytest.mark.parametrize("ruling", ["event", "each"])
def test_AMB_35_a_garrison_held_by_the_leader_alone_is_left_behind(ruling: str) -> None:
    state = table(
        "leader",
        "N",
        sites={"N.BL": "A3", "N.FL": "S1"},
        N={**POOR, "unrest": 2, "leaders": {"3": "N.BL"}},
        rulings={"chain_unrest": ruling},
    )
    play(state, "attack 3 N.FL")
    assert cities(state, "N") == {"N.FL"}
    assert unrest(state, "N") == 1


def test_M_14_the_port_goes_and_the_attacker_stays() -> None:
    state = fight(siege(defender={"ports": {"S.FL": 5}}))
    assert seat(state, "S")["ports"] == {}
    assert leader(state, "N", 3) == "N.FM-"
    assert cities(state, "N") == {"N.FM"}


@pytest.mark.parametrize("guard", ["0", "2"])
@pytest.mark.parametrize(("defend", "after"), [("0", "S.FL"), ("0 leader", "S.FL-")])
def test_M_14_a_leader_counted_in_for_a_lost_port_is_turned(guard: str, defend: str, after: str) -> None:
    state = fight(siege(defender={"ports": {"S.FL": 1}, "leaders": {guard: "S.FL"}}), defend=defend)
    assert seat(state, "S")["ports"] == {}
    assert leader(state, "S", int(guard)) == after


@pytest.mark.parametrize(
    "holds",
    [{"roads": ["S.C-S.FL"]}, {"roads": [], "leaders": {"2": "S.FL"}}, {"roads": [], "leaders": {"2": "S.FL-"}}],
)
def test_M_14_road_or_leader_keep_the_city_without_its_port(holds: dict[str, Any]) -> None:
    state = fight(siege(defender={"ports": {"S.FL": 2}, "unrest": 1} | holds, attacker={"unrest": 1}))
    assert cities(state, "S") == {"S.FL"}
    assert (unrest(state, "N"), unrest(state, "S")) == (1, 1)


@pytest.mark.parametrize(("ruling", "after"), [(1, 2), (0, 1)])
def test_AMB_38_a_city_held_by_its_port_alone_is_lost_with_it(ruling: int, after: int) -> None:
    state = siege(
        attacker={"unrest": 1},
        defender={"roads": [], "ports": {"S.FL": 2}, "unrest": 1},
        rulings={"port_only_unrest": ruling},
    )
    fight(state)
    assert state.view(None).cities["S.FL"].holder is None
    assert (unrest(state, "N"), unrest(state, "S")) == (1, after)


@pytest.mark.parametrize(("ruling", "end"), [(1, ("unrest", ("N",))), (0, None)])
def test_AMB_38_it_can_lead_to_civil_war(ruling: int, end: tuple[str, tuple[str, ...]] | None) -> None:
    state = siege(
        defender={"roads": [], "ports": {"S.FL": 2}, "unrest": 4},
        rulings={"port_only_unrest": ruling},
    )
    assert ended(fight(state)) == end


@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0)])
def test_M_15_a_conquest_calms_the_conqueror(before: int, after: int) -> None:
    assert unrest(fight(siege(attacker={"unrest": before})), "N") == after


def test_M_16_a_lost_city_raises_unrest() -> None:
    state = fight(siege(defender={"unrest": 2}))
    assert unrest(state, "S") == 3


def test_M_16_the_conquest_of_an_uncontrolled_city_upsets_nobody() -> None:
    state = siege(defender={"roads": [], "unrest": 1}, E={"unrest": 1}, W={"unrest": 1})
    fight(state)
    assert cities(state, "N") == {"N.FM", "S.FL"}
    assert [unrest(state, name) for name in "NESW"] == [0, 1, 1, 1]


@pytest.mark.parametrize(("attacker", "defender"), list(permutations("NESW", 2)))
def test_M_13_M_15_M_16_whoever_attacks_whomever(attacker: str, defender: str) -> None:
    own: dict[str, Any] = {name: {**POOR, "unrest": 1} for name in "NESW"}
    base, target = f"{attacker}.FM", f"{defender}.FL"
    own[attacker] |= {"roads": [f"{attacker}.C-{base}"], "ports": {base: 1}, "leaders": {"3": base}}
    own[defender] |= {"roads": [f"{defender}.C-{target}"], "leaders": {"0": target}}
    state = play(table("leader", attacker, sites={base: "A3", target: "S4"}, **own), f"attack 3 {target}", "defend 0 leader")
    assert cities(state, attacker) == {base, target}
    assert cities(state, defender) == set()
    assert leader(state, attacker, 3) == f"{target}-"
    assert leader(state, defender, 0) == "reserve"
    assert [unrest(state, name) for name in "NESW"] == [{attacker: 0, defender: 2}.get(name, 1) for name in "NESW"]


def test_M_16_a_failed_attack_changes_no_unrest() -> None:
    state = fight(siege(base="A1", city="S5", attacker={"unrest": 2}, defender={"unrest": 2}))
    assert (unrest(state, "N"), unrest(state, "S")) == (2, 2)


@pytest.mark.parametrize("ports", [{}, {"S.FL": 2}, {"S.FL": 5}])
@pytest.mark.parametrize("city", ["S1", "S5"])
@pytest.mark.parametrize("base", ["A1", "A3"])
def test_M_17_the_attacker_is_turned_whatever_comes_of_it(base: str, city: str, ports: dict[str, int]) -> None:
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


def test_AMB_90_a_province_joined_to_the_garrison_opens_the_way_by_land() -> None:
    state = siege(attacker={"ports": {"N.FM": 1, "S.FL": 1}}, defender={"roads": []})
    assert refused(state, "attack 3 S.C") == ""


@pytest.mark.parametrize(("tires", "after"), [(False, "S.FL"), (True, "S.FL-")])
@pytest.mark.parametrize("ports", [{}, {"S.FL": 4}])
def test_AMB_80_defender_tires_after_a_defence_that_held(tires: bool, after: str, ports: dict[str, int]) -> None:
    state = siege(defender={"leaders": {"2": "S.FL"}, "ports": ports}, rulings={"defender_tires": tires})
    fight(state, defend="0 leader")
    assert cities(state, "S") == {"S.FL"}
    assert leader(state, "S", 2) == after


@pytest.mark.parametrize("ports", [{}, {"S.FL": 5}])
def test_AMB_80_a_leader_that_was_not_counted_in_does_not_tire(ports: dict[str, int]) -> None:
    state = siege(base="A1", defender={"leaders": {"2": "S.FL"}, "ports": ports}, rulings={"defender_tires": True})
    fight(state, defend="0")
    assert leader(state, "S", 2) == "S.FL"


def test_AMB_80_a_leader_driven_out_is_as_any_in_the_reserve() -> None:
    state = siege(sites={"S.BL": "C1"}, defender={"leaders": {"1": "S.FL"}}, rulings={"defender_tires": True})
    fight(state, defend="0 leader")
    assert leader(state, "S", 1) == "reserve"


def test_AMB_80_a_king_never_tires() -> None:
    state = at_the_gates(
        order=["N", "E", "S", "W"],
        sites={"S.BL": "A4", "E.FL": "S2"},
        defender={"king": 2},
        E={**POOR, "ports": {"E.FL": 1}, "leaders": {"4": "S.BL"}},
        rulings={"defender_tires": True},
    )
    play(state, "attack 5 S.C", "defend 0 leader", "end", "attack 4 S.C")
    assert legal(state) == {"defend 0", "defend 0 leader"}


def test_AMB_96_the_conflict_is_carried_out_before_civil_war_ends_the_game() -> None:
    state = fight(siege(attacker={"unrest": 2}, defender={"unrest": 4, "leaders": {"0": "S.FL"}}))
    assert ended(state) == ("unrest", ("N",))
    assert leader(state, "N", 3) == "S.FL-"
    assert leader(state, "S", 0) == "reserve"
    assert (unrest(state, "N"), unrest(state, "S")) == (1, 5)
    assert state.position()["outcome"]["loser"] == "S"
