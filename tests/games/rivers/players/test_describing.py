"""What a net is told about a table: whole numbers within bounds, the same from every side, and the same on every build."""

from __future__ import annotations

import hashlib

import kingdoms
from kingdoms.core.state import State as CoreState
from kingdoms.games.rivers.engine.codes import MOST_POINTS
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER
from kingdoms.games.rivers.players.net import shape
from kingdoms.testing import random_states
from tests.games.rivers.support.tables import ALL_OPTIONS, FRESH, hand, lay, new, table

DIGEST = "c943bdb5ba3fd455"
"""The beginning of the digest of what is told about some random tables, the same compiled and interpreted."""


def features(state: CoreState) -> list[dict[str, int]]:
    """Return the features by name, for each seat."""
    knowledge = state.game.knowledge(state)
    return [dict(zip(knowledge.features(), row, strict=True)) for row in knowledge.description()]


def test_others_are_the_sum_of_the_other_seats() -> None:
    digest = hashlib.sha256()
    games = (kingdoms.load_game("rivers", seats, rulings) for seats in (2, 3, 4) for rulings in ({}, ALL_OPTIONS))
    for game in games:
        for state, _ in random_states(game, kingdoms.Random(len(game.seats)), 30):
            if state.is_terminal():
                continue
            rows = features(state)
            digest.update(repr([list(row.values()) for row in rows]).encode())
            for row in rows:
                assert all(-255 <= number <= 255 for number in row.values())
                for name in shape.OWN_NAMES:
                    assert row[f"others_{name}"] == sum(dynasty[name] for dynasty in rows) - row[name]
                assert all(row[name] == rows[0][name] for name in shape.GAME)
            assert any(row["leads"] for row in rows)
            assert sorted(row["turns_before"] for row in rows) == list(range(len(rows)))
    assert digest.hexdigest().startswith(DIGEST)


def test_the_measures_of_a_first_table() -> None:
    expected = {"treasures_left": 8, "bag": 143, "monuments_left": 6, "catastrophes": 2, "leads": 1, "dealing": 1}
    expected |= dict.fromkeys(("lowest", "hand_count", "king", "commit"), 0)
    assert all(row.items() >= expected.items() for row in features(new(3)))


def test_the_measures_of_colours_weakest_first() -> None:
    points = {"red": 5, "blue": 2, "green": 9, "black": 4}
    fields = {"points": points, "treasures": 1, "hand": {"red": 1, "blue": 3, "green": 2}}
    bull = features(table(FRESH | {"K1": "red"}, {"B": {"green": "I8"}}, A={}, B=fields, seats="AB"))[1]
    assert [bull[f"{rank}_ahead"] for rank in shape.RANKS] == [0, 2, 3, 7]
    assert [bull[f"{rank}_hand"] for rank in shape.RANKS] == [3, 0, 1, 2]
    assert [bull[f"{rank}_leader"] for rank in shape.RANKS] == [0, 0, 0, 1]
    assert (bull["lowest"], bull["second_lowest"], bull["third_lowest"], bull["highest"]) == (3, 1, 2, 6)
    assert (bull["treasures"], bull["leads"], bull["others_leads"]) == (1, 1, 0)


def test_the_measures_of_both_sides_of_a_coming_war() -> None:
    board = lay(black="J6 K6 M6")
    leaders = {"A": {"black": "I6"}, "B": {"black": "M5"}}
    archer, bull = features(table(board, leaders, A=hand(), B=hand(), seats="AB"))
    assert archer["weakest_tiles"] == bull["weakest_tiles"] == 0, "of equal colours, black comes last"
    assert (archer["best_tiles"], bull["best_tiles"]) == (2, 1)
    assert (archer["best_opportunity"], archer["best_danger"]) == (2, 0)
    assert (bull["best_opportunity"], bull["best_danger"]) == (0, 2)
    archer, bull = features(table(board, leaders, A=hand(), B=hand(black=3), seats="AB"))
    assert (archer["best_opportunity"], archer["best_danger"]) == (0, 3)
    assert (bull["best_opportunity"], bull["best_danger"]) == (3, 0)
    apart = board | {"L6": "catastrophe"}
    assert features(table(apart, leaders, A=hand() | {"catastrophes": 1}, B=hand(), seats="AB"))[1]["best_danger"] == 0


def test_the_measures_of_a_revolt_and_of_a_square_that_one_tile_completes() -> None:
    for cells, squares in (("J6 K6", 0), ("J6 K6 K5", 1)):
        archer, _ = features(table(lay(black=cells), {"A": {"black": "I6"}}, A=hand(), B=hand(), seats="AB"))
        assert archer["best_squares"] == squares
    archer, bull = features(table(None, {"A": {"black": "I6"}}, A=hand(), B=hand(red=4), seats="AB"))
    assert archer["best_revolt_danger"] == 1 + 4 - 1, "one temple beside a free cell, four in the rival's hand, one defends"
    assert bull["best_revolt_chance"] == 1 + 4 - 1


def test_the_measures_of_both_sides_of_a_conflict() -> None:
    pending = {"kind": "commit", "conflict": "revolt", "colour": "black", "attacker": "B", "defender": "A", "marker": None}
    board = lay(red="J8")
    leaders = {"A": {"black": "I6"}, "B": {"black": "I8"}}
    hands = {"A": hand(red=2), "B": hand(red=1), "P": hand(red=5)}
    state = table(board | {"J7": "black"}, leaders, turn="B", pending=pending | {"attack": 3}, seats="ABP", **hands)
    archer, bull, potter = features(state)
    assert (archer["defending"], archer["strength"], archer["reserve"]) == (1, 1, 2)
    assert (bull["attacking"], bull["strength"], bull["reserve"]) == (1, state.near[CELL_NUMBER["I8"]] + 3, 0)
    assert potter["attacking"] == potter["defending"] == potter["strength"] == 0
    assert archer["commit"] == archer["revolt"] == 1


def test_riches_are_capped() -> None:
    fields = {"points": dict.fromkeys(("red", "blue", "green"), MOST_POINTS)}
    archer = features(table(A=fields, B={"points": dict.fromkeys(("red", "blue", "green", "black"), 300)}, seats="AB"))
    assert (archer[0]["lowest"], archer[0]["highest"], archer[0]["second_ahead"]) == (0, 20, 20)
    assert (archer[1]["lowest"], archer[1]["second_lowest"]) == (60, 0)
