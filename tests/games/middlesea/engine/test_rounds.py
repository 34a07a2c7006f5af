"""The course of a round: R-1 and R-2."""

from __future__ import annotations

from tests.games.middlesea.support.tables import play, question, table


def test_R_1_control_dominance_production_build_leader_and_again() -> None:
    """At a table at which every phase of a round asks for something."""
    rulings = {"production": "choice"}
    state = table("control", "N", seats="NES", sites="N.FL=M1 N.FM=C1", rulings=rulings, N="N.C-N.FL N.C-N.FM 2@N.FM")
    for number, phase, decision, *actions in (
        (1, "control", "pay", "pay 1"),
        (1, "dominance", "rank", "rank S"),
        (1, "production", "produce", "hold N.FM"),
        (1, "build", "build", "end", "end", "end"),
        (1, "leader", "leader", "end", "end", "end"),
        (2, "control", "pay"),
    ):
        view = state.view(None)
        assert (view.round, view.phase, question(state)) == (number, phase, ("N", decision))
        play(state, *actions)


def test_R_2_AMB_25_AMB_41_one_seat_finishes_before_the_next_begins_also_in_the_control_phase() -> None:
    sites, north, south = "N.FL=S1 N.FM=C1 S.FL=S2 S.FM=C2", "N.C-N.FL N.C-N.FM", "S.C-S.FL S.C-S.FM"
    state = table("control", "S", order=["S", "E", "N", "W"], sites=sites, N=north, S=south)
    assert question(state) == ("S", "pay")
    assert question(play(state, "pay 0")) == ("S", "rebel")
    assert question(play(state, "rebel S.FL")) == ("N", "pay")
    assert question(play(state, "pay 1")) == ("S", "build")
    assert question(play(state, "explore suns S.BL", "explore moons S.BR")) == ("S", "build")
    assert question(play(state, "end")) == ("E", "build")
