"""Dominance phase: D-1 to D-6, the worked example D-DOM, AMB-57 and AMB-58."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import legal, play, question, table


def order(state: State) -> str:
    """Return the order of dominance in one word."""
    return "".join(state.position()["order"])


def score(state: State, name: str) -> int:
    """Return the dominance score of a seat."""
    dominance: int = state.view(None).kingdoms[name].dominance
    return dominance


def temples(before: str, kings: dict[str, int], tiles: dict[str, str], unrest: str = "0000", **more: Any) -> State:
    """The phase begins; each seat holds by roads the temples named for it by their values, "24" say."""
    sites: dict[str, str] = {}
    fields: dict[str, Any] = {}
    for name, upset in zip(before, unrest, strict=False):
        places = [f"{name}.{place}" for place in ("FL", "FM", "FR")]
        cities = dict(zip(places, [f"M{value}" for value in tiles.get(name, "")], strict=False))
        sites |= cities
        roads = [f"{name}.C-{site}" for site in cities]
        fields[name] = {"king": kings.get(name, 1), "unrest": int(upset), "roads": roads}
    seats = "".join(name for name in "NESW" if name in before)
    return table("dominance", seats=seats, order=list(before), sites=sites, **fields, **more)


@pytest.mark.parametrize(("second", "after"), [("S", "NESW"), ("W", "NEWS")])
def test_D_DOM_rita_is_first_and_decides(second: str, after: str) -> None:
    """With Rita at N, Steve at E, Phillip at S and Andrew at W."""
    state = temples("EWSN", dict.fromkeys("NESW", 4), {"E": "3", "S": "2", "W": "1", "N": "5"}, "0122")
    assert {name: score(state, name) for name in "NESW"} == {"E": 7, "S": 4, "W": 4, "N": 7}
    assert question(state) == ("N", "rank")
    assert legal(state) == {"rank S", "rank W"}
    assert order(play(state, f"rank {second}")) == after


def test_D_DOM_2_without_temples_nothing_changes() -> None:
    state = temples("ESNW", {"W": 5}, {})
    assert question(state) == ("E", "build")
    assert order(state) == "ESNW"


@pytest.mark.parametrize("north", ["N.C-N.FL", "N.C-N.FL 5@N.FL", "5@N.FL-", "N.FL:3", "5@S.FL", "S.FL:2"])
def test_D_1_however_and_wherever_the_temple_is_held(north: str) -> None:
    site = "S.FL" if "S.FL" in north else "N.FL"
    assert score(table("dominance", sites=f"{site}=M4", N=north), "N") == 1 + 4


@pytest.mark.parametrize(
    ("before", "kings", "tiles", "after"),
    [
        ("WSEN", {"N": 5, "E": 4, "S": 3, "W": 1}, {"W": "1"}, "NESW"),
        ("NESW", {}, {"N": "1", "E": "3", "S": "2", "W": "5"}, "WESN"),
    ],
)
def test_D_2_D_3_one_temple_is_enough_for_an_order_from_the_highest_to_the_lowest(
    before: str, kings: dict[str, int], tiles: dict[str, str], after: str
) -> None:
    assert order(temples(before, kings, tiles)) == after


@pytest.mark.parametrize(("king", "theirs", "ours", "total", "after"), [(3, "13", "42", 7, "NS"), (2, "4", "23", 6, "SN")])
def test_D_4_one_temple_is_looked_at_and_not_their_sum(king: int, theirs: str, ours: str, total: int, after: str) -> None:
    state = temples("NS", {"N": 1, "S": king}, {"N": ours, "S": theirs})
    assert (score(state, "N"), score(state, "S")) == (total, total)
    assert order(state) == after


def test_D_5_the_first_orders_three_that_tie_below() -> None:
    state = temples("EWSN", {}, {"N": "5"})
    assert question(state) == ("N", "rank")
    assert legal(state) == {"rank E", "rank S", "rank W"}
    play(state, "rank W")
    assert question(state) == ("N", "rank")
    assert legal(state) == {"rank E", "rank S"}
    assert order(play(state, "rank S")) == "NWSE"


def test_D_6_the_new_order_holds_for_the_rest_of_the_round_and_the_next_control_phase() -> None:
    sites, north, south = "S.FL=M5 S.FM=M4 N.FL=S1 N.FM=C1", "N.C-N.FL N.C-N.FM", "S.C-S.FL S.C-S.FM"
    state = table("dominance", seats="NS", order=["N", "S"], sites=sites, N=north, S=south)
    turns = []
    for _ in range(4):
        turns.append(question(state))
        play(state, "end")
    assert turns == [("S", "build"), ("N", "build"), ("S", "leader"), ("N", "leader")]
    assert question(state) == ("S", "pay")
    assert question(play(state, "pay 1")) == ("N", "pay")


@pytest.mark.parametrize(("before", "first", "others"), [("NESW", "S", "NE"), ("WESN", "E", "NS")], ids=["roll", "old order"])
def test_AMB_57_AMB_58_after_a_roll_or_by_the_old_order_the_first_orders_the_others(
    before: str, first: str, others: str
) -> None:
    rolls = before == "NESW"
    kings, rulings = {"N": 5, "E": 5, "S": 5, "W": 2}, {"first_tie": "roll"} if rolls else {}
    state = temples(before, kings, {"W": "1"}, rulings=rulings)
    if rolls:
        assert legal(state) == {"first N", "first E", "first S"}
        play(state, f"first {first}")
    assert question(state) == (first, "rank")
    assert legal(state) == {f"rank {name}" for name in others}
    assert order(play(state, f"rank {others[1]}")) == f"{first}{others[1]}{others[0]}W"
