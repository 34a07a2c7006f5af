"""The rulings of the game (N.6): which reading holds where the rules leave one open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingdoms.core.rulings import Ruling

RULINGS = (
    Ruling(
        "attack_port",
        ("home", "any", "mixed"),
        "AMB-73",
        "Which port of yours it takes to attack on other continents: one at home, any, or (mixed) one at home for military "
        "and any for missionary attacks.",
    ),
    Ruling(
        "capital_adjacency",
        (False, True),
        "AMB-77",
        "Whether a garrison joined to your Capital can reach the five sites around it.",
    ),
    Ruling(
        "missionary_reach",
        ("anywhere", "adjacent"),
        "AMB-83",
        "Whether missionaries reach any city, or only what a garrison in the temple's place would reach.",
    ),
    Ruling(
        "suppress_reach",
        ("anywhere", "adjacent"),
        "AMB-45",
        "Whether a leader puts down rebellions anywhere in its kingdom, or only within the reach of an attack.",
    ),
    Ruling(
        "suppress_hire",
        (False, True),
        "AMB-46",
        "Whether mercenaries or zealots may be hired to put down a rebellion.",
    ),
    Ruling(
        "production",
        ("forced", "choice"),
        "AMB-59",
        "Whether every city that can produce must, or its holder decides city by city.",
    ),
    Ruling(
        "trade_reserve",
        ("board", "reserve"),
        "AMB-109",
        "Whether a trade victory needs all leaders active on the board, or those in the reserve count as active too.",
    ),
    Ruling(
        "replace_opponent",
        (True, False),
        "AMB-66",
        "Whether exploring may replace a city on your own continent that an opponent holds by routes alone.",
    ),
    Ruling(
        "replace_early",
        (False, True),
        "AMB-65",
        "Whether exploring may replace a city while your continent still has free sites.",
    ),
    Ruling(
        "chain_unrest",
        ("event", "each"),
        "AMB-34",
        "Whether unrest rises once for a rebellion or conquest, or by 1 more for each city lost in its wake.",
    ),
    Ruling(
        "port_only_unrest",
        (1, 0),
        "AMB-38",
        "How much unrest rises when a city held only by its port is lost with the port.",
    ),
    Ruling(
        "defender_tires",
        (False, True),
        "AMB-80",
        "Whether a leader counted in a defence becomes inactive, win or lose.",
    ),
    Ruling(
        "king_defends",
        (True, False),
        "AMB-88",
        "Whether the king can join the defence of its Capital.",
    ),
    Ruling(
        "king_missionary_defence",
        ("capital_and_king", "king"),
        "AMB-89",
        "Whether a king attacked by missionaries has the Capital's 10 on top of its own value.",
    ),
    Ruling(
        "first_tie",
        ("pawn_order", "roll"),
        "AMB-57",
        "How a tie for first dominance is broken among seats without a temple: by the old order, or by a die.",
    ),
    Ruling(
        "negative_control",
        ("floor", "debt"),
        "AMB-40",
        "Whether a control value below zero counts as zero, or as a debt to be paid off too.",
    ),
    Ruling(
        "score_tie",
        ("shared", "dominance"),
        "AMB-113",
        "Whether equal best scores share the victory, or the one ahead in dominance wins.",
    ),
    Ruling(
        "round_limit",
        (None,),
        "AMB-121",
        "After how many rounds the game ends, as if time were up; none for no limit.",
        counts=True,
    ),
)
"""In the order of the engine's numbers (`codes.ATTACK_PORT` and so on), `round_limit` last."""


def engine_rulings(rulings: Mapping[str, Any]) -> list[int]:
    """Return each ruling but `round_limit` as the place of its value in its list of values."""
    return [ruling.values.index(rulings[ruling.name]) for ruling in RULINGS[:-1]]
