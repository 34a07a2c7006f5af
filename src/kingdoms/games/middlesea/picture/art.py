"""The signs and colours of the drawing, from files shared with the browser client."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final


def _read(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
    return read


ART: Final = _read("looks.json") | _read("art.json")
"""The contents of `looks.json`, which the start page needs, and of `art.json`.

- `suits`: SVG paths in a square of 24 around the centre.
- `seats`: each seat's suit.
- `inks`: the colours of the suits, on a light page and on a dark one.
- `ground`: the colours behind the game's signs in lists, on a light page and on a dark one.
- `colours`: the other colours of each theme.
- `page`: colours that only the browser client uses, on a light page and on a dark one.
"""
SUIT_OF_SEAT: Final[dict[str, str]] = ART["seats"]
"""The suit of each seat's coins, pawn and die, which matters only for looks (N.1)."""
