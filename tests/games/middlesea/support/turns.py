"""Actions of Kingdoms of the Middle Sea for tests that need any game; the first seat builds first."""

from __future__ import annotations

STEPS = ("exchange goods", "exchange gold")
"""Actions that the seat to move can repeat and still be to move."""
END = "end"
"""The action that ends its turn."""
REFUSED = ("port N.FM 2", "first S", "explore suns S.FM", "road N.C N.FM", "rank N")
"""Illegal actions, each for another reason."""
UNWRITTEN = ("port N.C", "tax N.C 3", "END")
"""A text that looks like an action and is none."""
SLOW = "level:1"
"""A bot whose games against itself are long."""
