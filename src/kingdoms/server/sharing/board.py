"""An analysis board: the position of a text, the actions played on it, and what is shown of both.

The server keeps nothing: each request contains the text and the actions so far. What the text doesn't say, such as hidden hands
and what chance gives, is random but always the same for the same text and actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kingdoms.core.constants import CHANCE
from kingdoms.core.errors import IllegalAction, NotationError
from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.core.view import View
from kingdoms.export.position_text import SEED, position_text, sample_state
from kingdoms.server.base.errors import as_api_error
from kingdoms.server.game import messages

MOST_DRAWN: Final = 100
"""The maximum number of chance actions in a row that follow an action."""


@dataclass(frozen=True)
class BoardAction:
    """An action on the board, and the states before and after it."""

    action: str
    before: State
    after: State

    def to_json(self) -> dict[str, Any]:
        """Return the action and its events as JSON data."""
        events = self.before.game.narrate(self.before, self.action, self.after)
        return {"by": self.before.to_move, "action": self.action, "events": [messages.event(event) for event in events]}


def play(shared: View, actions: Sequence[str], goes_on: bool) -> Iterator[BoardAction]:
    """Yield the actions on a board, and the chance actions that follow the last one.

    Args:
        actions: the texts of the actions, earlier chance actions included.
        goes_on: whether chance plays even if there are no actions yet.

    Raises:
        ApiError: 422, an action is not legal.
    """
    state = sample_state(shared)
    for action in actions:
        after = state.clone()
        try:
            after.apply_action(action)
        except (IllegalAction, NotationError) as error:
            raise as_api_error(error, 422) from None
        yield BoardAction(action, state, after)
        state = after
    for drawn in range(MOST_DRAWN if actions or goes_on else 0):
        if state.current_player() != CHANCE:
            return
        after = state.clone()
        chosen = state.draw_chance_action(Random(SEED + len(actions) + drawn))
        after.apply_action(chosen)
        yield BoardAction(state.game.action_to_string(chosen), state, after)
        state = after


def board_json(shared: View, state: State, begun: bool) -> dict[str, Any]:
    """Return a state of the board as JSON data: the view, its text, and the question if the view is that of the seat to move.

    Args:
        shared: the view that the text of the board holds.
        begun: whether the board has been played on. Then it shows what the seat to move sees, even if that is random.
    """
    game = state.game
    mover = state.to_move if state.to_move in game.seats else None
    seat = shared.seat if game.has_secrets and (not begun or mover is None) else mover
    return {
        "game": game.name,
        "seat": seat,
        "seats": list(game.seats),
        "text": position_text(state, seat),
        "view": messages.facts(state, seat),
        "ask": messages.pending_question(state) if mover is not None and seat == mover else None,
        "guessed": game.has_secrets and not state.is_terminal(),
    }
