"""The clauses that errors cite, and requests with something far too long."""

from __future__ import annotations

from collections.abc import Callable

from kingdoms.games.rivers.game import Rivers

CLAUSES = {
    **dict.fromkeys(("seats", "a seat", "accept_seats", "position of 7"), "A-1"),
    **dict.fromkeys(("rulings", "rulings of a position", "bot", "bot's parameter", "bot's value", "record's rulings"), "N-1"),
    **dict.fromkeys(("notation", "a number", "half an action", "half a refusal", "true", "game.refusal", "call"), "N-2"),
    **dict.fromkeys(("record", "record's outcome", "record's call"), "N-2"),
    **dict.fromkeys(("view", "view of a number"), "N-8"),
    "position": "N-6",
}
"""Clauses by kind of error, as the test of all games names them."""

LONG = "x" * 1_000_000
HUGE: dict[str, Callable[[], object]] = {
    "word": lambda: Rivers(2).new_initial_state().apply_action("place " + LONG + " A1"),
    "phase": lambda: Rivers.read_position({"game": "rivers", "seats": {"A": {}, "B": {}}, "phase": [LONG] * 9}),
}
