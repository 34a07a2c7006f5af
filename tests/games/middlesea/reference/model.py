"""A naive reference model of the board game "Kingdoms of the Middle Sea".

Written from the rules alone, to serve as the oracle in differential tests. It aims
at being easy to check by eye and at nothing else: sites are strings, a road is a set
of two sites, and the course of the game is one generator that stops at each decision.
The ids in the comments (FT-3, AMB-57, N.4 ...) are those of the rules digest.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.games.middlesea.reference.kingdom import (
    CAPITAL_DEFENCE,
    CHANCE,
    CITY_PLACES,
    KINDS,
    LEADERS,
    MAX_PIERS,
    MAX_UNREST,
    MILITARY,
    MISSIONARY,
    RESERVE,
    RULING_VALUES,
    SEATS,
    SUITS,
    VARIANT_VALUES,
    all_tiles,
    are_adjacent,
    capital_of,
    is_capital,
    is_coastal,
    read_kingdom,
    seat_of,
    site_order,
    tile_suit,
    write_kingdom,
)

# --------------------------------------------------------------------------------------
# Decisions


class Question(NamedTuple):
    """A decision that waits for an answer (N.3)."""

    who: str
    kind: str
    options: tuple[str, ...]


Script = Generator[Question, str, None]
Answer = Generator[Question, str, str]


class GameOver(Exception):
    """Raised inside the script once the outcome stands."""


def _ask(who: str, kind: str, options: Iterable[str], always: bool = False) -> Answer:
    """Yield a decision, unless there is only one choice (N.3)."""
    choices = tuple(options)
    if len(choices) == 1 and not always:
        return choices[0]
    answer = yield Question(who, kind, choices)
    return answer


# --------------------------------------------------------------------------------------
# The game


class Model:
    """The game in play, always standing at a decision or at its end."""

    def __init__(self, seats: Sequence[str], rulings: Mapping[str, object] | None = None) -> None:
        self.seats: list[str] = [seat for seat in SEATS if seat in seats]  # S-7
        assert len(self.seats) == len(seats)
        assert len(seats) > 2 or set(seats) in ({"N", "S"}, {"E", "W"})
        self.rulings: dict[str, object] = {name: values[0] for name, values in RULING_VALUES.items()}
        for name, value in (rulings or {}).items():
            assert name == "round_limit" or value in (RULING_VALUES | VARIANT_VALUES)[name]
            if name in RULING_VALUES or value != VARIANT_VALUES[name][0]:
                self.rulings[name] = value
        self.round = 1
        self.phase = "start"
        self.turn: str | None = None
        self.order: list[str] = list(self.seats)
        self.sites: dict[str, str] = {}
        self.stacks: dict[str, list[str]] = {suit: all_tiles(suit) for suit in SUITS}
        self.kingdoms = {seat: read_kingdom({}) for seat in self.seats}
        self.acted: int | None = None
        self.king_changed = False
        self.attacks: set[tuple[str, str, str]] = set()  # by, on, kind
        self.time_up = False
        self.outcome: dict[str, Any] | None = None
        self._running = self._script()
        self._question: Question | None = next(self._running)

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Model:
        """A game from a position (N.4), which must be valid."""
        model = cls(list(position["seats"]), position.get("rulings"))
        model.round = position.get("round", 1)
        model.phase = position["phase"]
        model.order = list(position.get("order", model.seats))
        if model.phase in ("control", "build", "leader"):
            model.turn = position.get("turn", model.order[0])
        model.sites = dict(position.get("sites", {}))
        given_stacks = position.get("stacks", {})
        for suit in SUITS:
            on_board = set(model.sites.values())
            rest = [tile for tile in all_tiles(suit) if tile not in on_board]
            model.stacks[suit] = list(given_stacks.get(suit, rest))
        for seat, given in position["seats"].items():
            model.kingdoms[seat] = read_kingdom(given)
        given_phase = position.get("leader_phase", {})
        model.acted = given_phase.get("acted")
        model.king_changed = given_phase.get("king_changed", False)
        model.attacks = {(attack["by"], attack["on"], attack["kind"]) for attack in given_phase.get("attacks", [])}
        model.time_up = position.get("time_up", False)
        model.outcome = position.get("outcome")
        model._running = model._script()
        model._question = next(model._running, None)
        return model

    # ----------------------------------------------------------------- outside view

    @property
    def to_move(self) -> str | None:
        return None if self._question is None else self._question.who

    @property
    def decision(self) -> str | None:
        return None if self._question is None else self._question.kind

    def legal(self) -> list[str]:
        return [] if self._question is None else sorted(self._question.options)

    def play(self, action: str) -> None:
        assert action in self.legal(), f"{action!r} is not legal now"
        self._question = None
        with contextlib.suppress(StopIteration):
            self._question = self._running.send(action)

    def call_time(self) -> None:  # V-5, AMB-122
        if self.phase != "over":
            self.time_up = True

    def position(self) -> dict[str, Any]:
        """The position in the form of N.4, every field written out but `pending`."""
        written: dict[str, Any] = {
            "game": "middlesea",
            "round": self.round,
            "phase": self.phase,
            "order": list(self.order),
            "sites": {s: self.sites[s] for s in sorted(self.sites, key=site_order)},
            "stacks": {suit: list(self.stacks[suit]) for suit in SUITS},
            "seats": {s: write_kingdom(self.kingdoms[s]) for s in self.seats},
            "rulings": dict(self.rulings),
            "time_up": self.time_up,
        }
        if self.turn is not None:
            written["turn"] = self.turn
        if self.phase == "leader":
            attacks = sorted(
                self.attacks,
                key=lambda a: (SEATS.index(a[0]), SEATS.index(a[1]), KINDS.index(a[2])),
            )
            written["leader_phase"] = {
                "acted": self.acted,
                "king_changed": self.king_changed,
                "attacks": [{"by": b, "on": o, "kind": k} for b, o, k in attacks],
            }
        if self.outcome is not None:
            written["outcome"] = {
                **self.outcome,
                "winners": list(self.outcome["winners"]),
                "scores": dict(self.outcome["scores"]),
            }
        return written

    # ------------------------------------------------------------- course of the game

    def _script(self) -> Script:
        """The whole game from the phase it stands in to its end (R-1)."""
        try:
            while self.phase != "over":
                if self.phase == "start":
                    yield from self._start()
                    self._enter("control")
                elif self.phase == "control":
                    for seat in self._turns():
                        yield from self._control_of(seat)
                    self._enter("dominance")
                elif self.phase == "dominance":
                    yield from self._dominance_phase()
                    self._enter("production")
                elif self.phase == "production":
                    yield from self._production_phase()
                    self._enter("build")
                elif self.phase == "build":
                    yield from self._build_phase()
                    self._enter("leader")
                else:
                    yield from self._leader_phase()
                    self._end_round()
                    self.round += 1
                    self._enter("control")
        except GameOver:
            pass

    def _enter(self, phase: str) -> None:
        self.phase = phase
        has_turns = phase in ("control", "build", "leader")
        self.turn = self.order[0] if has_turns else None
        self.acted = None
        self.king_changed = False
        self.attacks = set()

    def _turns(self) -> Iterator[str]:
        """The seats from the one on turn to the last in dominance order (R-2)."""
        assert self.turn is not None
        for seat in self.order[self.order.index(self.turn) :]:
            self.turn = seat
            yield seat

    def _start(self) -> Script:  # S-12
        answer = yield from _ask(CHANCE, "first", [f"first {s}" for s in self.seats])
        i = self.seats.index(answer.split()[1])
        self.order = self.seats[i:] + self.seats[:i]

    # ------------------------------------------------------------------ who holds what

    def _controller(self, site: str) -> str | None:
        """The holder of a site; a Capital always belongs to its seat (K-1, K-7)."""
        if is_capital(site):
            return seat_of(site)
        return next((seat for seat in self.seats if self.kingdoms[seat].holds(site)), None)

    def _cities(self, seat: str) -> set[str]:
        """The sites of the cities a seat controls (Y-4: without the Capital)."""
        return {site for site in self.sites if self.kingdoms[seat].holds(site)}

    def _home_cities(self, seat: str) -> set[str]:  # K-3
        return {site for site in self._cities(seat) if seat_of(site) == seat}

    def _value(self, site: str) -> int:
        return int(self.sites[site][1])  # Y-1

    def _suit(self, site: str) -> str:
        return tile_suit(self.sites[site])

    def _cities_by_suit(self, seat: str, suit: str) -> set[str]:
        return {site for site in self._cities(seat) if self._suit(site) == suit}

    def _put_under(self, tile: str) -> None:
        """To the bottom of the stack of the tile's own suit (BE-7, Z-10, AMB-7)."""
        self.stacks[tile_suit(tile)].append(tile)

    # ------------------------------------------------------------------- control phase

    def _control_of(self, seat: str) -> Script:
        own = self.kingdoms[seat]
        cities = self._cities(seat)
        control_value = own.king - own.unrest  # C-1
        if self.rulings["negative_control"] == "floor":  # AMB-40
            control_value = max(0, control_value)
        excess = len(cities) - control_value
        if not cities or excess <= 0:
            return
        most = min(excess, own.money())  # C-2, C-3
        answer = yield from _ask(seat, "pay", [f"pay {k}" for k in range(most + 1)])
        paid = int(answer.split()[1])
        own.pay(paid)
        to_rebel = excess - paid
        chosen: set[str] = set()
        if to_rebel >= len(cities):
            chosen = set(cities)
        else:
            while len(chosen) < to_rebel:  # C-4, AMB-43
                options = [f"rebel {site}" for site in cities - chosen]
                answer = yield from _ask(seat, "rebel", options)
                chosen.add(answer.split()[1])
        if chosen:
            yield from self._rebellion(seat, chosen)

    def _rebellion(self, seat: str, chosen: set[str]) -> Script:
        """One batch of rebelling cities, from turning leaders to the loss (C-5..C-12).

        Serves the control phase and missionary conflicts alike (Z-9).
        """
        own = self.kingdoms[seat]
        for site in chosen:  # C-5
            leader = own.leader_at(site)
            if leader is not None:
                own.inactive.add(leader)
        rebelling = set(chosen)
        while True:
            options = self._suppressions(seat, chosen, rebelling)
            if not options:
                break
            answer = yield from _ask(seat, "suppress", [*options, "concede"])
            if answer == "concede":
                break
            words = answer.split()
            rebelling.discard(words[1])  # C-9
            own.inactive.add(int(words[2]))  # C-8
            if len(words) == 4:  # AMB-46
                own.pay(int(words[3]))
        if rebelling:
            self._lose_cities(seat, rebelling)
            self._check_civil_war(seat)

    def _suppressions(self, seat: str, chosen: set[str], rebelling: set[str]) -> list[str]:
        """The attempts that win (C-6, C-7, AMB-45, AMB-46, AMB-48)."""
        own = self.kingdoms[seat]
        options = []
        bases = self._cities_by_suit(seat, "arms") | self._cities_by_suit(seat, "moons")
        for base in bases - chosen:
            leader = own.active_leader_at(base)
            if leader is None:
                continue
            for site in rebelling:
                if self.rulings["suppress_reach"] == "adjacent" and not (self._is_in_reach(seat, base, site)):
                    continue
                total = leader + self._value(base)
                if self.rulings["suppress_hire"]:
                    for hired in range(own.money() + 1):
                        if total + hired > self._value(site):
                            options.append(f"suppress {site} {leader} {hired}")
                elif total > self._value(site):
                    options.append(f"suppress {site} {leader}")
        return options

    def _lose_cities(self, seat: str, lost: set[str]) -> None:
        """Routes and leaders go, unrest rises (C-10, C-11, M-13, M-16, AMB-94)."""
        own = self.kingdoms[seat]
        before = self._cities(seat)
        for site in lost:
            own.withdraw_from(site)
        own.raise_unrest(1)
        chain = before - lost - self._cities(seat)  # AMB-33: their last road went too
        if self.rulings["chain_unrest"] == "each":  # AMB-34
            own.raise_unrest(len(chain))

    def _check_civil_war(self, seat: str) -> None:  # U-4, V-1, AMB-56
        if self.kingdoms[seat].unrest >= MAX_UNREST:
            self._finish_with_loser("unrest", seat)

    # ----------------------------------------------------------------- dominance phase

    def _dominance_phase(self) -> Script:
        score, best_temple = {}, {}
        for seat in self.seats:  # D-1
            own = self.kingdoms[seat]
            temples = [self._value(site) for site in self._cities_by_suit(seat, "moons")]
            score[seat] = own.king + sum(temples) - own.unrest
            best_temple[seat] = max(temples, default=0)
        if not any(best_temple.values()):  # D-2
            return
        tied = [s for s in self.order if score[s] == max(score.values())]
        first = tied[0]
        if len(tied) > 1:
            best = max(best_temple[seat] for seat in tied)
            if best > 0:  # D-4; temples are unique, so just one seat has it
                first = next(seat for seat in tied if best_temple[seat] == best)
            elif self.rulings["first_tie"] == "roll":  # AMB-57
                options = [f"first {seat}" for seat in tied]
                answer = yield from _ask(CHANCE, "first", options)
                first = answer.split()[1]
        new_order = [first]
        waiting = [seat for seat in self.order if seat != first]
        while waiting:  # D-3, D-5, AMB-58
            high = max(score[seat] for seat in waiting)
            options = [f"rank {seat}" for seat in waiting if score[seat] == high]
            answer = yield from _ask(first, "rank", options)
            chosen = answer.split()[1]
            new_order.append(chosen)
            waiting.remove(chosen)
        self.order = new_order

    # ---------------------------------------------------------------- production phase

    def _production_phase(self) -> Script:
        for seat in self.order:
            own = self.kingdoms[seat]
            own.goods += own.king  # P-1
            own.gold += own.king
            for site in sorted(self._producing_cities(seat), key=site_order):
                if self.rulings["production"] == "choice":  # AMB-59
                    options = [f"produce {site}", f"hold {site}"]
                    answer = yield from _ask(seat, "produce", options)
                    if answer.startswith("hold"):
                        continue
                self._produce(seat, site)

    def _producing_cities(self, seat: str) -> set[str]:  # P-3, P-6
        own = self.kingdoms[seat]
        linked = own.network_from(capital_of(seat))
        works = self._cities_by_suit(seat, "suns") | self._cities_by_suit(seat, "crowns")
        return {site for site in works & linked if own.active_leader_at(site) is not None}

    def _produce(self, seat: str, site: str) -> None:  # P-2, P-4
        own = self.kingdoms[seat]
        leader = own.active_leader_at(site)
        assert leader is not None
        amount = self._value(site) + leader
        if self._suit(site) == "suns":
            own.goods += amount
        else:
            own.gold += amount
        own.inactive.add(leader)

    # --------------------------------------------------------------------- build phase

    def _build_phase(self) -> Script:
        for seat in self._turns():
            while True:
                options = [*self._explorations(seat), *self._roads_to_build(seat)]
                options += [*self._piers_to_build(seat), *self._exchanges(seat), "end"]
                answer = yield from _ask(seat, "build", options, always=True)
                if answer == "end":
                    break
                self._build(seat, answer.split())

    def _explorations(self, seat: str) -> list[str]:
        if self.kingdoms[seat].money() < 1:  # BE-1
            return []
        goals = ["under", *self._sites_to_settle(seat)]  # BE-3, AMB-63
        suits = [suit for suit in SUITS if self.stacks[suit]]  # AMB-64
        return [f"explore {suit} {goal}" for suit in suits for goal in goals]

    def _sites_to_settle(self, seat: str) -> list[str]:
        """Free sites of the own continent and cities that may be replaced."""
        sites = [f"{seat}.{place}" for place in CITY_PLACES]  # BE-4
        free = [site for site in sites if site not in self.sites]
        if free and not self.rulings["replace_early"]:  # AMB-65
            return free
        settled = [site for site in sites if site in self.sites]
        return free + [site for site in settled if self._may_be_replaced(seat, site)]

    def _may_be_replaced(self, seat: str, site: str) -> bool:  # BE-6
        kingdoms = self.kingdoms.values()
        if any(kingdom.leader_at(site) is not None for kingdom in kingdoms):  # AMB-67
            return False
        if self._controller(site) in (None, seat):
            return True
        return bool(self.rulings["replace_opponent"])  # AMB-66

    def _roads_to_build(self, seat: str) -> list[str]:
        own = self.kingdoms[seat]
        options = []
        for start in self._cities(seat) | {capital_of(seat)}:  # BR-1
            for goal in self.sites:  # BR-2, BR-5, AMB-70
                if (
                    are_adjacent(start, goal)
                    and self._controller(goal) in (None, seat)
                    and frozenset({start, goal}) not in own.roads  # AMB-32
                    and self._value(goal) <= own.money()  # BR-3
                ):
                    options.append(f"road {start} {goal}")
        return options

    def _piers_to_build(self, seat: str) -> list[str]:  # BP-1, BP-2
        own = self.kingdoms[seat]
        options = []
        for site in self._cities(seat):
            if is_coastal(site):
                room = MAX_PIERS - own.ports.get(site, 0)
                for piers in range(1, min(room, own.money()) + 1):
                    options.append(f"port {site} {piers}")
        return options

    def _exchanges(self, seat: str) -> list[str]:  # BX-1
        stock = {"goods": self.kingdoms[seat].goods, "gold": self.kingdoms[seat].gold}
        return [f"exchange {name}" for name, amount in stock.items() if amount >= 2]

    def _build(self, seat: str, words: list[str]) -> None:
        own = self.kingdoms[seat]
        if words[0] == "explore":
            own.pay(1)
            self._explore(words[1], words[2])
        elif words[0] == "road":
            self._build_road(seat, words[1], words[2])
        elif words[0] == "port":
            own.pay(int(words[2]))
            own.ports[words[1]] = own.ports.get(words[1], 0) + int(words[2])
        elif words[1] == "goods":
            own.goods -= 2
            own.gold += 1
        else:
            own.gold -= 2
            own.goods += 1

    def _explore(self, suit: str, goal: str) -> None:
        tile = self.stacks[suit].pop(0)  # BE-2
        if goal == "under":
            self._put_under(tile)
            return
        if goal in self.sites:  # BE-7, AMB-36, AMB-66: no unrest for any seat
            for kingdom in self.kingdoms.values():
                kingdom.remove_routes(goal)
            self._put_under(self.sites[goal])
        self.sites[goal] = tile  # BE-8

    def _build_road(self, seat: str, start: str, goal: str) -> None:
        own = self.kingdoms[seat]
        own.pay(self._value(goal))  # BR-3, BR-4
        is_new = self._controller(goal) is None
        own.roads.add(frozenset({start, goal}))
        if is_new:  # BR-6, AMB-71
            own.lower_unrest()

    # -------------------------------------------------------------------- leader phase

    def _leader_phase(self) -> Script:
        for seat in self._turns():
            while True:
                options = [*self._king_changes(seat), "end"]
                for leader in LEADERS:
                    options += self._leader_actions(seat, leader)
                answer = yield from _ask(seat, "leader", options, always=True)
                if answer == "end":
                    break
                yield from self._act(seat, answer.split())
            self.acted = None
            self.king_changed = False

    def _king_changes(self, seat: str) -> list[str]:
        """FK-1, FK-2, AMB-103: once, and before any leader has acted."""
        own = self.kingdoms[seat]
        if self.king_changed or self.acted is not None:
            return []
        return [
            f"king {leader}"
            for leader, place in own.where.items()
            if place == RESERVE and abs(leader - own.king) <= own.money()
        ]

    def _leader_actions(self, seat: str, leader: int) -> list[str]:
        own = self.kingdoms[seat]
        if leader == own.king:  # FK-3
            return []
        if self.acted is not None and leader <= self.acted:  # F-2, AMB-102
            return []
        if leader in own.inactive:  # FA-1, FM-4
            return [f"activate {leader}"]
        moves = [f"move {leader} {goal}" for goal in self._move_goals(seat, leader)]
        return moves + [f"attack {leader} {site}" for site in self._targets(seat, leader)]

    def _move_goals(self, seat: str, leader: int) -> list[str]:
        """FM-1, FM-2, FM-3; AMB-100, AMB-101, AMB-107."""
        own = self.kingdoms[seat]
        here = own.where[leader]
        start = capital_of(seat) if here == RESERVE else here
        linked = own.network_from(start)
        goals = [s for s in self._cities(seat) & linked if own.leader_at(s) is None]
        if here != RESERVE and capital_of(seat) in linked:
            goals.append(RESERVE)
        return goals

    def _act(self, seat: str, words: list[str]) -> Script:
        own = self.kingdoms[seat]
        leader = int(words[1])
        if words[0] == "king":
            own.pay(abs(leader - own.king))
            del own.where[leader]
            own.where[own.king] = RESERVE
            own.king = leader
            self.king_changed = True
            return
        self.acted = leader
        if words[0] == "activate":
            own.inactive.discard(leader)
        elif words[0] == "move":
            own.where[leader] = words[2]  # FM-5: it was active and stays so
        else:
            yield from self._attack(seat, leader, words[2])

    # ----------------------------------------------------------------- reach of attacks

    def _targets(self, seat: str, leader: int) -> list[str]:
        """The sites an active leader may attack (FT-1..FT-5, M-1..M-6, Z-1..Z-6)."""
        base = self.kingdoms[seat].where[leader]
        kind = self._attack_kind(base)
        if kind is None:
            return []
        places = [*self.sites, *map(capital_of, self.seats)]
        return [site for site in places if self._is_target(seat, base, site, kind)]

    def _attack_kind(self, base: str) -> str | None:
        """M-1, Z-1."""
        if base == RESERVE:
            return None
        return {"arms": MILITARY, "moons": MISSIONARY}.get(self._suit(base))

    def _is_target(self, seat: str, base: str, site: str, kind: str) -> bool:
        owner = self._controller(site)
        if owner == seat:  # AMB-85
            return False
        if is_capital(site) and self._cities(seat_of(site)):  # M-6, Z-6
            return False
        if owner is not None and (seat, owner, kind) in self.attacks:  # FT-4, AMB-81
            return False
        if seat_of(site) != seat and not self._has_attack_port(seat, kind):
            return False
        if kind == MILITARY or self.rulings["missionary_reach"] == "adjacent":
            return self._is_in_reach(seat, base, site)
        return True  # AMB-83

    def _has_attack_port(self, seat: str, kind: str) -> bool:
        """FT-3, Z-2, AMB-73, AMB-74: whether other continents may be attacked."""
        ports = self.kingdoms[seat].ports
        ruling = self.rulings["attack_port"]
        if ruling == "any" or (ruling == "mixed" and kind == MISSIONARY):
            return bool(ports)
        return any(seat_of(site) == seat for site in ports)

    def _is_in_reach(self, seat: str, base: str, site: str) -> bool:
        """M-2, M-3, AMB-77, AMB-78, AMB-90: next to a place linked with the base."""
        own = self.kingdoms[seat]
        for near in own.network_from(base):
            if near == site:
                continue
            if is_capital(near) and not self.rulings["capital_adjacency"]:
                continue
            if are_adjacent(near, site):
                return True
            if near in own.ports and is_coastal(site):
                return True
        return False

    # ----------------------------------------------------------------------- conflicts

    def _attack(self, seat: str, leader: int, site: str) -> Script:
        """One conflict, from its declaration to its result (FT-6, M, Z)."""
        own = self.kingdoms[seat]
        base = own.where[leader]
        kind = self._attack_kind(base)
        assert kind is not None
        enemy = self._controller(site)
        hit, defence_total, helper = self._what_is_hit(site, kind)
        if enemy is not None:  # FT-4, AMB-81: counts as soon as it is declared
            self.attacks.add((seat, enemy, kind))

        options = [f"hire {k}" for k in range(own.money() + 1)]  # M-11
        answer = yield from _ask(seat, "hire", options)
        hired = int(answer.split()[1])
        own.pay(hired)
        attack_total = leader + self._value(base) + hired  # M-7, Z-7

        counted: int | None = None
        if enemy is not None:
            options = self._defences(enemy, helper)
            answer = yield from _ask(enemy, "defend", options)
            words = answer.split()
            self.kingdoms[enemy].pay(int(words[1]))
            defence_total += int(words[1])
            if len(words) == 3:
                assert helper is not None
                counted = helper
                defence_total += helper

        own.inactive.add(leader)  # M-17, Z-11
        won = attack_total > defence_total  # M-12
        if counted is not None and enemy is not None and not is_capital(site):
            tires = self.rulings["defender_tires"]  # AMB-80
            if tires or (won and hit == "port"):  # M-14
                self.kingdoms[enemy].inactive.add(counted)
        if not won:
            return
        if hit == "city" and kind == MILITARY:
            self._conquer(seat, leader, site, enemy)
        elif enemy is None:  # Z-10
            self._put_under(self.sites.pop(site))
        elif hit == "city":  # Z-9
            yield from self._rebellion(enemy, {site})
        elif hit == "port":
            self._destroy_port(enemy, site)
        elif hit == "leader":  # Z-8
            assert helper is not None
            self.kingdoms[enemy].inactive.add(helper)
        else:  # M-18, Z-12
            self._finish_with_loser(hit, enemy)

    def _what_is_hit(self, site: str, kind: str) -> tuple[str, int, int | None]:
        """What an attack on a site meets: a word for it, what its defence is counted
        from, and the leader that may be added to that (M-5, M-8..M-10, Z-3..Z-7).
        """
        enemy = self._controller(site)
        if enemy is None:
            return "city", self._value(site), None
        theirs = self.kingdoms[enemy]
        leader = theirs.active_leader_at(site)  # AMB-15, AMB-16
        if is_capital(site) and kind == MILITARY:  # M-6, M-18, AMB-88
            king = theirs.king if self.rulings["king_defends"] else None
            return "capital", CAPITAL_DEFENCE, king
        if is_capital(site):  # Z-6, AMB-89
            king_only = self.rulings["king_missionary_defence"] == "king"
            return "king", 0 if king_only else CAPITAL_DEFENCE, theirs.king
        if kind == MILITARY and site in theirs.ports:  # M-5, M-9
            return "port", theirs.ports[site], leader
        if kind == MISSIONARY and leader is not None:  # Z-4
            return "leader", self._value(site), leader
        return "city", self._value(site), leader

    def _defences(self, enemy: str, helper: int | None) -> list[str]:
        """AMB-91, AMB-93."""
        plain = [f"defend {hired}" for hired in range(self.kingdoms[enemy].money() + 1)]
        return plain if helper is None else plain + [f"{text} leader" for text in plain]

    def _destroy_port(self, enemy: str, site: str) -> None:
        """M-14, AMB-38."""
        theirs = self.kingdoms[enemy]
        del theirs.ports[site]
        if not theirs.holds(site) and self.rulings["port_only_unrest"] == 1:
            theirs.raise_unrest(1)
            self._check_civil_war(enemy)

    def _conquer(self, seat: str, leader: int, site: str, enemy: str | None) -> None:
        """M-13, M-15, M-16; the garrison left behind: AMB-35."""
        if enemy is not None:
            self._lose_cities(enemy, {site})
        self.kingdoms[seat].where[leader] = site
        self.kingdoms[seat].lower_unrest()
        if enemy is not None:  # AMB-96: only once the victor has moved in
            self._check_civil_war(enemy)

    # ------------------------------------------------------------------ end of the game

    def _score(self, seat: str) -> int:  # V-2, AMB-115, AMB-116
        own = self.kingdoms[seat]
        cities = self._cities(seat)
        worth = sum(map(self._value, cities)) + sum(own.ports.values())
        return (len(cities) - own.unrest) * worth

    def _meets_trade(self, seat: str) -> bool:  # V-3, AMB-109, AMB-119
        own = self.kingdoms[seat]
        if len(self._home_cities(seat)) < len(CITY_PLACES) or own.inactive:
            return False
        if self.rulings.get("trade_abroad") and self._cities(seat) <= self._home_cities(seat):  # VA-1
            return False
        piers = self.rulings.get("trade_piers")  # VA-2
        if isinstance(piers, int) and sum(own.ports.values()) < piers:
            return False
        if self.rulings["trade_reserve"] == "reserve":
            return True
        return RESERVE not in own.where.values()

    def _meets_conquest(self, seat: str) -> bool:  # V-4, AMB-118
        home = self._home_cities(seat)
        provincial = self._cities(seat) - home
        continents = {seat_of(site) for site in provincial}
        others = set(self.seats) - {seat}
        enough = 0 if self.rulings.get("conquest_each") else 3  # VA-3
        return len(home) == len(CITY_PLACES) and len(provincial) >= enough and continents == others

    def _end_round(self) -> None:
        """V-5, V-6, AMB-112, AMB-117, AMB-121."""
        conquerors = [s for s in self.seats if self._meets_conquest(s)]
        traders = [s for s in self.seats if self._meets_trade(s)]
        if conquerors or traders:
            winners = self._best_of({*conquerors, *traders})
            by_conquest = any(seat in conquerors for seat in winners)
            self._finish("conquest" if by_conquest else "trade", winners, None)
        if self.time_up:
            self._finish("time", self._best_of(self.seats), None)
        limit = self.rulings["round_limit"]
        if isinstance(limit, int) and self.round >= limit:
            self._finish("rounds", self._best_of(self.seats), None)

    def _best_of(self, candidates: Iterable[str]) -> list[str]:
        """The seats with the highest score, in canonical order (AMB-113)."""
        score = {seat: self._score(seat) for seat in candidates}
        best = [s for s in self.seats if s in score and score[s] == max(score.values())]
        if self.rulings["score_tie"] == "dominance":
            return [min(best, key=self.order.index)]
        return best

    def _finish_with_loser(self, reason: str, loser: str) -> None:  # V-1, AMB-114
        others = [seat for seat in self.seats if seat != loser]
        self._finish(reason, self._best_of(others), loser)

    def _finish(self, reason: str, winners: list[str], loser: str | None) -> None:
        self.outcome = {  # N.5
            "reason": reason,
            "winners": winners,
            "loser": loser,
            "scores": {seat: self._score(seat) for seat in self.seats},
        }
        self.phase = "over"
        self.turn = None
        raise GameOver
