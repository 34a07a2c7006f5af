"""Why an action may be a good one, in a sentence: what it changes about the things that the greedy player goes by."""

from __future__ import annotations

from typing import Any, Final

from kingdoms.core.english import count, listing
from kingdoms.games.middlesea.engine import codes, control, course, pieces, routes
from kingdoms.games.middlesea.engine.geometry import home
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.words.forecast import forecast

PLAIN: Final = {
    "rebel": "It's the city you'll miss least.",
    "rank": "It has the least to do with its turn.",
    "concede": "Putting the rebellion down would cost more than the city is worth.",
    "suppress": "It saves the city, and only makes the leader inactive.",
    "hold": "An active leader is worth more than what the city would yield.",
    "produce": "What the city yields is worth more than an active leader.",
}
"""Reasons of decisions for which one sentence will do."""


def reason(state: State, action: int) -> str:
    """Return what speaks for a legal action.

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
    if kind in PLAIN:
        return PLAIN[kind]
    told = forecast(state, action)
    if kind == "attack":
        return _about_attack(told)
    if kind == "hire":
        return _about_hiring(told)
    if kind == "defend":
        return "That holds." if told["result"] == "wins" else "Nothing worth its price would hold."
    if kind == "pay":
        return "The cities are worth more than that." if "gold" in told else "The cities aren't worth the price."
    if kind == "end":
        nothing = "Nothing you could build is worth its price now."
        return nothing if state.stage == codes.BUILDING else "No leader has anything worth doing."
    return _about_change(state, action, kind)


def _about_attack(told: dict[str, Any]) -> str:
    """Return what speaks for an attack."""
    if told["result"] == "wins":
        return f"No defence can stop it: {told['attack']} against {told['defence_most']} at most."
    if told.get("attack_most", told["attack"]) > told["defence_most"]:
        return f"With enough hired, no defence can stop it: it can reach {told['defence_most']} at most."
    return f"It has {told['attack']} against {told['defence']}, if the defender does little."


def _about_hiring(told: dict[str, Any]) -> str:
    """Return what speaks for hiring so many."""
    if told["result"] == "wins":
        return f"{told['attack']} wins, whatever the defender does."
    return "Hiring more would only cost more: the defender can match it."


def _about_change(state: State, action: int, kind: str) -> str:
    """Return what an action changes in the kingdom of the seat that decides."""
    seat = course.seat_to_move(state)
    then = state.clone()
    course.act(then, action)
    gains: list[str] = []
    cities = then.held[seat].bit_count() - state.held[seat].bit_count()
    at_home = (then.held[seat] & home(seat)).bit_count() - (state.held[seat] & home(seat)).bit_count()
    if cities > 0:
        where = " at home" if at_home == cities else ""
        gains.append(f"brings {'a city' if cities == 1 else count(cities, 'city', 'cities')}{where}")
    if then.unrest[seat] < state.unrest[seat]:
        gains.append("calms unrest")
    more = income(then, seat) - income(state, seat)
    if more > 0:
        gains.append(f"raises your income by {more} a round")
    if then.king[seat] > state.king[seat]:
        gains.append(f"raises your control value to {control.control_value(then, seat)}")
    awake = then.active[seat].bit_count() - state.active[seat].bit_count()
    if awake > 0 and more <= 0:
        gains.append("makes a leader active")
    if kind == "port":
        gains.append("makes the port harder to take" if state.ports[seat] else "opens the sea to your leaders")
    if kind == "explore":
        gains.append("gives you a city to connect")
    if kind == "exchange":
        pairs = min(then.goods[seat], then.gold[seat]) - min(state.goods[seat], state.gold[seat])
        gains.append("gives you one more pair of goods and gold to spend" if pairs > 0 else "evens out what you have")
    return f"It {listing(gains)}." if gains else "It puts the leader where it's of more use."


def income(state: State, seat: int) -> int:
    """Return how much goods and gold a seat would get now (P-1, P-2)."""
    total = 2 * state.king[seat]
    linked = routes.reach(state, seat, 6 * seat) & (state.suits[codes.SUNS] | state.suits[codes.CROWNS])
    for leader in range(6):
        place = state.place[6 * seat + leader]
        if place < codes.RESERVE and linked >> place & 1 and pieces.is_active(state, seat, leader):
            total += leader + pieces.value_at(state, place)
    return total
