"""A bounded numbering of the actions, seen from North, and what they correspond to for other seats.

Amounts are unbounded in the rules. There are numbers for amounts up to `sights.HIRE_MOST` of `hire` and `defend`, up to a
payment for each city of `pay`, and up to the 5 with which the weakest leader suppresses the strongest rebellion. A larger
`suppress` only wastes money. A larger attack or defence is lost, but a player would need more than 127 goods and as much gold.

Lists are made once for each game, so this module is not compiled.
"""

from __future__ import annotations

from typing import Final

from kingdoms.games.middlesea.engine import codes
from kingdoms.games.middlesea.engine.geometry import CITY_SITES, COAST, EDGES, sites_in
from kingdoms.games.middlesea.players import sights

CITIES: Final = sites_in(CITY_SITES)
PUT_DOWN: Final = [6 * site + leader for site in CITIES for leader in range(6)]
"""The offsets of `suppress SITE L`."""


def list_numbered(hiring: bool) -> list[int]:
    """Return the engine's actions in the order of their numbers, as seen from North.

    Args:
        hiring: whether `suppress` names an amount, under the ruling `suppress_hire`.
    """
    amounts = [codes.AMOUNTS + codes.WIDTH * amount for amount in range(sights.HIRE_MOST + 1)]
    actions = [codes.PUT_NEXT + seat for seat in range(4)]
    actions += [codes.CONCEDE, codes.END, codes.EXCHANGE_GOODS, codes.EXCHANGE_GOLD]
    actions += [family + leader for family in (codes.NEW_KING, codes.ACTIVATE) for leader in range(6)]
    actions += [family + site for family in (codes.REBEL_CITY, codes.PRODUCE_CITY, codes.HOLD_CITY) for site in CITIES]
    actions += [codes.EXPLORE + 25 * suit + place for suit in range(4) for place in (0, *[1 + site for site in CITIES[:5]])]
    actions += [codes.MOVE + 25 * leader + site for leader in range(6) for site in (*CITIES, 24)]
    actions += [codes.ATTACK + 24 * leader + site for leader in range(6) for site in range(24)]
    steps = sorted([(start, end) for edge in EDGES for start, end in (edge, edge[::-1]) if end])
    actions += [codes.ROAD + 24 * (6 * land + start) + 6 * land + end for land in range(4) for start, end in steps]
    actions += [(amounts[0] + codes.PUT_DOWN_HIRING if hiring else codes.PUT_DOWN) + place for place in PUT_DOWN]
    for hired in range(1, sights.SUPPRESS_MOST + 1):
        actions += [amounts[hired] + codes.PUT_DOWN_HIRING + place for place in PUT_DOWN]
    actions += [amount + codes.PAY_FOR for amount in amounts[: sights.PAY_MOST + 1]]
    actions += [amount + kind for kind in (codes.HIRED, codes.DEFENCE, codes.DEFENCE_WITH_LEADER) for amount in amounts]
    actions += [amount + codes.PIERS + site for amount in amounts[1 : sights.PIERS_MOST + 1] for site in sites_in(COAST)]
    return actions


def turn(action: int, seat: int) -> int:
    """Return what an action of North corresponds to for another seat: all sites and seats are turned with the board.

    Examples:
        >>> from kingdoms.games.middlesea.words.notation import action_to_string, string_to_action
        >>> action_to_string(turn(string_to_action("attack 2 W.FM"), 1))
        'attack 2 N.FM'
    """
    if action >= codes.AMOUNTS:
        family = (action - codes.AMOUNTS) % codes.WIDTH
        if codes.PIERS <= family < codes.PUT_DOWN_HIRING:
            return action - family + codes.PIERS + _rotate_site(family - codes.PIERS, seat)
        if family >= codes.PUT_DOWN_HIRING:
            return action - family + codes.PUT_DOWN_HIRING + _rotate_offset(family - codes.PUT_DOWN_HIRING, seat)
        return action
    if codes.PUT_NEXT <= action < codes.CONCEDE:
        return codes.PUT_NEXT + (action - codes.PUT_NEXT + seat) % 4
    for family, following in ((codes.REBEL_CITY, 48), (codes.PRODUCE_CITY, 72), (codes.HOLD_CITY, 96)):
        if family <= action < following:
            return family + _rotate_site(action - family, seat)
    if codes.EXPLORE <= action < codes.MOVE:
        suit, place = divmod(action - codes.EXPLORE, 25)
        return codes.EXPLORE + 25 * suit + (1 + _rotate_site(place - 1, seat) if place else 0)
    if codes.MOVE <= action < codes.ATTACK:
        leader, site = divmod(action - codes.MOVE, 25)
        return codes.MOVE + 25 * leader + (_rotate_site(site, seat) if site < 24 else 24)
    if codes.ATTACK <= action < codes.ROAD:
        leader, site = divmod(action - codes.ATTACK, 24)
        return codes.ATTACK + 24 * leader + _rotate_site(site, seat)
    if codes.ROAD <= action < codes.PUT_DOWN:
        start, end = divmod(action - codes.ROAD, 24)
        return codes.ROAD + 24 * _rotate_site(start, seat) + _rotate_site(end, seat)
    if action >= codes.PUT_DOWN:
        return codes.PUT_DOWN + _rotate_offset(action - codes.PUT_DOWN, seat)
    return action


def _rotate_site(site: int, seat: int) -> int:
    """Return the site that corresponds to a site of North's for another seat."""
    return (site + 6 * seat) % 24


def _rotate_offset(place: int, seat: int) -> int:
    """Return the same for the offset of `suppress SITE L`."""
    return 6 * _rotate_site(place // 6, seat) + place % 6
