"""How the board of Kingdoms of the Middle Sea looks on a terminal, and what the shell offers when Tab is pressed."""

from __future__ import annotations

FIRST_LINE = "S North  dom."
"""What its first line has in it."""
OFFERED: list[tuple[str, set[str]]] = [
    ("kingdoms play --seats E=you,W=gr", {"E=you,W=greedy"}),
    ("kingdoms play --rulings attack_", {"attack_port="}),
    ("kingdoms play --rulings attack_port=", {"attack_port=home", "attack_port=any", "attack_port=mixed"}),
    ("kingdoms play --rulings attack_port=any,chain_", {"attack_port=any,chain_unrest="}),
    ("kingdoms rules ft-", {"FT-1", "FT-2", "FT-3", "FT-4"}),
    ("kingdoms rules --game mid", {"middlesea"}),
]
"""What is typed, and what has to be among what is offered."""
