"""The possible attacks and their limits: FT-1 to FT-6, AMB-73 to AMB-87 and AMB-126."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, leader, play, question, refused, table, targets, unrest

HOME = "N.FM=A4 N.FL=A5 N.BL=M4 N.BR=M5"
HOME_PORT, ANY_PORT = {"N.FM:1"}, {"N.FM:1", "S.FL:1"}
FOUR = "money=0 0@N.FM 3@N.FL 4@N.BL 5@N.BR N.C-N.FM N.C-N.FL N.C-N.BL N.C-N.BR"


def four_attackers(sites: str = "", port: str = "N.FM:1", **fields: Any) -> State:
    """N: the leaders 0 and 3 in garrisons of 4 and 5, 4 and 5 in temples of 4 and 5, a port; nobody has money."""
    others = {name: f"money=0 {fields.pop(name, '')}" for name in "ESW"}
    return table("leader", "N", sites=f"{HOME} {sites}", N=f"{FOUR} {port}", **others, **fields)


def targets_on_two() -> State:
    """The four attackers; S has S.FM and S.FL, E has E.FM, and no seat has S.FR."""
    return four_attackers("S.FM=S5 S.FL=S4 S.FR=C5 E.FM=C4", S="S.C-S.FM S.C-S.FL", E="E.C-E.FM")


def attacks(state: State) -> list[tuple[str, str, str]]:
    """The attacks that count in this leader phase."""
    return [(entry["by"], entry["on"], entry["kind"]) for entry in state.position()["leader_phase"]["attacks"]]


@pytest.mark.parametrize(("tile", "allowed"), [("A2", True), ("M2", True), ("S2", False), ("C2", False)])
def test_FT_1_FT_2_attacks_come_from_garrisons_and_temples_and_need_no_port_at_home(tile: str, allowed: bool) -> None:
    for holder in ("", "N.FL:1"):
        state = table("leader", "N", sites=f"N.BL={tile} N.FL=S4", N="3@N.BL", S=holder)
        assert targets(state, 3) >= ({"N.FL"} if allowed else set())
        assert refused(state, "attack 3 N.FL") == ("" if allowed else "FT-1")


def test_FT_3_without_a_home_port_nothing_abroad_is_attacked() -> None:
    state = four_attackers("S.FM=S5 S.FR=C5", port="", S="S.C-S.FM")
    for value in (0, 3, 4, 5):
        for site in ("S.FM", "S.FR"):
            assert refused(state, f"attack {value} {site}") in {"FT-3", "Z-2"}
        assert refused(targets_on_two(), f"attack {value} S.FM") == ""


@pytest.mark.parametrize("holder", ["", "S.C-S.FM"])
@pytest.mark.parametrize(
    ("ruling", "military", "missionary"),
    [("home", HOME_PORT, HOME_PORT), ("any", ANY_PORT, ANY_PORT), ("mixed", HOME_PORT, ANY_PORT)],
)
def test_K_3_AMB_73_AMB_75_attack_port(ruling: str, military: set[str], missionary: set[str], holder: str) -> None:
    """A garrison and a temple of N on the continent of S, the target beside them: that alone is not enough."""
    for port in ("", "N.FM:1", "S.FL:1"):
        sites, north = "N.FM=S3 S.FL=A5 S.BL=M5 S.FM=S1", f"3@S.FL 4@S.BL {port}"
        state = table("leader", "N", sites=sites, N=north, S=holder, rulings={"attack_port": ruling})
        assert refused(state, "attack 3 S.FM") == ("" if port in military else "FT-3")
        assert (refused(state, "attack 4 S.FM") == "") == (port in missionary)


def test_AMB_74_a_port_that_is_gone_is_no_port() -> None:
    table_of: dict[str, Any] = {"sites": "N.FM=S3 N.BL=M4 E.FM=A5 S.FM=S2", "E": "money=0 E.FM:1 3@E.FM"}
    table_of["N"] = "money=0 N.C-N.FM N.FM:1 4@N.BL"
    assert refused(table("leader", "N", **table_of), "attack 4 S.FM") == ""
    state = play(table("leader", "E", order=["E", "N", "S", "W"], **table_of), "attack 3 N.FM", "end")
    assert question(state) == ("N", "leader")
    assert refused(state, "attack 4 S.FM") in {"FT-3", "Z-2"}


@pytest.mark.parametrize(
    ("ruling", "roads", "reached"), [(False, "N.C-N.BL", "FL FM"), (True, "N.C-N.BL", "FL FM FR BR"), (True, "", "FL FM")]
)
def test_AMB_76_AMB_77_AMB_79_attacks_come_from_next_door_only_or_by_capital_adjacency(
    ruling: bool, roads: str, reached: str
) -> None:
    sites, rulings = "N.BL=A3 N.FL=S1 N.FM=S2 N.FR=S3 N.BR=S4", {"capital_adjacency": ruling}
    state = table("leader", "N", sites=sites, N=f"3@N.BL {roads}", rulings=rulings)
    assert targets(state, 3) == {f"N.{place}" for place in reached.split()}
    assert refused(state, "attack 3 N.BR") == ("" if "BR" in reached else "M-2")


@pytest.mark.parametrize(
    ("base", "port", "reached"),
    [
        ("N.BL", "N.FM:1", {"N.FL"}),
        ("N.BL", "N.FM:1 N.BL-N.FM", {"N.FL", "S.FL", "N.FR", "N.BR"}),
        ("N.FL", "N.FL:1", {"N.FM", "N.BL", "N.FR", "S.FL"}),
    ],
    ids=["apart", "joined", "at the garrison itself"],
)
def test_AMB_78_the_port_has_to_be_joined_to_the_garrison(base: str, port: str, reached: set[str]) -> None:
    others = {"N.BL": "S5", "N.FL": "S1", "N.FM": "S2", "N.FR": "S3", "N.BR": "S4", "S.FL": "C1", "S.BL": "C2"}
    assert targets(table("leader", "N", sites=others | {base: "A3"}, N=f"3@{base} {port}"), 3) == reached


def test_FT_4_AMB_81_one_military_attack_per_opponent_even_if_it_failed() -> None:
    state = play(targets_on_two(), "attack 0 S.FM")
    assert refused(state, "attack 3 S.FM") == refused(state, "attack 3 S.FL") == "FT-4"
    assert targets(state, 3) == {"S.FR", "E.FM"}
    state = play(four_attackers("S.FM=S1 S.FL=S4", S="S.FM:5 S.C-S.FL"), "attack 0 S.FM")
    assert "S.FM" in cities(state, "S")
    assert refused(state, "attack 3 S.FL") == "FT-4"


def test_FT_5_uncontrolled_cities_may_be_attacked_any_number_of_times() -> None:
    state = four_attackers("W.FM=S5 W.FL=C5 W.FR=S4 W.BL=C4")
    play(state, "attack 0 W.FM", "attack 3 W.FL", "attack 4 W.FR", "attack 5 W.BL")
    assert attacks(state) == []
    assert [leader(state, "N", value)[-1] for value in (0, 3, 4, 5)] == ["-"] * 4


def test_FT_6_a_conflict_is_settled_before_the_next_leader_acts() -> None:
    state = table("leader", "N", sites="N.BL=A3 N.BR=S2 N.FL=S1", N="2@N.BL 3@N.BR-", S="N.FL:1")
    play(state, "attack 2 N.FL")
    for seat_name, kind in (("N", "hire"), ("S", "defend")):
        assert question(state) == (seat_name, kind)
        for action in ("activate 3", "end"):
            assert refused(state, action)
        play(state, f"{kind} 0")
    assert question(state) == ("N", "leader")
    assert refused(state, "activate 3") == ""


def test_AMB_82_a_city_lost_with_its_port_may_be_attacked_again() -> None:
    state = play(four_attackers("S.FM=S5 S.FL=S4", S="S.FM:1 S.C-S.FL"), "attack 0 S.FM")
    assert targets(state, 3) == {"S.FM"}
    play(state, "attack 3 S.FM")
    assert leader(state, "N", 3) == "S.FM-"
    assert attacks(state) == [("N", "S", "military")]


def test_AMB_84_an_uncontrolled_city_at_home_is_conquered_like_any() -> None:
    state = table("leader", "N", sites="N.BL=A3 N.FL=S1", N="money=0 unrest=2 2@N.BL N.C-N.BL")
    play(state, "attack 2 N.FL")
    assert cities(state, "N") == {"N.BL", "N.FL"}
    assert unrest(state, "N") == 1


@pytest.mark.parametrize("value", [3, 4])
def test_AMB_85_AMB_87_M_2_neither_an_own_city_nor_an_empty_site_is_a_target_but_a_lonely_capital(value: int) -> None:
    state = targets_on_two()
    assert refused(state, f"attack {value} N.FM") == refused(state, f"attack {value} N.C") == "AMB-85"
    assert refused(state, f"attack {value} W.FM")
    assert "W.C" in targets(state, 4)
    assert refused(state, "attack 4 E.C") == "Z-6"
