"""Reasons why an action is not legal: one code per rule, with its clause.

These checks are independent of the engine's lists of legal actions; a property test keeps the two in step.
"""

from __future__ import annotations

from typing import Any

from kingdoms.core.answers import Refusal
from kingdoms.games.middlesea.engine import build, codes, conflict, control, dominance, pieces, routes
from kingdoms.games.middlesea.engine.geometry import COAST, SEATS, SUITS, edge_between, home
from kingdoms.games.middlesea.engine.state import DECISIONS, State
from kingdoms.games.middlesea.texts import say
from kingdoms.games.middlesea.words.notation import action_to_string
from kingdoms.games.middlesea.words.phrases import place
from kingdoms.games.middlesea.words.refusal_texts import ASKED, TEXTS

GARRISON_OR_TEMPLE = (codes.ARMS, codes.MOONS)


def find_refusal(state: State, action: int) -> Refusal | None:
    """Return why `action` is not legal in `state`, or None if it is legal.

    Raises:
        NotationError: no action has this number.
    """
    problem = _Checks(state).check(action, action_to_string(action))
    if problem is None:
        return None
    code, params = problem
    clause, key = TEXTS[code]
    return Refusal(code, params.pop("clause", clause), say(key, **params), params)


Problem = tuple[str, dict[str, Any]] | None
"""The code of a refusal and what fills the holes of its message, with the clause to cite if it isn't the usual one."""


