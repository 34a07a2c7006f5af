"""Control of cities and routes: K-1 to K-7, AMB-29 to AMB-39, AMB-126 to AMB-129."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.core.errors import PositionError
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    full_home,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    table,
    unrest,
)


def holder(state: State, site: str) -> str | None:
    """Return who controls a city."""
    seat: str | None = state.view(None).cities[site].holder
    return seat


@pytest.mark.parametrize(
    "hold",
    [{"roads": ["N.C-N.FL"]}, {"ports": {"N.FL": 1}}, {"leaders": {"0": "N.FL"}}, {"leaders": {"0": "N.FL-"}}],
    ids=["road", "port", "active leader", "inactive leader"],
)
def test_K_1_a_road_a_port_or_a_leader_controls(hold: dict[str, Any]) -> None:
    assert cities(table("build", "N", sites={"N.FL": "S3"}, N=hold), "N") == {"N.FL"}


def test_K_2_a_city_is_uncontrolled_when_its_only_leader_leaves() -> None:
    state = table("leader", "N", sites={"N.FL": "A3", "N.FM": "S1"}, N={"goods": 0, "gold": 0, "leaders": {"2": "N.FL"}})
    assert holder(play(state, "attack 2 N.FM"), "N.FL") is None


def test_K_3_a_port_in_a_provincial_city_is_none_at_home() -> None:
    sites = {"N.FL": "A3", "E.FL": "S1", "S.FL": "S2"}
    north = {"leaders": {"3": "N.FL"}, "roads": ["N.C-N.FL"], "ports": {"E.FL": 2}}
    assert refused(table("leader", "N", sites=sites, N=north), "attack 3 S.FL") == "FT-3"
    north["ports"] = {"E.FL": 2, "N.FL": 1}
    assert refused(table("leader", "N", sites=sites, N=north), "attack 3 S.FL") == ""


def test_K_4_home_and_provincial_cities_make_the_kingdom() -> None:
    sites = {"N.FL": "S1", "N.FM": "S2", "E.FL": "S3", "W.BL": "S4", "S.BR": "S5"}
    north = {"roads": ["N.C-N.FL"], "ports": {"E.FL": 1}, "leaders": {"2": "W.BL-"}}
    assert cities(table("build", "N", sites=sites, N=north), "N") == {"N.FL", "E.FL", "W.BL"}


def test_K_5_the_sea_joins_the_ports_of_one_player() -> None:
    north = {"ports": {"N.FL": 1, "E.FM": 1, "S.FR": 1}, "roads": ["N.C-N.FL"]}
    state = table("leader", "N", sites={"N.FL": "S1", "E.FM": "S2", "S.FR": "S3"}, N=north)
    assert legal(state, "move") >= {"move 0 N.FL", "move 0 E.FM", "move 0 S.FR"}


@pytest.mark.parametrize(
    "roads",
    [["S.FL-S.FM", "S.FM-S.BR"], ["N.C-N.FL", "S.FM-S.BR"], ["N.C-N.FL", "S.FL-S.FM"]],
    ids=["no way out of the Capital", "no way from the port", "no way to the mine"],
)
def test_K_6_with_a_gap_in_it_the_path_leads_nowhere(roads: list[str]) -> None:
    sites = {"N.FL": "S1", "S.FL": "S2", "S.FM": "S3", "S.BR": "C3"}
    north = {"king": 0, "gold": 0, "leaders": {"2": "S.BR"}, "roads": roads, "ports": {"N.FL": 1, "S.FL": 1}}
    assert money(table("production", sites=sites, N=north), "N")[1] == 0


@pytest.mark.parametrize("theirs", [{"roads": ["N.FL-N.FM"]}, {"ports": {"N.FL": 1}}, {"leaders": {"2": "N.FL"}}])
def test_K_7_AMB_31_no_position_has_a_city_with_two_controllers(theirs: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as error:
        table("build", "N", sites={"N.FL": "S1", "N.FM": "S2"}, N={"roads": ["N.C-N.FL"]}, E=theirs)
    assert error.value.clause == "K-7"


def test_AMB_29_a_road_controls_the_cities_at_both_its_ends() -> None:
    assert cities(table("build", "N", sites={"N.FL": "S1", "N.FM": "S2"}, N={"roads": ["N.FL-N.FM"]}), "N") == {"N.FL", "N.FM"}


def test_AMB_30_routes_control_without_reaching_the_capital() -> None:
    state = table("build", "N", sites={"S.BL": "S1", "S.FL": "S2"}, N={"roads": ["S.BL-S.FL"]})
    assert cities(state, "N") == {"S.BL", "S.FL"}


def test_AMB_32_a_road_is_not_doubled() -> None:
    north = {"roads": ["N.FL-N.FM"], "goods": 9, "gold": 9}
    state = table("build", "N", sites={"N.FL": "S1", "N.FM": "S2"}, N=north)
    assert refused(state, "road N.FL N.FM") == "AMB-32"
    assert refused(state, "road N.FM N.FL") == "AMB-32"


def chain_conquest(**rulings: Any) -> State:
    """E takes S.FL, and with it goes the only road to S.FM."""
    return play(
        table(
            "leader",
            "E",
            sites={"E.FL": "A5", "S.FL": "S2", "S.FM": "S3"},
            rulings=rulings,
            E={"goods": 0, "gold": 0, "leaders": {"4": "E.FL"}, "ports": {"E.FL": 1}},
            S={"goods": 0, "gold": 0, "unrest": 1, "roads": ["S.C-S.FL", "S.FL-S.FM"]},
        ),
        "attack 4 S.FL",
    )


@pytest.mark.parametrize(("value", "after"), [("event", 2), ("each", 3)])
def test_AMB_34_chain_unrest_in_a_conquest(value: str, after: int) -> None:
    assert unrest(chain_conquest(chain_unrest=value), "S") == after


@pytest.mark.parametrize("action", ["road S.C S.FL", "port S.FL 1"])
def test_AMB_35_not_if_a_route_has_been_built_there(action: str) -> None:
    south = {"goods": 3, "gold": 3, "unrest": 2, "leaders": {"4": "S.FL"}, "ports": {"N.FM": 1}}
    state = table("build", "S", seats="NS", order=["N", "S"], sites={"S.FL": "A3", "S.FM": "S1", "N.FM": "S2"}, S=south)
    play(state, action, "end", "end", "attack 4 S.FM", *(["hire 0"] if action == "port S.FL 1" else []))
    assert cities(state, "S") == {"S.FL", "S.FM", "N.FM"}


def test_AMB_37_a_leader_controls_without_any_route() -> None:
    south = {"leaders": {"4": "N.FL"}}
    assert cities(table("build", "N", sites={"N.FL": "C4"}, S=south), "S") == {"N.FL"}


def port_fight(defender: dict[str, Any], **rulings: Any) -> State:
    """N destroys the port at S.FL."""
    return play(
        table(
            "leader",
            "N",
            sites={"N.FL": "A5", "S.FL": "S1", "S.FM": "S2"},
            rulings=rulings,
            N={"goods": 0, "gold": 0, "unrest": 2, "leaders": {"4": "N.FL"}, "ports": {"N.FL": 1}},
            S={"goods": 0, "gold": 0, "unrest": 1, "ports": {"S.FL": 2}} | defender,
        ),
        "attack 4 S.FL",
    )


@pytest.mark.parametrize("hold", [{"leaders": {"3": "S.FL-"}}, {"roads": ["S.C-S.FL"]}, {"roads": ["S.FL-S.FM"]}])
def test_AMB_38_a_leader_or_a_road_keeps_it(hold: dict[str, Any]) -> None:
    state = port_fight(hold)
    assert seat(state, "S")["ports"] == {}
    assert "S.FL" in cities(state, "S")
    assert unrest(state, "S") == 1


def test_AMB_39_more_cities_than_the_king_can_hold_are_fine_until_the_control_phase() -> None:
    sites = {"N.FL": "M1", "N.FM": "C1", "N.FR": "A1"}
    roads = ["road N.C N.FL", "road N.C N.FM", "road N.C N.FR"]
    state = play(table("build", "N", seats="NS", sites=sites), *roads, *["end"] * 3)
    assert question(state) == ("S", "leader")
    assert cities(state, "N") == set(sites)
    play(state, "end")
    assert question(state) == ("N", "pay")


def test_AMB_126_the_place_of_the_target_decides_about_the_port() -> None:
    sites = {"N.FM": "A3", "N.FL": "S1", "S.FL": "S2"}
    state = table("leader", "N", sites=sites, N={"leaders": {"3": "N.FM"}}, E={"ports": {"N.FL": 1, "S.FL": 1}})
    assert refused(state, "attack 3 N.FL") == ""
    assert refused(state, "attack 3 S.FL") == "FT-3"


def test_AMB_127_a_home_city_in_other_hands_is_missing_for_trade() -> None:
    sites, roads = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
    leaders = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "W.FL"}
    table_of: dict[str, Any] = {"sites": sites | {"W.FL": "M1"}, "rulings": {"round_limit": 1}}
    outcome = play(table("leader", "W", **table_of, N={"roads": roads, "leaders": leaders}), "end").outcome()
    assert outcome is not None
    assert outcome.reason == "trade"
    theirs = table("leader", "W", **table_of, N={"roads": roads[:4], "leaders": leaders}, E={"leaders": {"2": "N.BR"}})
    outcome_without_home = play(theirs, "end").outcome()
    assert outcome_without_home is not None
    assert outcome_without_home.reason == "rounds"


def test_AMB_129_payment_for_a_city_holds_for_one_round() -> None:
    north = {"roads": ["N.C-N.FL", "N.C-N.FM"]}
    state = table("control", "N", seats="NS", sites={"N.FL": "S1", "N.FM": "C1"}, N=north)
    play(state, "pay 1", *["end"] * 4)
    assert question(state) == ("N", "pay")
    assert legal(state) == {"pay 0", "pay 1"}
