"""Positions of openings up to what is equal: what an explorer of openings counts together."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kingdoms.core.state import State

ROUNDS: Final = 2
"""The rounds that belong to the opening, in a game with rounds."""


def same(action: int) -> int:
    """Return the action itself."""
    return action


@dataclass(frozen=True)
class Opening:
    """A position of an opening, up to what is equal.

    Attributes:
        key: the same bytes for all positions that are counted together, such as mirror images.
        image: action -> the number that it has in all of them. Actions that do the same up to symmetry have one image.
    """

    key: bytes
    image: Callable[[int], int] = same


def plain_opening(state: State) -> Opening | None:
    """Return the opening of a game that does not say more: equal are positions that look the same to an onlooker.

    It ends after two rounds. In a game without rounds it does not end, so the caller sets a limit.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> plain_opening(state) is None
        True
        >>> plain_opening(state.child("first N")).image(9)
        9
    """
    view = state.view(None)
    if state.to_move not in state.game.seats or (view.round or 1) > ROUNDS:
        return None
    return Opening(json.dumps(view.to_json(), sort_keys=True).encode())
