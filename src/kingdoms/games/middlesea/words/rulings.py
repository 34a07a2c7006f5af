"""The rulings of the game (N.6): options for points that the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.rulings import Ruling
from kingdoms.games.middlesea.texts import CATALOGUE
from kingdoms.texts import LiveText

ABOUT: Final = CATALOGUE.texts("ruling")
"""Ruling -> the question that it answers."""
WORDS: Final = CATALOGUE.texts("value")
"""Ruling and value, joined by a dot -> the value for people."""


def _ruling(name: str, values: tuple[Any, ...], clauses: str, *, counts: bool = False) -> Ruling:
    words = tuple(LiveText(WORDS, f"{name}.{value}") for value in values if isinstance(value, str))
    return Ruling(name, values, clauses, LiveText(ABOUT, name), counts, words)


RULINGS = (
    _ruling("attack_port", ("home", "any", "mixed"), "AMB-73"),
    _ruling("capital_adjacency", (False, True), "AMB-77"),
    _ruling("missionary_reach", ("anywhere", "adjacent"), "AMB-83"),
    _ruling("suppress_reach", ("anywhere", "adjacent"), "AMB-45"),
    _ruling("suppress_hire", (False, True), "AMB-46"),
    _ruling("production", ("forced", "choice"), "AMB-59"),
    _ruling("trade_reserve", ("board", "reserve"), "AMB-109"),
    _ruling("replace_opponent", (True, False), "AMB-66"),
    _ruling("replace_early", (False, True), "AMB-65"),
    _ruling("chain_unrest", ("event", "each"), "AMB-34"),
    _ruling("port_only_unrest", (1, 0), "AMB-38"),
    _ruling("defender_tires", (False, True), "AMB-80"),
    _ruling("king_defends", (True, False), "AMB-88"),
    _ruling("king_missionary_defence", ("capital_and_king", "king"), "AMB-89"),
    _ruling("first_tie", ("pawn_order", "roll"), "AMB-57"),
    _ruling("negative_control", ("floor", "debt"), "AMB-40"),
    _ruling("score_tie", ("shared", "dominance"), "AMB-113"),
    _ruling("round_limit", (None,), "AMB-121", counts=True),
)
"""The rulings in the order of their codes (`codes.ATTACK_PORT` and so on), with `round_limit` last."""

VARIANTS = (
    _ruling("trade_abroad", (False, True), "VA-1"),
    _ruling("trade_piers", (0, 3, 5), "VA-2"),
    _ruling("conquest_each", (False, True), "VA-3"),
)
"""Our own variants of the rules, in the order of their codes from `codes.TRADE_ABROAD` on."""


def engine_rulings(rulings: Mapping[str, Any]) -> list[int]:
    """Return the rulings except `round_limit`, then the variants, each as the index of its value in `Ruling.values`."""
    options = (*RULINGS[:-1], *VARIANTS)
    return [ruling.values.index(rulings.get(ruling.name, ruling.default)) for ruling in options]
