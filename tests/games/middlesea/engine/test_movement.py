"""Movement of leaders: FM-1 to FM-5."""

from __future__ import annotations

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import cities, leader, legal, money, play, refused, table, unrest


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


def test_FM_1_moving_is_free_and_changes_no_unrest() -> None:
    state = play(table("leader", "N", sites="N.FM=S4", N="N.C-N.FM unrest=2"), "move 2 N.FM")
    assert money(state, "N") == (4, 4)
    assert unrest(state, "N") == 2


def test_FM_1_from_the_reserve_a_leader_sets_out_at_the_capital() -> None:
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
