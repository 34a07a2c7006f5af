"""Words, geometry, and the possessions of a seat, for the naive reference model; see `model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Words (N.1)

SEATS = ("N", "E", "S", "W")  # clockwise
PLACES = ("C", "BL", "FL", "FM", "FR", "BR")
CITY_PLACES = ("BL", "FL", "FM", "FR", "BR")
COASTAL_PLACES = ("FL", "FM", "FR")  # B.3
SUITS = ("suns", "moons", "crowns", "arms")
SUIT_OF_INITIAL = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}
LEADERS = (0, 1, 2, 3, 4, 5)  # L-1
RESERVE = "reserve"
CHANCE = "chance"
MAX_UNREST = 5  # U-1
MAX_PIERS = 5  # BP-2
CAPITAL_DEFENCE = 10  # Y-4
MILITARY = "military"
MISSIONARY = "missionary"
KINDS = (MILITARY, MISSIONARY)

Road = frozenset[str]

# B.2: the neighbours of each place on its continent
NEIGHBOURS = {
    "C": {"BL", "BR", "FM", "FL", "FR"},
    "BL": {"C", "FL", "FM"},
    "FL": {"C", "BL", "FM"},
    "FM": {"C", "BL", "FL", "FR", "BR"},
    "FR": {"C", "BR", "FM"},
    "BR": {"C", "FR", "FM"},
}

# N.6: every ruling with its values, the default first (round_limit: any n >= 1 too)
RULING_VALUES: dict[str, tuple[object, ...]] = {
    "attack_port": ("home", "any", "mixed"),
    "capital_adjacency": (False, True),
    "missionary_reach": ("anywhere", "adjacent"),
    "suppress_reach": ("anywhere", "adjacent"),
    "suppress_hire": (False, True),
    "production": ("forced", "choice"),
    "trade_reserve": ("board", "reserve"),
    "replace_opponent": (True, False),
    "replace_early": (False, True),
    "chain_unrest": ("event", "each"),
    "port_only_unrest": (1, 0),
    "defender_tires": (False, True),
    "king_defends": (True, False),
    "king_missionary_defence": ("capital_and_king", "king"),
    "first_tie": ("pawn_order", "roll"),
    "negative_control": ("floor", "debt"),
    "score_tie": ("shared", "dominance"),
    "round_limit": (None,),
}
# VA-1 to VA-3: written only where they are played
VARIANT_VALUES: dict[str, tuple[object, ...]] = {
    "trade_abroad": (False, True),
    "trade_piers": (0, 3, 5),
    "conquest_each": (False, True),
}


def seat_of(site: str) -> str:
    """The continent of a site."""
    return site.split(".", maxsplit=1)[0]


def place_of(site: str) -> str:
    return site.split(".")[1]


def capital_of(seat: str) -> str:
    return f"{seat}.C"


def is_capital(site: str) -> bool:
    return place_of(site) == "C"


def is_coastal(site: str) -> bool:  # Y-6, B.3
    return place_of(site) in COASTAL_PLACES


def are_adjacent(a: str, b: str) -> bool:
    """Neighbours by land; continents never touch (B.2, B.3)."""
    return seat_of(a) == seat_of(b) and place_of(b) in NEIGHBOURS[place_of(a)]


def site_order(site: str) -> tuple[int, int]:
    """Sort key for the canonical order of sites (N.1)."""
    return SEATS.index(seat_of(site)), PLACES.index(place_of(site))


def tile_suit(tile: str) -> str:
    return SUIT_OF_INITIAL[tile[0]]


def all_tiles(suit: str) -> list[str]:
    """The five tiles of a suit as they lie at the start, ace on top (S-4)."""
    initial = next(i for i, s in SUIT_OF_INITIAL.items() if s == suit)
    return [f"{initial}{value}" for value in range(1, 6)]


@dataclass
class Kingdom:
    """The possessions of one seat. A leader is turned only while it stands in a city."""

    king: int
    goods: int
    gold: int
    unrest: int
    places: dict[int, str]  # all leaders but the king
    inactive: set[int]
    roads: set[Road]
    ports: dict[str, int]

    def money(self) -> int:
        """How many times 1 goods + 1 gold can be paid."""
        return min(self.goods, self.gold)

    def pay(self, amount: int) -> None:  # B-2: to the bank, at once
        assert 0 <= amount <= self.money()
        self.goods -= amount
        self.gold -= amount

    def raise_unrest(self, amount: int) -> None:  # U-3; chain_unrest: stops at 5
        self.unrest = min(MAX_UNREST, self.unrest + amount)

    def lower_unrest(self) -> None:  # U-1, U-2
        self.unrest = max(0, self.unrest - 1)

    def leader_at(self, site: str) -> int | None:
        return next((value for value, place in self.places.items() if place == site), None)

    def active_leader_at(self, site: str) -> int | None:
        leader = self.leader_at(site)
        return None if leader in self.inactive else leader

    def send_to_reserve(self, leader: int) -> None:
        self.places[leader] = RESERVE
        self.inactive.discard(leader)  # L-5, AMB-106

    def holds(self, site: str) -> bool:
        """Whether a city at that site is this seat's (K-1, AMB-29, AMB-30)."""
        has_route = site in self.ports or any(site in road for road in self.roads)
        return has_route or self.leader_at(site) is not None

    def remove_routes(self, site: str) -> None:
        self.roads = {road for road in self.roads if site not in road}
        self.ports.pop(site, None)

    def withdraw_from(self, site: str) -> None:
        """Routes to the bank, the leader there to the reserve (C-10, M-13)."""
        self.remove_routes(site)
        leader = self.leader_at(site)
        if leader is not None:
            self.send_to_reserve(leader)

    def network_from(self, start: str) -> set[str]:
        """Every site that own roads and sea hops join to this one (K-5, FM-2)."""
        network = {start}
        frontier = [start]
        while frontier:
            node = frontier.pop()
            linked = {site for road in self.roads if node in road for site in road}
            if node in self.ports:
                linked |= set(self.ports)
            for site in linked - network:
                network.add(site)
                frontier.append(site)
        return network


def read_kingdom(fields: Mapping[str, Any]) -> Kingdom:
    """One seat; fields not given are as at the start of the game (S-9, S-10)."""
    king = fields.get("king", 1)
    leaders = {value: RESERVE for value in LEADERS if value != king}
    leaders |= {int(name): text for name, text in fields.get("leaders", {}).items()}
    return Kingdom(
        king=king,
        goods=fields.get("goods", 4),
        gold=fields.get("gold", 4),
        unrest=fields.get("unrest", 0),
        places={leader: text.removesuffix("-") for leader, text in leaders.items()},
        inactive={leader for leader, text in leaders.items() if text.endswith("-")},
        roads={frozenset(text.split("-")) for text in fields.get("roads", [])},
        ports=dict(fields.get("ports", {})),
    )


def write_kingdom(kingdom: Kingdom) -> dict[str, Any]:
    return {
        "king": kingdom.king,
        "goods": kingdom.goods,
        "gold": kingdom.gold,
        "unrest": kingdom.unrest,
        "leaders": {
            str(value): place + ("-" if value in kingdom.inactive else "") for value, place in sorted(kingdom.places.items())
        },
        "roads": sorted("-".join(sorted(road, key=site_order)) for road in kingdom.roads),
        "ports": {site: kingdom.ports[site] for site in sorted(kingdom.ports, key=site_order)},
    }
