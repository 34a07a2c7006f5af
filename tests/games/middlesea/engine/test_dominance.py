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


def temples(
    before: str, kings: dict[str, int], tiles: dict[str, str], unrest: dict[str, int] | None = None, **more: Any
) -> State:
    """The phase begins; each seat holds by roads the temples named for it by their values, "24" say."""
    sites: dict[str, str] = {}
    fields: dict[str, Any] = {}
    for name in before:
        places = [f"{name}.{place}" for place in ("FL", "FM", "FR")]
        cities = dict(zip(places, [f"M{value}" for value in tiles.get(name, "")], strict=False))
        sites |= cities
        roads = [f"{name}.C-{site}" for site in cities]
        fields[name] = {"king": kings.get(name, 1), "unrest": (unrest or {}).get(name, 0), "roads": roads}
    seats = "".join(name for name in "NESW" if name in before)
    return table("dominance", seats=seats, order=list(before), sites=sites, **fields, **more)


def dominance_example() -> State:
    """The position of D-DOM, with Rita at N, Steve at E, Phillip at S and Andrew at W."""
    kings = dict.fromkeys("NESW", 4)
    return temples("EWSN", kings, {"E": "3", "S": "2", "W": "1", "N": "5"}, {"S": 2, "W": 1, "N": 2})


def test_D_DOM_the_scores() -> None:
    state = dominance_example()
    assert {name: score(state, name) for name in "NESW"} == {"E": 7, "S": 4, "W": 4, "N": 7}


def test_D_DOM_rita_is_first_and_decides() -> None:
    state = dominance_example()
    assert question(state) == ("N", "rank")
    assert legal(state) == {"rank S", "rank W"}
    assert order(play(state, "rank S")) == "NESW"


def test_D_DOM_the_other_way_round() -> None:
    assert order(play(dominance_example(), "rank W")) == "NEWS"


def test_D_DOM_2_without_temples_nothing_changes() -> None:
    state = temples("ESNW", {"W": 5}, {})
    assert question(state) == ("E", "build")
    assert order(state) == "ESNW"


@pytest.mark.parametrize(
    "north",
    [
        {"roads": ["N.C-N.FL"]},
        {"roads": ["N.C-N.FL"], "leaders": {"5": "N.FL"}},
        {"leaders": {"5": "N.FL-"}},
        {"ports": {"N.FL": 3}},
        {"leaders": {"5": "S.FL"}},
        {"ports": {"S.FL": 2}},
    ],
    ids=[
        "by a road",
        "by a road and a leader",
        "by an inactive leader",
        "by a port",
        "abroad, by a leader",
        "abroad, by a port",
    ],
)
def test_D_1_however_and_wherever_the_temple_is_held(north: dict[str, Any]) -> None:
    site = "S.FL" if "S.FL" in str(north) else "N.FL"
    assert score(table("dominance", sites={site: "M4"}, N=north), "N") == 1 + 4


def test_D_2_one_temple_anywhere_is_enough_for_a_new_order() -> None:
    assert order(temples("WSEN", {"N": 5, "E": 4, "S": 3, "W": 1}, {"W": "1"})) == "NESW"


def test_D_3_from_the_highest_to_the_lowest() -> None:
    assert order(temples("NESW", {}, {"N": "1", "E": "3", "S": "2", "W": "5"})) == "WESN"


def test_D_4_one_temple_is_looked_at_and_not_their_sum() -> None:
    state = temples("NS", {"N": 1, "S": 3}, {"N": "42", "S": "13"})
    assert (score(state, "N"), score(state, "S")) == (7, 7)
    assert order(state) == "NS"
    state = temples("NS", {"N": 1, "S": 2}, {"N": "23", "S": "4"})
    assert (score(state, "N"), score(state, "S")) == (6, 6)
    assert order(state) == "SN"


def test_D_5_the_first_orders_three_that_tie_below() -> None:
    state = temples("EWSN", {}, {"N": "5"})
    assert question(state) == ("N", "rank")
    assert legal(state) == {"rank E", "rank S", "rank W"}
    play(state, "rank W")
    assert question(state) == ("N", "rank")
    assert legal(state) == {"rank E", "rank S"}
    assert order(play(state, "rank S")) == "NWSE"


def test_D_6_the_new_order_holds_for_the_rest_of_the_round_and_the_next_control_phase() -> None:
    state = table(
        "dominance",
        seats="NS",
        order=["N", "S"],
        sites={"S.FL": "M5", "S.FM": "M4", "N.FL": "S1", "N.FM": "C1"},
        N={"roads": ["N.C-N.FL", "N.C-N.FM"]},
        S={"roads": ["S.C-S.FL", "S.C-S.FM"]},
    )
    turns = []
    for _ in range(4):
        turns.append(question(state))
        play(state, "end")
    assert turns == [("S", "build"), ("N", "build"), ("S", "leader"), ("N", "leader")]
    assert question(state) == ("S", "pay")
    assert question(play(state, "pay 1")) == ("N", "pay")


ROLL = {"first_tie": "roll"}


def test_AMB_57_AMB_58_after_a_roll_of_three_the_first_orders_the_others() -> None:
    state = temples("NESW", {"N": 5, "E": 5, "S": 5, "W": 2}, {"W": "1"}, rulings=ROLL)
    assert legal(state) == {"first N", "first E", "first S"}
    play(state, "first S")
    assert question(state) == ("S", "rank")
    assert legal(state) == {"rank N", "rank E"}
    assert order(play(state, "rank E")) == "SENW"


def test_AMB_57_AMB_58_without_a_roll_the_old_order_gives_only_the_first() -> None:
    state = temples("WESN", {"N": 5, "E": 5, "S": 5, "W": 2}, {"W": "1"})
    assert question(state) == ("E", "rank")
    assert legal(state) == {"rank N", "rank S"}
    assert order(play(state, "rank N")) == "ENSW"
