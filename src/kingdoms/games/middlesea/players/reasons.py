"""Reasons for actions, in one sentence each, from the changes of the quantities that the greedy bot values."""

from __future__ import annotations

from typing import Any, Final

from kingdoms.core.message import Message, Said
from kingdoms.games.middlesea.engine import codes, control, course, pieces, routes
from kingdoms.games.middlesea.engine.geometry import home
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.texts import say
from kingdoms.games.middlesea.words.advice import hazard
from kingdoms.games.middlesea.words.forecast import forecast

FIXED: Final = {kind: say(f"reason.{kind}") for kind in ("rebel", "rank", "concede", "suppress", "hold", "produce")}
"""The reasons for kinds of actions that have only one."""
INCOMES: Final = {"king": "income_king", "road": "income_route", "port": "income_route"}
"""Why kinds of actions raise the income, other than by a leader who makes a city pay."""


def reason(state: State, action: int) -> Said:
    """Return a reason for a legal action. It names the price of a risk that another action avoids; see `Game.hazard`.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> state.apply_action("first N")
        >>> state.apply_action("explore suns N.FM")
        >>> str(reason(state, state.game.string_to_action("road N.C N.FM")))
        'It brings one of the five home cities that you need to win.'
    """
    if state.current_player() < 0:
        return ""
    purpose = _purpose(state, action)
    if state.stage == codes.PAY or not (risk := hazard(state, action)):
        return purpose
    least = min(hazard(state, choice) for choice in state.legal_actions())
    return say("reason.risky", reason=purpose, n=risk - least) if risk > least else purpose


def _purpose(state: State, action: int) -> Message:
    """Return what speaks for an action."""
    kind = state.game.action_to_string(action).partition(" ")[0]
    if kind in FIXED:
        return FIXED[kind]
    outlook = forecast(state, action)
    if kind == "attack":
        return _attack_reason(outlook)
    if kind == "hire":
        wins = outlook["result"] == "wins"
        return say("reason.hire_wins", attack=outlook["attack"]) if wins else say("reason.hire_open")
    if kind == "defend":
        return say("reason.defend_holds" if outlook["result"] == "wins" else "reason.defend_falls")
    if kind == "pay":
        return say("reason.pay" if "gold" in outlook else "reason.pay_nothing")
    if kind == "end":
        return say("reason.end_build" if state.stage == codes.BUILDING else "reason.end_leader")
    return _change_reason(state, action, kind)


def _attack_reason(outlook: dict[str, Any]) -> Message:
    most = outlook["defence_most"]
    if outlook["result"] == "wins":
        return say("reason.attack_wins", attack=outlook["attack"], most=most)
    if outlook.get("attack_most", outlook["attack"]) > most:
        return say("reason.attack_can_win", most=most)
    return say("reason.attack_open", attack=outlook["attack"], defence=outlook["defence"])


def _change_reason(state: State, action: int, kind: str) -> Message:
    """Return the weightiest gain of an action, as a reason."""
    seat = course.seat_to_move(state)
    then = state.clone()
    course.act(then, action)
    gains: list[Message] = []
    if then.unrest[seat] < state.unrest[seat]:
        gains.append(say("reason.unrest"))
    if control.excess(then, seat) < control.excess(state, seat):
        gains.append(say("reason.control", n=control.control_value(then, seat)))
    cities = then.controlled_sites[seat].bit_count() - state.controlled_sites[seat].bit_count()
    at_home = (then.controlled_sites[seat] & home(seat)).bit_count() - (state.controlled_sites[seat] & home(seat)).bit_count()
    if cities > 0:
        gains.append(say("reason.cities_home" if at_home == cities else "reason.cities", n=cities))
    more = income(then, seat) - income(state, seat)
    if more > 0:
        gains.append(say(f"reason.{INCOMES.get(kind, 'income_leader')}", n=more))
    awake = then.active[seat].bit_count() - state.active[seat].bit_count()
    if awake > 0 and more <= 0:
        gains.append(say("reason.leader"))
    if kind == "port":
        gains.append(say("reason.port" if state.ports[seat] else "reason.sea"))
    if kind == "explore":
        gains.append(say("reason.city"))
    if kind == "exchange":
        pairs = min(then.goods[seat], then.gold[seat]) - min(state.goods[seat], state.gold[seat])
        gains.append(say("reason.pair" if pairs > 0 else "reason.even"))
    return say("reason.gains", gains=gains[:1]) if gains else say("reason.place")


def income(state: State, seat: int) -> int:
    """Return how many goods and how much gold, in all, a seat would produce now (P-1, P-2)."""
    total = 2 * state.king[seat]
    linked = routes.reach(state, seat, 6 * seat) & (state.suits[codes.SUNS] | state.suits[codes.CROWNS])
    for leader in range(6):
        place = state.place[6 * seat + leader]
        if place < codes.RESERVE and linked >> place & 1 and pieces.is_active(state, seat, leader):
            total += leader + pieces.value_at(state, place)
    return total
