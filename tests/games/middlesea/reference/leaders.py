"""The leader phase of the naive model, with all conflicts."""

from __future__ import annotations

from tests.games.middlesea.reference.control import Control
from tests.games.middlesea.reference.table import (
    CAPITAL_DEFENCE,
    LEADERS,
    MILITARY,
    MISSIONARY,
    RESERVE,
    Script,
    ask,
    capital_of,
    is_capital,
    seat_of,
)


class Leaders(Control):
    """The leader phase, whose conflicts may cause rebellions."""

    def _leader_phase(self) -> Script:
        for seat in self._turns():
            while True:
                options = [*self._king_changes(seat), "end"]
                for leader in LEADERS:
                    options += self._leader_actions(seat, leader)
                answer = yield from ask(seat, "leader", options, always=True)
                if answer == "end":
                    break
                yield from self._act(seat, answer.split())
            self.acted = None
            self.king_changed = False

    def _king_changes(self, seat: str) -> list[str]:
        """FK-1, FK-2, AMB-103: once, and before any leader has acted."""
        kingdom = self.kingdoms[seat]
        if self.king_changed or self.acted is not None:
            return []
        return [
            f"king {leader}"
            for leader, place in kingdom.places.items()
            if place == RESERVE and abs(leader - kingdom.king) <= kingdom.money()
        ]

    def _leader_actions(self, seat: str, leader: int) -> list[str]:
        kingdom = self.kingdoms[seat]
        if leader == kingdom.king:  # FK-3
            return []
        if self.acted is not None and leader <= self.acted:  # F-2, AMB-102
            return []
        if leader in kingdom.inactive:  # FA-1, FM-4
            return [f"activate {leader}"]
        moves = [f"move {leader} {goal}" for goal in self._move_goals(seat, leader)]
        return moves + [f"attack {leader} {site}" for site in self._targets(seat, leader)]

    def _move_goals(self, seat: str, leader: int) -> list[str]:
        """FM-1, FM-2, FM-3; AMB-100, AMB-101, AMB-107."""
        kingdom = self.kingdoms[seat]
        place = kingdom.places[leader]
        start = capital_of(seat) if place == RESERVE else place
        linked = kingdom.network_from(start)
        goals = [s for s in self._cities(seat) & linked if kingdom.leader_at(s) is None]
        if place != RESERVE and capital_of(seat) in linked:
            goals.append(RESERVE)
        return goals

    def _act(self, seat: str, words: list[str]) -> Script:
        kingdom = self.kingdoms[seat]
        leader = int(words[1])
        if words[0] == "king":
            kingdom.pay(abs(leader - kingdom.king))
            del kingdom.places[leader]
            kingdom.places[kingdom.king] = RESERVE
            kingdom.king = leader
            self.king_changed = True
            return
        self.acted = leader
        if words[0] == "activate":
            kingdom.inactive.discard(leader)
        elif words[0] == "move":
            kingdom.places[leader] = words[2]  # FM-5: it was active and stays so
        else:
            yield from self._attack(seat, leader, words[2])

    def _targets(self, seat: str, leader: int) -> list[str]:
        """The sites an active leader may attack (FT-1..FT-5, M-1..M-6, Z-1..Z-6)."""
        base = self.kingdoms[seat].places[leader]
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

    def _attack(self, seat: str, leader: int, site: str) -> Script:
        """One conflict, from its declaration to its result (FT-6, M, Z)."""
        kingdom = self.kingdoms[seat]
        base = kingdom.places[leader]
        kind = self._attack_kind(base)
        assert kind is not None
        enemy = self._controller(site)
        hit, defence_total, helper = self._what_is_hit(site, kind)
        if enemy is not None:  # FT-4, AMB-81: counts as soon as it is declared
            self.attacks.add((seat, enemy, kind))

        options = [f"hire {k}" for k in range(kingdom.money() + 1)]  # M-11
        answer = yield from ask(seat, "hire", options)
        hired = int(answer.split()[1])
        kingdom.pay(hired)
        attack_total = leader + self._value(base) + hired  # M-7, Z-7

        counted: int | None = None
        if enemy is not None:
            options = self._defences(enemy, helper)
            answer = yield from ask(enemy, "defend", options)
            words = answer.split()
            self.kingdoms[enemy].pay(int(words[1]))
            defence_total += int(words[1])
            if len(words) == 3:
                assert helper is not None
                counted = helper
                defence_total += helper

        kingdom.inactive.add(leader)  # M-17, Z-11
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
        self.kingdoms[seat].places[leader] = site
        self.kingdoms[seat].lower_unrest()
        if enemy is not None:  # AMB-96: only once the victor has moved in
            self._check_civil_war(enemy)
