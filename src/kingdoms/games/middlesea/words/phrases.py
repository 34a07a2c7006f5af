"""Phrases for seats, cities, amounts and actions."""

from __future__ import annotations

from typing import Final

from kingdoms.english import count, listing
from kingdoms.games.middlesea.engine import codes, conflict, leaders, pieces
from kingdoms.games.middlesea.engine.geometry import SEAT_NAMES, SEATS, SITE_NUMBER, SITES, SUITS, city_name
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.words.notation import action_to_string

ABOUT_KINDS: Final = {
    "explore": "take the top tile of a stack (1 goods and 1 gold)",
    "road": "build a road to a city; the price is the city's value",
    "port": "build piers in front of a coastal city",
    "exchange": "trade two of one for one of the other",
    "king": "change the king",
    "activate": "turn a leader value side up",
    "move": "move a leader along your roads and between your ports",
    "attack": "attack from a garrison or temple",
    "suppress": "put a rebellion down",
    "rebel": "choose which city rebels",
    "pay": "pay for extra cities",
    "hire": "hire help for the attack",
    "defend": "declare the defence",
}
"""Short descriptions of the kinds of actions."""

THEMES: Final = {"fight": "Attack and defence", "leaders": "Leaders", "building": "Building"}
"""Themes of puzzles, by code."""
THEME_OF: Final = {
    **dict.fromkeys(("attack", "hire", "defend", "suppress", "rebel"), "fight"),
    **dict.fromkeys(("king", "activate", "move", "pay"), "leaders"),
    **dict.fromkeys(("explore", "road", "port", "exchange"), "building"),
}
"""The theme of each kind of action."""


def seat(number: int) -> str:
    """Return a seat's name."""
    return SEAT_NAMES[SEATS[number]]


def goods_and_gold(goods: int, gold: int) -> str:
    """Return an amount of money.

    Examples:
        >>> goods_and_gold(2, 2), goods_and_gold(0, 7), goods_and_gold(0, 0)
        ('2 goods and 2 gold', '7 gold', 'nothing')
    """
    parts = [f"{amount} {name}" for amount, name in ((goods, "goods"), (gold, "gold")) if amount]
    return " and ".join(parts) if parts else "nothing"


def value(state: State, site: int) -> int:
    """Return the value of the city at a site."""
    return (state.city[site] - 1) % 5 + 1


def city(state: State, site: int) -> str:
    """Return a name for the city or Capital at a site, as in "the 3-market at N.FL"."""
    if site % 6 == 0:
        return f"{seat(site // 6)}'s Capital"
    number = state.city[site]
    return f"the {city_name(number)} at {SITES[site]}" if number else SITES[site]


def hired_help(state: State, number: int) -> str:
    """Return the hired help in the current attack."""
    zealots = conflict.is_missionary(state)
    return count(number, "zealot" if zealots else "mercenary", None if zealots else "mercenaries")


def target(state: State, attacker: int, leader: int, site: int) -> str:
    """Return the target of an attack in words (M-5, M-6, Z-3, Z-6)."""
    base = state.place[6 * attacker + leader]
    missionary = state.suits[codes.MOONS] >> base & 1
    if site % 6 == 0:
        return f"{seat(site // 6)}'s king" if missionary else f"{seat(site // 6)}'s Capital"
    holder = pieces.holder(state, site)
    if missionary:
        guard = pieces.governor(state, holder, site) if holder >= 0 else -1
        return f"the {guard}-leader in {city(state, site)}" if guard >= 0 else city(state, site)
    piers = state.piers[site]
    return f"the port ({count(piers, 'pier')}) of {city(state, site)}" if piers else city(state, site)


