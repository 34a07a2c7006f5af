"""How the board of Kingdoms of the Middle Sea looks on a terminal."""

from __future__ import annotations

FIRST_LINE = "S North  dom."
"""What its first line has in it."""
