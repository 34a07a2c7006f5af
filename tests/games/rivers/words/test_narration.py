"""Narration: events as a whole, and as each seat may know them."""

from __future__ import annotations

import json

import pytest

from kingdoms import apply_changes
from kingdoms.core.event import Event
from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.scenes import KING, RIVALS
from tests.games.rivers.support.tables import full, hand, lay, play, table


def narrate(state: State, action: str, *texts: str) -> list[Event]:
    """Play an action, check its events and their texts, for onlookers and each seat, and return the events.

    Together, they have to cover all changes.
    """
    before = state.clone()
    play(state, action)
    events = state.game.narrate(before, action, state)
    position = before.position()
    for event in events:
        apply_changes(position, event.changes)
        assert event.text[0].isupper()
        assert event.text.endswith(".")
    assert position == state.position()
    for seat in (*state.game.seats, None):
        view = before.view(seat).to_json()
        for event in state.game.tell(before, action, state, seat)[1]:
            apply_changes(view, event.changes)
        assert view == state.view(seat).to_json(), seat
    json.dumps([event.to_json() for event in events])
    assert tuple(event.text for event in events)[: len(texts)] == texts
    return events


def changed(event: Event) -> set[str]:
    """Return the fields that an event changes."""
    return {" ".join(change.path) for change in event.changes}


def test_a_tile_and_its_point() -> None:
    state = table(leaders=KING, A=hand(green=2))
    (event,) = narrate(state, "place green H7", "Archer places a market in the middle: 1 green point for Bull.")
    assert (event.kind, event.seat) == ("place", "A")
    assert event.details == {"colour": "green", "cell": "H7", "scores": "B"}
    narrate(state, "place green A1", "Archer places a market in the north-west.")


def test_a_revolt() -> None:
    state = table(leaders=KING, A=hand(red=1))
    story = ("Archer places the king in the middle.", "Archer's king (1) revolts against Bull's king (1).")
    narrate(state, "leader black I8", *story)
    narrate(state, "commit 1", "Archer commits 1 temple.")
    story = ("Bull commits nothing.", "Archer wins, 2 to 1: 1 red point; Bull's king goes home.")
    _, won = narrate(state, "commit 0", *story)
    assert (won.kind, won.seat) == ("revolt_won", "A")
    assert won.details == {"attack": 2, "defence": 1, "loser": "B", "colour": "black", "points": 1, "removed": []}


def test_a_war() -> None:
    state = table(lay(red="F5 H5", black="I4"), RIVALS, A=hand(green=1, black=2))
    narrate(state, "place green G5", "Archer places a market in the middle, which joins two kingdoms.")
    story = ("Archer resolves the war of the kings next.", "Archer's king (0) goes to war with Bull's king (1).")
    narrate(state, "war black", *story)
    narrate(state, "commit 2")
    committed, won, _ = narrate(
        state,
        "commit 0",
        "Bull commits nothing.",
        "Archer wins, 2 to 1: 2 black points; Bull's king goes home, and 1 tile is lost.",
        "Archer's priest (1) goes to war with Bull's priest (1).",
    )
    assert (won.details["removed"], won.details["spared"]) == (["I4"], [])
    assert not changed(committed)
    assert changed(won) == {"seats A points black", "board I4", "leaders B black", "pending"}


def test_committed_tiles_leave_the_hand_before_the_war_is_won() -> None:
    leaders = {"A": {"black": "E5"}, "B": {"black": "I5"}}
    state = table(lay(red="F5 H5", black="I4"), leaders, A=hand(green=1), B=hand(black=2))
    committed, won, *_ = narrate(play(state, "place green G5", "commit 0"), "commit 1")
    assert changed(committed) == {"seats B hand black"}
    assert {"seats B points black", "leaders A"} <= changed(won)


