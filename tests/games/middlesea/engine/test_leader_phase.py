"""The leader phase: F-1 to F-3, FK, FA-1, FM-1 to FM-5, FT-1 to FT-6, D-KING, AMB-73 to AMB-87, AMB-100 to AMB-128."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    full_home,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    table,
    targets,
    unrest,
)

TILES = ("S2", "C3", "S4", "C5", "S1")
IN_ORDER = ("0", "2", "3", "4", "5")


def five_inactive() -> State:
    """Five home cities of N, each with an inactive leader; the 1-leader is king."""
    sites, roads = full_home("N", TILES)
    leaders = {value: f"{site}-" for value, site in zip(IN_ORDER, sites, strict=True)}
    return table("leader", "N", sites=sites, N={"roads": roads, "leaders": leaders})


def one_city(*actions: str, north: str = "") -> State:
    """A market of N, joined to its Capital; and some actions."""
    return play(table("leader", "N", sites="N.FM=S3", N=f"N.C-N.FM {north}"), *actions)


def test_F_1_every_seat_has_its_turn_in_order_of_dominance() -> None:
    state = table("leader", order=["W", "N", "S", "E"])
    for name in ("W", "N", "S", "E"):
        assert question(state) == (name, "leader")
        play(state, "end")
    assert state.position()["round"] == 2
    assert state.position()["phase"] != "leader"


@pytest.mark.parametrize("first", ["move 0 N.FM", "activate 3", "attack 2 N.FL"])
def test_F_1_the_king_is_changed_before_any_leader_acts(first: str) -> None:
    state = table("leader", "N", sites="N.FM=S3 N.BL=A1 N.BR=C1 N.FL=S5", N="N.C-N.FM 2@N.BL 3@N.BR-")
    assert refused(state, "king 5") == ""
    play(state, first)
    if question(state) == ("N", "hire"):
        play(state, "hire 0")
    assert refused(state, "king 5") == "F-1"


def test_F_2_AMB_102_leaders_act_in_ascending_order_and_the_king_does_not() -> None:
    state = five_inactive()
    assert {text.split(" ")[1] for text in legal(state, "activate")} == set(IN_ORDER)
    assert all(refused(state, action) for action in ("activate 1", "move 1 N.FM", "move 1 reserve", "attack 1 N.FM"))
    play(state, "activate 2", "activate 4")
    assert refused(state, "activate 0") == refused(state, "activate 3") == "F-2"
    assert legal(state, "activate") == {"activate 5"}


@pytest.mark.parametrize("first", ["activate 2", "move 2 N.FM"])
def test_F_3_one_leader_one_deed(first: str) -> None:
    place = "N.BL-" if first == "activate 2" else "N.BL"
    state = table("leader", "N", sites="N.FM=A3 N.BL=A2 N.FL=S1", N=f"N.C-N.FM N.C-N.BL 2@{place}")
    play(state, first)
    assert all(refused(state, second) for second in ("activate 2", "move 2 reserve", "attack 2 N.FL"))


def test_L_5_AMB_105_AMB_106_a_leader_driven_to_the_reserve_may_still_act_and_enters_play_active() -> None:
    sites, order = "N.FM=A5 S.FM=C1 S.BL=S2", ["N", "S", "E", "W"]
    state = table("leader", "N", order=order, sites=sites, N="money=0 5@N.FM N.FM:1", S="money=0 2@S.FM- S.C-S.BL")
    play(state, "attack 5 S.FM", "end")
    assert leader(state, "S", 2) == "reserve"
    assert question(state) == ("S", "leader")
    assert refused(state, "activate 2") == "FA-1"
    assert leader(play(state, "move 2 S.BL"), "S", 2) == "S.BL"


@pytest.mark.parametrize(
    ("old", "new", "price"), [(1, 4, 3), (4, 3, 1), (4, 5, 1), (0, 5, 5), (5, 0, 5)], ids=["D-KING-1", "2", "3", "", ""]
)
def test_FK_1_FK_2_D_KING_king_and_leader_change_places_for_the_difference_up_or_down(old: int, new: int, price: int) -> None:
    state = play(table("leader", "N", N=f"king={old} goods={price} gold={price + 1}"), f"king {new}")
    assert (money(state, "N"), seat(state, "N")["king"]) == ((0, 1), new)
    assert (leader(state, "N", new), leader(state, "N", old)) == ("king", "reserve")
    for purse in (f"goods={price - 1} gold={price}", f"goods={price} gold={price - 1}"):
        assert refused(table("leader", "N", N=f"king={old} {purse}"), f"king {new}") == "FK-2", "one short is not enough"


def test_FK_3_L_2_the_king_neither_moves_nor_attacks() -> None:
    state = table("leader", "N", sites="N.FM=A3 N.FL=S1", N="king=3 N.C-N.FM")
    assert refused(state, "move 3 N.FM") in {"FK-3", "FM-4"}
    assert refused(state, "move 3 reserve") == refused(state, "attack 3 N.FL") == "FK-3"


def test_AMB_103_AMB_104_the_king_changes_once_a_turn_and_the_old_one_may_act_in_its_place() -> None:
    state = one_city("king 2")
    assert refused(state, "king 3") == "AMB-103"
    assert refused(state, "king 1")
    assert leader(one_city("king 4", "move 1 N.FM"), "N", 1) == "N.FM"
    assert refused(one_city("king 4", "move 2 N.FM"), "move 1 N.FM") == "F-2"


def test_AMB_128_a_weaker_king_is_felt_in_the_next_control_phase() -> None:
    sites, roads = full_home("N", TILES)
    state = table("leader", "N", seats="NS", order=["S", "N"], sites=sites, N={"king": 5, "roads": roads})
    play(state, "king 2")
    assert (question(state), len(cities(state, "N"))) == (("N", "leader"), 5)
    assert question(play(state, "end")) == ("N", "pay")


@pytest.mark.parametrize("value", [0, 2, 5])
def test_FA_1_L_6_AMB_60_activating_turns_a_leader_value_side_up(value: int) -> None:
    state = one_city(f"activate {value}", north=f"{value}@N.FM-")
    assert (leader(state, "N", value), money(state, "N"), seat(state, "N")["king"]) == ("N.FM", (4, 4), 1)
    for north, other in ((f"{value}@N.FM", value), ("", value), ("", 1)):
        assert refused(one_city(north=north), f"activate {other}") == "FA-1", "only inactive leaders in cities"


def destinations(state: State, value: int) -> set[str]:
    """Return where a leader may move: sites, "reserve"."""
    return {text.split(" ")[2] for text in legal(state, "move") if text.split(" ")[1] == str(value)}


def network(more: str = "") -> State:
    """N: roads from the Capital and over sea to E.FL and E.BL; N.FL and E.BR by leaders alone. S has S.FM, no seat has N.FR.

    Args:
        more: more leaders of N.
    """
    north = f"0@N.FL 5@E.BR N.C-N.BL N.C-N.FM N.FM-N.BR E.BL-E.FL N.FM:1 E.FL:2 {more}"
    sites = "N.BL=S1 N.BR=S2 N.FL=S3 N.FM=S4 N.FR=S5 E.FL=C1 E.BL=C2 E.BR=C3 S.FM=C4"
    return table("leader", "N", sites=sites, N=north, S="2@S.FM")


def test_FM_1_moving_is_free_and_a_leader_of_the_reserve_sets_out_at_the_capital() -> None:
    state = play(table("leader", "N", sites="N.FM=S4", N="N.C-N.FM unrest=2"), "move 2 N.FM")
    assert (money(state, "N"), unrest(state, "N")) == ((4, 4), 2)
    state = table("leader", "N", sites="N.FM=S4 S.FM=S3", N="N.FM:1 S.FM:1")
    assert cities(state, "N") == {"N.FM", "S.FM"}
    assert destinations(state, 2) == set()
    assert refused(state, "move 2 N.FM") == "FM-2"


def test_FM_2_roads_and_ports_lead_any_distance_through_the_capital_and_past_other_leaders() -> None:
    assert destinations(network(), 2) == {"N.BL", "N.FM", "N.BR", "E.FL", "E.BL"}
    assert destinations(network("2@E.BL 3@E.FL 4@N.FM-"), 2) == {"N.BL", "N.BR", "reserve"}


@pytest.mark.parametrize(
    ("site", "why"), [("N.FR", "nobody's"), ("S.FM", "an opponent's"), ("N.FL", "own, but governed"), ("S.C", "a Capital")]
)
def test_FM_3_L_7_a_move_ends_in_an_own_city_without_leader(site: str, why: str) -> None:
    assert refused(network(), f"move 2 {site}") in {"FM-3", "L-7"}, why


@pytest.mark.parametrize("goal", ["N.BR", "reserve"])
def test_FM_4_L_3_AMB_108_an_inactive_leader_does_not_move(goal: str) -> None:
    assert refused(network("2@N.BL-"), f"move 2 {goal}") == "FM-4"
    assert goal in destinations(network("2@N.BL"), 2)


@pytest.mark.parametrize("start", ["reserve", "N.BL"])
def test_FM_5_a_leader_is_active_where_it_arrives(start: str) -> None:
    assert leader(play(network(f"2@{start}"), "move 2 N.FM"), "N", 2) == "N.FM"


def test_AMB_100_AMB_101_a_leader_without_a_way_home_is_trapped_in_its_network() -> None:
    state = table("leader", "N", sites="S.FM=A1 S.FL=S2 N.FM=S3 S.FR=C1", N="S.FL-S.FM N.C-N.FM N.FM:1 2@S.FM")
    assert destinations(state, 2) == {"S.FL"}
    assert refused(state, "move 2 reserve") == "AMB-100"
    assert refused(state, "attack 2 S.FR") == ""


def test_AMB_107_staying_is_no_move() -> None:
    assert refused(network(), "move 2 reserve") == "AMB-107"
    assert refused(network("2@N.BL"), "move 2 N.BL") == "AMB-107"


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
        assert {refused(state, f"attack {value} {site}") for site in ("S.FM", "S.FR")} <= {"FT-3", "Z-2"}
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
        assert all(refused(state, action) for action in ("activate 3", "end"))
        play(state, f"{kind} 0")
    assert (question(state), refused(state, "activate 3")) == (("N", "leader"), "")


def test_AMB_82_a_city_lost_with_its_port_may_be_attacked_again() -> None:
    state = play(four_attackers("S.FM=S5 S.FL=S4", S="S.FM:1 S.C-S.FL"), "attack 0 S.FM")
    assert targets(state, 3) == {"S.FM"}
    assert leader(play(state, "attack 3 S.FM"), "N", 3) == "S.FM-"
    assert attacks(state) == [("N", "S", "military")]


def test_AMB_84_an_uncontrolled_city_at_home_is_conquered_like_any() -> None:
    state = table("leader", "N", sites="N.BL=A3 N.FL=S1", N="money=0 unrest=2 2@N.BL N.C-N.BL")
    play(state, "attack 2 N.FL")
    assert (cities(state, "N"), unrest(state, "N")) == ({"N.BL", "N.FL"}, 1)


@pytest.mark.parametrize("value", [3, 4])
def test_AMB_85_AMB_87_M_2_neither_an_own_city_nor_an_empty_site_is_a_target_but_a_lonely_capital(value: int) -> None:
    state = targets_on_two()
    assert refused(state, f"attack {value} N.FM") == refused(state, f"attack {value} N.C") == "AMB-85"
    assert refused(state, f"attack {value} W.FM")
    assert "W.C" in targets(state, 4)
    assert refused(state, "attack 4 E.C") == "Z-6"
