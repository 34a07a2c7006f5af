"""The clauses that errors cite, and requests with something far too long."""

from __future__ import annotations

from collections.abc import Callable

from kingdoms.games.middlesea.game import MiddleSea

CLAUSES = {
    "seats": "N.1",
    "a seat": "N.1",
    "accept_seats": "N.1",
    "rulings": "N.6",
    "notation": "N.2",
    "a number": "N.2",
    "half an action": "N.2",
    "half a refusal": "N.2",
    "true": "N.2",
    "game.refusal": "N.2",
    "call": "N.2",
    "view": "N.7",
    "view of a number": "N.7",
    "position": "N.4",
    "position of 7": "N.1",
    "rulings of a position": "N.6",
    "bot": "N.1",
    "bot's parameter": "N.1",
    "bot's value": "N.1",
    "record": "N.2",
    "record's outcome": "N.2",
    "record's call": "N.2",
    "record's rulings": "N.6",
}
"""Clauses by kind of error, as the test of all games names them."""

LONG = "x" * 1_000_000
HUGE: dict[str, Callable[[], object]] = {
    "value of a ruling": lambda: MiddleSea(2, {"production": LONG}),
    "many words": lambda: MiddleSea(2).new_initial_state().apply_action("road" + " N.FM" * 200_000),
}
