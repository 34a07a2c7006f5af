"""How the game may soon end is said in time: trade, conquest, an exposed Capital or king, unrest, the last round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kingdoms import Record
from kingdoms.core.answers import Alert
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import POOR, ended, full_home, play, rich, table

HOME, ROADS = full_home("N", ("S1", "S2", "S3", "S4", "S5"))
AWAKE = {"0": "N.BL", "2": "N.FL", "3": "N.FM", "4": "N.FR", "5": "N.BR"}
SLEEPY = {value: f"{site}-" for value, site in AWAKE.items()}


def alerts(state: State, kind: str, seat: str | None = None) -> list[Alert]:
    """Return the alerts of a kind about a seat, or about all."""
    return [alert for alert in state.view(None).alerts if alert.kind == kind and seat in (None, alert.seat)]


def of_two(phase: str = "leader", sites: dict[str, str] = HOME, south: str = "money=0", **fields: Any) -> State:
    """N's turn in a game of two; N has a full continent unless told otherwise."""
    return table(phase, fields.pop("turn", "N"), seats="NS", sites=sites, S=south, **fields)


def without(*gaps: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the home cities of N but some, and what it holds in them."""
    sites = {site: tile for site, tile in HOME.items() if site not in gaps}
    leaders = {value: site for value, site in AWAKE.items() if site in sites}
    return sites, {"roads": [road for road in ROADS if not road.endswith(gaps)], "leaders": leaders}


def traders(leaders: dict[str, str], turn: str = "N", **fields: Any) -> State:
    """N has a full continent in the leader phase of two."""
    return of_two(turn=turn, N=POOR | {"roads": ROADS, "leaders": leaders}, **fields)


def test_V_3_C_2_all_home_and_all_awake_is_certain_once_the_turn_is_over_and_unpaid_cities_do_not_matter_then() -> None:
    (before,) = alerts(traders(AWAKE), "trade")
    assert (before.seat, before.wins, before.near, before.details["certain"]) == ("N", True, True, False)
    (alert,) = alerts(traders(AWAKE), "unrest", "N")
    assert alert.text == "Unless North wins this round, it can't pay for all its cities: 4 cities will rebel next round."
    (after,) = alerts(play(traders(AWAKE), "end"), "trade")
    assert after.details["certain"]
    assert after.text == "North wins by trade at the end of this round, unless a home city or a leader falls."


def test_V_3_leaders_that_can_still_be_woken_count() -> None:
    (alert,) = alerts(traders(SLEEPY), "trade")
    assert alert.details == {"certain": False, "home": 5, "awake": 1}
    assert alert.text == "North can still win by trade this round: 5 of 5 home cities, 1 of 6 leaders active."
    passed = play(traders(SLEEPY), "activate 2")  # leaders act in ascending order
    assert not alerts(passed, "trade")
    (alert,) = alerts(passed, "unrest", "N")
    assert alert.text == "North can't pay for all its cities: 4 cities will rebel next round."
    assert not alerts(traders(SLEEPY, "S", order=["N", "S"]), "trade")


def test_V_3_cities_that_can_still_be_paid_for_count() -> None:
    sites, north = without("N.FM")
    for money, expected in ((1, 0), (2, 1)):  # exploring and the road to an ace cost 1 each
        stacks = {"moons": ["M1", "M2", "M3", "M4", "M5"]}
        assert len(alerts(of_two("build", sites, stacks=stacks, N=north | rich(money)), "trade")) == expected
    assert not alerts(of_two("leader", sites, N=north | rich(9)), "trade")


def test_V_3_new_cities_cost_what_the_stacks_hold_next() -> None:
    sites, north = without("N.FM", "N.BR")  # two aces are had for 4, an ace and a 5 for 8
    for stacks, expected in (([0, 0o1, 0, 0o1], 1), ([0, 0o51, 0, 0], 0), ([0, 0o1, 0, 0], 0)):
        state = of_two("build", sites, N=north | rich(5))
        state.stacks = stacks
        assert len(alerts(state, "trade")) == expected


def test_V_3_a_leader_of_the_reserve_needs_a_free_city_that_is_joined_to_the_capital() -> None:
    apart = without("N.FR")[1]
    assert alerts(traders(apart["leaders"]), "trade")
    assert not alerts(of_two(N=POOR | apart | {"ports": {"N.FR": 1}}), "trade")


def test_V_4_conquest_is_near_when_swords_are_enough_for_what_is_lacking() -> None:
    home = {**HOME, "N.FL": "A5"}
    abroad = {"S.FL": "M1", "S.FR": "M2", "S.FM": "C1"}
    north = POOR | {"roads": ROADS, "ports": {"N.FL": 1, "S.FL": 1, "S.FR": 1}}
    (alert,) = alerts(of_two(sites=home | abroad, N=north | {"leaders": {"5": "N.FL"}}), "conquest", "N")
    assert alert.text == "North can still win by conquest this round, with one more city abroad."
    assert alert.near
    assert not alerts(of_two(sites=home | abroad, N=north), "conquest")


def test_V_4_a_port_can_still_be_built_in_the_build_phase() -> None:
    home = {**HOME, "N.FL": "A5", "N.FM": "A4", "N.FR": "A3"}
    abroad = {"S.FL": "M1", "S.FM": "C1", "S.FR": "M2"}
    north = {"goods": 1, "gold": 1, "roads": ROADS, "leaders": {"5": "N.FL", "4": "N.FM", "3": "N.FR"}}
    state = of_two("build", home | abroad, N=north)
    (alert,) = alerts(state, "conquest", "N")
    assert alert.text == "North can still win by conquest this round, with 3 more cities abroad."
    assert not alert.near, "that takes three attacks"
    attacks = ("attack 3 S.FL", "attack 4 S.FM", "attack 5 S.FR")
    assert ended(play(state, "port N.FL 1", "end", "end", *attacks, "end", "end")) == ("conquest", ("N",))
    assert not alerts(of_two(sites=home | abroad, N=north), "conquest")


def test_M_6_a_kingdom_without_cities_is_warned_of_attacks_on_its_capital() -> None:
    south = "S.C-S.FM S.FM:1 5@S.FM goods=3 gold=2"
    (alert,) = alerts(of_two(sites={"S.FM": "A5"}, turn="S", N="money=0", south=south), "capital", "N")
    assert alert.text == "North holds no city: South can attack its Capital with up to 12, against 10 to 11."
    assert (alert.wins, alert.near, alert.details["by"]) == (False, True, ["S"])
    state = of_two(sites={"S.FM": "A5", "N.FM": "M1"}, turn="S", N="money=0 N.C-N.FM", south=south)
    (alert,) = alerts(state, "capital", "N")
    assert (alert.near, alert.text) == (False, "North holds one city. If it falls, South can attack North's Capital.")


@pytest.mark.parametrize(("unrest", "near"), [(2, None), (3, False), (4, True)])
def test_U_4_unrest_is_mentioned_from_three_on(unrest: int, near: bool | None) -> None:
    unrest_alerts = alerts(table("build", "N", N={"unrest": unrest}), "unrest", "N")
    assert [alert.near for alert in unrest_alerts] == ([] if near is None else [near])


def test_AMB_121_the_last_rounds_are_counted_down() -> None:
    limited: dict[str, Any] = {"rulings": {"round_limit": 3}}
    texts = [[alert.text for alert in alerts(table("build", "N", round=n, N={}, **limited), "rounds")] for n in (1, 3)]
    assert texts[0] == ["2 rounds after this one, then the score decides: North, East, South and West lead with 0."]
    assert texts[1] == ["This is the last round, and the score decides: North, East, South and West lead with 0."]
    (alert,) = alerts(table("build", "N", time_up=True), "time")
    assert alert.details == {"left": 0, "ahead": ["N", "E", "S", "W"], "score": 0}
    assert alert.near


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_no_game_ended_without_a_warning(path: Path) -> None:
    record = Record.load(path)
    outcome = record.state.outcome()
    assert outcome is not None
    views = [state.view(None) for _, state in record.replay() if not state.is_terminal()]
    last_alerts = [alert for view in views if view.round == views[-1].round for alert in view.alerts]
    assert {(outcome.reason, None), (outcome.reason, outcome.loser or outcome.winners[0])} & {
        (alert.kind, alert.seat) for alert in last_alerts
    }