def test_CB_10_a_building_protects_its_tile_in_a_war() -> None:
    fields = {"rulings": {"buildings": True}, "buildings": {"black": "I4"}}
    leaders = {"A": {"black": "E5"}, "B": {"black": "I5"}}
    state = table(lay(red="F5 H5", black="I4 J4"), leaders, A=hand(green=1, black=3), **fields)
    won = narrate(play(state, "place green G5", "commit 3"), "commit 0")[1]
    assert (won.details["removed"], won.details["spared"]) == (["J4"], ["I4"])
    assert won.text.endswith("and 1 tile is lost. The palace protects the tile in the north.")


def test_a_monument_and_leaders_that_go_home() -> None:
    state = play(table(lay(red="H5 G6 H6"), {"B": {"black": "I5"}}, A=hand(red=1)), "place red G5")
    story = ("Archer builds the red-blue monument in the middle.", "Bull's king has no temple left and goes home.")
    built, home = narrate(state, "build red-blue G5", *story)
    assert ("leaders B" in changed(built), "leaders B" in changed(home)) == (False, True)


def test_CB_12_a_monument_that_takes_its_building_away() -> None:
    state = table(lay(black="J5 K5 J6 K6 L6"), A=hand(black=1), rulings={"buildings": True})
    play(state, "place black L5", "raise L5")
    narrate(state.clone(), "decline", "Archer builds nothing.")
    built, lowered, *_ = narrate(state, "build red-black K5")
    assert (built.kind, lowered.kind, lowered.text) == ("monument", "lowered", "The palace goes back beside the map.")
    assert ("buildings black" in changed(built), "buildings black" in changed(lowered)) == (False, True)


def test_CB_6_a_building_that_is_moved() -> None:
    leaders, rulings = {"A": {"green": "I6"}}, {"buildings": True}
    state = table(lay(green="J6 K6 C3"), leaders, A=hand(green=2), rulings=rulings, buildings={"green": "C3"})
    question = str(play(state, "place green L6").game.explain(state).question)
    assert "Where do you move the market hall, if anywhere? It stands in the north-west." in question
    assert state.game.describe(state, state.game.string_to_action("raise L6")) == "move the market hall from C3 to L6"
    narrate(state, "raise L6", "Archer moves the market hall to a new place in the east.")


@pytest.mark.parametrize("seat", ["B", None])
def test_B_1_draws_and_swaps_are_told_to_their_seat_and_hidden_from_others(seat: str | None) -> None:
    state = table(A=hand(red=1, blue=1))
    after = play(state.clone(), "swap 1 1 0 0")
    text, (event,) = state.game.tell(state, "swap 1 1 0 0", after, seat)
    assert (text, event.kind, event.text, event.details) == (None, "swap", "Archer swaps 2 tiles.", {"count": 2})
    text, events = state.game.tell(state, "swap 1 1 0 0", after, "A")
    assert (text, events[0].text) == ("swap 1 1 0 0", "Archer swaps 1 temple and 1 farm.")
    drawn = play(after.clone(), "draw green")
    text, (event,) = state.game.tell(after, "draw green", drawn, seat)
    assert (text, event.kind, event.seat, event.text, event.details) == (None, "drawn", "A", "Archer draws a tile.", {})
    assert state.game.tell(after, "draw green", drawn, "A")[1][0].text == "Archer draws a market."


def test_B_1_points_of_others_are_narrated_but_are_no_changes_of_a_view() -> None:
    state = table(leaders=KING, A=hand(green=1))
    after = play(state.clone(), "place green H7")
    for seat in ("A", "B", "P", None):
        _, events = state.game.tell(state, "place green H7", after, seat)
        assert "for Bull" in events[0].text
        assert any("points" in change.path for change in events[0].changes) == (seat == "B")


@pytest.mark.parametrize(("seat", "text"), [("A", "Archer draws a farm."), ("B", "Archer draws a tile.")])
def test_B_1_automatic_draws(seat: str, text: str) -> None:
    state = table(A=hand(red=4), **full(), bag={"blue": 5})
    _, events = state.game.tell(state, "pass", play(state.clone(), "pass"), seat)
    assert [event.text for event in events if event.kind == "drawn"] == [text] * 2
