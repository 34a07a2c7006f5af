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
from tests.games.middlesea.support.worked_example import lead_example


def start(variant: str = "A", **fields: Any) -> State:
    """The position before the phase."""
    seats, sites = lead_example(variant)
    return table("leader", "N", order=["N", "E", "S", "W"], sites=sites, **seats, **fields)


def test_D_LEAD_step_by_step() -> None:
    state = start()
    assert [len(cities(state, name)) for name in "NESW"] == [5, 3, 3, 2]
    assert stack(state, "moons") == []
    assert leader(state, "N", 4) == "reserve"

    play(state, "move 0 N.BR", "attack 3 S.FL", "hire 1")  # i-3: the attack on the port
    assert money(state, "N") == (0, 0)
    assert question(state) == ("S", "defend")
    assert state.position()["pending"] == {"decision": "defend", "site": "S.FL", "attack": 7}

    play(state, "defend 0")  # i-5: the port is gone
    assert (seat(state, "S")["ports"], cities(state, "S")) == ({}, {"S.FL", "S.BL", "S.BR"})
    assert (leader(state, "S", 2), leader(state, "N", 3)) == ("S.FL", "N.BL-")
    assert (unrest(state, "N"), unrest(state, "S")) == (0, 1)

    play(state, "end", "attack 3 S.FL", "defend 0")  # ii-3: Steve has the city
    assert (leader(state, "S", 2), leader(state, "E", 3)) == ("reserve", "S.FL-")
    assert seat(state, "S")["roads"] == ["S.C-S.BL", "S.C-S.BR"]
    assert (cities(state, "E"), cities(state, "S")) == ({"E.FM", "S.FR", "S.FM", "S.FL"}, {"S.BL", "S.BR"})
    assert (unrest(state, "E"), unrest(state, "S")) == (0, 2)

    play(state, "end", "attack 4 S.FM", "hire 0")  # iii-2: the garrison rebels
    assert (question(state), state.view(None).cities["S.FM"].holder) == (("S", "leader"), None)
    assert cities(state, "E") == {"E.FM", "S.FR", "S.FL"}
    assert seat(state, "E")["roads"] == ["E.C-E.FM"]
    assert (unrest(state, "E"), leader(state, "S", 4)) == (1, "S.BL-")

    play(state, "attack 5 S.FL", "hire 0")  # iii-4: the market is Phillip's again
    assert (leader(state, "E", 3), leader(state, "S", 5)) == ("reserve", "S.FL-")
    assert cities(state, "S") == {"S.FL", "S.BL", "S.BR"}
    assert seat(state, "S")["roads"] == ["S.C-S.BL", "S.C-S.BR"]
    assert (unrest(state, "E"), unrest(state, "S"), money(state, "S")) == (2, 1, (1, 1))

    play(state, "end", "king 5")  # iv-1: Andrew has a stronger king
    assert (money(state, "W"), seat(state, "W")["king"], leader(state, "W", 4)) == ((2, 2), 5, "reserve")

    play(state, "attack 2 N.FM", "hire 0")  # iv-3: Rita's temple rebels
    assert (question(state), state.view(None).cities["N.FM"].holder) == (("W", "leader"), None)
    assert cities(state, "N") == {"N.FL", "N.FR", "N.BL", "N.BR"}
    assert "N.C-N.FM" not in seat(state, "N")["roads"]
    assert (unrest(state, "N"), leader(state, "W", 2)) == (1, "W.FM-")

    play(state, "attack 3 N.FM", "hire 2")  # iv-5: the temple leaves the board, and that attack does not count
    assert "N.FM" not in state.position()["sites"]
    assert stack(state, "moons") == ["M5"]
    assert leader(state, "W", 3) == "W.BL-"
    on_andrews_part = [entry for entry in state.position()["leader_phase"]["attacks"] if entry["by"] == "W"]
    assert on_andrews_part == [{"by": "W", "on": "N", "kind": "missionary"}]

    final = {"N": (4, 1, (0, 0), 42), "E": (2, 2, (0, 0), 0), "S": (3, 1, (1, 1), 16), "W": (2, 1, (0, 0), 6)}
    for name, expected in final.items():
        points = state.view(None).kingdoms[name].score
        assert (len(cities(state, name)), unrest(state, name), money(state, name), points) == expected

    play(state, "end")  # iv-6: nobody wins, and the next round begins
    assert (state.is_terminal(), state.position()["round"], question(state)) == (False, 2, ("S", "pay"))
    assert {name: kingdom.dominance for name, kingdom in state.view(None).kingdoms.items()} == {"W": 9, "E": 5, "S": 5, "N": 4}
    play(state, "pay 1")
    assert question(state) == ("W", "rank")
    assert legal(state) == {"rank E", "rank S"}


@pytest.mark.parametrize("ruling", ["home", "any", "mixed"])
def test_D_LEAD_B_steve_attacks_over_the_sea_and_phillip_has_no_port_left(ruling: str) -> None:
    state = play(start("B", rulings={"attack_port": ruling}), "move 0 N.BR", "attack 3 S.FL", "hire 1", "defend 0", "end")
    play(state, "attack 3 S.FL", "defend 0", "end")
    assert leader(state, "E", 3) == "S.FL-"
    assert cities(state, "E") == {"E.FM", "E.BL", "S.FL"}
    assert unrest(state, "E") == 0
    assert refused(state, "attack 4 E.BL") == "FT-3"
