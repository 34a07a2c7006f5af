"""The board of Kingdoms of the Middle Sea in the terminal, and completions in the shell."""

from __future__ import annotations

FIRST_LINE = "S North  dom."
"""What its first line contains."""
OFFERED: list[tuple[str, set[str]]] = [
    ("kingdoms play --seats E=you,W=gr", {"E=you,W=greedy"}),
    ("kingdoms play --rulings attack_", {"attack_port="}),
    ("kingdoms play --rulings attack_port=", {"attack_port=home", "attack_port=any", "attack_port=mixed"}),
    ("kingdoms play --rulings attack_port=any,chain_", {"attack_port=any,chain_unrest="}),
    ("kingdoms rules ft-", {"FT-1", "FT-2", "FT-3", "FT-4"}),
    ("kingdoms rules --game mid", {"middlesea"}),
]
"""Typed text, and some of its completions."""
