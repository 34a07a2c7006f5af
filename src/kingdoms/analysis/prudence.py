"""Advice: the choice that coach, hints and reviews recommend. It risks no needless loss where safety costs little."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kingdoms.bots import BOTS
from kingdoms.core.game import Game
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.core.state import State
from kingdoms.search import Choice, Found, Limits, Searcher

ADVICE: Final = Limits(simulations=3_000, seconds=1.0, nodes=400_000)
"""The limits of the search for advice. A review searches at least as far, so it doesn't blame what was advised."""
MOST_COST: Final = 0.05
"""The maximum cost of a prudent choice, as a share of the game."""
WELL_KNOWN: Final = 200
"""The number of simulations after which a choice's chances are trusted."""
CANDIDATES: Final = 4
"""The maximum number of prudent choices to search further."""


def relies_on_bot(game: Game) -> bool:
    """Return whether advice is the choice of the game's own bot: in a game without knowledge of good play, if it has a bot.

    Without knowledge, random playouts mislead search.
    """
    return bool(game.bots()) and isinstance(game.knowledge(game.new_initial_state()), PlainKnowledge)


def advise(searcher: Searcher, state: State, result: Found, nodes: int) -> Found:
    """Return the results of a search with the advised choice first.

    A choice that certainly wins is advised, whatever its hazard. If advice relies on the game's own bot (see `relies_on_bot`),
    its choice is. Otherwise it is a prudent choice: among those with the lowest `Game.hazard` that cost at most `MOST_COST`
    compared with the best choice, the one with the best chances.

    Args:
        searcher: the searcher, after its search of the position.
        state: a state of the position.
        result: the results of that search.
        nodes: the maximum number of nodes in the trees.
    """
    mover = state.current_player()
    advised = next((choice for choice in result.choices if _is_certain(choice, mover, 1.0)), None)
    advised = advised or _choice_of_bot(searcher, state, result, nodes) or _prudent_choice(searcher, state, result, nodes)
    others = (choice for choice in result.choices if choice.action != advised.action)
    return replace(result, choices=(advised, *others))


def _choice_of_bot(searcher: Searcher, state: State, result: Found, nodes: int) -> Choice | None:
    """Return the choice of the game's own bot if advice relies on it, else None."""
    game: Game = state.game
    if not relies_on_bot(game):
        return None
    bot = BOTS.make(game.bots()[0].name, game, searcher.seed)
    action = bot.choose(state.view(state.to_move), state.legal_actions())
    search_choice = next((choice for choice in result.choices if choice.action == action and choice.visits >= WELL_KNOWN), None)
    return search_choice or searcher.insist(action, Limits(simulations=WELL_KNOWN, nodes=nodes))


def _prudent_choice(searcher: Searcher, state: State, result: Found, nodes: int) -> Choice:
    """Return the choice with the lowest hazard that costs little, or the best one if safety costs too much.

    Search may have neglected prudent choices; the most promising ones are then searched further.
    """
    mover, best = state.current_player(), result.choices[0]
    hazards = {choice.action: state.game.hazard(state, choice.action) for choice in result.choices}
    limits = Limits(simulations=WELL_KNOWN, nodes=nodes)
    for hazard in sorted({hazard for hazard in hazards.values() if hazard < hazards[best.action]}):
        level = [choice for choice in result.choices if hazards[choice.action] == hazard]
        promising = sorted(level, key=lambda choice: (choice.visits, choice.prior), reverse=True)[:CANDIDATES]
        candidates = [
            choice if choice.proven or choice.visits >= WELL_KNOWN else searcher.insist(choice.action, limits)
            for choice in promising
        ]
        safest = max(candidates, key=lambda choice: choice.chances[mover])
        if best.chances[mover] - safest.chances[mover] <= MOST_COST and not _is_certain(safest, mover, 0.0):
            return safest
    return best


def _is_certain(choice: Choice, mover: int, result: float) -> bool:
    """Return whether a choice certainly leads to a result for the seat to move: 1 for a victory, 0 for a defeat."""
    return choice.proven and choice.chances[mover] == result
