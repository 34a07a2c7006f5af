"""Typical positions, which shorten the texts of positions; see `kingdoms.export.position_text`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

SHORTHAND: Final = Path(__file__).with_suffix(".jsonl").read_text(encoding="ascii").replace("\n", "")
"""What the compression of texts refers to. It must never change: links that have been shared could no longer be read."""
