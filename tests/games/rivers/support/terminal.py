"""The board of Two Rivers in the terminal, and completions in the shell."""

from __future__ import annotations

FIRST_LINE = "  1  .   "
"""What its first line contains."""
OFFERED: list[tuple[str, set[str]]] = [
    ("kingdoms play ri", {"rivers"}),
    ("kingdoms play rivers --seats you,greedy:slips=0.3,r", {"you,greedy:slips=0.3,random"}),
    ("kingdoms match greedy --game ri", {"rivers"}),
    ("kingdoms rules --game rivers h", {"H-1", "H-2", "H-3"}),
    ("kingdoms rulings r", {"rivers"}),
]
"""Typed text, and some of its completions."""
