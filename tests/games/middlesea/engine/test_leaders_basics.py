"""What leaders are: L-1 to L-7; L-2 and L-6 are in the leader phase, L-4 is with the cities."""

from __future__ import annotations

from tests.games.middlesea.support.tables import leader, legal, new, play, question, refused, seat, table


def test_L_1_S_9_six_leaders_from_0_to_5_of_whom_the_ace_is_king_and_the_others_wait() -> None:
    for fields in new().position()["seats"].values():
        assert fields["king"] == 1
        assert fields["leaders"] == dict.fromkeys("02345", "reserve")


def test_L_3_an_inactive_leader_neither_moves_nor_attacks() -> None:
    state = table("leader", "N", sites="N.FL=A3 N.FM=S1", N="2@N.FL- N.C-N.FL")
    assert refused(state, "attack 2 N.FM")
    assert refused(state, "move 2 reserve")
    assert refused(state, "activate 2") == ""


def test_L_5_even_if_it_was_driven_there_inactive() -> None:
    south = "money=0 5@S.FL- S.C-S.FL S.C-S.FM"
    state = table("control", "S", seats="NS", order=["S", "N"], sites="S.FL=A5 S.FM=C1", S=south)
    play(state, "rebel S.FL", "end", "end")
    assert question(state) == ("S", "leader")
    assert leader(state, "S", 5) == "reserve"
    assert leader(play(state, "move 5 S.FM"), "S", 5) == "S.FM"


def test_L_7_no_second_leader_comes_into_a_city() -> None:
    state = table("leader", "N", sites="N.FL=A3 N.FM=S1 N.FR=C1", N="2@N.FL- 3@N.FM N.C-N.FL N.C-N.FM N.C-N.FR")
    assert refused(state, "move 0 N.FL")
    assert legal(state, "move") == {"move 3 reserve", *(f"move {value} N.FR" for value in (0, 3, 4, 5))}
    assert seat(state, "N")["leaders"]["2"] == "N.FL-"
