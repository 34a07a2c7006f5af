"""The pending decision as a question, with the clauses that govern it."""

from __future__ import annotations

from typing import Final

from kingdoms.core.answers import Explanation
from kingdoms.games.rivers.engine import codes, conflict, treasures
from kingdoms.games.rivers.engine.geometry import BUILDING_NAMES, CELLS, SEATS, TILE_NAMES
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.words import phrases
from kingdoms.games.rivers.words.clauses import CLAUSES

RULES: Final[dict[str, tuple[str, ...]]] = {
    "first": ("A-6",),
    "draw": ("A-6", "D-2", "D-13", "B-1"),
    "action": ("D-1", "D-3", "D-4", "D-5", "D-6", "D-8", "D-9", "D-10", "D-12", "D-13"),
    "war": ("F-1", "F-3", "F-5", "F-8"),
    "commit": ("E-1", "E-2", "F-4", "F-5", "F-6", "F-7", "F-10", "EV-1", "EV-2", "EV-3"),
    "raise": ("CB-2", "CB-3", "CB-5", "CB-6", "CB-7", "CB-8", "CB-10"),
    "build": ("H-1", "H-2", "H-3", "I-1", "I-2", "I-3"),
    "take": ("G-1", "G-2", "G-3"),
    "income": ("I-2",),
}
"""Kind of decision -> the clauses that matter most for it."""


def question(state: State) -> str:
    """Return the pending decision and its seat as one sentence, without hidden information.

    Examples:
        >>> import kingdoms
        >>> question(kingdoms.load_game("rivers").new_initial_state())
        'The starting seat is drawn at random.'
    """
    decision = state.decision()
    if decision is None:
        return "The game is over."
    if decision == "first":
        return "The starting seat is drawn at random."
    if decision == "draw":
        return "Tiles are drawn from the bag."
    mover = SEATS.index(state.game.seats[state.current_player()])
    return f"{phrases.seat(mover)}: {_ask(state, decision, mover)}"


def _ask(state: State, decision: str, mover: int) -> str:
    """Return a decision as a question to the seat to move."""
    if decision == "action":
        left = "two actions" if state.actions_left == 2 else "one action"
        return f"you have {left}. Place a tile, leader or catastrophe, withdraw a leader, swap tiles, or pass."
    if decision == "war":
        return "which war do you resolve next?"
    if decision == "commit":
        name = TILE_NAMES[conflict.commits(state)]
        own = conflict.strength(state, mover)
        other = state.defender if mover == state.attacker else state.attacker
        against = conflict.strength(state, other) + (state.attack if mover == state.defender else 0)
        role = "attack" if mover == state.attacker else "defend"
        kind = "revolt" if state.revolt else "war"
        return f"you {role} in a {kind} with {own} against {against}. How many {name}s do you commit? Ties go to the defender."
    if decision == "raise":
        colour = state.what[state.placed] - codes.TEMPLE
        there = state.raised[colour]
        building = BUILDING_NAMES[colour] + (f" (now on {CELLS[there]})" if there >= 0 else "")
        return f"your {TILE_NAMES[colour]} lies in a line. Where do you put the {building}, if anywhere?"
    if decision == "build":
        return f"your {TILE_NAMES[state.what[state.placed] - codes.TEMPLE]} completes {_shape(state)}. Do you build?"
    if decision == "take":
        choices = treasures.takeable(state, treasures.hoard(state)).bit_count()
        return f"your trader takes treasures. Which of these {choices} next?"
    return "the wonder pays a point. In which colour?"


def _shape(state: State) -> str:
    """Return the shapes that the placed tile completes, such as "a square"."""
    kinds = {state.game.action_to_string(action).split(" ")[0] for action in state.legal_actions()} - {"decline"}
    return " and ".join({"build": "a square", "wonder": "a plus"}[kind] for kind in sorted(kinds))


def explain(state: State) -> Explanation:
    """Return the pending decision as a question, with the clauses that govern it."""
    decision = state.decision()
    rules = ("J-1", "J-2") if decision is None else RULES[decision]
    if decision == "commit":
        chapters = ("E" if state.revolt else "F", *(("EV",) if state.needed else ()))
        rules = tuple(rule for rule in rules if rule.split("-")[0] in chapters)
    if decision == "build" and not state.with_wonder:
        rules = tuple(rule for rule in rules if rule[0] == "H")
    return Explanation(question(state), {rule: CLAUSES[rule] for rule in rules})
