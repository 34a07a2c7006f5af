"""The worked example D-LEAD: one leader phase of four players, step by step; and its variant B."""

from __future__ import annotations

from typing import Any

import pytest

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import (
    cities,
    leader,
    legal,
    money,
    play,
    question,
    refused,
    seat,
    stack,
    table,
    unrest,
)
from tests.games.middlesea.support.worked_example import PHILLIP, RITA, SITES, lead_example

STEPS = {
    "i-0": [],
    "i-1": ["move 0 N.BR"],
    "i-3": ["attack 3 S.FL", "hire 1"],
    "i-5": ["defend 0"],
    "i-6": ["end"],
    "ii-1": ["attack 3 S.FL"],
    "ii-3": ["defend 0"],
    "iii-1": ["end", "attack 4 S.FM"],
    "iii-2": ["hire 0"],
    "iii-3": ["attack 5 S.FL"],
    "iii-4": ["hire 0"],
    "iv-1": ["end", "king 5"],
    "iv-2": ["attack 2 N.FM"],
    "iv-3": ["hire 0"],
    "iv-4": ["attack 3 N.FM"],
    "iv-5": ["hire 2"],
    "iv-6": ["end"],
}
"""The actions, by the number of the step in the example."""


def start(variant: str = "A", **fields: Any) -> State:
    """The position before the phase."""
    seats, sites = lead_example(variant)
    return table("leader", "N", order=["N", "E", "S", "W"], sites=sites, **seats, **fields)


def after(step: str, state: State | None = None) -> State:
    """The position after a step of variant A, or of what else begins with `state`."""
    state = start() if state is None else state
    for number, actions in STEPS.items():
        play(state, *actions)
        if number == step:
            break
    return state


def test_D_LEAD_the_position() -> None:
    state = start()
    assert [len(cities(state, name)) for name in "NESW"] == [5, 3, 3, 2]
    assert stack(state, "moons") == []
    assert leader(state, "N", 4) == "reserve"


def test_D_LEAD_i_3_the_attack_on_the_port() -> None:
    state = after("i-3")
    assert money(state, "N") == (0, 0)
    assert question(state) == ("S", "defend")
    assert state.position()["pending"] == {"decision": "defend", "site": "S.FL", "attack": 7}


def test_D_LEAD_i_5_the_port_is_gone() -> None:
    state = after("i-5")
    assert seat(state, "S")["ports"] == {}
    assert cities(state, "S") == {"S.FL", "S.BL", "S.BR"}
    assert leader(state, "S", 2) == "S.FL"
    assert leader(state, "N", 3) == "N.BL-"
    assert (unrest(state, "N"), unrest(state, "S")) == (0, 1)


def test_D_LEAD_i_6_no_second_attack_on_phillip() -> None:
    """Had Rita a leader of higher value in a garrison, it could not attack Phillip again."""
    state = table(
        "leader",
        "N",
        sites=SITES | {"S.FR": "M2", "S.FM": "A5", "N.BR": "A4"},
        N=RITA | {"leaders": {"3": "N.BL", "4": "N.BR"}},
        S=PHILLIP,
    )
    play(state, "attack 3 S.FL", "hire 0", "defend 0")
    assert refused(state, "attack 4 S.FL") == "FT-4"


def test_D_LEAD_ii_3_steve_has_the_city() -> None:
    state = after("ii-3")
    assert leader(state, "S", 2) == "reserve"
    assert leader(state, "E", 3) == "S.FL-"
    assert seat(state, "S")["roads"] == ["S.C-S.BL", "S.C-S.BR"]
    assert cities(state, "E") == {"E.FM", "S.FR", "S.FM", "S.FL"}
    assert cities(state, "S") == {"S.BL", "S.BR"}
    assert (unrest(state, "E"), unrest(state, "S")) == (0, 2)


def test_D_LEAD_iii_2_the_garrison_rebels() -> None:
    state = after("iii-2")
    assert question(state) == ("S", "leader")
    assert cities(state, "E") == {"E.FM", "S.FR", "S.FL"}
    assert state.view(None).cities["S.FM"].holder is None
    assert seat(state, "E")["roads"] == ["E.C-E.FM"]
    assert unrest(state, "E") == 1
    assert leader(state, "S", 4) == "S.BL-"


