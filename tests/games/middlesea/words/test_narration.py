"""Events tell programs what their sentences speak of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kingdoms import Event, Record
from kingdoms.core.message import Message
from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import play, table

GOLDEN = Path(__file__).parents[1] / "golden"
KINDS = {"S": "market", "M": "temple", "C": "mine", "A": "garrison"}


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """The events of the golden games."""
    told: list[Event] = []
    for path in sorted(GOLDEN.glob("*.jsonl")):
        record = Record.load(path)
        before = record.opening()
        for entry, after in record.replay():
            if entry.action is not None:
                told += record.game.narrate(before, entry.action, after)
            before = after
    return told


def test_tiles_are_those_that_the_sentence_names(events: list[Event]) -> None:
    tile_events = [event for event in events if event.details.get("tiles")]
    assert len({event.kind for event in tile_events}) > 10
    for event in tile_events:
        for site, tile in event.details["tiles"].items():
            assert isinstance(event.said, Message)
            named = rf"{tile[1:]}-{KINDS[tile[0]]} at [\w' ]+ \({re.escape(site)}\)"
            assert re.search(named, event.said.text(notation=True))


def test_narrated_attacks_name_the_leader_and_the_port(events: list[Event]) -> None:
    hits = [event for event in events if event.kind in ("attack", "attack_won", "attack_failed")]
    assert {event.details["kind_of_attack"] for event in hits} == {"military", "missionary"}
    for event in hits:
        guard, piers = event.details["guard"], event.details["piers"]
        assert (f"the {guard}-leader in" in event.text.lower()) == (guard is not None)
        assert ("the port (" in event.text.lower()) == bool(piers)
        assert guard is None or not piers


def test_phases_totals_and_turns_are_narrated(events: list[Event]) -> None:
    for event in events:
        details = event.details
        if event.kind in ("turn", "end"):
            assert ("leader" in event.text) == (details["phase"] == "leader")
        elif event.kind == "unrest":
            assert ("rises" in event.text) == (details["value"] > details["was"])
        elif event.kind == "production":
            assert ("its Capital" in event.text) == details["capital"]
        elif event.kind == "suppressed":
            assert event.text.endswith(f"{details['total']} against {details['value']}.")
        elif event.kind in ("defended", "control_paid"):
            assert ("no choice" in event.text or "can't pay" in event.text) == details["forced"]
        elif event.kind == "dominance":
            assert event.text.startswith("Nobody has a temple") != details["temples"]


def losses(state: State, action: str) -> dict[str, str]:
    """Return why cities are lost by an action, by their sites."""
    after = play(state.clone(), action)
    narration = state.game.narrate(state, action, after)
    return {event.details["site"]: event.details["cause"] for event in narration if event.kind == "city_lost"}


@pytest.mark.parametrize(
    ("held", "lost"),
    [
        ("S.C-S.FL", {"S.FL": "conquest"}),
        ("S.C-S.FL S.FL-S.FM", {"S.FL": "conquest", "S.FM": "cut_off"}),
        ("S.FL:2", {"S.FL": "cut_off"}),
        ("S.C-S.FL S.FL:2", {}),
    ],
)
def test_M_13_AMB_38_a_conquest_takes_a_city_and_cuts_off_others(held: str, lost: dict[str, str]) -> None:
    south = f"money=0 {held}"
    state = table("leader", "N", seats="NS", sites="N.FM=A3 S.FL=S4 S.FM=M1", N="money=0 N.C-N.FM N.FM:1 3@N.FM", S=south)
    assert losses(state, "attack 3 S.FL") == lost


def test_BE_7_an_explored_tile_replaces_a_city_and_cuts_off_others() -> None:
    sites = "N.BL=S1 N.FL=S2 N.FM=C3 N.FR=C4 N.BR=A5"
    state = table("build", "N", sites=sites, N="money=4", S="N.FL-N.FM")
    assert losses(state, "explore moons N.FM") == {"N.FL": "cut_off", "N.FM": "replaced"}
