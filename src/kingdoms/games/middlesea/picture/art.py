"""The signs and colours of the drawing, from the file that the browser client reads too."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

ART: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("art.json").read_text(encoding="utf-8"))
"""`suits`: each as a path in a square of 24 around the centre; `seats`: whose suit is whose; `colours`: of each theme."""
SUIT_OF_SEAT: Final[dict[str, str]] = ART["seats"]
"""The suit of a seat's own coins, pawn and die; looks only (N.1)."""