def describe(state: State, action: int) -> str:
    """Return a legal action in words, with its cost or effect."""
    kind, *rest = action_to_string(action).split(" ")
    mover = SEATS.index(state.game.seats[state.current_player()]) if state.current_player() >= 0 else -1
    if action >= codes.AMOUNTS:
        amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
        return _describe_amount(state, mover, kind, amount, family)
    sites = [SITE_NUMBER[word] for word in rest if word in SITE_NUMBER]
    if kind == "first":
        return f"{SEAT_NAMES[rest[0]]} rolls highest"
    if kind == "rank":
        return f"put {SEAT_NAMES[rest[0]]} next in dominance"
    if kind == "rebel":
        return f"let {city(state, sites[0])} rebel{_leader_note(state, mover, sites[0])}"
    if kind == "suppress":
        return _describe_suppression(state, mover, sites[0], int(rest[1]), 0)
    if kind == "concede":
        lost = [city(state, site) for site in range(24) if state.rebelling >> site & 1]
        return f"let {listing(lost)} go; unrest rises"
    if kind in ("produce", "hold"):
        leader = pieces.leader_at(state, mover, sites[0])
        what = "goods" if state.suits[codes.SUNS] >> sites[0] & 1 else "gold"
        gain = f"{value(state, sites[0]) + leader} {what}; its {leader}-leader becomes inactive"
        return f"let {city(state, sites[0])} produce {gain}" if kind == "produce" else f"keep the {leader}-leader active"
    if kind == "explore":
        return _describe_exploration(state, SUITS.index(rest[0]), sites[0] if sites else -1)
    if kind == "road":
        price = value(state, sites[1])
        gain = "" if state.held[mover] >> sites[1] & 1 else "; the kingdom grows"
        return f"road from {city(state, sites[0])} to {city(state, sites[1])} for {goods_and_gold(price, price)}{gain}"
    if kind == "exchange":
        return "give 2 goods for 1 gold" if rest[0] == "goods" else "give 2 gold for 1 goods"
    if kind == "king":
        price = leaders.king_price(state, mover, int(rest[0]))
        return f"make the {rest[0]}-leader king in place of the {state.king[mover]} for {goods_and_gold(price, price)}"
    if kind == "activate":
        return f"turn the {rest[0]}-leader in {city(state, state.place[6 * mover + int(rest[0])])} value side up"
    if kind == "move":
        here = state.place[6 * mover + int(rest[0])]
        origin = "the reserve" if here == codes.RESERVE else city(state, here)
        return f"move the {rest[0]}-leader from {origin} to {city(state, sites[0]) if sites else 'the reserve'}"
    if kind == "attack":
        return _describe_attack(state, mover, int(rest[0]), sites[0])
    return {"build": "finish building", "leader": "finish the leader phase"}[str(state.decision())]


def _leader_note(state: State, seat_number: int, site: int) -> str:
    """Return a note on a seat's leader at a site, or an empty text if there is none."""
    leader = pieces.leader_at(state, seat_number, site)
    return f" (with the {leader}-leader)" if leader >= 0 else ""


def _describe_amount(state: State, mover: int, kind: str, amount: int, family: int) -> str:
    """Return an action with an amount in words."""
    if kind == "pay":
        held = f" to hold {count(amount, 'city', 'cities')} more" if amount else ""
        return f"pay {goods_and_gold(amount, amount)}{held}"
    if kind == "hire":
        return f"hire {hired_help(state, amount) if amount else 'nobody'}: attack with {state.attack_total + amount}"
    if kind == "defend":
        total = conflict.base_defence(state) + amount
        helped = f"hire {hired_help(state, amount)}" if amount else "hire nobody"
        if family == codes.DEFENCE_WITH_LEADER:
            leader = conflict.leader_to_defend(state)
            total += leader
            helped += f", with the {leader}-leader"
        return f"{helped}: defend with {total} against {state.attack_total}"
    if kind == "port":
        site = family - codes.PIERS
        return f"{count(amount, 'pier')} at {city(state, site)} for {goods_and_gold(amount, amount)}"
    site, leader = divmod(family - codes.PUT_DOWN_HIRING, 6)
    return _describe_suppression(state, mover, site, leader, amount)


def _describe_suppression(state: State, mover: int, site: int, leader: int, hired: int) -> str:
    """Return a suppression in words."""
    base = state.place[6 * mover + leader]
    total = leader + value(state, base) + hired
    helped = f" and {hired} hired" if hired else ""
    totals = f"{total} against {value(state, site)}"
    return f"the {leader}-leader in {city(state, base)}{helped} puts down the rebellion of {city(state, site)}: {totals}"


def _describe_exploration(state: State, suit: int, site: int) -> str:
    """Return an exploration in words."""
    top = city_name(5 * suit + (state.stacks[suit] & 7))
    if site < 0:
        return f"put the {top} under its stack for 1 goods and 1 gold"
    replaced = state.city[site]
    place = f"in place of the {city_name(replaced)} at {SITES[site]}" if replaced else f"at {SITES[site]}"
    return f"lay the {top} {place} for 1 goods and 1 gold"


def _describe_attack(state: State, mover: int, leader: int, site: int) -> str:
    """Return an attack in words."""
    base = state.place[6 * mover + leader]
    holder = pieces.holder(state, site) if site % 6 else -1
    whose = f" ({seat(holder)})" if holder >= 0 else ""
    total = leader + value(state, base)
    return f"the {leader}-leader in {city(state, base)} attacks {target(state, mover, leader, site)}{whose}: {total}"
