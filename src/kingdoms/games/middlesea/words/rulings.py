"""The rulings of the game (N.6): options for points that the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.rulings import Ruling
from kingdoms.games.middlesea.texts import CATALOGUE

ABOUT: Final = CATALOGUE.texts("ruling")
"""Ruling -> the question that it answers."""

RULINGS = (
    Ruling("attack_port", ("home", "any", "mixed"), "AMB-73", ABOUT["attack_port"]),
    Ruling("capital_adjacency", (False, True), "AMB-77", ABOUT["capital_adjacency"]),
    Ruling("missionary_reach", ("anywhere", "adjacent"), "AMB-83", ABOUT["missionary_reach"]),
    Ruling("suppress_reach", ("anywhere", "adjacent"), "AMB-45", ABOUT["suppress_reach"]),
    Ruling("suppress_hire", (False, True), "AMB-46", ABOUT["suppress_hire"]),
    Ruling("production", ("forced", "choice"), "AMB-59", ABOUT["production"]),
    Ruling("trade_reserve", ("board", "reserve"), "AMB-109", ABOUT["trade_reserve"]),
    Ruling("replace_opponent", (True, False), "AMB-66", ABOUT["replace_opponent"]),
    Ruling("replace_early", (False, True), "AMB-65", ABOUT["replace_early"]),
    Ruling("chain_unrest", ("event", "each"), "AMB-34", ABOUT["chain_unrest"]),
    Ruling("port_only_unrest", (1, 0), "AMB-38", ABOUT["port_only_unrest"]),
    Ruling("defender_tires", (False, True), "AMB-80", ABOUT["defender_tires"]),
    Ruling("king_defends", (True, False), "AMB-88", ABOUT["king_defends"]),
    Ruling("king_missionary_defence", ("capital_and_king", "king"), "AMB-89", ABOUT["king_missionary_defence"]),
    Ruling("first_tie", ("pawn_order", "roll"), "AMB-57", ABOUT["first_tie"]),
    Ruling("negative_control", ("floor", "debt"), "AMB-40", ABOUT["negative_control"]),
    Ruling("score_tie", ("shared", "dominance"), "AMB-113", ABOUT["score_tie"]),
    Ruling("round_limit", (None,), "AMB-121", ABOUT["round_limit"], counts=True),
)
"""The rulings in the order of their codes (`codes.ATTACK_PORT` and so on), with `round_limit` last."""

VARIANTS = (
    Ruling("trade_abroad", (False, True), "VA-1", ABOUT["trade_abroad"]),
    Ruling("trade_piers", (0, 3, 5), "VA-2", ABOUT["trade_piers"]),
    Ruling("conquest_each", (False, True), "VA-3", ABOUT["conquest_each"]),
)
"""Our own variants of the rules, in the order of their codes from `codes.TRADE_ABROAD` on."""


def engine_rulings(rulings: Mapping[str, Any]) -> list[int]:
    """Return the rulings except `round_limit`, then the variants, each as the index of its value in `Ruling.values`."""
    known = (*RULINGS[:-1], *VARIANTS)
    return [ruling.values.index(rulings.get(ruling.name, ruling.default)) for ruling in known]
