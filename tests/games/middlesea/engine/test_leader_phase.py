"""Leader phase: order of acting, king, activation (F-1 to F-3, FK-1 to FK-3, FA-1), and the worked example D-KING."""

from __future__ import annotations

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, full_home, leader, legal, money, play, question, refused, seat, table

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
    for action in ("activate 1", "move 1 N.FM", "move 1 reserve", "attack 1 N.FM"):
        assert refused(state, action)
    play(state, "activate 2", "activate 4")
    assert refused(state, "activate 0") == refused(state, "activate 3") == "F-2"
    assert legal(state, "activate") == {"activate 5"}


@pytest.mark.parametrize("first", ["activate 2", "move 2 N.FM"])
def test_F_3_one_leader_one_deed(first: str) -> None:
    place = "N.BL-" if first == "activate 2" else "N.BL"
    state = table("leader", "N", sites="N.FM=A3 N.BL=A2 N.FL=S1", N=f"N.C-N.FM N.C-N.BL 2@{place}")
    play(state, first)
    for second in ("activate 2", "move 2 reserve", "attack 2 N.FL"):
        assert refused(state, second)


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
    assert money(state, "N") == (0, 1)
    assert seat(state, "N")["king"] == new
    assert (leader(state, "N", new), leader(state, "N", old)) == ("king", "reserve")


@pytest.mark.parametrize("purse", ["goods=2 gold=3", "goods=3 gold=2"])
def test_D_KING_one_short_is_not_enough(purse: str) -> None:
    assert refused(table("leader", "N", N=f"king=1 {purse}"), "king 4") == "FK-2"


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
    assert question(state) == ("N", "leader")
    assert len(cities(state, "N")) == 5
    assert question(play(state, "end")) == ("N", "pay")


@pytest.mark.parametrize("value", [0, 2, 5])
def test_FA_1_L_6_AMB_60_activating_turns_a_leader_value_side_up(value: int) -> None:
    state = one_city(f"activate {value}", north=f"{value}@N.FM-")
    assert leader(state, "N", value) == "N.FM"
    assert money(state, "N") == (4, 4)
    for north, other in ((f"{value}@N.FM", value), ("", value), ("", 1)):
        assert refused(one_city(north=north), f"activate {other}") == "FA-1", "only inactive leaders in cities"
    assert seat(state, "N")["king"] == 1
