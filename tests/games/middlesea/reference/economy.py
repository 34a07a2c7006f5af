"""The production and build phases of the naive model."""

from __future__ import annotations

from tests.games.middlesea.reference.table import (
    CITY_PLACES,
    MAX_PIERS,
    SUITS,
    Script,
    Table,
    are_adjacent,
    ask,
    capital_of,
    is_coastal,
    site_order,
)


class Economy(Table):
    """The production and build phases."""

    def _production_phase(self) -> Script:
        for seat in self.order:
            kingdom = self.kingdoms[seat]
            kingdom.goods += kingdom.king  # P-1
            kingdom.gold += kingdom.king
            for site in sorted(self._producing_cities(seat), key=site_order):
                if self.rulings["production"] == "choice":  # AMB-59
                    options = [f"produce {site}", f"hold {site}"]
                    answer = yield from ask(seat, "produce", options)
                    if answer.startswith("hold"):
                        continue
                self._produce(seat, site)

    def _producing_cities(self, seat: str) -> set[str]:  # P-3, P-6
        kingdom = self.kingdoms[seat]
        linked = kingdom.network_from(capital_of(seat))
        works = self._cities_by_suit(seat, "suns") | self._cities_by_suit(seat, "crowns")
        return {site for site in works & linked if kingdom.active_leader_at(site) is not None}

    def _produce(self, seat: str, site: str) -> None:  # P-2, P-4
        kingdom = self.kingdoms[seat]
        leader = kingdom.active_leader_at(site)
        assert leader is not None
        amount = self._value(site) + leader
        if self._suit(site) == "suns":
            kingdom.goods += amount
        else:
            kingdom.gold += amount
        kingdom.inactive.add(leader)

    def _build_phase(self) -> Script:
        for seat in self._turns():
            while True:
                options = [*self._explorations(seat), *self._roads_to_build(seat)]
                options += [*self._piers_to_build(seat), *self._exchanges(seat), "end"]
                answer = yield from ask(seat, "build", options, always=True)
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
        kingdom = self.kingdoms[seat]
        options = []
        for start in self._cities(seat) | {capital_of(seat)}:  # BR-1
            for goal in self.sites:  # BR-2, BR-5, AMB-70
                if (
                    are_adjacent(start, goal)
                    and self._controller(goal) in (None, seat)
                    and frozenset({start, goal}) not in kingdom.roads  # AMB-32
                    and self._value(goal) <= kingdom.money()  # BR-3
                ):
                    options.append(f"road {start} {goal}")
        return options

    def _piers_to_build(self, seat: str) -> list[str]:  # BP-1, BP-2
        kingdom = self.kingdoms[seat]
        options = []
        for site in self._cities(seat):
            if is_coastal(site):
                room = MAX_PIERS - kingdom.ports.get(site, 0)
                for piers in range(1, min(room, kingdom.money()) + 1):
                    options.append(f"port {site} {piers}")
        return options

    def _exchanges(self, seat: str) -> list[str]:  # BX-1
        stock = {"goods": self.kingdoms[seat].goods, "gold": self.kingdoms[seat].gold}
        return [f"exchange {name}" for name, amount in stock.items() if amount >= 2]

    def _build(self, seat: str, words: list[str]) -> None:
        kingdom = self.kingdoms[seat]
        if words[0] == "explore":
            kingdom.pay(1)
            self._explore(words[1], words[2])
        elif words[0] == "road":
            self._build_road(seat, words[1], words[2])
        elif words[0] == "port":
            kingdom.pay(int(words[2]))
            kingdom.ports[words[1]] = kingdom.ports.get(words[1], 0) + int(words[2])
        elif words[1] == "goods":
            kingdom.goods -= 2
            kingdom.gold += 1
        else:
            kingdom.gold -= 2
            kingdom.goods += 1

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
        kingdom = self.kingdoms[seat]
        kingdom.pay(self._value(goal))  # BR-3, BR-4
        is_new = self._controller(goal) is None
        kingdom.roads.add(frozenset({start, goal}))
        if is_new:  # BR-6, AMB-71
            kingdom.lower_unrest()
