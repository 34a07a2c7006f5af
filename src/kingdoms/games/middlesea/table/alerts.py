"""Alerts: how the game may soon end, and through which seat, so that no threat goes unseen.

Alerts count what a seat could do this round if no other seat interfered; there is no search. Estimates, such as the costs of
building, are optimistic: an alert too many is better than a missing one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kingdoms.core.answers import Alert
from kingdoms.games.middlesea.engine import codes, conflict, control, pieces, production, routes, victory
from kingdoms.games.middlesea.engine.geometry import SEATS, home, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.texts import say

UNREST_SEEN = 3
"""The least unrest that raises an alert: it can end a kingdom within a round."""
LAST_ROUNDS = 2
"""How many rounds before the last one the round limit starts to raise alerts."""
CAPITAL_ALONE = 10
"""The defence of a Capital or king without help (M-18)."""


def alerts(state: State) -> tuple[Alert, ...]:
    """Return the alerts of a state; the ones about this round come first.

    Examples:
        >>> import kingdoms
        >>> position = {"game": "middlesea", "phase": "build", "seats": {"N": {"unrest": 4}, "S": {}}}
        >>> [alert.text for alert in alerts(kingdoms.load_game("middlesea").read_position(position))]
        ["North's unrest is 4: one more loss means civil war, and North is out."]
    """
    if state.phase in (codes.START, codes.OVER):
        return ()
    found: list[Alert] = []
    for seat in state.order[: state.seats]:
        trade = [*_trade(state, seat)]
        found += [*_conquest(state, seat), *trade, *_exposed(state, seat), *_unrest(state, seat, bool(trade))]
    found += _limit(state)
    return tuple(sorted(found, key=lambda alert: not alert.near))


# -- possibilities of a seat in this round ------------------------------------------------------------------------------


def _place(state: State, seat: int) -> int:
    """Return a seat's index in the order of dominance."""
    return state.order.index(seat)


def _first_leader(state: State, seat: int) -> int:
    """Return the lowest leader that may still act this round, or 6 if none may (F-2)."""
    if state.phase != codes.LEADER or _place(state, seat) > state.turn:
        return 0
    return state.acted + 1 if _place(state, seat) == state.turn else 6


def _builds(state: State, seat: int) -> bool:
    """Return whether a seat may still build this round."""
    return state.phase < codes.BUILD or (state.phase == codes.BUILD and _place(state, seat) >= state.turn)


def _money(state: State, seat: int) -> tuple[int, int]:
    """Return the goods and gold that a seat can spend on building this round."""
    goods, gold = state.goods[seat], state.gold[seat]
    if state.phase < codes.PRODUCTION or (state.phase == codes.PRODUCTION and _place(state, seat) >= state.turn):
        goods, gold = goods + state.king[seat], gold + state.king[seat]
        for site in sites_in(production.producing(state, seat)):
            amount = pieces.value_at(state, site) + max(0, pieces.leader_at(state, seat, site))
            if state.suits[codes.SUNS] >> site & 1:
                goods += amount
            else:
                gold += amount
    return goods, gold


def _can_pay(goods: int, gold: int, price: int) -> bool:
    """Return whether goods and gold, exchanged two for one, cover a price in both (BX-1)."""
    low, high = sorted((goods, gold))
    return low >= price or high - price >= 2 * (price - low)


