"""The question how many tiles to commit starts at a sensible answer."""

from __future__ import annotations

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import hand, play, table


def usual(state: State) -> str | None:
    """Return the usual answer to the current question."""
    answer = state.game.usual_answer(state)
    return None if answer is None else state.game.action_to_string(answer)


def revolt(temples: int, **bull_hand: int) -> State:
    """Return a revolt by Archer, who has as many supporters as Bull; Bull has `bull_hand`."""
    state = table(leaders={"B": {"black": "I6"}}, A=hand(red=temples), B=hand(**bull_hand))
    return play(state, "leader black H7")


def test_E_1_only_commitments_have_one_which_is_what_it_takes() -> None:
    assert usual(table(A=hand(red=1))) is None
    assert usual(revolt(5, red=2, blue=2)) not in (None, "commit 0"), "on average"
    assert usual(play(revolt(2, red=3), "commit 1")) == "commit 1", "the least that holds"
    assert usual(play(revolt(3, red=1), "commit 3")) == "commit 0", "the defender cannot hold"
