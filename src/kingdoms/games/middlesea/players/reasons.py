"""Reasons for actions, in one sentence each, from what an action changes in the quantities that the greedy bot values."""

from __future__ import annotations

from typing import Any, Final

from kingdoms.core.bot import Reason
from kingdoms.games.middlesea.engine import codes, control, course, pieces, routes
from kingdoms.games.middlesea.engine.geometry import home
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.players.sentences import say, say_gains
from kingdoms.games.middlesea.words.forecast import forecast

FIXED_KINDS: Final = frozenset({"rebel", "rank", "concede", "suppress", "hold", "produce"})
"""Kinds of actions with one fixed sentence, whose code is the kind."""


def reason(state: State, action: int) -> str:
    """Return a reason for a legal action.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> state.apply_action("first N")
        >>> state.apply_action("explore suns N.FM")
        >>> reason(state, state.game.string_to_action("road N.C N.FM"))
        'It brings a city at home.'
    """
    if state.current_player() < 0:
        return ""
    kind = state.game.action_to_string(action).partition(" ")[0]
    if kind in FIXED_KINDS:
        return say(kind)
    outlook = forecast(state, action)
    if kind == "attack":
        return _attack_reason(outlook)
    if kind == "hire":
        return say("hire_wins", attack=outlook["attack"]) if outlook["result"] == "wins" else say("hire_open")
    if kind == "defend":
        return say("defend_holds" if outlook["result"] == "wins" else "defend_falls")
    if kind == "pay":
        return say("pay" if "gold" in outlook else "pay_nothing")
    if kind == "end":
        return say("end_build" if state.stage == codes.BUILDING else "end_leader")
    return _change_reason(state, action, kind)


def _attack_reason(outlook: dict[str, Any]) -> Reason:
    """Return a reason for an attack, from its forecast."""
    most = outlook["defence_most"]
    if outlook["result"] == "wins":
        return say("attack_wins", attack=outlook["attack"], most=most)
    if outlook.get("attack_most", outlook["attack"]) > most:
        return say("attack_can_win", most=most)
    return say("attack_open", attack=outlook["attack"], defence=outlook["defence"])


def _change_reason(state: State, action: int, kind: str) -> Reason:
    """Return a reason for an action, from what it changes in the kingdom of the seat to move."""
    seat = course.seat_to_move(state)
    then = state.clone()
    course.act(then, action)
    gains: list[dict[str, Any]] = []
    cities = then.held[seat].bit_count() - state.held[seat].bit_count()
    at_home = (then.held[seat] & home(seat)).bit_count() - (state.held[seat] & home(seat)).bit_count()
    if cities > 0:
        gains.append({"code": "cities_home" if at_home == cities else "cities", "n": cities})
    if then.unrest[seat] < state.unrest[seat]:
        gains.append({"code": "unrest"})
    more = income(then, seat) - income(state, seat)
    if more > 0:
        gains.append({"code": "income", "n": more})
    if then.king[seat] > state.king[seat]:
        gains.append({"code": "control", "n": control.control_value(then, seat)})
    awake = then.active[seat].bit_count() - state.active[seat].bit_count()
    if awake > 0 and more <= 0:
        gains.append({"code": "leader"})
    if kind == "port":
        gains.append({"code": "port" if state.ports[seat] else "sea"})
    if kind == "explore":
        gains.append({"code": "city"})
    if kind == "exchange":
        pairs = min(then.goods[seat], then.gold[seat]) - min(state.goods[seat], state.gold[seat])
        gains.append({"code": "pair" if pairs > 0 else "even"})
    return say_gains(gains) if gains else say("place")


def income(state: State, seat: int) -> int:
    """Return how many goods and how much gold, in all, a seat would produce now (P-1, P-2)."""
    total = 2 * state.king[seat]
    linked = routes.reach(state, seat, 6 * seat) & (state.suits[codes.SUNS] | state.suits[codes.CROWNS])
    for leader in range(6):
        place = state.place[6 * seat + leader]
        if place < codes.RESERVE and linked >> place & 1 and pieces.is_active(state, seat, leader):
            total += leader + pieces.value_at(state, place)
    return total
