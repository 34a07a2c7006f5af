"""Cities, and control of cities and routes: Y-1 to Y-6, K-1 to K-7, AMB-29 to AMB-39, AMB-126 to AMB-129."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.errors import PositionError
from tests.games.middlesea.support.tables import (
    cities,
    ended,
    full_home,
    legal,
    play,
    question,
    refused,
    seat,
    table,
    unrest,
)


@pytest.mark.parametrize(
    ("hold", "held"),
    [
        ("N.C-N.FL", "N.FL"),
        ("N.FL:1", "N.FL"),
        ("0@N.FL", "N.FL"),
        ("0@N.FL-", "N.FL"),
        ("0@S.BL", "S.BL"),
        ("N.FL-N.FM", "N.FL N.FM"),
        ("S.BL-S.FL", "S.BL S.FL"),
        ("N.C-N.FL E.FL:1 2@W.BL-", "N.FL E.FL W.BL"),
    ],
)
def test_K_1_K_4_AMB_29_AMB_30_AMB_37_a_road_a_port_or_a_leader_controls_anywhere(hold: str, held: str) -> None:
    sites = "N.FL=S1 N.FM=S2 E.FL=S3 W.BL=S4 S.BL=S5 S.FL=C1"
    assert cities(table("build", "N", sites=sites, N=hold), "N") == set(held.split())


def test_K_2_a_city_is_uncontrolled_when_its_only_leader_leaves() -> None:
    state = play(table("leader", "N", sites="N.FL=A3 N.FM=S1", N="money=0 2@N.FL"), "attack 2 N.FM")
    assert state.view(None).cities["N.FL"].holder is None


def test_K_5_the_sea_joins_the_ports_of_one_player() -> None:
    state = table("leader", "N", sites="N.FL=S1 E.FM=S2 S.FR=S3", N="N.FL:1 E.FM:1 S.FR:1 N.C-N.FL")
    assert legal(state, "move") >= {"move 0 N.FL", "move 0 E.FM", "move 0 S.FR"}


@pytest.mark.parametrize("theirs", ["N.FL-N.FM", "N.FL:1", "2@N.FL"])
def test_K_7_AMB_31_no_position_has_a_city_with_two_controllers(theirs: str) -> None:
    with pytest.raises(PositionError) as error:
        table("build", "N", sites="N.FL=S1 N.FM=S2", N="N.C-N.FL", E=theirs)
    assert error.value.clause == "K-7"


def test_AMB_32_a_road_is_not_doubled() -> None:
    state = table("build", "N", sites="N.FL=S1 N.FM=S2", N="money=9 N.FL-N.FM")
    assert refused(state, "road N.FL N.FM") == refused(state, "road N.FM N.FL") == "AMB-32"


@pytest.mark.parametrize(("value", "after"), [("event", 2), ("each", 3)])
def test_AMB_34_chain_unrest_in_a_conquest(value: str, after: int) -> None:
    """E takes S.FL, and with it goes the only road to S.FM."""
    sites, south = "E.FL=A5 S.FL=S2 S.FM=S3", "money=0 unrest=1 S.C-S.FL S.FL-S.FM"
    state = table("leader", "E", sites=sites, rulings={"chain_unrest": value}, E="money=0 4@E.FL E.FL:1", S=south)
    assert unrest(play(state, "attack 4 S.FL"), "S") == after


@pytest.mark.parametrize("action", ["road S.C S.FL", "port S.FL 1"])
def test_AMB_35_not_if_a_route_has_been_built_there(action: str) -> None:
    sites, south = "S.FL=A3 S.FM=S1 N.FM=S2", "money=3 unrest=2 4@S.FL N.FM:1"
    state = table("build", "S", seats="NS", order=["N", "S"], sites=sites, S=south)
    play(state, action, "end", "end", "attack 4 S.FM", *(["hire 0"] if action == "port S.FL 1" else []))
    assert cities(state, "S") == {"S.FL", "S.FM", "N.FM"}


@pytest.mark.parametrize("hold", ["3@S.FL-", "S.C-S.FL", "S.FL-S.FM"])
def test_AMB_38_a_leader_or_a_road_keeps_a_city_whose_port_is_destroyed(hold: str) -> None:
    north, south = "money=0 unrest=2 4@N.FL N.FL:1", f"money=0 unrest=1 S.FL:2 {hold}"
    state = play(table("leader", "N", sites="N.FL=A5 S.FL=S1 S.FM=S2", N=north, S=south), "attack 4 S.FL")
    assert (seat(state, "S")["ports"], unrest(state, "S"), "S.FL" in cities(state, "S")) == ({}, 1, True)


def test_AMB_39_more_cities_than_the_king_can_hold_are_fine_until_the_control_phase() -> None:
    roads = ["road N.C N.FL", "road N.C N.FM", "road N.C N.FR"]
    state = play(table("build", "N", seats="NS", sites="N.FL=M1 N.FM=C1 N.FR=A1"), *roads, *["end"] * 3)
    assert question(state) == ("S", "leader")
    assert cities(state, "N") == {"N.FL", "N.FM", "N.FR"}
    assert question(play(state, "end")) == ("N", "pay")


def test_AMB_126_the_place_of_the_target_decides_about_the_port() -> None:
    state = table("leader", "N", sites="N.FM=A3 N.FL=S1 S.FL=S2", N="3@N.FM", E="N.FL:1 S.FL:1")
    assert refused(state, "attack 3 N.FL") == ""
    assert refused(state, "attack 3 S.FL") == "FT-3"


def test_AMB_127_a_home_city_in_other_hands_is_missing_for_trade() -> None:
    sites, roads = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
    leaders = "0@N.BL 2@N.FL 3@N.FM 4@N.FR 5@W.FL"
    for east, held, reason in (("", roads, "trade"), ("2@N.BR", roads[:4], "rounds")):
        fields: dict[str, Any] = {"N": " ".join([leaders, *held]), "E": east, "rulings": {"round_limit": 1}}
        state = play(table("leader", "W", sites=sites | {"W.FL": "M1"}, **fields), "end")
        assert (ended(state) or ("",))[0] == reason


def test_AMB_129_payment_for_a_city_holds_for_one_round() -> None:
    state = table("control", "N", seats="NS", sites="N.FL=S1 N.FM=C1", N="N.C-N.FL N.C-N.FM")
    play(state, "pay 1", *["end"] * 4)
    assert question(state) == ("N", "pay")
    assert legal(state) == {"pay 0", "pay 1"}


@pytest.mark.parametrize(
    ("tile", "kind", "suppresses"), [("A3", "garrison", 1), ("S3", "market", 0), ("M3", "temple", 1), ("C3", "mine", 0)]
)
def test_Y_1_Y_2_the_suit_is_the_type_and_the_number_the_value(tile: str, kind: str, suppresses: int) -> None:
    south = "money=0 2@S.FL S.C-S.FL S.C-S.FM"
    state = table("control", "S", sites=f"S.FL={tile} S.FM=S1", S=south)
    city = state.view(None).cities["S.FL"]
    assert (city.kind, city.value) == (kind, 3)
    play(state, "rebel S.FM")
    assert (question(state) == ("S", "suppress")) == ("S.FM" in cities(state, "S")) == bool(suppresses)


def test_Y_4_the_capital_is_no_city() -> None:
    state = table("control", "N", N="king=0")
    assert (question(state), cities(state, "N"), state.view(None).kingdoms["N"].score) == (("N", "build"), set(), 0)


@pytest.mark.parametrize("place", ["N.FL", "N.FL-"])
def test_Y_5_L_4_a_city_with_a_leader_active_or_not_is_governed(place: str) -> None:
    state = table("leader", "N", sites="N.FL=S1", N=f"5@{place}")
    governor = state.view(None).cities["N.FL"].leader
    assert governor is not None
    assert (governor.value, cities(state, "N")) == (5, {"N.FL"})


@pytest.mark.parametrize("place", ["BL", "BR"])
def test_Y_6_the_back_row_has_none(place: str) -> None:
    state = table("build", "N", sites=f"N.{place}=S1", N=f"N.C-N.{place}")
    assert refused(state, f"port N.{place} 1") == "Y-6"
    with pytest.raises(PositionError) as error:
        table("build", "N", sites=f"N.{place}=S1", N=f"N.{place}:1")
    assert error.value.clause == "Y-6"
