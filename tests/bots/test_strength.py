"""Ratings after a game are those of the model that the arena counts with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from kingdoms.bots.strength import Strength, update_strengths

PLAYERS = st.tuples(st.floats(0.0, 50.0), st.floats(0.5, 10.0), st.sampled_from([0.0, 0.25, 0.5, 1.0]))


@given(st.lists(PLAYERS, min_size=2, max_size=4))
def test_ratings_change_as_in_openskill(players: list[tuple[float, float, float]]) -> None:
    model = PlackettLuce()
    teams = model.rate(
        [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in players], scores=[share for *_, share in players]
    )
    after = update_strengths([Strength(mu, sigma) for mu, sigma, _ in players], [share for *_, share in players])
    assert [value for strength in after for value in strength] == pytest.approx(
        [value for team in teams for value in (team[0].mu, team[0].sigma)]
    )
