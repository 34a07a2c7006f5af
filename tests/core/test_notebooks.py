"""Notebooks show states, views and records as tables."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import kingdoms
from kingdoms import Record
from kingdoms.core.rng import Random


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_notebook_shows_the_table_as_an_onlooker_sees_it(game: str) -> None:
    record = Record(kingdoms.load_game(game))
    rng = Random(5)
    while len(record.entries) < 30 or record.state.to_move == "chance":
        state = record.state
        record.apply(state.draw_chance_action(rng) if state.to_move == "chance" else state.legal_actions()[0])
    onlooker = record.state.view(None)
    shown = record._repr_mimebundle_()
    assert shown == record.state._repr_mimebundle_() == onlooker._repr_mimebundle_()
    assert shown["text/plain"] == onlooker.words()
    drawing = record.game.drawing()
    if drawing is None or drawing.svg is None:
        assert "image/svg+xml" not in shown
    else:
        assert ET.fromstring(shown["image/svg+xml"]).tag.endswith("svg")
    own = record.state.view(record.game.seats[0])._repr_mimebundle_()
    assert (own["text/plain"] != shown["text/plain"]) == record.game.has_secrets
