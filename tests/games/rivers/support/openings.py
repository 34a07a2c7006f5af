"""A naive account of which positions of an opening are equal, by the texts of views alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from kingdoms import State

SEATS = "ABPL"


def equal(state: State) -> tuple[str, Callable[[str], str]]:
    """Return a text that is the same for equal positions, and a function from actions to their texts in all of them."""
    view: dict[str, Any] = state.view(None).to_json()
    seats, turn = state.game.seats, view["turn"]
    order = seats[seats.index(turn) :] + seats[: seats.index(turn)]
    names = dict(zip(order, SEATS, strict=False))
    text = re.sub(r'"([ABPL])"', lambda match: f'"{names[match[1]]}"', json.dumps(view))
    return json.dumps(json.loads(text), sort_keys=True), lambda action: action
