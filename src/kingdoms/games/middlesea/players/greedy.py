"""The greedy player of Kingdoms of the Middle Sea: a sound one-step player for every kind of decision.

It plays each action on a copy, values what it has then, and takes the best. Questions that hang together (what to pay, which
cities rebel, who puts them down; attack, hire, defence) are followed to their end, its own later answers chosen the same way.
An attack counts only when no defence can stop it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kingdoms.core.rng import Random
from kingdoms.core.view import View
from kingdoms.games.middlesea.engine import codes, conflict, control, course, leaders, pieces, routes
from kingdoms.games.middlesea.engine.geometry import home
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.players.reasons import reason
from kingdoms.games.middlesea.words.forecast import most_defence

# What things are worth, in units of one goods or one gold.
CITY: Final = 6.0
"""A controlled city, wherever it lies."""
HOME_CITY: Final = 3.0
"""A home city besides: all ways to win need the five of them."""
CITY_VALUE: Final = 0.7
"""Each point of value of a controlled city, each pier."""
PROSPECT: Final = 4.5
"""A city at home that nobody controls yet, less what the road to it costs."""
WAITING: Final = (1.0, 0.6, 0.4, 0.3, 0.3)
"""What part of that a first, a second, ... such city has."""
INCOME: Final = 2.8
"""One goods or gold a round."""
UNREST: Final = 5.0
"""Each point of unrest; more the closer civil war is."""
UNPAID: Final = 4.0
"""Each city that control value does not cover, to be paid for every round."""
PAIR: Final = 1.5
"""One goods together with one gold, the price of nearly everything; what is left over is worth its own SINGLE."""
SINGLE: Final = 0.45
IDLE: Final = 0.01
"""... and what cannot be used soon, this."""
PLACED: Final = 3.0
"""A leader in a city of the board."""
AWAKE: Final = 1.5
"""... value side up, besides."""
WINS_TRADE: Final = 60.0
"""All five home cities and all leaders active: the trade victory if it lasts to the end of the phase."""
RIVAL: Final = 0.35
"""How much of a rival's gain counts as own loss."""
OVER: Final = 1000.0
"""Winning or losing the game."""
LEAST_GAIN: Final = 0.05


class Greedy:
    """Takes the action after which it likes its kingdom best.

    Args:
        seed: where the states come from that it thinks about.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Return the action that it likes best."""
        if len(legal) == 1:
            return legal[0]
        state = view.sample(self.rng)
        assert isinstance(state, State)
        return choose(state, legal)

    def reason(self, view: View, action: int) -> str:
        """Return what speaks for an action."""
        state = view.sample(self.rng)
        assert isinstance(state, State)
        return reason(state, action)


def choose(state: State, legal: Sequence[int]) -> int:
    """Return the best of the legal actions for the seat that decides in `state`."""
    stage = state.stage
    if stage == codes.BUILDING:
        return best_build(state, legal)
    if stage == codes.LEADING:
        return best_leader_action(state, legal)
    if stage == codes.HIRE:
        return codes.AMOUNTS + codes.WIDTH * min(sure_hire(state), len(legal) - 1) + codes.HIRED
    if stage == codes.RANK:
        return min(legal, key=lambda action: value_of(state, action - codes.PUT_NEXT))
    seat = course.seat_to_move(state)
    if stage == codes.DEFEND:
        legal = worth_defending(state, legal)
    elif stage == codes.SUPPRESS:
        legal = cheapest_suppressions(legal)
    return max(legal, key=lambda action: followed(state, action, seat))


# -- what a kingdom is worth --------------------------------------------------------------------------------------------


def value_of(state: State, seat: int) -> float:
    """Return how much a seat should like its own kingdom as it stands."""
    held, unrest, king = state.held[seat], state.unrest[seat], state.king[seat]
    goods, gold = state.goods[seat], state.gold[seat]
    at_home = home(seat)
    cities = held.bit_count()
    mine_at_home = (held & at_home).bit_count()
    piers = state.piers
    value = CITY * cities + HOME_CITY * mine_at_home + CITY_VALUE * pieces.worth(state, held)
    ports = state.ports[seat]
    if ports:
        value += CITY_VALUE * sum(piers[site] for site in range(24) if ports >> site & 1) + (2.0 if ports & at_home else 0.5)
    value += prospects(state, seat)
    value -= UNREST * unrest + 1.5 * max(0, unrest - 2) ** 2
    value -= UNPAID * max(0, cities - max(0, king - unrest))
    value += money_value(goods, gold)
    value += leader_value(state, seat, mine_at_home)
    temples = held & state.suits[codes.MOONS]
    return value + 0.4 * (pieces.worth(state, temples) + king)


