"""The rulings of the game (N.6): options for points that the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingdoms.core.rulings import Ruling

RULINGS = (
    Ruling(
        "attack_port",
        ("home", "any", "mixed"),
        "AMB-73",
        "Which of your ports lets you attack on other continents? One at home, any of them, or (mixed) one at home for "
        "military attacks and any for missionaries.",
    ),
    Ruling(
        "capital_adjacency",
        (False, True),
        "AMB-77",
        "Can a garrison joined to your Capital reach the five sites around it?",
    ),
    Ruling(
        "missionary_reach",
        ("anywhere", "adjacent"),
        "AMB-83",
        "How far do missionaries reach? To any city, or only as far as a garrison in the same place would.",
    ),
    Ruling(
        "suppress_reach",
        ("anywhere", "adjacent"),
        "AMB-45",
        "Where can a leader put down rebellions? Anywhere in its kingdom, or only where it could attack.",
    ),
    Ruling(
        "suppress_hire",
        (False, True),
        "AMB-46",
        "Can you hire mercenaries or zealots to put down a rebellion?",
    ),
    Ruling(
        "production",
        ("forced", "choice"),
        "AMB-59",
        "Must every city that can produce do so, or does its holder choose, city by city?",
    ),
    Ruling(
        "trade_reserve",
        ("board", "reserve"),
        "AMB-109",
        "Must all leaders be active on the board for a trade victory, or do leaders in the reserve count as active, too?",
    ),
    Ruling(
        "replace_opponent",
        (True, False),
        "AMB-66",
        "When you explore, can you replace a city on your own continent that an opponent holds by routes alone?",
    ),
    Ruling(
        "replace_early",
        (False, True),
        "AMB-65",
        "When you explore, can you replace a city while your continent still has free sites?",
    ),
    Ruling(
        "chain_unrest",
        ("event", "each"),
        "AMB-34",
        "How does unrest rise after a rebellion or conquest? Once for the event, or by 1 more for each city lost in its wake.",
    ),
    Ruling(
        "port_only_unrest",
        (1, 0),
        "AMB-38",
        "By how much does unrest rise when you lose a city that only its port held, together with the port?",
    ),
    Ruling(
        "defender_tires",
        (False, True),
        "AMB-80",
        "Does a leader who joins a defence become inactive, win or lose?",
    ),
    Ruling(
        "king_defends",
        (True, False),
        "AMB-88",
        "Can the king join the defence of its Capital?",
    ),
    Ruling(
        "king_missionary_defence",
        ("capital_and_king", "king"),
        "AMB-89",
        "With what does a king defend against missionaries? The Capital's 10 and its own value, or its own value alone.",
    ),
    Ruling(
        "first_tie",
        ("pawn_order", "roll"),
        "AMB-57",
        "Who comes first in dominance if no seat tied for it has a temple? Whoever was ahead before, or a die decides.",
    ),
    Ruling(
        "negative_control",
        ("floor", "debt"),
        "AMB-40",
        "Does a control value below zero count as zero, or as a debt that must be paid off, too?",
    ),
    Ruling(
        "score_tie",
        ("shared", "dominance"),
        "AMB-113",
        "When the best scores are equal, is the victory shared, or does whoever is ahead in dominance win?",
    ),
    Ruling(
        "round_limit",
        (None,),
        "AMB-121",
        "After how many rounds does the game end, as if time were up? None: no limit.",
        counts=True,
    ),
)
"""The rulings in the order of their codes (`codes.ATTACK_PORT` and so on), with `round_limit` last."""

VARIANTS = (
    Ruling(
        "trade_abroad",
        (False, True),
        "VA-1",
        "Does a trade victory take a provincial city as well, one city or more on somebody else's continent?",
    ),
    Ruling(
        "trade_piers",
        (0, 3, 5),
        "VA-2",
        "How many piers does a trade victory take as well, in all ports together?",
    ),
    Ruling(
        "conquest_each",
        (False, True),
        "VA-3",
        "Is one provincial city on each opponent's continent enough for a victory by conquest?",
    ),
)
"""Our own variants of the rules, in the order of their codes from `codes.TRADE_ABROAD` on."""


def engine_rulings(rulings: Mapping[str, Any]) -> list[int]:
    """Return the rulings except `round_limit`, then the variants, each as the index of its value in `Ruling.values`."""
    known = (*RULINGS[:-1], *VARIANTS)
    return [ruling.values.index(rulings.get(ruling.name, ruling.default)) for ruling in known]
