"""The clauses that errors cite, and requests with something far too long."""

from __future__ import annotations

from collections.abc import Callable

from kingdoms.games.rivers.game import Rivers

CLAUSES = {
    "seats": "A-1",
    "a seat": "A-1",
    "accept_seats": "A-1",
    "rulings": "N-1",
    "notation": "N-2",
    "a number": "N-2",
    "half an action": "N-2",
    "half a refusal": "N-2",
    "true": "N-2",
    "game.refusal": "N-2",
    "call": "N-2",
    "view": "N-8",
    "view of a number": "N-8",
    "position": "N-6",
    "position of 7": "A-1",
    "rulings of a position": "N-1",
    "bot": "N-1",
    "bot's parameter": "N-1",
    "bot's value": "N-1",
    "record": "N-2",
    "record's outcome": "N-2",
    "record's call": "N-2",
    "record's rulings": "N-1",
}
"""Clauses by kind of error, as the test of all games names them."""

LONG = "x" * 1_000_000
HUGE: dict[str, Callable[[], object]] = {
    "word": lambda: Rivers(2).new_initial_state().apply_action("place " + LONG + " A1"),
    "phase": lambda: Rivers.read_position({"game": "rivers", "seats": {"A": {}, "B": {}}, "phase": [LONG] * 9}),
}
