"""The current question, and the clauses that govern it."""

from __future__ import annotations

from typing import Final

from kingdoms import english
from kingdoms.core.answers import Explanation
from kingdoms.games.middlesea.engine import codes, conflict, control
from kingdoms.games.middlesea.engine.geometry import SEATS, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.words import phrases
from kingdoms.games.middlesea.words.clauses import CLAUSES

RULES: Final[dict[str, tuple[str, ...]]] = {
    "first": ("S-12", "AMB-57"),
    "pay": ("C-1", "C-2", "C-3"),
    "rebel": ("C-4", "C-5", "C-10", "C-11"),
    "suppress": ("C-6", "C-7", "C-8", "C-9", "C-10", "C-11", "AMB-45", "AMB-46"),
    "rank": ("D-1", "D-5", "D-6"),
    "produce": ("P-2", "P-3", "P-4", "AMB-59"),
    "build": ("B-1", "BE-1", "BE-3", "BE-6", "BR-1", "BR-2", "BR-3", "BR-6", "BP-1", "BP-2", "BX-1"),
    "leader": ("F-1", "F-2", "FK-1", "FK-2", "FA-1", "FM-2", "FM-3", "FT-1", "FT-3", "FT-4", "M-2", "M-3", "Z-3"),
    "hire": ("M-7", "M-11", "M-12", "Z-7", "AMB-91"),
    "defend": ("M-8", "M-9", "M-12", "M-14", "Z-7", "AMB-80", "AMB-93"),
}
"""Kind of decision -> the clauses that matter most for it."""


def question(state: State) -> str:
    """Return the current question and the seat it is for, in one sentence.

    Examples:
        >>> import kingdoms
        >>> question(kingdoms.load_game("middlesea").new_initial_state())
        'The seats roll for first dominance.'
    """
    decision = state.decision()
    if decision is None:
        return "The game is over."
    if decision == "first":
        return "The seats roll for first dominance."
    mover = SEATS.index(state.game.seats[state.current_player()])
    return f"{phrases.seat(mover)}: {_question_to(state, decision, mover)}"


def _question_to(state: State, decision: str, mover: int) -> str:
    """Return a decision as a question to the seat to move."""
    if decision == "pay":
        cities, value = state.held[mover].bit_count(), control.control_value(state, mover)
        held = english.count(cities, "city", "cities")
        return f"you control {held} with a control value of {value}. How many of the extra ones do you pay for?"
    if decision == "rebel":
        return f"choose which city rebels; {state.to_choose} to go."
    if decision == "suppress":
        rebels = english.listing([phrases.city(state, site) for site in sites_in(state.rebelling)])
        return f"in rebellion: {rebels}. Put a rebellion down, or let it go?"
    if decision == "rank":
        return f"who gets place {state.ranked + 1} in the order of dominance?"
    if decision == "produce":
        return f"does {phrases.city(state, state.cursor)} produce?"
    if decision == "build":
        return "explore, build, exchange; end when you are done."
    if decision == "leader":
        if state.acted < 0 and not state.king_changed:
            return "change the king if you like, then use your leaders in ascending order; end when you are done."
        return "use your leaders in ascending order; end when you are done."
    if decision == "hire":
        attacker, leader = state.order[state.turn], state.acted
        target = phrases.target(state, attacker, leader, state.target)
        return f"you attack {target} with {state.attack_total}. How many do you hire?"
    target = phrases.target(state, state.order[state.turn], state.acted, state.target)
    base = conflict.base_defence(state)
    return f"{target} is attacked with {state.attack_total} and defends with {base}. What do you add?"


def explain(state: State) -> Explanation:
    """Return the current question and the clauses that govern it."""
    decision = state.decision()
    if decision is None:
        return Explanation(question(state), _texts(("V-1", "V-2", "V-3", "V-4", "V-5")))
    rules = RULES[decision]
    if decision in ("hire", "defend") and state.stage in (codes.HIRE, codes.DEFEND):
        other_kind = "M-" if conflict.is_missionary(state) else "Z-"
        rules = tuple(rule for rule in rules if not rule.startswith(other_kind))
    return Explanation(question(state), _texts(rules))


def _texts(rules: tuple[str, ...]) -> dict[str, str]:
    """Return the texts of clauses, by id."""
    return {rule: CLAUSES[rule] for rule in rules}
