"""Reading positions (N.4). A malformed or impossible position raises an error that names the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.errors import shown, suggest
from kingdoms.core.fields import a_bool, a_list, a_number, a_word, an_object, fail
from kingdoms.core.game import Game
from kingdoms.core.position import PositionReader
from kingdoms.games.middlesea.engine import codes, pieces, routes
from kingdoms.games.middlesea.engine.geometry import COAST, SEATS, SITE_NUMBER, SITES, SUITS, TILE_NUMBER, TILES, edge_between
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.pending import FIELDS, READERS, read_outcome
from kingdoms.games.middlesea.table.position import KINDS, PHASES
from kingdoms.games.middlesea.texts import fault
from kingdoms.texts import listing

SEAT_FIELDS: Final = ("king", "goods", "gold", "unrest", "leaders", "roads", "ports")
FIRST_STAGE: Final = (*(codes.FIRST, codes.PAY, codes.RANK, codes.PRODUCE, codes.BUILDING, codes.LEADING, codes.FINISHED),)
"""The first stage of each phase."""


class Reader(PositionReader):
    """A reader of one position."""

    fields = (
        *("game", "round", "phase", "turn", "order", "sites", "stacks", "seats", "rulings"),
        *("leader_phase", "time_up", "pending", "outcome"),
    )
    pending_fields = FIELDS
    pending_word = "decision"

    def __init__(self, position: object, rules: type[Game]) -> None:
        super().__init__(position, rules)
        state = self.game.new_initial_state()
        assert isinstance(state, State)
        self.state = state
        self.seats = [SEATS.index(seat) for seat in self.game.seats]

    def read(self) -> State:
        """Return the state, before any automatic steps."""
        state = self.state
        state.phase = a_word(self.position["phase"], "phase", PHASES)
        state.round_number = a_number(self.position.get("round", 1), "round", 1, codes.LAST_ROUND)
        state.time_up = a_bool(self.position.get("time_up", False), "time_up")
        self.read_order()
        self.read_sites()
        self.read_stacks()
        for name, value in self.position["seats"].items():
            self.read_seat(SEATS.index(name), an_object(value, f"seats.{name}", SEAT_FIELDS))
        self.check_control()
        self.read_leader_phase()
        state.stage = FIRST_STAGE[state.phase]
        state.is_asked = state.phase in (codes.START, codes.OVER)
        read_outcome(state, self.position.get("outcome"))
        pending = self.read_pending()
        if pending is not None:
            kind, data = pending
            READERS[kind](state, data)
            state.is_asked = 1
        return state

    def seat(self, value: object, path: str) -> int:
        """Return the number of a seat in this game."""
        return SEATS.index(self.seat_name(value, path))

    def site(self, value: object, path: str) -> int:
        """Return the number of a site in this game."""
        if not isinstance(value, str) or value not in SITE_NUMBER:
            raise fail(path, fault("position.no_site", site=shown(value), hint=suggest(value, SITES)))
        if value[0] not in self.game.seats:
            raise fail(path, fault("position.not_playing", site=value, seat=value[0]), "S-7")
        return SITE_NUMBER[value]

    def city_site(self, value: object, path: str) -> int:
        """Return the number of a site in this game that has a city."""
        site = self.site(value, path)
        if not self.state.city[site]:
            if site % 6 == 0:
                raise fail(path, fault("position.only_king", site=value), "Y-4")
            raise fail(path, fault("position.no_city", site=value), "K-1")
        return site

    def read_order(self) -> None:
        """Read the order of dominance, and the seat on turn."""
        state = self.state
        names = self.position.get("order")
        if names is not None:
            order = [self.seat(value, "order") for value in a_list(names, "order")]
            if sorted(order) != self.seats:
                raise fail("order", fault("position.order", seats=", ".join(self.game.seats)))
            state.order = order + [0] * (4 - len(order))
        turn = self.position.get("turn")
        if turn is not None:
            seat = self.seat(turn, "turn")
            if state.phase in (codes.CONTROL, codes.BUILD, codes.LEADER):
                state.turn = state.order.index(seat)

    def read_sites(self) -> None:
        """Read the cities on the board."""
        sites: dict[str, str] = {}
        for name, tile in an_object(self.position.get("sites", {}), "sites").items():
            site = self.site(name, "sites")
            path = f"sites.{name}"
            if site % 6 == 0:
                raise fail(path, fault("position.capital"), "Y-4")
            if not isinstance(tile, str) or tile not in TILE_NUMBER:
                raise fail(path, fault("position.no_tile", tile=shown(tile), hint=suggest(tile, TILE_NUMBER)))
            if tile in sites:
                raise fail(path, fault("position.tile_twice", tile=tile, site=sites[tile]), "S-3")
            sites[tile] = name
            pieces.put_city(self.state, site, TILE_NUMBER[tile])

    def read_stacks(self) -> None:
        """Read the stacks, and check that stacks and board together hold each tile once."""
        on_board = set(self.state.city)
        data = an_object(self.position.get("stacks", {}), "stacks", SUITS)
        stacks = []
        for suit, name in enumerate(SUITS):
            left = [TILES[number] for number in range(5 * suit + 1, 5 * suit + 6) if number not in on_board]
            tiles = a_list(data.get(name, left), f"stacks.{name}")
            for tile in tiles:
                if tile not in left:
                    is_there = isinstance(tile, str) and TILE_NUMBER.get(tile) in on_board
                    key = "position.tile_on_board" if is_there else "position.tile_elsewhere"
                    raise fail(f"stacks.{name}", fault(key, tile=shown(tile)), "S-4")
                if tiles.count(tile) > 1:
                    raise fail(f"stacks.{name}", fault("position.twice", name=tile), "S-3")
            for tile in left:
                if tile not in tiles:
                    raise fail(f"stacks.{name}", fault("position.tile_missing", tile=tile), "S-3")
            stacks.append(sum(int(tile[1]) << 3 * depth for depth, tile in enumerate(tiles)))
        self.state.stacks = stacks

    def read_seat(self, seat: int, data: Mapping[str, Any]) -> None:
        """Read the data of one seat."""
        state, name = self.state, f"seats.{SEATS[seat]}"
        most_unrest = 5 if state.phase == codes.OVER else 4
        for column, default, most, clause in (
            ("goods", 4, codes.MOST_MONEY, "S-8"),
            ("gold", 4, codes.MOST_MONEY, "S-8"),
            ("king", 1, 5, "L-1"),
            ("unrest", 0, most_unrest, "U-1" if most_unrest == 5 else "U-4"),
        ):
            values = getattr(state, column)
            values[seat] = a_number(data.get(column, default), f"{name}.{column}", 0, most, clause)
            setattr(state, column, values)
        place = state.place
        place[6 * seat : 6 * seat + 6] = [codes.RESERVE] * 6
        place[6 * seat + state.king[seat]] = codes.THRONE
        state.place = place
        for leader, value in an_object(data.get("leaders", {}), f"{name}.leaders").items():
            self.read_leader(seat, leader, value)
        self.read_roads(seat, a_list(data.get("roads", []), f"{name}.roads"))
        self.read_ports(seat, an_object(data.get("ports", {}), f"{name}.ports"))
        routes.refresh(state, seat)

    def read_leader(self, seat: int, key: object, value: object) -> None:
        """Read the place of one leader."""
        state, path = self.state, f"seats.{SEATS[seat]}.leaders"
        leader = a_word(key, path, ("0", "1", "2", "3", "4", "5"))
        path += f".{leader}"
        if leader == state.king[seat]:
            raise fail(path, fault("position.king"), "L-2")
        if value == "reserve":
            return
        if not isinstance(value, str):
            raise fail(path, fault("position.leader_place", value=shown(value)))
        site = self.city_site(value.removesuffix("-"), path)
        for holder in range(4):
            if state.governed[holder] >> site & 1:
                raise fail(path, fault("position.leader_there", site=SITES[site], seat=SEATS[holder]), "L-7")
        routes.station(state, seat, leader, site)
        active = state.active
        active[seat] |= (not value.endswith("-")) << leader
        state.active = active

    def read_roads(self, seat: int, values: list[Any]) -> None:
        """Read a seat's roads."""
        state, path = self.state, f"seats.{SEATS[seat]}.roads"
        roads = state.roads
        for value in values:
            ends = value.split("-") if isinstance(value, str) else []
            if len(ends) != 2:
                raise fail(path, fault("position.no_road", value=shown(value)))
            sites = [self.site(end, path) for end in ends]
            edge = edge_between(*sites)
            if edge < 0:
                apart = sites[0] // 6 != sites[1] // 6
                key = "position.road_overseas" if apart else "position.road_too_long"
                raise fail(path, fault(key, road=value), "BR-5" if apart else "BR-2")
            for site in sites:
                if site % 6:
                    self.city_site(SITES[site], path)
                elif site != 6 * seat:
                    raise fail(path, fault("position.road_to_capital", road=value, seat=SEATS[site // 6]), "BR-1")
            if roads[4 * seat + sites[0] // 6] >> edge & 1:
                raise fail(path, fault("position.twice", name=value), "AMB-32")
            roads[4 * seat + sites[0] // 6] |= 1 << edge
        state.roads = roads

    def read_ports(self, seat: int, data: Mapping[str, Any]) -> None:
        """Read a seat's ports."""
        state, path = self.state, f"seats.{SEATS[seat]}.ports"
        ports, piers = state.ports, state.piers
        for name, count in data.items():
            site = self.city_site(name, path)
            if not COAST >> site & 1:
                raise fail(path, fault("position.no_coast", site=name), "Y-6")
            if piers[site]:
                raise fail(path, fault("position.port_there", site=name), "K-7")
            piers[site] = a_number(count, f"{path}.{name}", 1, 5, "BP-2")
            ports[seat] |= 1 << site
        state.ports, state.piers = ports, piers

    def check_control(self) -> None:
        """Raise an error if a city has two controllers."""
        cities = self.state.controlled_sites
        for site in range(24):
            holders = [SEATS[seat] for seat in range(4) if cities[seat] >> site & 1]
            if len(holders) > 1:
                raise fail("seats", fault("position.two_controllers", seats=listing(holders), site=SITES[site]), "K-7")

    def read_leader_phase(self) -> None:
        """Read the progress of the leader phase."""
        state = self.state
        data = self.position.get("leader_phase")
        if data is None:
            return
        if state.phase != codes.LEADER:
            raise fail("leader_phase", fault("position.only_in_phase_leader"))
        data = an_object(data, "leader_phase", ("acted", "king_changed", "attacks"))
        acted = data.get("acted")
        if acted is not None:
            state.acted = a_number(acted, "leader_phase.acted", 0, 5)
        state.king_changed = a_bool(data.get("king_changed", False), "leader_phase.king_changed")
        for entry in a_list(data.get("attacks", []), "leader_phase.attacks"):
            path = "leader_phase.attacks"
            attack = an_object(entry, path, ("by", "on", "kind"))
            by, on = self.seat(attack.get("by"), f"{path}.by"), self.seat(attack.get("on"), f"{path}.on")
            kind = a_word(attack.get("kind"), f"{path}.kind", KINDS)
            if by == on:
                raise fail(path, fault("position.attacks_itself", seat=SEATS[by]), "AMB-85")
            if state.attacks >> (8 * by + 4 * kind + on) & 1:
                raise fail(path, fault("position.attack_twice", kind=KINDS[kind], by=SEATS[by], on=SEATS[on]), "FT-4")
            state.attacks |= 1 << (8 * by + 4 * kind + on)
