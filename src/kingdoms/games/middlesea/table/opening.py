"""Positions of the opening up to what is equal, for the explorer.

Seats differ only in the order of dominance, so they are numbered by it. A continent and its mirror image, back and front left
for right, are the same, each continent by itself: all coasts are adjacent by sea (M-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from kingdoms.core.opening import ROUNDS, Opening
from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import EDGES
from kingdoms.games.middlesea.engine.state import State

PLAIN: Final = (0, 1, 2, 3, 4, 5)
MIRROR: Final = (0, 5, 4, 3, 2, 1)
"""Place -> its mirror image; both are their own inverse."""
LATE_LIMIT: Final = 20
"""A limit on rounds from this one on makes no difference to an opening."""
IN_ORDER_OF_SITES: Final = (codes.REBEL, codes.SUPPRESS, codes.PRODUCE)
"""The decisions that are asked from site to site: their mirror images would come in another order."""


def _mirrored_edges() -> tuple[int, ...]:
    """Return edge -> its mirror image, by their numbers in `EDGES`."""
    return tuple(EDGES.index((min(MIRROR[a], MIRROR[b]), max(MIRROR[a], MIRROR[b]))) for a, b in EDGES)


MIRRORED_EDGES: Final = _mirrored_edges()


def opening(state: State) -> Opening | None:
    """Return the position up to what is equal, in the first two rounds; None later, and where no seat decides."""
    if state.round_number > ROUNDS or state.stage in (codes.FIRST, codes.FINISHED):
        return None
    order = list(state.order[: state.seats])
    order += [seat for seat in range(4) if seat not in order]
    turns = []  # by rank: which of PLAIN and MIRROR lead to the key
    parts: list[object] = [_common(state, order)]
    for continent in order:
        plain, mirror = (_continent(state, order, continent, places) for places in (PLAIN, MIRROR))
        if state.stage in IN_ORDER_OF_SITES:
            mirror = plain
        parts.append(min(plain, mirror))
        asked = (PLAIN,) if state.stage in IN_ORDER_OF_SITES else (PLAIN, MIRROR)
        turns.append([places for places, part in zip(asked, (plain, mirror), strict=False) if part == parts[-1]])
    ranks = [order.index(seat) for seat in range(4)]
    renamings = [_sites(ranks, [turn[rank] for rank in ranks]) for turn in product(*turns)]
    return Opening(repr(parts).encode(), lambda action: min(_renamed(action, ranks, sites) for sites in renamings))


def _common(state: State, order: Sequence[int]) -> tuple[object, ...]:
    """Return what lies on no continent, with the seats in an order."""
    goods, gold, unrest, king, active, place = state.goods, state.gold, state.unrest, state.king, state.active, state.place
    seats = [
        (goods[seat], gold[seat], unrest[seat], king[seat], active[seat])
        + tuple(max(site, codes.RESERVE - 1) for site in place[6 * seat : 6 * seat + 6])
        for seat in order
    ]
    attacks = [state.attacks >> 8 * by + 4 * missionary + on & 1 for by in order for missionary in (0, 1) for on in order]
    ranking = [order.index(seat) for seat in state.ranking[: state.ranked]]
    named = [-1 if seat < 0 else order.index(seat) for seat in (state.defender, state.rebel_seat)]
    limit = state.round_limit if state.round_limit < LATE_LIMIT else 0
    cursor = state.cursor - 6 * order[state.turn] if state.cursor else 0
    game = (state.seats, state.round_number, state.stage, state.phase, state.turn, limit, state.time_up, *state.rulings)
    pending = (state.acted, state.king_changed, state.attack_total, state.defence_total, state.leader_defends)
    numbers = [int(number) for number in (*game, *pending, state.to_choose, cursor)]  # a position that was read has bools
    return numbers, ranking, named, attacks, seats, list(state.stacks)


def _continent(state: State, order: Sequence[int], continent: int, places: Sequence[int]) -> tuple[object, ...]:
    """Return what lies on a continent, with the seats in an order, and each place in the role of its image."""
    city, piers, place, ports = state.city, state.piers, state.place, state.ports
    sites = [6 * continent + image for image in places]
    masks = [state.revolted, state.rebelling, *(ports[seat] for seat in order)]
    leaders = [sites.index(site) if site in sites else -1 for seat in order for site in place[6 * seat : 6 * seat + 6]]
    edges = range(len(EDGES)) if places is PLAIN else MIRRORED_EDGES
    roads = [[state.roads[4 * seat + continent] >> edge & 1 for edge in edges] for seat in order]
    target = sites.index(state.target) if state.target in sites else -1
    bits = [[mask >> site & 1 for site in sites] for mask in masks]
    return [city[site] for site in sites], [piers[site] for site in sites], leaders, roads, bits, target


def _sites(ranks: Sequence[int], turns: Sequence[Sequence[int]]) -> list[int]:
    """Return site -> its number when continents are numbered by rank and turned."""
    return [6 * ranks[seat] + turns[seat][place] for seat in range(4) for place in range(6)]


def _renamed(action: int, ranks: Sequence[int], sites: Sequence[int]) -> int:
    """Return the number of an action after seats and sites have got other numbers."""
    if action < codes.CONCEDE:
        return action // 4 * 4 + ranks[action % 4]
    if action < codes.REBEL_CITY:
        return action
    if action < codes.EXPLORE:
        first = action - (action - codes.REBEL_CITY) % 24
        return first + sites[action - first]
    if action < codes.MOVE:
        suit, place = divmod(action - codes.EXPLORE, 25)
        return codes.EXPLORE + 25 * suit + (1 + sites[place - 1] if place else 0)
    if action < codes.ATTACK:
        leader, place = divmod(action - codes.MOVE, 25)
        return codes.MOVE + 25 * leader + (sites[place] if place < 24 else place)
    if action < codes.ROAD:
        leader, site = divmod(action - codes.ATTACK, 24)
        return codes.ATTACK + 24 * leader + sites[site]
    if action < codes.PUT_DOWN:
        start, end = divmod(action - codes.ROAD, 24)
        return codes.ROAD + 24 * sites[start] + sites[end]
    if action < codes.AMOUNTS:
        site, leader = divmod(action - codes.PUT_DOWN, 6)
        return codes.PUT_DOWN + 6 * sites[site] + leader
    amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
    block = codes.AMOUNTS + codes.WIDTH * amount
    if family < codes.PIERS:
        return action
    if family < codes.PUT_DOWN_HIRING:
        return block + codes.PIERS + sites[family - codes.PIERS]
    site, leader = divmod(family - codes.PUT_DOWN_HIRING, 6)
    return block + codes.PUT_DOWN_HIRING + 6 * sites[site] + leader
