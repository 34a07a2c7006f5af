"""The exact knowledge of a seat (N-8), and the facts sent to clients."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

import kingdoms
from kingdoms.core.answers import PlainAlert
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.scenes import wars
from tests.games.rivers.support.tables import RULINGS, check, full, hand, lay, play, table

OWN = {"hand": {"red": 2, "black": 1}, "points": {"red": 3}, "treasures": 1, "catastrophes": 1}
HERS = {"hand": {"blue": 4}, "points": {"green": 5, "black": 2}, "treasures": 0}
BOARD = lay("K1 red", red="E5", blue="E1", down="M10 N10 M11 N11")


def sample_table(**fields: Any) -> State:
    """A table with something of everything."""
    leaders = {"A": {"black": "I6"}, "B": {"blue": "D5"}}
    return table(BOARD, leaders, seats="ABP", A=OWN, B=HERS, monuments={"blue-black": "M10"}, bag={"red": 5}, **fields)


def test_N_8_the_view_of_a_seat_and_of_an_onlooker() -> None:
    assert sample_table().view("A").to_json() == {
        "game": "rivers",
        "rulings": dict(RULINGS),
        "seat": "A",
        "phase": "action",
        "turn": "A",
        "actions_left": 2,
        "seats": {
            "A": {"hand_count": 3, "catastrophes": 1, "hand": {"red": 2, "black": 1}, "points": {"red": 3}, "treasures": 1},
            "B": {"hand_count": 4, "catastrophes": 2},
            "P": {"hand_count": 0, "catastrophes": 2},
        },
        "board": BOARD,
        "leaders": {"A": {"black": "I6"}, "B": {"blue": "D5"}},
        "monuments": {"blue-black": "M10"},
        "pending": None,
    }
    onlooker = sample_table().view(None).to_json()
    assert onlooker["seat"] is None
    assert onlooker["seats"]["A"] == {"hand_count": 3, "catastrophes": 1}


def test_N_8_nothing_hidden_is_anywhere_in_a_view() -> None:
    state = sample_table()
    view = state.view("P")
    inside = view._state
    assert inside.bag == inside.treasures_taken == [0] * 4
    assert inside.hand == inside.points == [0] * 16
    state.apply_action("place red A1")
    assert view.to_json()["board"] == BOARD, "a view is a picture of one moment"


def test_the_facts_of_a_table() -> None:
    facts = sample_table().view("A").facts()
    assert (facts.game, facts.seat, facts.seats, facts.phase) == ("rivers", "A", ("A", "B", "P"), "action")
    assert (facts.turn, facts.actions_left, facts.decision, facts.to_move) == ("A", 2, "action", "A")
    assert facts.question.startswith("Archer: you have two actions.")
    archer, bull = facts.dynasties["A"], facts.dynasties["B"]
    assert (archer.name, archer.hand_count, archer.treasures, archer.score) == ("Archer", 3, 1, [0, 0, 1, 3])
    assert (bull.hand, bull.points, bull.treasures, bull.score) == (None, None, None, None)
    king = archer.leaders["black"]
    assert (king.office, king.cell, king.temples, king.kingdom, king.supporters) == ("king", "I6", 1, 1, 0)
    trader = archer.leaders["green"]
    assert (trader.cell, trader.temples, trader.kingdom, trader.supporters) == (None, 0, None, 0)
    assert [(set(kingdom.cells), kingdom.leaders, kingdom.treasures) for kingdom in facts.kingdoms] == [
        ({"D5", "E5"}, (("B", "blue"),), ()),
        ({"I6", "I7"}, (("A", "black"),), ("I7",)),
    ]
    assert (facts.cells["I7"].what, facts.cells["I7"].treasure, facts.cells["M10"].what) == ("red", True, "down")
    assert (facts.monuments, facts.wonder, facts.treasures_left, facts.outcome) == ({"blue-black": "M10"}, None, 9, None)
    assert (facts.marker, facts.wars, facts.conflict) == (None, (), None)


@pytest.mark.parametrize(
    ("short", "left", "near", "text"),
    [
        (False, 6, None, ""),
        (False, 5, False, "5 treasures left on the map: 3 more taken, and the game ends."),
        (False, 3, True, "3 treasures left on the map: one more taken, and the game ends with that turn."),
        (False, 2, True, "2 treasures left on the map: the game ends with this turn."),
        (True, 7, False, "7 treasures left on the map: 2 more taken, and the game ends."),
        (True, 6, True, "6 treasures left on the map: one more taken, and the game ends with that turn."),
        (True, 5, True, "5 treasures left on the map: the game ends with this turn."),
    ],
)
def test_J_1_the_end_by_treasures_is_announced(short: bool, left: int, near: bool | None, text: str) -> None:
    cells = ("K1", "B2", "P2", "F3", "N5", "I7", "B8")
    state = table(dict.fromkeys(cells[:left], "red*"), seats="AB", rulings={"short": short})
    alerts = state.view("A").alerts
    assert [(alert.kind, alert.near, alert.text) for alert in alerts] == ([] if near is None else [("treasures", near, text)])
    assert state.view("A").facts().alerts == tuple(map(PlainAlert.from_alert, alerts))


def test_the_facts_of_wars() -> None:
    facts = wars().view("L").facts()
    assert (facts.marker, facts.conflict) == ("G5", None)
    assert [(war.colour, war.seats) for war in facts.wars] == [("red", ("A", "B")), ("black", ("A", "B"))]
    facts = play(wars(), "war black").view("L").facts()
    conflict = facts.conflict
    assert conflict is not None
    assert (conflict.kind, conflict.colour, conflict.commits) == ("war", "black", "black")
    attacker = {"seat": "A", "cell": "E5", "board": 0, "supporters": (), "committed": None, "at_stake": ()}
    assert asdict(conflict.attacker) == attacker
    assert (conflict.defender.board, conflict.defender.supporters, conflict.defender.at_stake) == (1, ("I4",), ("I4",))
    assert len(facts.kingdoms) == 2, "the marked tile does not connect"


def test_sampled_states_guess_hidden_hands() -> None:
    view = sample_table().view("A")
    seats = [view.sample(kingdoms.Random(seed)).position()["seats"] for seed in range(30)]
    assert len({json.dumps(fields["B"]) for fields in seats}) > 20, "others' hands and points are guessed"
    assert len({json.dumps(fields["A"]) for fields in seats}) == 1, "the own ones are known"


def test_a_sample_in_a_draw_has_at_least_two_colours_in_the_bag() -> None:
    # a draw is asked only then (N-3), so that much the seat knows
    state = check(play(table(A=hand(red=5), **full(), bag={"blue": 1, "black": 1}), "pass"), asks="chance draw")
    for seed in range(300):
        drawn = state.view("A").sample(kingdoms.Random(seed))
        assert len(drawn.legal_actions()) >= 2, seed
        assert drawn.game.read_position(drawn.position()) == drawn