@lru_cache(maxsize=1000)  # stacks seldom change, and alerts are computed after each action
def _fresh_prices(held: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the lowest prices of `number` new cities with their roads, or of fewer if the stacks run out."""
    stacks, prices = [stack for stack in held if stack], list[int]()
    while stacks and len(prices) < number:
        lowest = min(stacks, key=lambda stack: stack & 7)
        prices.append(1 + (lowest & 7))
        stacks.remove(lowest)
        if lowest >> 3:
            stacks.append(lowest >> 3)
    return tuple(prices)


def _home_prices(state: State, seat: int) -> list[int]:
    """Return the lowest prices of home cities that building can bring under control, the cheapest first.

    Building can't gain a city with another seat's leader, or a new city if the stacks are empty.
    """
    prices: list[int] = []
    empty, tiles = 0, state.city
    for site in sites_in(home(seat) & ~state.held[seat]):
        holder = pieces.holder(state, site) if tiles[site] else -1
        if tiles[site] and holder < 0:
            prices.append(pieces.value_at(state, site))
        elif holder < 0 or pieces.leader_at(state, holder, site) < 0:
            empty += 1
    return sorted([*prices, *_fresh_prices(tuple(state.stacks), empty)])


def _home_missing(state: State, seat: int) -> int:
    """Return how many home cities a seat would lack after building all that it can afford."""
    missing = sites_in(home(seat) & ~state.held[seat])
    if not missing or not _builds(state, seat):
        return len(missing)
    prices = _home_prices(state, seat)
    goods, gold = _money(state, seat)
    built = total = 0
    for price in prices:
        total += price
        if not _can_pay(goods, gold, total):
            break
        built += 1
    return len(missing) - built


def _attackers(state: State, seat: int, suits: int) -> list[tuple[int, int]]:
    """Return the leaders that may still attack this round from the cities in the mask `suits`, each with its site."""
    found: list[tuple[int, int]] = []
    first = _first_leader(state, seat)
    if first == 6:
        return found
    places = state.place
    for leader in range(first, 6):
        here = places[6 * seat + leader]
        if here < codes.RESERVE and suits >> here & 1 and pieces.is_active(state, seat, leader):
            found.append((leader, here))
    return found


# -- victories --------------------------------------------------------------------------------------------------------


def _trade(state: State, seat: int) -> Iterator[Alert]:
    """Yield an alert if a seat can win by trade (V-3)."""
    name = SEATS[seat]
    if victory.has_trade(state, seat) and _first_leader(state, seat) == 6:
        yield Alert("trade", name, True, True, say("alert.trade_certain", seat=name), {"certain": True})
    elif _can_trade(state, seat):
        cities, awake = (state.held[seat] & home(seat)).bit_count(), victory.awake(state, seat)
        said = say("alert.trade", seat=name, home=cities, awake=awake)
        if cities == 5 and awake == 6:
            said = say("alert.trade_all", seat=name)
        yield Alert("trade", name, True, True, said, {"certain": False, "home": cities, "awake": awake})


def _can_trade(state: State, seat: int) -> bool:
    """Return whether a seat can hold all home cities with all leaders active when the round ends.

    Leaders on the board can be activated; leaders in the reserve need a free city that is connected to the Capital (FM-1).
    Attacks can't help: the leader becomes inactive, and the build phase is over.
    """
    waiting = _waiting(state, seat)
    if waiting is None:
        return False
    more_abroad = state.rulings[codes.TRADE_ABROAD] and not state.held[seat] & ~home(seat)
    if more_abroad and not (_builds(state, seat) and _roads_abroad(state, seat)):
        return False
    missing = (home(seat) & ~state.held[seat]).bit_count()
    free = state.held[seat] & ~state.governed[seat]
    joined = (free & routes.reach(state, seat, 6 * seat)).bit_count()
    piers = max(0, state.game.rulings.get("trade_piers", 0) - victory.piers(state, seat))
    if not _builds(state, seat):
        return not missing and waiting <= joined and not piers
    prices = _home_prices(state, seat)
    # roads, at a price of at least 1 each, can connect cities already held, or add provincial ones
    more = max(0, waiting - joined - missing)
    if len(prices) < missing or more > free.bit_count() - joined + _roads_abroad(state, seat):
        return False
    return _can_pay(*_money(state, seat), sum(prices) + more + piers)


def _waiting(state: State, seat: int) -> int | None:
    """Return how many leaders still have to leave the reserve, or None if one that isn't active can no longer act."""
    first, waiting = _first_leader(state, seat), 0
    counts = not state.rulings[codes.TRADE_RESERVE]
    for leader, here in enumerate(state.place[6 * seat : 6 * seat + 6]):
        if here == codes.RESERVE and counts:
            if leader < first:
                return None
            waiting += 1
        elif here < codes.RESERVE and leader < first and not pieces.is_active(state, seat, leader):
            return None
    return waiting


def _conquest(state: State, seat: int) -> Iterator[Alert]:
    """Yield an alert if a seat can win by conquest (V-4)."""
    abroad = state.held[seat] & ~home(seat)
    if not abroad and not state.ports[seat] and not _builds(state, seat):
        return  # no way to reach other continents this round
    others = [other for other in range(4) if other != seat and state.playing >> other & 1]
    untouched = [other for other in others if not abroad & home(other)]
    least = 0 if state.rulings[codes.CONQUEST_EACH] else 3
    lacking = max(least - abroad.bit_count(), len(untouched))
    name = SEATS[seat]
    if victory.has_conquest(state, seat) and _first_leader(state, seat) == 6:
        yield Alert("conquest", name, True, True, say("alert.conquest_certain", seat=name), {"certain": True})
        return
    swords = len(_attackers(state, seat, state.suits[codes.ARMS]))
    roads = _roads_abroad(state, seat) if _builds(state, seat) else 0
    if _home_missing(state, seat) + max(0, lacking - roads) <= swords:
        said = say("alert.conquest", seat=name, n=lacking) if lacking else say("alert.conquest_all", seat=name)
        yield Alert("conquest", name, True, True, said, {"certain": False, "lacking": lacking})


def _roads_abroad(state: State, seat: int) -> int:
    """Return the number of uncontrolled cities on other continents on which a seat holds a city to build roads from."""
    found, held = 0, state.held[seat]
    for other in range(4) if held & ~home(seat) else ():
        if other != seat and state.playing >> other & 1 and held & home(other):
            tiles = state.city  # each access to an array of a compiled state copies it
            free = [site for site in sites_in(home(other)) if tiles[site] and pieces.holder(state, site) < 0]
            found += len(free)
    return found


# -- defeats ----------------------------------------------------------------------------------------------------------


def _exposed(state: State, seat: int) -> Iterator[Alert]:
    """Yield alerts if a seat's Capital or king can be attacked, now or once it loses its only city (M-6, Z-6)."""
    held = state.held[seat].bit_count()
    if held > 1 or (held and not any(_reaches(state, by, state.held[seat]) for by in _others(state, seat))):
        return
    king = state.king[seat] + pieces.budget(state, seat)
    for missionary, kind in ((False, "capital"), (True, "king")):
        base = CAPITAL_ALONE
        if missionary and state.rulings[codes.KING_ALONE]:
            base = 0
        most = base + king - (state.king[seat] if state.rulings[codes.KING_ABSENT] and not missionary else 0)
        able = [(total, other) for other in _others(state, seat) if (total := _strongest(state, other, missionary)) > base]
        if not able:
            continue
        total = max(total for total, _ in able)
        by = [SEATS[other] for _, other in able]
        said = say(f"alert.{kind}_held", seat=SEATS[seat], others=by)
        if not held:
            said = say(f"alert.{kind}", seat=SEATS[seat], others=by, attack=total, defence=base, most=most)
        details = {"attack": total, "defence": base, "defence_most": most, "by": by}
        yield Alert(kind, SEATS[seat], False, not held, said, details)


def _reaches(state: State, seat: int, sites: int) -> bool:
    """Return whether a leader of a seat is ready to attack one of the cities in a mask."""
    ready = _attackers(state, seat, state.suits[codes.ARMS] | state.suits[codes.MOONS])
    return any(conflict.targets(state, seat, here) & sites for _, here in ready)


def _others(state: State, seat: int) -> list[int]:
    """Return the other seats, in order of dominance."""
    return [other for other in state.order[: state.seats] if other != seat]


def _strongest(state: State, seat: int, missionary: bool) -> int:
    """Return the highest attack total of a seat's ready leaders, or 0 if none can attack."""
    suits = state.suits[codes.MOONS if missionary else codes.ARMS]
    totals = [leader + pieces.value_at(state, here) for leader, here in _attackers(state, seat, suits)]
    if not totals or not (conflict.has_port_to_attack(state, seat, missionary) or _builds(state, seat)):
        return 0
    return max(totals) + min(_money(state, seat))


def _unrest(state: State, seat: int, trades: bool) -> Iterator[Alert]:
    """Yield alerts if a kingdom is close to civil war (U-4) or can't hold all its cities (C-2).

    Args:
        trades: whether it may win by trade first, in this round (V-3).
    """
    unrest, name = state.unrest[seat], SEATS[seat]
    if unrest > UNREST_SEEN:
        yield Alert("unrest", name, False, True, say("alert.unrest_near", seat=name, n=unrest), {"unrest": unrest})
    elif unrest == UNREST_SEEN:
        yield Alert("unrest", name, False, False, say("alert.unrest", seat=name, n=unrest), {"unrest": unrest})
    if state.phase not in (codes.BUILD, codes.LEADER):
        return
    lost = control.excess(state, seat) - pieces.budget(state, seat)
    if lost > 0:
        said = say(
            "alert.unpaid_without_win" if trades else "alert.unpaid", seat=name, n=min(lost, state.held[seat].bit_count())
        )
        yield Alert("unrest", name, False, False, said, {"unrest": unrest, "rebels": lost})


def _limit(state: State) -> Iterator[Alert]:
    """Yield an alert if the last round is near (V-5, AMB-121)."""
    left = state.round_limit - state.round_number if state.round_limit else None
    if not state.time_up and (left is None or left > LAST_ROUNDS):
        return
    ahead, score = _score_lead(state)
    told = {"n": len(ahead), "seat": ahead[0], "ahead": ahead, "score": score}
    details = {"ahead": ahead, "score": score}
    if state.time_up or not left or left < 0:
        kind = "time" if state.time_up else "rounds"
        yield Alert(kind, None, False, True, say("alert.last_round", **told), {"left": 0} | details)
    else:
        yield Alert("rounds", None, False, False, say("alert.rounds", rounds=left, **told), {"left": left} | details)


def _score_lead(state: State) -> tuple[list[str], int]:
    """Return the seats that lead by score, and their score."""
    scores = {seat: victory.score(state, seat) for seat in state.order[: state.seats]}
    best = max(scores.values())
    return [SEATS[seat] for seat, score in scores.items() if score == best], best
