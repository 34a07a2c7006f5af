"""Hidden information (section B)."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import kingdoms
from kingdoms.games.rivers.engine.geometry import TILES
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.scenes import revolt
from tests.games.rivers.support.tables import (
    COLOURS,
    TEMPLES,
    check,
    draw_all,
    full,
    hand,
    lay,
    legal,
    new,
    play,
    table,
    view_text,
)

GOLDEN = Path(__file__).parents[1] / "golden"
SECRET = {"points": {"red": 7, "black": 5}, "treasures": 2, "hand": {"red": 2, "blue": 1}}
OTHER = {"points": {"green": 9}, "treasures": 0, "hand": {"black": 3}}
TAKEN = lay("K1 red", "P2 red")
"""The fresh board, two treasures taken."""


PAIRS: dict[str, tuple[Callable[[], State], Callable[[], State]]] = {
    "hand, points and treasures": (lambda: table(TAKEN, B=SECRET, A=hand(red=1)), lambda: table(TAKEN, B=OTHER, A=hand(red=1))),
    "bag": (lambda: table(bag={"red": 20, "black": 1}), lambda: table(bag={"blue": 30})),
    "order of draws": (
        lambda: play(new(2), "first B", "draw red", "draw blue"),
        lambda: play(new(2), "first B", "draw blue", "draw red"),
    ),
    "bag at the end": (
        lambda: play(table(TAKEN, A=hand(red=3), bag={"blue": 1}), "swap 3 0 0 0"),
        lambda: play(table(TAKEN, A=hand(red=3), bag={"green": 2}), "swap 3 0 0 0"),
    ),
}


@pytest.mark.parametrize("difference", PAIRS)
def test_B_1_what_is_hidden_and_B_2_the_order_of_what_is_shown_make_no_difference(difference: str) -> None:
    first, second = (make() for make in PAIRS[difference])
    for seat in (*first.game.seats, None):
        is_hidden = seat != "B" or not difference.startswith("hand")
        assert (view_text(first, seat) == view_text(second, seat)) is is_hidden, seat
    assert legal(first) == legal(second)


def test_B_1_a_view_that_was_sent_hides_as_much_as_before() -> None:
    view = pickle.loads(pickle.dumps(table(TAKEN, A=hand(red=1), B=hand(blue=3)).view("A")))
    assert "blue" not in str(vars(view)["_state"].position()["seats"])


def test_B_1_how_many_tiles_and_catastrophes_a_seat_has_is_open() -> None:
    assert play(table(), "catastrophe A1").view("B").dynasties["A"].catastrophes == 1
    view = table(TAKEN, A=hand(red=1), B=SECRET).view("A")
    assert [view.dynasties[seat].hand_count for seat in "ABPL"] == [1, 3, 0, 0]
    assert view.dynasties["A"].hand == {"red": 1, "blue": 0, "green": 0, "black": 0}
    assert view.dynasties["B"].hand is None


def test_B_1_committed_tiles_and_how_many_are_swapped_are_open() -> None:
    assert play(revolt(A=hand(red=2)), "commit 2").view("L").to_json()["pending"]["attack"] == 2
    assert play(table(A=hand(red=2, blue=1)), "swap 2 1 0 0").view("L").to_json()["pending"] == {"kind": "draw", "left": 3}


def test_B_1_everything_but_bag_and_discards_is_shown_when_the_game_is_over() -> None:
    view = play(table(TAKEN, A=hand(red=3), B=SECRET, bag={"blue": 1}), "swap 3 0 0 0").view("L")
    assert view.dynasties["B"].hand == {"red": 2, "blue": 1, "green": 0, "black": 0}
    assert view.dynasties["B"].points == {"red": 7, "blue": 0, "green": 0, "black": 5}
    assert view.scores == {"A": 0, "B": 1, "P": 0, "L": 0}
    assert "bag" not in view.to_json()


@pytest.mark.parametrize("bull_hand", [{"red": 2}, {"black": 2}, {}])
def test_B_2_a_seat_is_asked_to_commit_whatever_its_hand_has(bull_hand: dict[str, int]) -> None:
    check(play(revolt(B=hand(**bull_hand)), "commit 0"), asks="B commit")


def test_B_1_tiles_face_down_are_taken_to_have_left_the_game() -> None:
    """Tiles under a monument and under the wonder alike: all remaining unseen tiles may be in the bag."""
    board = lay(wonder="D6 E6 F6 E5 E7", down="H5 I5 H6 I6")
    state = table(board, seats="AB", A=hand(red=1), B=hand(blue=2), rulings={"wonder": True}, monuments={"red-blue": "H5"})
    unseen = sum(TILES) - len(TEMPLES) - 1
    bags = [sum(state.view("A").sample(kingdoms.Random(seed)).position()["bag"].values()) for seed in range(1000)]
    assert (min(bags), max(bags)) == (0, unseen - 2 - 9)


def test_B_2_drawn_colours_are_hidden_from_others() -> None:
    state = play(new(2), "first A")
    for colour in COLOURS:
        after = play(state.clone(), f"draw {colour}")
        action, events = state.game.tell(state, f"draw {colour}", after, "B")
        assert action is None
        assert not any(colour in json.dumps(event.to_json()) for event in events)
        action, events = state.game.tell(state, f"draw {colour}", after, "A")
        assert (action, events[0].details) == (f"draw {colour}", {"colour": colour})


def test_B_2_no_undo_after_a_tile_was_shown() -> None:
    state = draw_all(play(new(2), "first A"))
    game = state.game
    assert not game.reveals(state, "pass", play(state.clone(), "pass"))
    action = next(action for action in legal(state, "swap") if action.count("0") == 3)
    swapped = play(state.clone(), action)
    assert not game.reveals(state, action, swapped)
    draw = min(legal(swapped))
    assert game.reveals(swapped, draw, play(swapped.clone(), draw))
    last = table(**full("ABP"), L=hand(blue=5), bag={"green": 1})
    assert game.reveals(last, "pass", play(last.clone(), "pass")), "Lion draws by itself"


@pytest.mark.parametrize("name", ["wonder", "options-greedy"])
def test_B_1_what_was_announced_is_what_the_events_have_told(name: str) -> None:
    record = kingdoms.Record.load(GOLDEN / f"{name}.jsonl")
    game = record.game
    state = game.new_initial_state()
    gains = {seat: Counter[str]() for seat in game.seats}
    bag = game.announced(state).bag
    for entry in record.entries:
        before = state.clone()
        state.apply_action(str(entry.action))
        for event in game.tell(before, str(entry.action), state, None)[1]:
            details = event.details
            if event.kind == "place" and "scores" in details:
                gains[details["scores"]][details["colour"]] += details.get("points", 1)
            elif event.kind in ("war_won", "income"):
                gains[str(event.seat)][details["colour"]] += details["points"]
            elif event.kind == "revolt_won":
                gains[str(event.seat)]["red"] += details["points"]
            elif event.kind == "treasure":
                gains[str(event.seat)]["treasure"] += 1
            bag -= event.kind == "drawn"
        view = state.view(None)
        view.announced = game.announced(state)
        assert view.facts().bag == bag
        for seat, dynasty in view.dynasties.items():
            assert dynasty.gains is not None
            dynasty_gains = {**dynasty.gains.points, "treasure": dynasty.gains.treasures}
            assert dynasty_gains == {kind: gains[seat][kind] for kind in dynasty_gains}
    leading = {seat for seat, dynasty in view.dynasties.items() if dynasty.gains and dynasty.gains.leads}
    outcome = state.outcome()
    assert outcome is not None
    assert leading == set(outcome.winners)


def test_B_1_gains_are_known_to_their_seat_and_otherwise_only_from_events() -> None:
    state = table(TAKEN, B=SECRET, A=hand(red=1), bag={"red": 4})
    gains = {seat: dynasty.gains for seat, dynasty in state.view("B").dynasties.items()}
    assert gains["A"] is None
    assert gains["B"] is not None
    assert (gains["B"].score, gains["B"].weakest, gains["B"].leads) == ([1, 1, 5, 7], ("blue", "green"), False)
    view = state.view("A")
    assert not state.view("A").alerts
    view.announced = state.game.announced(state)
    dynasty = view.dynasties["B"]
    assert (dynasty.points, dynasty.hand, dynasty.score) == (None, None, None)
    assert dynasty.gains is not None
    assert dynasty.gains.leads
    assert [alert.text for alert in view.alerts] == [
        "4 tiles left in the bag: this turn may be the last.",
        "Bull would win if the game ended now: 1 against Archer's 0. Archer's weakest: red, blue, green and black.",
    ]
