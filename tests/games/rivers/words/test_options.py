"""The options of Two Rivers in words, pictures, records and search: the other board, buildings, limited commitments."""

from __future__ import annotations

import json

import kingdoms
from kingdoms import Random, Record
from kingdoms.games.rivers.engine.geometry import BOARDS, TREASURE_CELLS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.picture.svg import board_svg
from tests.games.rivers.support.tables import ALL_OPTIONS, hand, lay, play, table

CIVIC = {"buildings": True}


def markets(hall: str | None = None) -> State:
    """Archer's trader beside two markets; a third one makes a line."""
    buildings = {} if hall is None else {"green": hall}
    board = lay(green="J6 K6 C3")
    return table(board, {"A": {"green": "I6"}}, A=hand(green=2), rulings=CIVIC, buildings=buildings)


def narration(state: State, action: str) -> list[tuple[str, str]]:
    """Return the events of an action, as kinds and sentences."""
    after = state.clone()
    after.apply_action(action)
    return [(event.kind, event.text) for event in state.game.narrate(state, action, after)]


def test_no_cell_has_a_treasure_on_both_boards() -> None:
    """One mask of treasures serves both boards."""
    assert len(set(TREASURE_CELLS)) == len(TREASURE_CELLS) == 24
    assert not set(BOARDS["standard"].temples) & set(BOARDS["advanced"].temples)


# -- words --------------------------------------------------------------------------------------------------------------------


def test_CB_6_a_move_is_narrated() -> None:
    state = play(markets("C3"), "place green L6")
    assert "Where do you move the market hall, if anywhere? It stands in the north-west." in str(
        state.game.explain(state).question
    )
    assert narration(state, "raise L6") == [("raised", "Archer moves the market hall to a new place in the east.")]
    assert state.game.describe(state, state.game.string_to_action("raise L6")) == "move the market hall from C3 to L6"


def test_CB_12_a_lost_building_is_narrated() -> None:
    state = table(lay(red="E5 F5 E6"), A=hand(red=1), rulings=CIVIC, buildings={"red": "E5"})
    state = play(state, "place red F6")
    assert ("lowered", "The library goes back beside the map.") in narration(state, "build red-blue E5")


def test_EV_the_clauses_are_cited_only_where_they_apply() -> None:
    board, leaders = lay(red="H4 F4"), {"B": {"black": "G4"}}
    for value, is_cited in (("free", False), ("needed", True)):
        state = play(table(board, leaders, A=hand(red=4), rulings={"commitments": value}), "leader black I4")
        assert ("EV-2" in state.game.explain(state).clauses) is is_cited
        assert "E-2" in state.game.explain(state).clauses


# -- pictures -----------------------------------------------------------------------------------------------------------------


def test_the_picture_shows_the_board_and_the_buildings() -> None:
    plain, built = board_svg(table(lay(green="J6")).view("A")), board_svg(markets("J6").view("A"))
    assert "the market hall on J6" in built
    assert "market hall" not in plain
    advanced = board_svg(kingdoms.load_game("rivers", rulings={"board": "advanced"}).new_initial_state().view(None))
    assert "14 treasures left" in advanced


# -- search -------------------------------------------------------------------------------------------------------------------


def test_tables_that_differ_in_buildings_have_different_keys() -> None:
    keys = set()
    for hall in (None, "J6", "C3"):
        knowledge = markets(hall).game.knowledge(markets(hall))
        knowledge.begin(markets(hall))
        keys.add(knowledge.identity())
    assert len(keys) == 3
    assert len({markets(hall).hash for hall in (None, "J6", "C3")}) == 3


def test_sampled_states_keep_board_and_buildings() -> None:
    game = kingdoms.load_game("rivers", 4, ALL_OPTIONS)
    state, rng = game.new_initial_state(), Random(4)
    for _ in range(150):
        actions = state.legal_actions()
        state.apply_action(state.draw_chance_action(rng) if state.current_player() < 0 else actions[rng.below(len(actions))])
        if state.is_terminal():
            break
        drawn = state.view(game.seats[0]).sample(rng).position()
        for field in ("board", "buildings", "rulings"):
            assert drawn[field] == state.position()[field]
        all_treasures = sum(fields["treasures"] for fields in drawn["seats"].values())
        assert all_treasures + sum(piece.endswith("*") for piece in drawn["board"].values()) == 14


# -- records -------------------------------------------------------------------------------------------------------------------


def test_an_older_record_keeps_its_header() -> None:
    header = {"kingdoms": 1, "game": "rivers", "rules_version": 1, "seats": ["A", "B"], "rulings": {"wonder": True}}
    header |= {"players": {}, "seed": 1, "started": "2026-01-01T00:00:00Z"}
    lines = [json.dumps(header), '{"by": "chance", "action": "first A"}']
    record = Record.parse(lines)
    assert record.lines() == lines
    assert record.game.rulings["buildings"] is False
    assert list(json.loads(Record(record.game).lines()[0])["rulings"]) == list(record.game.rulings)
