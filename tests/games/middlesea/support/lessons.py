"""The subjects of the lessons of Kingdoms of the Middle Sea."""

from __future__ import annotations

LESSONS = """
table control dominance production cut-off building roads-and-ports king a-port-falls a-city-falls striking-back
missionaries winning
"""
THINGS = {("site", 1), ("leader", 2), ("stack", 1), ("sea", 0)}


def names_a_thing(key: str) -> bool:
    """Return whether a key is a target on the board."""
    kind, *rest = key.split(" ")
    return (kind, len(rest)) in THINGS
