"""How the board of Two Rivers looks on a terminal, and what the shell offers when Tab is pressed."""

from __future__ import annotations

FIRST_LINE = "  1  .   "
"""What its first line has in it."""
OFFERED: list[tuple[str, set[str]]] = [
    ("kingdoms play ri", {"rivers"}),
    ("kingdoms play rivers --seats you,greedy:slips=0.3,r", {"you,greedy:slips=0.3,random"}),
    ("kingdoms match greedy --game ri", {"rivers"}),
    ("kingdoms rules --game rivers h", {"H-1", "H-2", "H-3"}),
    ("kingdoms rulings r", {"rivers"}),
]
"""What is typed, and what has to be among what is offered."""
