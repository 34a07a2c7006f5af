"""Notebooks show states, views and records as tables."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from types import SimpleNamespace

import IPython
import pytest

import kingdoms
from kingdoms import Record
from kingdoms.core.rng import Random
from kingdoms.drawing.stepping import slider


def a_record(game: str, actions: int) -> Record:
    """A game whose seats take the first action they can, up to a decision of a seat."""
    record, rng = Record(kingdoms.load_game(game)), Random(5)
    while len(record.entries) < actions or record.state.to_move == "chance":
        state = record.state
        record.apply(state.draw_chance_action(rng) if state.to_move == "chance" else state.legal_actions()[0])
    return record


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_a_notebook_shows_the_table_as_an_onlooker_sees_it(game: str) -> None:
    record = a_record(game, 30)
    onlooker = record.state.view(None)
    bundle = record._repr_mimebundle_()
    assert bundle == record.state._repr_mimebundle_() == onlooker._repr_mimebundle_()
    assert bundle["text/plain"] == onlooker.words()
    drawing = record.game.drawing()
    if drawing is None or drawing.svg is None:
        assert "image/svg+xml" not in bundle
    else:
        assert ET.fromstring(bundle["image/svg+xml"]).tag.endswith("svg")
    own_bundle = record.state.view(record.game.seats[0])._repr_mimebundle_()
    assert (own_bundle["text/plain"] != bundle["text/plain"]) == record.game.has_secrets


@pytest.mark.parametrize("game", kingdoms.game_names())
def test_with_widgets_a_record_has_a_slider(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_record(game, 4)
    count = len(record.entries)
    assert slider(record) is None  # not in a notebook
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(kernel="one"))
    bundle = record._repr_mimebundle_()
    assert {"text/plain", "application/vnd.jupyter.widget-view+json"} <= set(bundle)
    widget = slider(record)
    buttons, table = widget.children
    step = buttons.children[1]
    assert (step.min, step.max, step.value) == (0, count, count)
    step.value = 2
    assert f"{record.entries[1].by}: " in table.value
    hidden = record.game.has_secrets and record.game.conceals(next(record.replay())[1], str(record.entries[1].action), None)
    assert (f": {record.entries[1].action}<" in table.value) == (not hidden)
    then = list(record.replay())[1][1].view(None)._repr_mimebundle_()
    if "image/svg+xml" in then:
        match = re.search('data:image/svg.xml;base64,([^"]+)', table.value)
        assert match is not None
        assert b64decode(match[1]).decode() == then["image/svg+xml"]
    else:
        assert "<pre>" in table.value
    step.value = 0
    assert table.value.startswith("<p></p>")