def money_value(goods: int, gold: int) -> float:
    """Return what money is worth: each further pair less, and next to nothing beyond what a round or two can use."""
    pairs, over = min(goods, gold), abs(goods - gold)
    spent, kept = min(pairs, 20), min(over, 12)
    return (2 * PAIR - 0.06 * spent) * spent + SINGLE * kept + IDLE * (pairs - spent + over - kept)


def prospects(state: State, seat: int) -> float:
    """Return what uncontrolled cities on the own continent promise: the cheapest to reach most, each further one less."""
    free = home(seat) & state.upto[5] & ~routes.held_by_any(state)
    prices = sorted((state.city[site] - 1) % 5 + 1 for site in range(6 * seat, 6 * seat + 6) if free >> site & 1)
    return sum(WAITING[i] * max(0.5, PROSPECT - 0.8 * price) for i, price in enumerate(prices))


def leader_value(state: State, seat: int, mine_at_home: int) -> float:
    """Return what the king and the leaders are worth: income, readiness, and how near the trade victory is."""
    places, active = state.place[6 * seat : 6 * seat + 6], state.active[seat]
    linked = routes.reach(state, seat, 6 * seat)
    yields = linked & (state.suits[codes.SUNS] | state.suits[codes.CROWNS])
    fights = state.suits[codes.ARMS] | state.suits[codes.MOONS]
    value = INCOME * 2 * state.king[seat]
    placed = awake = 0
    for leader, place in enumerate(places):
        if place < codes.RESERVE:
            placed += 1
            awake += active >> leader & 1
            if yields >> place & 1:
                value += INCOME * (leader + (state.city[place] - 1) % 5 + 1)
            elif fights >> place & 1:
                value += 0.5 * (leader + (state.city[place] - 1) % 5 + 1)
    value += PLACED * placed + AWAKE * awake
    if mine_at_home == 5:
        value += 4.0 * placed
        if awake == 5:
            value += WINS_TRADE
    return value


def standing(state: State, seat: int) -> float:
    """Return the value of a seat's kingdom, less what the rivals' are worth to it, and the end of the game."""
    if state.phase == codes.OVER:
        return OVER if state.winners >> seat & 1 else -OVER
    rivals = [other for other in range(4) if other != seat and state.playing >> other & 1]
    return value_of(state, seat) - RIVAL * sum(value_of(state, other) for other in rivals)


# -- decisions ----------------------------------------------------------------------------------------------------------


def after(state: State, action: int) -> State:
    """Return a copy of the state with the action applied, nothing else done yet."""
    copy = state.clone()
    course.act(copy, action)
    return copy


def best_build(state: State, legal: Sequence[int]) -> int:
    """Return the building that is worth more than it costs, or the end of building."""
    seat = state.order[state.turn]
    now = value_of(state, seat) + king_to_come(state, seat)
    best, chosen = LEAST_GAIN, codes.END
    for action in legal:
        if action != codes.END:
            then = after(state, action)
            gain = value_of(then, seat) + king_to_come(then, seat) - now
            if codes.EXPLORE <= action < codes.ROAD:
                gain += explorer_bonus(state, seat, action)
            if gain > best:
                best, chosen = gain, action
    return chosen


def king_to_come(state: State, seat: int) -> float:
    """Return what a stronger king would add in the leader phase, if the money for it is kept."""
    best = 0.0
    for leader in range(state.king[seat] + 1, 6):
        price = leaders.king_price(state, seat, leader)
        if state.place[6 * seat + leader] == codes.RESERVE and price <= pieces.budget(state, seat):
            goods, gold = state.goods[seat], state.gold[seat]
            cost = money_value(goods, gold) - money_value(goods - price, gold - price)
            unpaid = max(0, state.held[seat].bit_count() - control.control_value(state, seat))
            best = max(best, 2 * INCOME * price + UNPAID * min(price, unpaid) - cost)
    return best


def explorer_bonus(state: State, seat: int, action: int) -> float:
    """Return what a city of the kind drawn adds to those at hand: something that yields first, then a temple, a garrison."""
    suit, place = divmod(action - codes.EXPLORE, 25)
    if not place:
        return -1.0
    own = home(seat) & state.upto[5]
    bonus = 1.5 if suit in (codes.SUNS, codes.CROWNS) else 0.5
    if not own & state.suits[suit]:
        bonus += 1.0
    return bonus + (0.2 if place - 1 in (6 * seat + 2, 6 * seat + 3, 6 * seat + 4) else 0.0)


def best_leader_action(state: State, legal: Sequence[int]) -> int:
    """Return the best action of the king, or of the lowest leader that has one worth taking."""
    seat = state.order[state.turn]
    now = value_of(state, seat)
    gains: dict[int, tuple[float, int]] = {}
    for action in legal:
        if action == codes.END:
            continue
        if action < codes.ACTIVATE:
            leader, gain = -1, value_of(after(state, action), seat) - now
        elif action < codes.MOVE:
            leader, gain = action - codes.ACTIVATE, value_of(after(state, action), seat) - now
        elif action < codes.ATTACK:
            leader, place = divmod(action - codes.MOVE, 25)
            gain = value_of(after(state, action), seat) - now - crowding(state, seat, leader, place)
        else:
            leader, gain = (action - codes.ATTACK) // 24, attack_gain(state, action, seat)
        if gain > LEAST_GAIN and gain > gains.get(leader, (0.0, 0))[0]:
            gains[leader] = gain, action
    return gains[min(gains)][1] if gains else codes.END


