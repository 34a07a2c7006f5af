"""The current question, and the clauses that govern it."""

from __future__ import annotations

from typing import Final

from kingdoms.core.answers import Explanation
from kingdoms.core.message import Message
from kingdoms.games.middlesea.engine import codes, conflict, control
from kingdoms.games.middlesea.engine.geometry import SEATS, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.texts import say
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


def question(state: State) -> Message:
    """Return the current question and the seat it is for, in one sentence.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea").new_initial_state()
        >>> str(question(state))
        'The seats roll for first dominance.'
        >>> state.apply_action("first N")
        >>> question(state).text(reader="N")
        'Explore, build, exchange; end when you are done.'
    """
    decision = state.decision()
    if decision is None:
        return say("question.over")
    if decision == "first":
        return say("question.first")
    seat = state.game.seats[state.current_player()]
    return say("question.asked", seat=seat, question=_question_to(state, decision, SEATS.index(seat)))


def _question_to(state: State, decision: str, mover: int) -> Message:
    if decision == "pay":
        return say("question.pay", n=state.controlled_sites[mover].bit_count(), value=control.control_value(state, mover))
    if decision == "rebel":
        return say("question.rebel", n=state.to_choose)
    if decision == "suppress":
        return say("question.suppress", cities=[phrases.place(state, site) for site in sites_in(state.rebelling)])
    if decision == "rank":
        return say("question.rank", n=state.ranked + 1)
    if decision == "produce":
        return say("question.produce", city=phrases.place(state, state.cursor))
    if decision == "build":
        return say("question.build")
    if decision == "leader":
        first = state.acted < 0 and not state.king_changed
        return say("question.leader_king" if first else "question.leader")
    target = phrases.target(state, state.order[state.turn], state.acted, state.target)
    if decision == "hire":
        return say("question.hire", target=target, total=state.attack_total)
    return say("question.defend", target=target, total=state.attack_total, defence=conflict.base_defence(state))


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
    return {rule: CLAUSES[rule] for rule in rules}
