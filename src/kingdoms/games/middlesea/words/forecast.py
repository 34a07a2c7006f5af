"""The costs and possible results of an action, as numbers for the seat to move."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from kingdoms.games.middlesea.engine import codes, conflict, control, course, pieces
from kingdoms.games.middlesea.engine.geometry import SITES, sites_in
from kingdoms.games.middlesea.engine.state import State


class Forecast(TypedDict, total=False):
    """The costs and possible results of a choice; fields that don't apply are left out.

    Attributes:
        goods: the immediate change of the mover's goods.
        gold: the immediate change of the mover's gold.
        unrest: the immediate change of the mover's unrest.
        attack: the attacker's total so far.
        attack_most: the attacker's highest possible total, with hired help.
        defence: the defender's total without help.
        defence_most: the defender's highest possible total, with all help.
        result: "wins" or "loses" for the mover if the result is certain, else "open".
        loses: cities that the mover loses.
        holds: the number of cities that a new king holds for free (C-1).
    """

    goods: int
    gold: int
    unrest: int
    attack: int
    attack_most: int
    defence: int
    defence_most: int
    result: Literal["wins", "loses", "open"]
    loses: list[str]
    holds: int


def forecast(state: State, action: int) -> dict[str, Any]:
    """Return the costs and possible results of a legal action: the fields of a `Forecast` that apply.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> state.apply_action("first N")
        >>> forecast(state, state.game.string_to_action("exchange gold"))
        {'goods': 1, 'gold': -2}
    """
    if state.current_player() < 0:
        return {}
    seat = course.seat_to_move(state)
    then = state.clone()
    course.act(then, action)
    fields: dict[str, Any] = {}
    for name, before, after in (
        ("goods", state.goods, then.goods),
        ("gold", state.gold, then.gold),
        ("unrest", state.unrest, then.unrest),
    ):
        if after[seat] != before[seat]:
            fields[name] = after[seat] - before[seat]
    if state.stage == codes.DEFEND:
        fields |= _defence(state, then, seat)
    elif then.stage in (codes.HIRE, codes.DEFEND) and state.phase == codes.LEADER:
        fields |= _attack(then)
    elif state.stage == codes.SUPPRESS:
        fields |= _suppression(state, action, seat) | _losses(state, then, seat)
    elif codes.NEW_KING <= action < codes.ACTIVATE:
        fields["holds"] = control.control_value(then, seat)
    return fields


def highest_defence(state: State) -> int:
    """Return the highest possible defence against the current attack."""
    if state.defender < 0:
        return conflict.base_defence(state)
    leader = conflict.leader_to_defend(state)
    return conflict.base_defence(state) + pieces.budget(state, state.defender) + max(0, leader)


def _attack(then: State) -> dict[str, Any]:
    """Return the totals of an attack that has just been declared, or just got hired help."""
    attack, defence, most = then.attack_total, conflict.base_defence(then), highest_defence(then)
    can_hire = pieces.budget(then, then.order[then.turn]) if then.stage == codes.HIRE else 0
    result = "wins" if attack > most else "loses" if attack + can_hire <= defence else "open"
    fields = {"attack": attack, "defence": defence, "defence_most": most, "result": result}
    return fields | ({"attack_most": attack + can_hire} if can_hire else {})


def _defence(state: State, then: State, seat: int) -> dict[str, Any]:
    """Return the result of an attack, given the defence that has just been declared."""
    fields: dict[str, Any] = {"attack": state.attack_total, "defence": then.defence_total}
    fields["result"] = "loses" if state.attack_total > then.defence_total else "wins"
    return fields | _losses(state, then, seat)


def _suppression(state: State, action: int, seat: int) -> dict[str, Any]:
    hired, chosen = 0, action - codes.PUT_DOWN
    if action >= codes.AMOUNTS:
        hired, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
        chosen = family - codes.PUT_DOWN_HIRING
    if chosen < 0:
        return {}
    site, leader = divmod(chosen, 6)
    base = state.place[6 * seat + leader]
    return {"attack": leader + pieces.value_at(state, base) + hired, "defence": pieces.value_at(state, site)}


def _losses(state: State, then: State, seat: int) -> dict[str, Any]:
    """Return the cities that a seat loses before the next decision."""
    while not then.is_asked and then.phase == state.phase and then.stage in (codes.RESULT, codes.SUPPRESS):
        course.step(then)
    lost = state.controlled_sites[seat] & ~then.controlled_sites[seat]
    return {"loses": [SITES[site] for site in sites_in(lost)]} if lost else {}