class _Checks:
    def __init__(self, state: State) -> None:
        self.state = state
        self.mover = -1 if state.stage in (codes.FIRST, codes.FINISHED) else course_seat(state)

    def check(self, action: int, text: str) -> Problem:
        """Return the code and parameters of the first objection to an action, or None."""
        state = self.state
        kind = text.split(" ", 1)[0]
        if state.stage == codes.FINISHED:
            return "game_over", {}
        decisions, clause, purpose = ASKED[kind]
        now = DECISIONS[state.stage]
        if now not in decisions.split(","):
            decides = {"seat": state.to_move, "now": now}
            return "not_asked", {"kind": kind, "purpose": say(purpose), "clause": clause, **decides}
        for word in text.split(" ")[1:]:
            if word[0] in SEATS and word not in SUITS and not state.playing >> SEATS.index(word[0]) & 1:
                return "seat_not_playing", {"word": word[0]}
        if action < codes.AMOUNTS:
            return self.check_small(kind, action)
        amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH)
        if family == codes.PAY_FOR:
            return self.pay(amount)
        if family == codes.HIRED:
            return self.money(self.mover, amount, "M-11", "refusal.hiring", n=amount)
        if family in (codes.DEFENCE, codes.DEFENCE_WITH_LEADER):
            return self.defend(amount, family == codes.DEFENCE_WITH_LEADER)
        if family < codes.PUT_DOWN_HIRING:
            return self.port(family - codes.PIERS, amount)
        return self.suppress(*divmod(family - codes.PUT_DOWN_HIRING, 6), amount)

    def check_small(self, kind: str, action: int) -> Problem:
        """Check an action without an amount."""
        if kind in ("first", "rank"):
            return self.place(action % 4)
        if kind == "rebel":
            return self.rebel(action - codes.REBEL_CITY)
        if kind in ("produce", "hold"):
            return self.produce((action - codes.PRODUCE_CITY) % 24)
        if kind == "suppress":
            return self.suppress(*divmod(action - codes.PUT_DOWN, 6), None)
        if kind == "explore":
            suit, place = divmod(action - codes.EXPLORE, 25)
            return self.explore(suit, place - 1)
        if kind == "road":
            return self.road(*divmod(action - codes.ROAD, 24))
        if kind == "exchange":
            return self.exchange(action == codes.EXCHANGE_GOODS)
        if kind == "king":
            return self.king(action - codes.NEW_KING)
        if kind == "activate":
            return self.activate(action - codes.ACTIVATE)
        if kind == "move":
            return self.move(*divmod(action - codes.MOVE, 25))
        if kind == "attack":
            return self.attack(*divmod(action - codes.ATTACK, 24))
        return None

    def name_of(self, site: int) -> str:
        """Return the Capital, city or empty site at a site, as messages name it."""
        return place(self.state, site)

    def money(self, seat: int, price: int, clause: str, purpose: str, **holes: Any) -> Problem:
        """Check that a seat has `price` goods and `price` gold for a purpose, the id of a message with the given holes."""
        goods, gold = self.state.goods[seat], self.state.gold[seat]
        if price <= goods and price <= gold:
            return None
        return "money", {"purpose": say(purpose, **holes), "price": price, "goods": goods, "gold": gold, "clause": clause}

    # -- control and dominance ----------------------------------------------------------------------------------------

    def pay(self, amount: int) -> Problem:
        """Check `pay K`."""
        excess = control.excess(self.state, self.mover)
        if amount > excess:
            return "pays_too_much", {"amount": amount, "excess": excess}
        return self.money(self.mover, amount, "C-2", "refusal.paying", n=amount)

    def rebel(self, site: int) -> Problem:
        """Check `rebel SITE`."""
        if site % 6 == 0:
            return "capital_no_city", {"what": self.name_of(site)}
        if not self.state.controlled_sites[self.mover] >> site & 1:
            return "rebel_not_held", {"what": self.name_of(site)}
        if self.state.revolted >> site & 1:
            return "rebel_named", {"what": self.name_of(site)}
        return None

    def suppress(self, site: int, leader: int, hired: int | None) -> Problem:
        """Check `suppress SITE L` and `suppress SITE L K`."""
        state, seat = self.state, self.mover
        hiring = bool(state.rulings[codes.SUPPRESS_HIRE])
        if hiring != (hired is not None):
            return ("suppress_says_hire" if hiring else "suppress_no_hire"), {}
        if site % 6 == 0:
            return "capital_no_city", {"what": self.name_of(site)}
        if not state.rebelling >> site & 1:
            return "suppress_no_rebellion", {"what": self.name_of(site)}
        base = state.place[6 * seat + leader]
        problem = self.check_in_city("suppress", leader, base)
        if problem is not None:
            return problem
        if state.revolted >> base & 1:
            return "suppress_base_rebels", {"leader": leader, "what": self.name_of(base)}
        if (state.city[base] - 1) // 5 not in GARRISON_OR_TEMPLE:
            return "suppress_base", {"leader": leader, "what": self.name_of(base)}
        if state.rulings[codes.SUPPRESS_REACH] and not routes.neighbours(state, seat, base, site) >> site & 1:
            return "suppress_reach", {"leader": leader, "base": self.name_of(base), "what": self.name_of(site)}
        money = self.money(seat, hired or 0, "AMB-46", "refusal.hiring", n=hired)
        if money is not None:
            return money
        total = leader + (state.city[base] - 1) % 5 + 1 + (hired or 0)
        value = (state.city[site] - 1) % 5 + 1
        return ("suppress_weak", {"total": total, "value": value}) if total <= value else None

    def check_in_city(self, deed: str, leader: int, base: int) -> Problem:
        """Check that a leader of the seat to move is active in a city, as `deed` (such as "attack") requires."""
        if base == codes.THRONE:
            return f"{deed}_king", {"leader": leader}
        if base == codes.RESERVE:
            return f"{deed}_reserve", {"leader": leader}
        if not self.state.active[self.mover] >> leader & 1:
            return f"{deed}_inactive", {"leader": leader, "what": self.name_of(base)}
        return None

    def place(self, seat: int) -> Problem:
        """Check `first SEAT` and `rank SEAT`."""
        state, name = self.state, SEATS[seat]
        if state.phase == codes.START or dominance.next_in_score(state) >> seat & 1:
            return None
        if seat in state.ranking[: state.ranked]:
            return "has_place", {"seat": name}
        return "not_tied", {"seat": name, "score": dominance.dominance_score(state, seat)}

    def produce(self, site: int) -> Problem:
        """Check `produce SITE` and `hold SITE`."""
        if site == self.state.cursor:
            return None
        if site % 6 == 0:
            return "capital_produces", {"what": self.name_of(site)}
        return "produce_other", {"what": self.name_of(site), "asked": self.name_of(self.state.cursor)}

    # -- build --------------------------------------------------------------------------------------------------------

    def explore(self, suit: int, site: int) -> Problem:
        """Check `explore SUIT under` (site -1) and `explore SUIT SITE`."""
        state = self.state
        if not state.stacks[suit]:
            return "stack_empty", {"suit": SUITS[suit]}
        if site >= 0:
            if site % 6 == 0:
                return "explore_capital", {"what": self.name_of(site)}
            if not home(self.mover) >> site & 1:
                return "explore_abroad", {"what": self.name_of(site)}
            if state.city[site] and not build.sites_to_explore(state, self.mover) >> site & 1:
                return self.replace(site)
        return self.money(self.mover, 1, "BE-1", "refusal.exploring")

    def replace(self, site: int) -> Problem:
        """Return why a city can't be replaced."""
        state, name = self.state, self.name_of(site)
        if state.upto[5] & home(self.mover) != home(self.mover) and not state.rulings[codes.REPLACE_EARLY]:
            return "replace_early", {"what": name}
        if any(governed >> site & 1 for governed in state.governed):
            return "replace_governed", {"what": name}
        return "replace_opponent", {"what": name, "holder": SEATS[pieces.holder(state, site)]}

    def road(self, start: int, end: int) -> Problem:
        """Check `road FROM TO`."""
        state, seat = self.state, self.mover
        params = {"start": self.name_of(start), "end": self.name_of(end)}
        if end % 6 == 0:
            return "road_to_capital", {"end": params["end"]}
        if start // 6 != end // 6:
            return "road_over_sea", params
        edge = edge_between(start, end)
        if edge < 0:
            return "road_not_adjacent", params
        if start != 6 * seat and not state.controlled_sites[seat] >> start & 1:
            return "road_from", {"start": params["start"]}
        if not state.city[end]:
            return "road_to_nothing", {"end": params["end"]}
        holder = pieces.holder(state, end)
        if holder not in (-1, seat):
            return "road_to_opponent", {"end": params["end"], "holder": SEATS[holder]}
        if state.roads[4 * seat + start // 6] >> edge & 1:
            return "road_laid", params
        return self.money(seat, (state.city[end] - 1) % 5 + 1, "BR-3", "refusal.a_road", end=params["end"])

    def port(self, site: int, piers: int) -> Problem:
        """Check `port SITE K`."""
        state = self.state
        if not COAST >> site & 1:
            return "port_inland", {"what": self.name_of(site)}
        if not state.controlled_sites[self.mover] >> site & 1:
            return "port_not_held", {"what": self.name_of(site)}
        if not piers:
            return "port_of_none", {}
        if state.piers[site] + piers > 5:
            return "port_too_long", {"what": self.name_of(site), "piers": state.piers[site], "more": piers}
        return self.money(self.mover, piers, "BP-2", "refusal.a_port", n=piers)

    def exchange(self, goods: bool) -> Problem:
        """Check `exchange goods` and `exchange gold`."""
        has = (self.state.goods if goods else self.state.gold)[self.mover]
        return ("exchange_two", {"kind": "goods" if goods else "gold", "has": has}) if has < 2 else None

    # -- leaders ------------------------------------------------------------------------------------------------------

    def king(self, leader: int) -> Problem:
        """Check `king L`."""
        state, seat = self.state, self.mover
        if state.king_changed:
            return "king_twice", {}
        if state.acted >= 0:
            return "king_late", {"acted": state.acted}
        site = state.place[6 * seat + leader]
        if site == codes.THRONE:
            return "king_same", {"leader": leader}
        if site != codes.RESERVE:
            return "king_away", {"leader": leader, "what": self.name_of(site)}
        return self.money(seat, abs(leader - state.king[seat]), "FK-2", "refusal.crowning", leader=leader)

    def check_order(self, leader: int) -> Problem:
        """Check that a leader may still act, in ascending order."""
        acted = self.state.acted
        if leader == acted:
            return "leader_acted", {"leader": leader}
        return ("leader_passed", {"leader": leader, "acted": acted}) if leader < acted else None

    def activate(self, leader: int) -> Problem:
        """Check `activate L`."""
        state, site = self.state, self.state.place[6 * self.mover + leader]
        if site == codes.THRONE:
            return "activate_king", {"leader": leader}
        if site == codes.RESERVE:
            return "activate_reserve", {"leader": leader}
        if state.active[self.mover] >> leader & 1:
            return "activate_active", {"leader": leader}
        return self.check_order(leader)

    def move(self, leader: int, site: int) -> Problem:
        """Check `move L SITE` and `move L reserve`."""
        state, seat = self.state, self.mover
        start = state.place[6 * seat + leader]
        problem = None if start == codes.RESERVE else self.check_in_city("move", leader, start)
        problem = problem or self.check_order(leader)
        if problem is not None:
            return problem
        if start == site:
            return "move_nowhere", {"leader": leader}
        origin = 6 * seat if start == codes.RESERVE else start
        reach = routes.reach(state, seat, origin)
        if site == codes.RESERVE:
            return ("move_trapped", {"leader": leader, "what": self.name_of(start)}) if not reach >> 6 * seat & 1 else None
        name = self.name_of(site)
        if site % 6 == 0:
            return "move_capital", {"leader": leader, "what": name}
        if not state.controlled_sites[seat] >> site & 1:
            return "move_not_held", {"what": name}
        if state.governed[seat] >> site & 1:
            return "move_occupied", {"what": name}
        return ("move_no_route", {"leader": leader, "what": name}) if not reach >> site & 1 else None

    def attack(self, leader: int, site: int) -> Problem:
        """Check `attack L SITE`."""
        state, seat = self.state, self.mover
        base = state.place[6 * seat + leader]
        problem = self.check_in_city("attack", leader, base)
        if problem is None and (state.city[base] - 1) // 5 not in GARRISON_OR_TEMPLE:
            problem = "attack_base", {"leader": leader, "what": self.name_of(base)}
        problem = problem or self.check_order(leader)
        if problem is not None:
            return problem
        missionary = (state.city[base] - 1) // 5 == codes.MOONS
        name = self.name_of(site)
        if site == 6 * seat or state.controlled_sites[seat] >> site & 1:
            return "attack_own", {"what": name}
        if site % 6 and not state.city[site]:
            return "attack_nothing", {"what": name}
        if site % 6 == 0 and state.controlled_sites[site // 6]:
            return "attack_guarded_capital", {"what": name, "clause": "Z-6" if missionary else "M-6"}
        defender = site // 6 if site % 6 == 0 else pieces.holder(state, site)
        if defender >= 0 and conflict.has_attacked(state, seat, missionary, defender):
            return "attack_twice", {"kind": "missionary" if missionary else "military", "defender": SEATS[defender]}
        if site // 6 != seat and not conflict.has_port_to_attack(state, seat, missionary):
            ruling = state.rulings[codes.ATTACK_PORT]
            any_port = ruling == codes.ANY_PORT or (ruling == codes.MIXED_PORTS and missionary)
            return "attack_no_port", {"what": name, "port": "any" if any_port else "home"}
        if not conflict.sites_in_reach(state, seat, base, missionary) >> site & 1:
            return "attack_reach", {"what": name, "base": self.name_of(base), "clause": "AMB-83" if missionary else "M-2"}
        return None

    def defend(self, amount: int, with_leader: bool) -> Problem:
        """Check `defend K` and `defend K leader`."""
        state = self.state
        if with_leader and conflict.leader_to_defend(state) < 0:
            name = self.name_of(state.target)
            if state.target % 6 == 0:
                return "defend_king", {"what": name}
            leader = pieces.leader_at(state, self.mover, state.target)
            return ("defend_inactive", {"leader": leader, "what": name}) if leader >= 0 else ("defend_alone", {"what": name})
        return self.money(self.mover, amount, "AMB-91", "refusal.hiring", n=amount)


def course_seat(state: State) -> int:
    """Return the number of the seat to move."""
    return SEATS.index(state.game.seats[state.current_player()])
