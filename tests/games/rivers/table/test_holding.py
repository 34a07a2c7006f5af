"""A bag of one colour: the rules need no chance then (N-3), which no seat can notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

import kingdoms
from kingdoms.games.rivers.engine.state import State

COLOURS = ("red", "blue", "green", "black")


def table(**bag: int) -> State:
    """Return a game in which A has an action left; the contents of the bag follow only from counting."""
    state = kingdoms.load_game("rivers", seats=2).new_initial_state()
    state.apply_action("first A")
    for number in range(12):
        state.apply_action(f"draw {COLOURS[number % 4]}")
    state.apply_action(own_action(state))
    position: dict[str, Any] = state.position()
    position["bag"] = {colour: bag.get(colour, 0) for colour in COLOURS}
    return cast("State", type(state.game).read_position(position))


def own_action(state: State) -> str:
    """Return a tile that is placed where it joins nothing."""
    texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    return next(text for text in texts if text.startswith("place blue"))


def swap(state: State) -> str:
    """Return a swap of several tiles."""
    texts = [state.game.action_to_string(action) for action in state.legal_actions()]
    return [text for text in texts if text.startswith("swap")][-1]


def messages_of(state: State, actions: list[str], seat: str | None) -> list[Any]:
    """Return all that a seat is shown while actions are played, chance drawing red, if every draw is held."""
    messages: list[Any] = []
    for action in actions:
        state = step(state, action, seat, messages)
        while state.to_move == "chance":
            state = step(state, "draw red", seat, messages)
    return messages


def step(state: State, action: str, seat: str | None, messages: list[Any]) -> State:
    """Return the state after an action, with forced draws held back; `seen` collects the events shown to a seat."""
    after = cast("State", state.game.hold(state, action, cast("State", state.child(action))))
    shown_action, events = state.game.tell(state, action, after, seat)
    messages += [shown_action, [event.to_json() for event in events], after.view(seat).to_json(), after.to_move]
    messages.append(after.game.explain(after).question)
    return after


@pytest.mark.parametrize("seat", ["A", "B", None])
@pytest.mark.parametrize("action", [own_action, swap])
@pytest.mark.parametrize("mixed", [{"red": 19, "black": 1}, {"red": 9, "blue": 11}])
def test_certain_draws_look_like_uncertain_ones(
    action: Callable[[State], str], seat: str | None, mixed: dict[str, int]
) -> None:
    """Swap and refill, for the drawing seat, the other one and onlookers."""
    certain, uncertain = table(red=20), table(**mixed)
    actions = [action(certain)]
    messages, expected = messages_of(certain, actions, seat), messages_of(uncertain, actions, seat)
    assert messages == expected
    draws = [message for message in messages if isinstance(message, list) and message and message[0]["kind"] == "drawn"]
    assert len(draws) >= 2, "tiles were drawn one by one"


def test_the_rules_draw_at_once() -> None:
    state = table(red=20)
    after = cast("State", state.child(own_action(state)))
    assert after.to_move == "B"
    held = after.game.hold(state, own_action(state), after)
    assert held.to_move == "chance"
    assert [after.game.action_to_string(action) for action in held.legal_actions()] == ["draw red"]


def test_held_draws_lead_where_the_rules_do() -> None:
    for bag in ({"red": 20}, {"red": 5}, {"black": 3}, {"red": 2}):
        state = table(**bag)
        after = cast("State", state.child(own_action(state)))
        steps, current = 0, state.game.hold(state, own_action(state), after)
        while current.to_move == "chance":
            (only,) = current.legal_actions()
            current = state.game.hold(current, only, cast("State", current.child(only)))
            steps += 1
        assert current == after
        assert steps == (0 if after.is_terminal() else sum(state.bag) - sum(after.bag))