def test_D_LEAD_iii_4_the_market_is_phillips_again() -> None:
    state = after("iii-4")
    assert leader(state, "E", 3) == "reserve"
    assert leader(state, "S", 5) == "S.FL-"
    assert cities(state, "S") == {"S.FL", "S.BL", "S.BR"}
    assert seat(state, "S")["roads"] == ["S.C-S.BL", "S.C-S.BR"]
    assert (unrest(state, "E"), unrest(state, "S")) == (2, 1)
    assert money(state, "S") == (1, 1)


def test_D_LEAD_iv_1_andrew_has_a_stronger_king() -> None:
    state = after("iv-1")
    assert money(state, "W") == (2, 2)
    assert seat(state, "W")["king"] == 5
    assert leader(state, "W", 4) == "reserve"


def test_D_LEAD_iv_3_ritas_temple_rebels() -> None:
    state = after("iv-3")
    assert question(state) == ("W", "leader")
    assert cities(state, "N") == {"N.FL", "N.FR", "N.BL", "N.BR"}
    assert state.view(None).cities["N.FM"].holder is None
    assert "N.C-N.FM" not in seat(state, "N")["roads"]
    assert unrest(state, "N") == 1
    assert leader(state, "W", 2) == "W.FM-"


def test_D_LEAD_iv_5_the_temple_leaves_the_board() -> None:
    state = after("iv-5")
    assert "N.FM" not in state.position()["sites"]
    assert stack(state, "moons") == ["M5"]
    assert leader(state, "W", 3) == "W.BL-"
    assert money(state, "W") == (0, 0)
    assert unrest(state, "W") == 1


def test_D_LEAD_iv_4_the_attack_on_an_uncontrolled_city_does_not_count() -> None:
    on_andrews_part = [entry for entry in after("iv-5").position()["leader_phase"]["attacks"] if entry["by"] == "W"]
    assert on_andrews_part == [{"by": "W", "on": "N", "kind": "missionary"}]


@pytest.mark.parametrize(
    ("name", "count", "upset", "purse", "score"),
    [("N", 4, 1, (0, 0), 42), ("E", 2, 2, (0, 0), 0), ("S", 3, 1, (1, 1), 16), ("W", 2, 1, (0, 0), 6)],
)
def test_D_LEAD_the_final_position(name: str, count: int, upset: int, purse: tuple[int, int], score: int) -> None:
    state = after("iv-5")
    assert len(cities(state, name)) == count
    assert unrest(state, name) == upset
    assert money(state, name) == purse
    assert state.view(None).kingdoms[name].score == score


def test_D_LEAD_nobody_wins_and_the_next_round_begins() -> None:
    state = after("iv-6")
    assert not state.is_terminal()
    assert state.position()["round"] == 2
    assert question(state) == ("S", "pay")


def test_D_LEAD_the_next_dominance() -> None:
    state = after("iv-6")
    assert {name: kingdom.dominance for name, kingdom in state.view(None).kingdoms.items()} == {"W": 9, "E": 5, "S": 5, "N": 4}
    play(state, "pay 1")
    assert question(state) == ("W", "rank")
    assert legal(state) == {"rank E", "rank S"}


def variant_b(**fields: Any) -> State:
    """Variant B after Steve's turn."""
    return play(after("ii-3", start("B", **fields)), "end")


def test_D_LEAD_B_steve_attacks_over_the_sea() -> None:
    state = variant_b()
    assert leader(state, "E", 3) == "S.FL-"
    assert cities(state, "E") == {"E.FM", "E.BL", "S.FL"}
    assert unrest(state, "E") == 0


@pytest.mark.parametrize("ruling", ["home", "any", "mixed"])
def test_D_LEAD_B_phillip_has_no_port_left_to_attack_over(ruling: str) -> None:
    assert refused(variant_b(rulings={"attack_port": ruling}), "attack 4 E.BL") == "FT-3"
