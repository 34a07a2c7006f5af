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
        "Which own port it takes to attack on the continents of others: one at home, any, or (mixed) one at home for military "
        "and any for missionary attacks.",
    ),
    Ruling(
        "capital_adjacency",
        (False, True),
        "AMB-77",
        "Whether the own Capital, when joined to the garrison, lends it the five sites around as targets.",
    ),
    Ruling(
        "missionary_reach",
        ("anywhere", "adjacent"),
        "AMB-83",
        "Whether missionaries reach any city, or only those that a garrison in their place would reach.",
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
        "Whether every city that can produce does, or its holder decides city by city.",
    ),
    Ruling(
        "trade_reserve",
        ("board", "reserve"),
        "AMB-109",
        "Whether the trade victory needs all leaders active on the board, or leaders in the reserve count as active.",
    ),
    Ruling(
        "replace_opponent",
        (True, False),
        "AMB-66",
        "Whether exploring may replace a city of the own continent that an opponent holds by routes alone.",
    ),
    Ruling(
        "replace_early",
        (False, True),
        "AMB-65",
        "Whether exploring may replace a city while the own continent still has free sites.",
    ),
    Ruling(
        "chain_unrest",
        ("event", "each"),
        "AMB-34",
        "Whether unrest rises once for a rebellion or conquest, or by one more for each city lost in its wake.",
    ),
    Ruling(
        "port_only_unrest",
        (1, 0),
        "AMB-38",
        "By how much unrest rises when a city held by its port alone is lost with the port.",
    ),
    Ruling(
        "defender_tires",
        (False, True),
        "AMB-80",
        "Whether a leader counted in a defence is turned afterwards, won or lost.",
    ),
    Ruling(
        "king_defends",
        (True, False),
        "AMB-88",
        "Whether the king may be counted in the defence of its Capital.",
    ),
    Ruling(
        "king_missionary_defence",
        ("capital_and_king", "king"),
        "AMB-89",
        "Whether a king under missionary attack has the Capital's 10 besides its own value.",
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
        "Whether control below zero counts as zero, or as a debt to be paid as well.",
    ),
    Ruling(
        "score_tie",
        ("shared", "dominance"),
        "AMB-113",
        "Whether equal scores share the victory, or the more dominant seat wins.",
    ),
    Ruling(
        "round_limit",
        (None,),
        "AMB-121",
        "After how many rounds the game ends as if the time were up; none for no limit.",
        counts=True,
    ),
)
"""In the order of the engine's numbers (`codes.ATTACK_PORT` and so on), `round_limit` last."""


def engine_rulings(rulings: Mapping[str, Any]) -> list[int]:
    """Return each ruling but `round_limit` as the place of its value in its list of values."""
    return [ruling.values.index(rulings[ruling.name]) for ruling in RULINGS[:-1]]
