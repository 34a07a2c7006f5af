"""Prudent choices: advice to beginners, which avoids needless risks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.search import Choice, Found, Limits, Searcher

WELL_KNOWN: Final = 200
"""The number of simulations after which a choice's chances are trusted."""
CANDIDATES: Final = 4
"""The maximum number of prudent choices to search further."""


def prefer_prudent(searcher: Searcher, state: State, found: Found, nodes: int) -> Found:
    """Return the results of a search with the prudent choices first: those with the lowest `Game.hazard`.

    A choice that certainly wins comes first, whatever its hazard; one that certainly loses is never prudent. Search may have
    neglected the prudent choices; the most promising ones are then searched further.

    Args:
        searcher: the searcher, after its search of the position.
        state: a state of the position.
        found: the results of that search.
        nodes: the maximum number of nodes in the trees.
    """
    game: Game = state.game
    mover = state.current_player()
    won = next((choice for choice in found.choices if _is_certain(choice, mover, 1.0)), None)
    if won is not None:
        return replace(found, choices=(won, *(choice for choice in found.choices if choice is not won)))
    hazards = {choice.action: game.hazard(state, choice.action) for choice in found.choices}
    least = min(hazards.values())
    if hazards[found.choices[0].action] == least:
        return found
    prudent = [choice for choice in found.choices if hazards[choice.action] == least and not _is_certain(choice, mover, 0.0)]
    others = [choice for choice in found.choices if choice not in prudent]
    if prudent and prudent[0].visits < WELL_KNOWN:
        promising = sorted(prudent, key=lambda choice: (choice.visits, choice.prior), reverse=True)[:CANDIDATES]
        limits = Limits(simulations=WELL_KNOWN, nodes=nodes)
        known: list[Choice] = [searcher.insist(choice.action, limits) for choice in promising]
        known.sort(key=lambda choice: choice.chances[mover], reverse=True)
        prudent = [*known, *(choice for choice in prudent if choice not in promising)]
    return replace(found, choices=(*prudent, *others))


def _is_certain(choice: Choice, mover: int, result: float) -> bool:
    """Return whether a choice certainly leads to a result for the seat to move: 1 for a victory, 0 for a defeat."""
    return choice.proven and choice.chances[mover] == result
