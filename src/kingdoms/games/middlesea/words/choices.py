"""Legal actions as messages for menus, with their costs or effects."""

from __future__ import annotations

from kingdoms.core.message import Message
from kingdoms.games.middlesea.engine import codes, conflict, leaders, pieces
from kingdoms.games.middlesea.engine.geometry import SEATS, SITE_NUMBER, SITES, SUITS, TILES, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.texts import say
from kingdoms.games.middlesea.words.notation import action_to_string
from kingdoms.games.middlesea.words.phrases import hired_help, leader_place, place, target, value


def choice(state: State, action: int) -> Message:
    """Return a legal action as a message, with its cost or effect.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("middlesea", seats=2).new_initial_state()
        >>> state.apply_action("first N")
        >>> print(choice(state, state.game.string_to_action("explore suns N.FM")))
        lay the 1-market at North's front middle for 1 good and 1 gold
    """
    kind, *rest = action_to_string(action).split(" ")
    mover = SEATS.index(state.game.seats[state.current_player()]) if state.current_player() >= 0 else -1
    if action >= codes.AMOUNTS:
        amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
        return _amount(state, mover, kind, amount, family)
    sites = [SITE_NUMBER[word] for word in rest if word in SITE_NUMBER]
    if kind == "first":
        return say("choice.first", seat=rest[0])
    if kind == "rank":
        return say("choice.rank", seat=rest[0])
    if kind == "rebel":
        city, leader = place(state, sites[0]), pieces.leader_at(state, mover, sites[0])
        return say("choice.rebel_led", city=city, leader=leader) if leader >= 0 else say("choice.rebel", city=city)
    if kind == "suppress":
        return _suppression(state, mover, sites[0], int(rest[1]), 0)
    if kind == "concede":
        return say("choice.concede", cities=[place(state, site) for site in sites_in(state.rebelling)])
    if kind == "produce":
        return _production(state, mover, sites[0])
    if kind == "hold":
        return say("choice.hold", leader=pieces.leader_at(state, mover, sites[0]))
    if kind == "explore":
        return _exploration(state, SUITS.index(rest[0]), sites[0] if sites else -1)
    if kind == "road":
        start, end, price = place(state, sites[0]), place(state, sites[1]), value(state, sites[1])
        key = "choice.road" if state.controlled_sites[mover] >> sites[1] & 1 else "choice.road_gain"
        return say(key, start=start, end=end, money=[price, price])
    if kind == "exchange":
        return say("choice.exchange_goods" if rest[0] == "goods" else "choice.exchange_gold")
    if kind == "king":
        price = leaders.king_price(state, mover, int(rest[0]))
        return say("choice.king", leader=int(rest[0]), old=state.king[mover], money=[price, price])
    if kind == "activate":
        leader = int(rest[0])
        return say("choice.activate", leader=leader, city=place(state, state.place[6 * mover + leader]))
    if kind == "move":
        leader = int(rest[0])
        origin, destination = state.place[6 * mover + leader], sites[0] if sites else codes.RESERVE
        return say("choice.move", leader=leader, start=leader_place(state, origin), end=leader_place(state, destination))
    if kind == "attack":
        return _attack(state, mover, int(rest[0]), sites[0])
    return say("choice.end_build" if state.stage == codes.BUILDING else "choice.end_leader")


def _amount(state: State, mover: int, kind: str, amount: int, family: int) -> Message:
    if kind == "pay":
        return say("choice.pay", n=amount, money=[amount, amount]) if amount else say("choice.pay_nothing")
    if kind == "hire":
        total = state.attack_total + amount
        if not amount:
            return say("choice.hire_nobody", total=total)
        return say("choice.hire", help=hired_help(state, amount), total=total)
    if kind == "defend":
        return _defence(state, amount, family == codes.DEFENCE_WITH_LEADER)
    if kind == "port":
        return say("choice.port", n=amount, city=place(state, family - codes.PIERS), money=[amount, amount])
    site, leader = divmod(family - codes.PUT_DOWN_HIRING, 6)
    return _suppression(state, mover, site, leader, amount)


def _defence(state: State, amount: int, led: bool) -> Message:
    """Return a defence with an amount of hired help, and with the leader if `led`."""
    attack, total = state.attack_total, conflict.base_defence(state) + amount
    if not led:
        if not amount:
            return say("choice.defend_alone", total=total, attack=attack)
        return say("choice.defend", help=hired_help(state, amount), total=total, attack=attack)
    leader = conflict.leader_to_defend(state)
    total += leader
    if not amount:
        return say("choice.defend_led_alone", leader=leader, total=total, attack=attack)
    return say("choice.defend_led", help=hired_help(state, amount), leader=leader, total=total, attack=attack)


def _suppression(state: State, mover: int, site: int, leader: int, hired: int) -> Message:
    base = state.place[6 * mover + leader]
    total, against = leader + value(state, base) + hired, value(state, site)
    city, base_city = place(state, site), place(state, base)
    if not hired:
        return say("choice.suppress", leader=leader, base=base_city, city=city, total=total, value=against)
    return say("choice.suppress_hiring", leader=leader, base=base_city, n=hired, city=city, total=total, value=against)


def _production(state: State, mover: int, site: int) -> Message:
    """Return a production by choice (AMB-59)."""
    leader = pieces.leader_at(state, mover, site)
    amount = value(state, site) + leader
    money = [amount, 0] if state.suits[codes.SUNS] >> site & 1 else [0, amount]
    return say("choice.produce", city=place(state, site), money=money, leader=leader)


def _exploration(state: State, suit: int, site: int) -> Message:
    """Return an exploration of a stack; the tile goes on a site, or back under the stack if `site` is -1."""
    tile = TILES[5 * suit + (state.stacks[suit] & 7)]
    if site < 0:
        return say("choice.explore_under", tile=tile)
    if state.city[site]:
        return say("choice.explore_over", tile=tile, city=place(state, site))
    return say("choice.explore", tile=tile, city=SITES[site])


def _attack(state: State, mover: int, leader: int, site: int) -> Message:
    base = state.place[6 * mover + leader]
    holder = pieces.holder(state, site) if site % 6 else -1
    base_city, hit, total = place(state, base), target(state, mover, leader, site), leader + value(state, base)
    if holder < 0:
        return say("choice.attack", leader=leader, base=base_city, target=hit, total=total)
    return say("choice.attack_held", leader=leader, base=base_city, target=hit, defender=SEATS[holder], total=total)
