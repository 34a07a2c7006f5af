"""Conversion between actions and their notation (N-2); each action has exactly one spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kingdoms.core.errors import NotationError, quoted, suggest
from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER, CELLS, COLOURS, PAIR_NAMES, SEATS
from kingdoms.games.rivers.texts import fault
from kingdoms.texts import listing

FORMS: Final = {
    "first": "first SEAT",
    "draw": "draw COLOUR",
    "pass": "pass",
    "withdraw": "withdraw COLOUR",
    "war": "war COLOUR",
    "decline": "decline",
    "income": "income COLOUR",
    "commit": "commit K",
    "take": "take CELL",
    "wonder": "wonder CELL",
    "raise": "raise CELL",
    "build": "build COLOUR-COLOUR CELL",
    "place": "place COLOUR CELL",
    "leader": "leader COLOUR CELL",
    "catastrophe": "catastrophe CELL",
    "swap": "swap R B G K",
}
"""First word of an action -> its form."""

SWAPS: Final = [(r, b, g, k) for r in range(7) for b in range(7) for g in range(7) for k in range(7)]
"""Swaps by number: the counts of red, blue, green and black tiles."""


def _texts() -> list[str]:
    """Return the texts of all actions by number; "" for swaps of no tiles or more than six, which don't exist."""
    return [
        *(f"first {seat}" for seat in SEATS),
        *(f"draw {colour}" for colour in COLOURS),
        "pass",
        *(f"withdraw {colour}" for colour in COLOURS),
        *(f"war {colour}" for colour in COLOURS),
        "decline",
        *(f"income {colour}" for colour in COLOURS),
        *(f"commit {tiles}" for tiles in range(7)),
        *(f"take {cell}" for cell in CELLS),
        *(f"wonder {cell}" for cell in CELLS),
        *(f"build {pair} {cell}" for pair in PAIR_NAMES for cell in CELLS),
        *(f"place {colour} {cell}" for colour in COLOURS for cell in CELLS),
        *(f"leader {colour} {cell}" for colour in COLOURS for cell in CELLS),
        *(f"catastrophe {cell}" for cell in CELLS),
        *("swap {} {} {} {}".format(*counts) if 1 <= sum(counts) <= 6 else "" for counts in SWAPS),
        *(f"raise {cell}" for cell in CELLS),
    ]


TEXTS: Final = _texts()
assert len(TEXTS) == codes.ACTIONS
NUMBERS: Final = {text: number for number, text in enumerate(TEXTS) if text}


def action_to_string(action: int) -> str:
    """Return the text of an action.

    Raises:
        NotationError: no action has this number.

    Examples:
        >>> action_to_string(string_to_action("swap 0 2 0 1"))
        'swap 0 2 0 1'
    """
    text = TEXTS[action] if 0 <= action < codes.ACTIONS else ""
    if not text:
        raise NotationError(fault("notation.no_number", number=quoted(action)), clause="N-2")
    return text


def string_to_action(text: str) -> int:
    """Return the action that a text stands for.

    Raises:
        NotationError: the text is not an action; the message names the wrong part and the expected one.

    Examples:
        >>> string_to_action("place red A1")
        1437
    """
    number = NUMBERS.get(text) if isinstance(text, str) else None
    if number is None:
        raise NotationError(_fault(text), clause="N-2")
    return number


def action_space() -> Iterator[int]:
    """Iterate over all actions in ascending order."""
    return iter(sorted(NUMBERS.values()))


def _fault(text: str) -> str:
    if not isinstance(text, str) or not text.strip():
        return fault("notation.missing")
    words = text.split(" ")
    kind = words[0]
    if kind not in FORMS:
        return fault("notation.unknown", word=quoted(kind), hint=suggest(kind, FORMS), words=listing(list(FORMS), "or"))
    form = FORMS[kind].split(" ")
    if len(words) != len(form) or "" in words:
        return fault("notation.form", action=quoted(text), form=FORMS[kind])
    for word, slot in zip(words[1:], form[1:], strict=True):
        if slot == "SEAT" and word not in SEATS:
            return fault("notation.seat", word=quoted(word), seats=listing(list(SEATS)))
        if slot == "COLOUR" and word not in COLOURS:
            return fault("notation.colour", word=quoted(word), hint=suggest(word, COLOURS), colours=listing(list(COLOURS)))
        if slot == "COLOUR-COLOUR" and word not in PAIR_NAMES:
            return fault("notation.pair", word=quoted(word), hint=suggest(word, PAIR_NAMES), pairs=listing(list(PAIR_NAMES)))
        if slot == "CELL" and word not in CELL_NUMBER:
            return fault("notation.cell", word=quoted(word))
        if slot in ("K", "R", "B", "G") and not re.fullmatch("[0-6]", word, re.ASCII):
            return fault("notation.tiles", word=quoted(word))
    return fault("notation.no_swap" if words[1:] == ["0"] * 4 else "notation.large_swap", action=quoted(text))
