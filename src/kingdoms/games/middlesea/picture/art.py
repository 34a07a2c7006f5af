"""The signs and colours of the drawing, from a file shared with the browser client."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

ART: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("art.json").read_text(encoding="utf-8"))
"""`suits`: SVG paths in a square of 24 around the centre; `seats`: each seat's suit; `colours`: each theme's colours; `page`: those that only the
browser client uses."""
SUIT_OF_SEAT: Final[dict[str, str]] = ART["seats"]
"""The suit of each seat's coins, pawn and die, which matters only for looks (N.1)."""
