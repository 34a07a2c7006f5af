"""The control and dominance phases of the naive model; rebellions, which conflicts cause too."""

from __future__ import annotations

from tests.games.middlesea.reference.table import CHANCE, MAX_UNREST, Script, Table, ask


class Control(Table):
    """The control and dominance phases, and the rebellions of all phases."""

    def _control_of(self, seat: str) -> Script:
        kingdom = self.kingdoms[seat]
        cities = self._cities(seat)
        control_value = kingdom.king - kingdom.unrest  # C-1
        if self.rulings["negative_control"] == "floor":  # AMB-40
            control_value = max(0, control_value)
        excess = len(cities) - control_value
        if not cities or excess <= 0:
            return
        most = min(excess, kingdom.money())  # C-2, C-3
        answer = yield from ask(seat, "pay", [f"pay {k}" for k in range(most + 1)])
        paid = int(answer.split()[1])
        kingdom.pay(paid)
        to_rebel = excess - paid
        chosen: set[str] = set()
        if to_rebel >= len(cities):
            chosen = set(cities)
        else:
            while len(chosen) < to_rebel:  # C-4, AMB-43
                options = [f"rebel {site}" for site in cities - chosen]
                answer = yield from ask(seat, "rebel", options)
                chosen.add(answer.split()[1])
        if chosen:
            yield from self._rebellion(seat, chosen)

    def _rebellion(self, seat: str, chosen: set[str]) -> Script:
        """One batch of rebelling cities, from turning leaders to the loss (C-5..C-12).

        Serves the control phase and missionary conflicts alike (Z-9).
        """
        kingdom = self.kingdoms[seat]
        for site in chosen:  # C-5
            leader = kingdom.leader_at(site)
            if leader is not None:
                kingdom.inactive.add(leader)
        rebelling = set(chosen)
        while True:
            options = self._suppressions(seat, chosen, rebelling)
            if not options:
                break
            answer = yield from ask(seat, "suppress", [*options, "concede"])
            if answer == "concede":
                break
            words = answer.split()
            rebelling.discard(words[1])  # C-9
            kingdom.inactive.add(int(words[2]))  # C-8
            if len(words) == 4:  # AMB-46
                kingdom.pay(int(words[3]))
        if rebelling:
            self._lose_cities(seat, rebelling)
            self._check_civil_war(seat)

    def _suppressions(self, seat: str, chosen: set[str], rebelling: set[str]) -> list[str]:
        """The attempts that win (C-6, C-7, AMB-45, AMB-46, AMB-48)."""
        kingdom = self.kingdoms[seat]
        options = []
        bases = self._cities_by_suit(seat, "arms") | self._cities_by_suit(seat, "moons")
        for base in bases - chosen:
            leader = kingdom.active_leader_at(base)
            if leader is None:
                continue
            for site in rebelling:
                if self.rulings["suppress_reach"] == "adjacent" and not (self._is_in_reach(seat, base, site)):
                    continue
                total = leader + self._value(base)
                if self.rulings["suppress_hire"]:
                    for hired in range(kingdom.money() + 1):
                        if total + hired > self._value(site):
                            options.append(f"suppress {site} {leader} {hired}")
                elif total > self._value(site):
                    options.append(f"suppress {site} {leader}")
        return options

    def _lose_cities(self, seat: str, lost: set[str]) -> None:
        """Routes and leaders go, unrest rises (C-10, C-11, M-13, M-16, AMB-94)."""
        kingdom = self.kingdoms[seat]
        before = self._cities(seat)
        for site in lost:
            kingdom.withdraw_from(site)
        kingdom.raise_unrest(1)
        chain = before - lost - self._cities(seat)  # AMB-33: their last road went too
        if self.rulings["chain_unrest"] == "each":  # AMB-34
            kingdom.raise_unrest(len(chain))

    def _check_civil_war(self, seat: str) -> None:  # U-4, V-1, AMB-56
        if self.kingdoms[seat].unrest >= MAX_UNREST:
            self._finish_with_loser("unrest", seat)

    def _dominance_phase(self) -> Script:
        score, best_temple = {}, {}
        for seat in self.seats:  # D-1
            kingdom = self.kingdoms[seat]
            temples = [self._value(site) for site in self._cities_by_suit(seat, "moons")]
            score[seat] = kingdom.king + sum(temples) - kingdom.unrest
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
                answer = yield from ask(CHANCE, "first", options)
                first = answer.split()[1]
        new_order = [first]
        waiting = [seat for seat in self.order if seat != first]
        while waiting:  # D-3, D-5, AMB-58
            high = max(score[seat] for seat in waiting)
            options = [f"rank {seat}" for seat in waiting if score[seat] == high]
            answer = yield from ask(first, "rank", options)
            chosen = answer.split()[1]
            new_order.append(chosen)
            waiting.remove(chosen)
        self.order = new_order
