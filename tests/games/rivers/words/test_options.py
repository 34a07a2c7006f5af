"""The options of Two Rivers in clauses, pictures, records and search: the other board, buildings, limited commitments."""

from __future__ import annotations

import json

import kingdoms
from kingdoms import Random, Record
from kingdoms.games.rivers.engine.geometry import BOARDS, TREASURE_CELLS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.picture.svg import board_svg
from kingdoms.testing import random_states
from tests.games.rivers.support.tables import ALL_OPTIONS, hand, lay, new, play, table


def markets(hall: str) -> State:
    """Return a table with a market hall."""
    return table(lay(green="J6 K6 C3"), rulings={"buildings": True}, buildings={"green": hall} if hall else {})


def test_no_cell_has_a_treasure_on_both_boards() -> None:
    """One mask of treasures serves both boards."""
    assert len(set(TREASURE_CELLS)) == len(TREASURE_CELLS) == 24
    assert not set(BOARDS["standard"].temples) & set(BOARDS["advanced"].temples)


def test_EV_the_clauses_are_cited_only_where_they_apply() -> None:
    board, leaders = lay(red="H4 F4"), {"B": {"black": "G4"}}
    for value, is_cited in (("free", False), ("needed", True)):
        state = play(table(board, leaders, A=hand(red=4), rulings={"commitments": value}), "leader black I4")
        assert ("EV-2" in state.game.explain(state).clauses) is is_cited
        assert "E-2" in state.game.explain(state).clauses


def test_the_picture_shows_the_board_and_the_buildings() -> None:
    assert "market hall" not in board_svg(table(lay(green="J6")).view("A"))
    assert "the market hall on J6" in board_svg(markets("J6").view("A"))
    assert "14 treasures left" in board_svg(new(board="advanced").view(None))


def test_tables_that_differ_in_buildings_have_different_keys() -> None:
    states = [markets(hall) for hall in ("", "J6", "C3")]
    keys = set()
    for state in states:
        knowledge = state.game.knowledge(state)
        knowledge.begin(state)
        keys.add(knowledge.identity())
    assert len(keys) == len({state.hash for state in states}) == 3


def test_sampled_states_keep_board_and_buildings() -> None:
    game = kingdoms.load_game("rivers", 4, ALL_OPTIONS)
    rng = Random(4)
    for state, _ in random_states(game, rng, 150):
        position, sample = state.position(), state.view("A").sample(rng).position()
        for field in ("board", "buildings", "rulings"):
            assert sample[field] == position[field]
        all_treasures = sum(fields["treasures"] for fields in sample["seats"].values())
        assert all_treasures + sum(piece.endswith("*") for piece in sample["board"].values()) == 14


def test_an_older_record_keeps_its_header() -> None:
    header = {"kingdoms": 1, "game": "rivers", "rules_version": 1, "seats": ["A", "B"], "rulings": {"wonder": True}}
    header |= {"players": {}, "seed": 1, "started": "2026-01-01T00:00:00Z"}
    lines = [json.dumps(header), '{"by": "chance", "action": "first A"}']
    record = Record.parse(lines)
    assert record.lines() == lines
    assert record.game.rulings["buildings"] is False
    assert list(json.loads(Record(record.game).lines()[0])["rulings"]) == list(record.game.rulings)
