"""Narration: events as a whole, and as each seat may know them."""

from __future__ import annotations

import json

import pytest

from kingdoms import apply_changes
from kingdoms.core.event import Event
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.tables import FULL, hand, lay, play, table


def narration(state: State, action: str) -> list[Event]:
    """Play an action, check that its events cover all changes, for onlookers and each seat, and return them."""
    after = play(state.clone(), action)
    events = state.game.narrate(state, action, after)
    position = state.position()
    for event in events:
        apply_changes(position, event.changes)
        assert event.text[0].isupper()
        assert event.text.endswith(".")
    assert position == after.position()
    for seat in (*state.game.seats, None):
        view = state.view(seat).to_json()
        for event in state.game.tell(state, action, after, seat)[1]:
            apply_changes(view, event.changes)
        assert view == after.view(seat).to_json(), seat
    json.dumps([event.to_json() for event in events])
    return events


def texts(state: State, action: str) -> list[str]:
    """The sentences."""
    return [event.text for event in narration(state, action)]


def test_a_tile_and_its_point() -> None:
    state = table(leaders={"B": {"black": "I6"}}, A=hand(green=1))
    (event,) = narration(state, "place green H7")
    assert (event.kind, event.seat, event.text) == (
        "place",
        "A",
        "Archer places a market in the middle: 1 green point for Bull.",
    )
    assert event.details == {"colour": "green", "cell": "H7", "scores": "B"}
    assert texts(state, "place green A1") == ["Archer places a market in the north-west."]


def test_a_revolt() -> None:
    state = table(leaders={"B": {"black": "I6"}}, A=hand(red=1))
    assert texts(state, "leader black I8") == [
        "Archer places the king in the middle.",
        "Archer's king (1) revolts against Bull's king (1).",
    ]
    play(state, "leader black I8")
    assert texts(state, "commit 1") == ["Archer commits 1 temple."]
    play(state, "commit 1")
    events = narration(state, "commit 0")
    assert [event.text for event in events] == [
        "Bull commits nothing.",
        "Archer wins, 2 to 1: 1 red point; Bull's king goes home.",
    ]
    assert (events[1].kind, events[1].seat) == ("revolt_won", "A")
    details = {"attack": 2, "defence": 1, "loser": "B", "colour": "black", "points": 1, "removed": []}
    assert events[1].details == details


def test_a_war() -> None:
    leaders = {"A": {"black": "E5", "red": "F6"}, "B": {"black": "I5", "red": "H6"}}
    state = table(lay(red="F5 H5", black="I4"), leaders, A=hand(green=1, black=2))
    assert texts(state, "place green G5") == ["Archer places a market in the middle, which joins two kingdoms."]
    play(state, "place green G5")
    assert texts(state, "war black") == [
        "Archer resolves the war of the kings next.",
        "Archer's king (0) goes to war with Bull's king (1).",
    ]
    play(state, "war black", "commit 2")
    events = narration(state, "commit 0")
    assert events[0].text == "Bull commits nothing."
    assert events[2].text == "Archer's priest (1) goes to war with Bull's priest (1)."
    assert events[1].text == "Archer wins, 2 to 1: 2 black points; Bull's king goes home, and 1 tile is lost."
    assert events[1].details["removed"] == ["I4"]
    assert events[1].details["spared"] == []
    assert not changed(events[0])
    assert changed(events[1]) == {"seats A points black", "board I4", "leaders B black", "pending"}


def changed(event: Event) -> set[str]:
    """The changes of an event."""
    return {" ".join(change.path) for change in event.changes}


def test_committed_tiles_leave_the_hand_before_the_war_is_won() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"black": "I5"}}
    state = table(lay(red="F5 H5", black="I4"), leaders, A=hand(green=1), B=hand(black=2))
    committed, won, *_ = narration(play(state, "place green G5", "commit 0"), "commit 1")
    assert changed(committed) == {"seats B hand black"}
    assert {"seats B points black", "leaders A"} <= changed(won)


def test_a_building_protects_its_tile_in_a_war() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"black": "I5"}}
    rulings = {"buildings": True}
    state = table(
        lay(red="F5 H5", black="I4 J4"), leaders, A=hand(green=1, black=3), rulings=rulings, buildings={"black": "I4"}
    )
    play(state, "place green G5", "commit 3")
    won = narration(state, "commit 0")[1]
    assert (won.details["removed"], won.details["spared"]) == (["J4"], ["I4"])
    assert won.text.endswith("and 1 tile is lost. The palace protects the tile in the north.")


def test_a_monument_and_leaders_that_go_home() -> None:
    state = play(table(lay(red="H5 G6 H6"), {"B": {"black": "I5"}}, A=hand(red=1)), "place red G5")
    events = narration(state, "build red-blue G5")
    assert [event.text for event in events] == [
        "Archer builds the red-blue monument in the middle.",
        "Bull's king has no temple left and goes home.",
    ]
    assert "leaders B" not in changed(events[0])
    assert "leaders B" in changed(events[1])


def test_a_monument_that_takes_its_building_away() -> None:
    state = table(lay(black="J5 K5 J6 K6 L6"), A=hand(black=1), rulings={"buildings": True})
    monument, lowered, *_ = narration(play(state, "place black L5", "raise L5"), "build red-black K5")
    assert (monument.kind, lowered.kind) == ("monument", "lowered")
    assert "buildings black" not in changed(monument)
    assert "buildings black" in changed(lowered)
    assert texts(state, "decline") == ["Archer builds nothing."]


@pytest.mark.parametrize("seat", ["B", None])
def test_B_1_draws_and_swaps_are_told_to_their_seat_and_hidden_from_others(seat: str | None) -> None:
    state = table(A=hand(red=1, blue=1))
    after = play(state.clone(), "swap 1 1 0 0")
    text, events = state.game.tell(state, "swap 1 1 0 0", after, seat)
    assert text is None
    assert [(event.kind, event.text, event.details) for event in events] == [
        ("swap", "Archer swaps 2 tiles.", {"count": 2}),
    ]
    drawn = play(after.clone(), "draw green")
    text, events = state.game.tell(after, "draw green", drawn, seat)
    assert text is None
    assert [(event.kind, event.seat, event.text, event.details) for event in events] == [
        ("drawn", "A", "Archer draws a tile.", {})
    ]
    text, events = state.game.tell(state, "swap 1 1 0 0", play(state.clone(), "swap 1 1 0 0"), "A")
    assert (text, events[0].text) == ("swap 1 1 0 0", "Archer swaps 1 temple and 1 farm.")
    assert state.game.tell(after, "draw green", drawn, "A")[1][0].text == "Archer draws a market."


def test_B_1_points_of_others_are_narrated_but_are_no_changes_of_a_view() -> None:
    state = table(leaders={"B": {"black": "I6"}}, A=hand(green=1))
    after = play(state.clone(), "place green H7")
    for seat, changed in (("A", False), ("B", True), ("P", False), (None, False)):
        _, events = state.game.tell(state, "place green H7", after, seat)
        assert "for Bull" in events[0].text
        assert any("points" in change.path for change in events[0].changes) == changed


@pytest.mark.parametrize("seat", ["A", "B"])
def test_B_1_automatic_draws(seat: str) -> None:
    full = hand(**FULL)
    state = table(A=hand(red=4), B=full, P=full, L=full, bag={"blue": 5})
    after = play(state.clone(), "pass")
    _, events = state.game.tell(state, "pass", after, seat)
    drawn = [event.text for event in events if event.kind == "drawn"]
    assert drawn == (["Archer draws a farm."] * 2 if seat == "A" else ["Archer draws a tile."] * 2)
