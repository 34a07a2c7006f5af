"""The possible attacks and their limits: FT-1 to FT-6, AMB-73 to AMB-87 and AMB-126."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import POOR, cities, leader, legal, play, question, refused, table, targets

ROADS = ["N.C-N.FM", "N.C-N.FL", "N.C-N.BL", "N.C-N.BR"]


def four_attackers(sites: dict[str, str] | None = None, **fields: Any) -> State:
    """N: the leaders 0 and 3 in garrisons of 4 and 5, the leaders 4 and 5 in temples of 4 and 5, one port, no money.

    Args:
        sites: further cities.
        fields: the other seats, and fields of the position.
    """
    north = {
        **POOR,
        "leaders": {"0": "N.FM", "3": "N.FL", "4": "N.BL", "5": "N.BR"},
        "roads": ROADS,
        "ports": {"N.FM": 1},
    }
    home = {"N.FM": "A4", "N.FL": "A5", "N.BL": "M4", "N.BR": "M5"}
    for name in "ESW":
        fields[name] = POOR | fields.get(name, {})
    return table("leader", fields.pop("turn", "N"), sites=home | (sites or {}), N=north, **fields)


def targets_on_two() -> State:
    """The four attackers; S has S.FM and S.FL, E has E.FM, and no seat has S.FR."""
    return four_attackers(
        {"S.FM": "S5", "S.FL": "S4", "S.FR": "C5", "E.FM": "C4"},
        S={"roads": ["S.C-S.FM", "S.C-S.FL"]},
        E={"roads": ["E.C-E.FM"]},
    )


def abroad_without_port() -> State:
    """The four attackers without any port."""
    return table(
        "leader",
        "N",
        sites={"N.FM": "A4", "N.FL": "A5", "N.BL": "M4", "N.BR": "M5", "S.FM": "S5", "S.FR": "C5"},
        N={**POOR, "leaders": {"0": "N.FM", "3": "N.FL", "4": "N.BL", "5": "N.BR"}, "roads": ROADS},
        S={"roads": ["S.C-S.FM"]},
    )


def attacks(state: State) -> list[tuple[str, str, str]]:
    """The attacks that count in this leader phase."""
    return [(entry["by"], entry["on"], entry["kind"]) for entry in state.position()["leader_phase"]["attacks"]]


# -- FT-1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tile", "allowed"), [("A2", True), ("M2", True), ("S2", False), ("C2", False)])
def test_FT_1_attacks_come_from_garrisons_and_temples(tile: str, allowed: bool) -> None:
    state = table("leader", "N", sites={"N.BL": tile, "N.FL": "S4"}, N={"leaders": {"3": "N.BL"}})
    assert bool(targets(state, 3)) == allowed
    assert refused(state, "attack 3 N.FL") == ("" if allowed else "FT-1")


# -- FT-2, FT-3 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["A2", "M2"])
@pytest.mark.parametrize("holder", ["nobody", "S"])
def test_FT_2_on_the_own_continent_no_port_is_needed(base: str, holder: str) -> None:
    state = table(
        "leader",
        "N",
        sites={"N.BL": base, "N.FL": "S4"},
        N={"leaders": {"3": "N.BL"}},
        S={"ports": {"N.FL": 1}} if holder == "S" else {},
    )
    assert targets(state, 3) >= {"N.FL"}


@pytest.mark.parametrize("value", [0, 3, 4, 5])
def test_FT_3_without_a_home_port_nothing_abroad_is_attacked(value: int) -> None:
    for site in ("S.FM", "S.FR"):
        assert refused(abroad_without_port(), f"attack {value} {site}") in {"FT-3", "Z-2"}
    assert refused(targets_on_two(), f"attack {value} S.FM") == ""


PORTS: dict[str, dict[str, int]] = {"none": {}, "home": {"N.FM": 1}, "province": {"S.FL": 1}}


@pytest.mark.parametrize("holder", ["nobody", "S"])
@pytest.mark.parametrize("port", ["none", "home", "province"])
@pytest.mark.parametrize(
    ("ruling", "military", "missionary"),
    [
        ("home", {"home"}, {"home"}),
        ("any", {"home", "province"}, {"home", "province"}),
        ("mixed", {"home"}, {"home", "province"}),
    ],
)
def test_AMB_73_attack_port(ruling: str, military: set[str], missionary: set[str], port: str, holder: str) -> None:
    """A garrison and a temple of N on the continent of S, the target beside them."""
    state = table(
        "leader",
        "N",
        sites={"N.FM": "S3", "S.FL": "A5", "S.BL": "M5", "S.FM": "S1"},
        N={"leaders": {"3": "S.FL", "4": "S.BL"}, "ports": PORTS[port]},
        S={"roads": ["S.C-S.FM"] if holder == "S" else []},
        rulings={"attack_port": ruling},
    )
    assert refused(state, "attack 3 S.FM") == ("" if port in military else "FT-3")
    assert (refused(state, "attack 4 S.FM") == "") == (port in missionary)


def test_AMB_74_a_port_that_is_gone_is_no_port() -> None:
    sites = {"N.FM": "S3", "N.BL": "M4", "E.FM": "A5", "S.FM": "S2"}
    north = {**POOR, "roads": ["N.C-N.FM"], "ports": {"N.FM": 1}, "leaders": {"4": "N.BL"}}
    east = {**POOR, "ports": {"E.FM": 1}, "leaders": {"3": "E.FM"}}
    assert refused(table("leader", "N", sites=sites, N=north, E=east), "attack 4 S.FM") == ""
    state = table("leader", "E", order=["E", "N", "S", "W"], sites=sites, N=north, E=east)
    play(state, "attack 3 N.FM", "end")
    assert question(state) == ("N", "leader")
    assert refused(state, "attack 4 S.FM") in {"FT-3", "Z-2"}


def test_AMB_75_a_province_beside_the_target_is_not_enough() -> None:
    state = table("leader", "N", sites={"S.FL": "A5", "S.FM": "S1"}, N={"leaders": {"3": "S.FL"}})
    assert refused(state, "attack 3 S.FM") == "FT-3"


# -- reach of military attacks ------------------------------------------------------------------------------------------


def test_AMB_76_the_own_continent_too_is_attacked_from_next_door_only() -> None:
    sites = {"N.BL": "A3", "N.FL": "S1", "N.FM": "S2", "N.FR": "S3", "N.BR": "S4"}
    state = table("leader", "N", sites=sites, N={"leaders": {"3": "N.BL"}, "roads": ["N.C-N.BL"]})
    assert targets(state, 3) == {"N.FL", "N.FM"}
    assert refused(state, "attack 3 N.BR") == "M-2"


@pytest.mark.parametrize(
    ("ruling", "roads", "reached"),
    [
        (False, ["N.C-N.BL"], {"N.FL", "N.FM"}),
        (True, ["N.C-N.BL"], {"N.FL", "N.FM", "N.FR", "N.BR"}),
        (True, [], {"N.FL", "N.FM"}),
    ],
)
def test_AMB_77_capital_adjacency(ruling: bool, roads: list[str], reached: set[str]) -> None:
    sites = {"N.BL": "A3", "N.FL": "S1", "N.FM": "S2", "N.FR": "S3", "N.BR": "S4"}
    state = table(
        "leader",
        "N",
        sites=sites,
        N={"leaders": {"3": "N.BL"}, "roads": roads},
        rulings={"capital_adjacency": ruling},
    )
    assert targets(state, 3) == reached


@pytest.mark.parametrize(("roads", "reached"), [([], {"N.FL"}), (["N.BL-N.FM"], {"N.FL", "S.FL", "N.FR", "N.BR"})])
def test_AMB_78_the_port_has_to_be_joined_to_the_garrison(roads: list[str], reached: set[str]) -> None:
    state = table(
        "leader",
        "N",
        sites={"N.BL": "A3", "N.FM": "S2", "N.FL": "S1", "N.FR": "S3", "N.BR": "S4", "S.FL": "C1", "S.BL": "C2"},
        N={"leaders": {"3": "N.BL"}, "ports": {"N.FM": 1}, "roads": roads},
    )
    assert targets(state, 3) == reached


def test_AMB_78_a_port_at_the_garrison_itself_serves() -> None:
    state = table("leader", "N", sites={"N.FM": "A3", "S.FL": "C1"}, N={"leaders": {"3": "N.FM"}, "ports": {"N.FM": 1}})
    assert targets(state, 3) == {"S.FL"}


def test_AMB_79_diagonal_neighbours_are_next_door() -> None:
    state = table("leader", "N", sites={"N.BL": "A3", "N.FM": "S1", "N.FR": "S2"}, N={"leaders": {"3": "N.BL"}})
    assert targets(state, 3) == {"N.FM"}


# -- FT-4, FT-5, FT-6 ---------------------------------------------------------------------------------------------------


def test_FT_4_one_military_attack_per_opponent() -> None:
    state = play(targets_on_two(), "attack 0 S.FM")
    assert refused(state, "attack 3 S.FM") == "FT-4"
    assert refused(state, "attack 3 S.FL") == "FT-4"
    assert targets(state, 3) == {"S.FR", "E.FM"}


def test_FT_5_uncontrolled_cities_may_be_attacked_any_number_of_times() -> None:
    state = four_attackers({"W.FM": "S5", "W.FL": "C5", "W.FR": "S4", "W.BL": "C4"})
    play(state, "attack 0 W.FM", "attack 3 W.FL", "attack 4 W.FR", "attack 5 W.BL")
    assert attacks(state) == []
    assert [leader(state, "N", value)[-1] for value in (0, 3, 4, 5)] == ["-"] * 4


def test_FT_6_a_conflict_is_settled_before_the_next_leader_acts() -> None:
    state = table(
        "leader",
        "N",
        sites={"N.BL": "A3", "N.BR": "S2", "N.FL": "S1"},
        N={"leaders": {"2": "N.BL", "3": "N.BR-"}},
        S={"ports": {"N.FL": 1}},
    )
    play(state, "attack 2 N.FL")
    for seat_name, kind in (("N", "hire"), ("S", "defend")):
        assert question(state) == (seat_name, kind)
        for action in ("activate 3", "end"):
            assert refused(state, action)
        play(state, f"{kind} 0")
    assert question(state) == ("N", "leader")
    assert refused(state, "activate 3") == ""


def test_AMB_81_a_failed_attack_on_a_port_counts() -> None:
    state = four_attackers({"S.FM": "S1", "S.FL": "S4"}, S={"ports": {"S.FM": 5}, "roads": ["S.C-S.FL"]})
    play(state, "attack 0 S.FM")
    assert "S.FM" in cities(state, "S")
    assert refused(state, "attack 3 S.FL") == "FT-4"


def test_AMB_82_a_city_lost_with_its_port_may_be_attacked_again() -> None:
    state = four_attackers({"S.FM": "S5", "S.FL": "S4"}, S={"ports": {"S.FM": 1}, "roads": ["S.C-S.FL"]})
    play(state, "attack 0 S.FM")
    assert targets(state, 3) == {"S.FM"}
    play(state, "attack 3 S.FM")
    assert leader(state, "N", 3) == "S.FM-"
    assert attacks(state) == [("N", "S", "military")]


# -- what is a target at all --------------------------------------------------------------------------------------------


def test_AMB_84_an_uncontrolled_city_at_home_is_conquered_like_any() -> None:
    state = table(
        "leader",
        "N",
        sites={"N.BL": "A3", "N.FL": "S1"},
        N={**POOR, "unrest": 2, "leaders": {"2": "N.BL"}, "roads": ["N.C-N.BL"]},
    )
    play(state, "attack 2 N.FL")
    assert cities(state, "N") == {"N.BL", "N.FL"}
    assert state.position()["seats"]["N"]["unrest"] == 1


@pytest.mark.parametrize("value", [3, 4])
@pytest.mark.parametrize("site", ["N.FM", "N.C"])
def test_AMB_85_an_own_city_is_no_target(value: int, site: str) -> None:
    assert refused(targets_on_two(), f"attack {value} {site}") == "AMB-85"


@pytest.mark.parametrize("value", [3, 4])
def test_M_2_an_empty_site_is_no_target(value: int) -> None:
    assert refused(targets_on_two(), f"attack {value} W.FM")


def test_AMB_87_a_seat_with_only_a_capital_may_be_attacked() -> None:
    state = four_attackers({"E.FM": "S1"}, E={"roads": ["E.C-E.FM"]})
    assert {"S.C", "W.C"} <= targets(state, 4)
    assert refused(state, "attack 4 E.C") == "Z-6"
    assert legal(state, "attack") >= {"attack 4 E.FM"}
