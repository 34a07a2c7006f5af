"""Prudent choices: advice to beginners, which avoids needless risks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kingdoms.bots import BOTS
from kingdoms.core.game import Game
from kingdoms.core.knowledge import PlainKnowledge
from kingdoms.core.state import State
from kingdoms.search import Choice, Found, Limits, Searcher

WELL_KNOWN: Final = 200
"""The number of simulations after which a choice's chances are trusted."""
CANDIDATES: Final = 4
"""The maximum number of prudent choices to search further."""


def relies_on_bot(game: Game) -> bool:
    """Return whether advice is the choice of the game's own bot: in a game without knowledge of good play, if it has a bot.

    Without knowledge, random playouts mislead search.
    """
    return bool(game.bots()) and isinstance(game.knowledge(game.new_initial_state()), PlainKnowledge)


def prefer_prudent(searcher: Searcher, state: State, result: Found, nodes: int) -> Found:
    """Return the results of a search with the prudent choices first: those with the lowest `Game.hazard`.

    A choice that certainly wins comes first, whatever its hazard; one that certainly loses is never prudent. Search may have
    neglected the prudent choices; the most promising ones are then searched further. If advice relies on the game's own bot
    (see `relies_on_bot`), its choice comes first.

    Args:
        searcher: the searcher, after its search of the position.
        state: a state of the position.
        result: the results of that search.
        nodes: the maximum number of nodes in the trees.
    """
    game: Game = state.game
    mover = state.current_player()
    won = next((choice for choice in result.choices if _is_certain(choice, mover, 1.0)), None)
    if won is not None:
        return replace(result, choices=(won, *(choice for choice in result.choices if choice is not won)))
    bot_choice = _choice_of_bot(searcher, state, result, nodes)
    if bot_choice is not None:
        return replace(
            result, choices=(bot_choice, *(choice for choice in result.choices if choice.action != bot_choice.action))
        )
    hazards = {choice.action: game.hazard(state, choice.action) for choice in result.choices}
    least = min(hazards.values())
    if hazards[result.choices[0].action] == least:
        return result
    prudent = [choice for choice in result.choices if hazards[choice.action] == least and not _is_certain(choice, mover, 0.0)]
    risky = [choice for choice in result.choices if choice not in prudent]
    if prudent and prudent[0].visits < WELL_KNOWN:
        promising = sorted(prudent, key=lambda choice: (choice.visits, choice.prior), reverse=True)[:CANDIDATES]
        limits = Limits(simulations=WELL_KNOWN, nodes=nodes)
        candidates: list[Choice] = [searcher.insist(choice.action, limits) for choice in promising]
        candidates.sort(key=lambda choice: choice.chances[mover], reverse=True)
        prudent = [*candidates, *(choice for choice in prudent if choice not in promising)]
    return replace(result, choices=(*prudent, *risky))


def _choice_of_bot(searcher: Searcher, state: State, result: Found, nodes: int) -> Choice | None:
    """Return the choice of the game's own bot if advice relies on it, else None."""
    game: Game = state.game
    if not relies_on_bot(game):
        return None
    bot = BOTS.make(game.bots()[0].name, game, searcher.seed)
    action = bot.choose(state.view(state.to_move), state.legal_actions())
    search_choice = next((choice for choice in result.choices if choice.action == action and choice.visits >= WELL_KNOWN), None)
    return search_choice or searcher.insist(action, Limits(simulations=WELL_KNOWN, nodes=nodes))


def _is_certain(choice: Choice, mover: int, result: float) -> bool:
    """Return whether a choice certainly leads to a result for the seat to move: 1 for a victory, 0 for a defeat."""
    return choice.proven and choice.chances[mover] == result
