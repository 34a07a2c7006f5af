"""How the board of Two Rivers looks on a terminal."""

from __future__ import annotations

FIRST_LINE = "  1  .   "
"""What its first line has in it."""
