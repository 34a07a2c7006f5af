"""A bag of one colour: the rules need no chance then (N-3), which no seat can notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from kingdoms.games.rivers.engine.state import State
from tests.games.rivers.support.scenes import dealt
from tests.games.rivers.support.tables import legal, play


def own_action(state: State) -> str:
    """Return a tile that is placed where it joins nothing."""
    return min(legal(state, "place blue"))


def swap(state: State) -> str:
    """Return a swap of several tiles."""
    return max(legal(state, "swap"))


def table(**bag: int) -> State:
    """Return a game in which A has an action left; the contents of the bag follow only from counting."""
    state = dealt(**bag)
    return play(state, own_action(state))


def messages_of(state: State, action: str, seat: str | None) -> list[Any]:
    """Return all that a seat is shown while an action is played, chance drawing red, if every draw is held."""
    messages: list[Any] = []
    while action:
        after = cast("State", state.game.hold(state, action, cast("State", state.child(action))))
        shown_action, events = state.game.tell(state, action, after, seat)
        messages += [shown_action, [event.to_json() for event in events], after.view(seat).to_json(), after.to_move]
        messages.append(after.game.explain(after).question)
        state, action = after, "draw red" if after.to_move == "chance" else ""
    return messages


@pytest.mark.parametrize("action", [own_action, swap])
@pytest.mark.parametrize("mixed", [{"red": 19, "black": 1}, {"red": 9, "blue": 11}])
def test_certain_draws_look_like_uncertain_ones(action: Callable[[State], str], mixed: dict[str, int]) -> None:
    """Swap and refill, for the drawing seat, the other one and onlookers."""
    certain = table(red=20)
    for seat in ("A", "B", None):
        messages = messages_of(certain, action(certain), seat)
        assert messages == messages_of(table(**mixed), action(certain), seat)
        draws = [message for message in messages if isinstance(message, list) and message and message[0]["kind"] == "drawn"]
        assert len(draws) >= 2, "tiles were drawn one by one"


@pytest.mark.parametrize("bag", [{"red": 20}, {"red": 5}, {"black": 3}, {"red": 2}])
def test_the_rules_draw_at_once_and_held_draws_lead_to_the_same(bag: dict[str, int]) -> None:
    state = table(**bag)
    after, action = cast("State", state.child(own_action(state))), own_action(state)
    steps, current = 0, state.game.hold(state, action, after)
    while current.to_move == "chance":
        (only,) = current.legal_actions()
        assert current.game.action_to_string(only) == f"draw {next(iter(bag))}"
        current = state.game.hold(current, only, cast("State", current.child(only)))
        steps += 1
    assert current == after
    assert after.is_terminal() or after.to_move == "B"
    assert steps == (0 if after.is_terminal() else sum(state.bag) - sum(after.bag))
