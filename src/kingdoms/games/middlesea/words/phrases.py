"""Short descriptions of the kinds of actions, and phrases that several kinds of sentences share."""

from __future__ import annotations

from typing import Final

from kingdoms.core.message import Message
from kingdoms.games.middlesea.engine import codes, conflict, pieces
from kingdoms.games.middlesea.engine.geometry import SEATS, SITES, TILES
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.texts import CATALOGUE, say

ABOUT_KINDS: Final = CATALOGUE.texts("kind")
"""Short descriptions of the kinds of actions."""

THEMES: Final = CATALOGUE.texts("theme")
"""Themes of puzzles, by code."""
THEME_OF: Final = {
    **dict.fromkeys(("attack", "hire", "defend", "suppress", "rebel"), "fight"),
    **dict.fromkeys(("king", "activate", "move", "pay"), "leaders"),
    **dict.fromkeys(("explore", "road", "port", "exchange"), "building"),
}
"""The theme of each kind of action."""


def value(state: State, site: int) -> int:
    """Return the value of the city at a site."""
    return (state.city[site] - 1) % 5 + 1


def place(state: State, site: int) -> str:
    """Return the Capital, city or empty site at a site, as messages name it: "N.C", "S3 N.FL", "N.FL"."""
    tile = state.city[site]
    return f"{TILES[tile]} {SITES[site]}" if tile else SITES[site]


def leader_place(state: State, site: int) -> str:
    """Return the place where a leader stands, as messages name it: "reserve", or as `place` does."""
    return "reserve" if site == codes.RESERVE else place(state, site)


def hired_help(state: State, number: int) -> Message:
    """Return the hired help in the current attack."""
    return say("about.zealots" if conflict.is_missionary(state) else "about.mercenaries", n=number)


def target(state: State, attacker: int, leader: int, site: int) -> Message:
    """Return the target of an attack (M-5, M-6, Z-3, Z-6)."""
    base = state.place[6 * attacker + leader]
    missionary = state.suits[codes.MOONS] >> base & 1
    city = place(state, site)
    if site % 6 == 0:
        return say("about.king", king=SEATS[site // 6]) if missionary else say("about.place", city=city)
    holder = pieces.holder(state, site)
    if missionary:
        guard = pieces.governor(state, holder, site) if holder >= 0 else -1
        return say("about.leader", leader=guard, city=city) if guard >= 0 else say("about.place", city=city)
    piers = state.piers[site]
    return say("about.port", n=piers, city=city) if piers else say("about.place", city=city)
