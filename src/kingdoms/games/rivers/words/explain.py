"""The pending decision as a question, with the clauses that govern it."""

from __future__ import annotations

from typing import Final

from kingdoms.core.answers import Explanation
from kingdoms.core.message import Message
from kingdoms.games.rivers.engine import codes, conflict, treasures
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, SEATS
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.texts import say
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


def question(state: State) -> Message:
    """Return the pending decision and its seat, without hidden information.

    Examples:
        >>> import kingdoms
        >>> print(question(kingdoms.load_game("rivers").new_initial_state()))
        The starting seat is drawn at random.
    """
    decision = state.decision()
    if decision is None:
        return say("question.over")
    if decision == "first":
        return say("question.first")
    if decision == "draw":
        return say("question.draw")
    seat = state.game.seats[state.current_player()]
    return say("question.asked", seat=seat, question=_ask(state, decision, SEATS.index(seat)))


def _ask(state: State, decision: str, mover: int) -> Message:
    if decision == "action":
        return say("question.action", n=state.actions_left)
    if decision == "war":
        return say("question.war")
    if decision == "commit":
        return _ask_commit(state, mover)
    if decision == "raise":
        number = state.contents[state.placed] - codes.TEMPLE
        start, holes = state.raised[number], {"piece": COLOURS[number], "building": COLOURS[number]}
        return say("question.raise", **holes) if start < 0 else say("question.raise_moved", **holes, cell=CELLS[start])
    if decision == "build":
        kinds = {state.game.action_to_string(action).split(" ")[0] for action in state.legal_actions()}
        key = "question.build_both" if "build" in kinds else "question.build_wonder"
        piece = COLOURS[state.contents[state.placed] - codes.TEMPLE]
        return say(key if "wonder" in kinds else "question.build", piece=piece)
    if decision == "take":
        return say("question.take", n=treasures.next_treasures(state, treasures.hoard(state)).bit_count())
    return say("question.income")


def _ask_commit(state: State, mover: int) -> Message:
    """Return the question how many tiles a side of a conflict commits."""
    attacks = mover == state.attacker
    strength = conflict.strength(state, mover)
    against = conflict.strength(state, state.defender if attacks else state.attacker) + (0 if attacks else state.attack)
    if state.revolt:
        key = "question.attack_revolt" if attacks else "question.defend_revolt"
    else:
        key = "question.attack_war" if attacks else "question.defend_war"
    return say(key, own=strength, against=against, suit=COLOURS[conflict.commits(state)])


def explain(state: State) -> Explanation:
    """Return the pending decision as a question, with the clauses that govern it."""
    decision = state.decision()
    if decision is None:
        rules: tuple[str, ...] = ("J-1", *(("VA-1",) if state.game.rulings.get("short") else ()), "J-2")
    else:
        rules = RULES[decision]
    if decision == "commit":
        chapters = ("E" if state.revolt else "F", *(("EV",) if state.limits_commitments else ()))
        rules = tuple(rule for rule in rules if rule.split("-")[0] in chapters)
    if decision == "build" and not state.with_wonder:
        rules = tuple(rule for rule in rules if rule[0] == "H")
    return Explanation(question(state), {rule: CLAUSES[rule] for rule in rules})