def crowding(state: State, seat: int, leader: int, place: int) -> float:
    """Return what it costs to put a leader where a higher one that waits in the reserve would yield more."""
    if place == codes.RESERVE or not (state.suits[codes.SUNS] | state.suits[codes.CROWNS]) >> place & 1:
        return 0.0
    free = state.held[seat] & ~state.governed[seat]
    yields = (free & (state.suits[codes.SUNS] | state.suits[codes.CROWNS])).bit_count()
    higher = [value for value in range(leader + 1, 6) if state.place[6 * seat + value] == codes.RESERVE]
    if len(higher) < yields or free.bit_count() <= 1:
        return 0.0
    return INCOME * (max(higher) - leader) if free.bit_count() > yields else 0.0


def attack_gain(state: State, action: int, seat: int) -> float:
    """Return what an attack brings if no defence can stop it; nothing good if one can."""
    declared = after(state, action)
    if declared.attack_total + pieces.budget(declared, seat) <= most_defence(declared):
        return -1.0
    hire = codes.AMOUNTS + codes.WIDTH * sure_hire(declared) + codes.HIRED
    return followed(declared, hire, seat) - standing(state, seat)


def sure_hire(state: State) -> int:
    """Return how many the attacker has to hire to win whatever the defence; none when it cannot be sure."""
    missing = most_defence(state) + 1 - state.attack_total
    return missing if 0 < missing <= pieces.budget(state, state.order[state.turn]) else 0


def worth_defending(state: State, legal: Sequence[int]) -> list[int]:
    """Return the defences to choose from: none at all, the leader alone, and the fewest hired with which it holds."""
    held: dict[int, int] = {}
    for action in legal:
        amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
        total = conflict.base_defence(state) + amount
        if family == codes.DEFENCE_WITH_LEADER:
            total += conflict.leader_to_defend(state)
        if amount == 0 or total >= state.attack_total:
            held.setdefault(family if amount else -family, action)
    return list(held.values())


def cheapest_suppressions(legal: Sequence[int]) -> list[int]:
    """Return the suppressions with the fewest hired, and the concession."""
    cheapest: dict[int, int] = {}
    for action in legal:
        pair = action if action < codes.AMOUNTS else -((action - codes.AMOUNTS) % codes.WIDTH)
        cheapest.setdefault(pair, action)
    return list(cheapest.values())


def followed(state: State, action: int, seat: int) -> float:
    """Return how a seat stands when what an action begins has been answered to its end, all answers plain ones."""
    then = after(state, action)
    while then.phase in (codes.CONTROL, codes.LEADER, codes.PRODUCTION):
        if then.asked:
            if then.stage == codes.LEADING:
                break
            course.act(then, plain_answer(then))
        elif then.stage in (codes.PAY, codes.PRODUCE, codes.LEADING, codes.ROUND_END):
            break
        else:
            course.step(then)
    return standing(then, seat)


def plain_answer(state: State) -> int:
    """Return an obvious answer to what is asked: the cheapest city rebels, the dearest is put down, nobody is hired."""
    legal = state.legal_actions()
    if state.stage == codes.REBEL:
        return min(legal, key=lambda action: city_value(state, state.rebel_seat, action - codes.REBEL_CITY))
    if state.stage == codes.SUPPRESS:
        pairs = [action for action in cheapest_suppressions(legal) if action != codes.CONCEDE]
        return max(pairs, key=lambda action: suppression_value(state, action))
    return legal[0]


def city_value(state: State, seat: int, site: int) -> float:
    """Return roughly what a city is worth to its holder: itself, its leader, the roads that lead on from it."""
    value = CITY + CITY_VALUE * ((state.city[site] - 1) % 5 + 1) + (HOME_CITY if home(seat) >> site & 1 else 0.0)
    if state.governed[seat] >> site & 1:
        value += PLACED
    return value + 0.5 * (routes.reach(state, seat, site) & state.held[seat]).bit_count()


def suppression_value(state: State, action: int) -> float:
    """Return what a suppression saves, less the leader and the money it takes."""
    amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH) if action >= codes.AMOUNTS else (0, action - codes.PUT_DOWN)
    site, leader = divmod(family - (codes.PUT_DOWN_HIRING if action >= codes.AMOUNTS else 0), 6)
    return city_value(state, state.rebel_seat, site) - 2 * PAIR * amount - 0.1 * leader
