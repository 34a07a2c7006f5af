"""The course of a round: R-1 and R-2."""

from __future__ import annotations

from kingdoms.games.middlesea.engine.state import State
from tests.games.middlesea.support.tables import play, question, table


def whole_round() -> State:
    """A table at which every phase of a round asks for something."""
    return table(
        "control",
        "N",
        seats="NES",
        sites={"N.FL": "M1", "N.FM": "C1"},
        rulings={"production": "choice"},
        N={"roads": ["N.C-N.FL", "N.C-N.FM"], "leaders": {"2": "N.FM"}},
    )


def phases(state: State) -> tuple[int, str]:
    """Return round and phase."""
    view = state.view(None)
    return view.round, view.phase


def test_R_1_control_dominance_production_build_leader_and_again() -> None:
    state = whole_round()
    assert (phases(state), question(state)) == ((1, "control"), ("N", "pay"))
    play(state, "pay 1")
    assert (phases(state), question(state)) == ((1, "dominance"), ("N", "rank"))
    play(state, "rank S")
    assert (phases(state), question(state)) == ((1, "production"), ("N", "produce"))
    play(state, "hold N.FM")
    assert (phases(state), question(state)) == ((1, "build"), ("N", "build"))
    play(state, "end", "end", "end")
    assert (phases(state), question(state)) == ((1, "leader"), ("N", "leader"))
    play(state, "end", "end", "end")
    assert (phases(state), question(state)) == ((2, "control"), ("N", "pay"))


def test_R_2_also_in_the_control_phase() -> None:
    north = {"roads": ["N.C-N.FL", "N.C-N.FM"]}
    south = {"roads": ["S.C-S.FL", "S.C-S.FM"]}
    sites = {"N.FL": "S1", "N.FM": "C1", "S.FL": "S2", "S.FM": "C2"}
    state = table("control", "S", order=["S", "E", "N", "W"], sites=sites, N=north, S=south)
    assert question(state) == ("S", "pay")
    assert question(play(state, "pay 1")) == ("N", "pay")
    assert question(play(state, "pay 1")) == ("S", "build")
