"""Reading positions (N-5). Errors in malformed or impossible positions (N-6) say what is wrong and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kingdoms.core.errors import shown, suggest
from kingdoms.core.fields import a_number, a_word, an_object, fail
from kingdoms.core.game import Game
from kingdoms.core.position import PositionReader
from kingdoms.games.rivers.engine import codes, pieces, regions
from kingdoms.games.rivers.engine.geometry import CELL_NUMBER, CELLS, COLOURS, PAIR_NAMES, SEATS, TILES, TREASURE, plus, square
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.pending import FIELDS, READERS, STAGES, read_actions_left, read_outcome
from kingdoms.games.rivers.table.position import PHASES, WHAT
from kingdoms.games.rivers.table.view import View
from kingdoms.games.rivers.texts import fault, say

SEAT_FIELDS: Final = ("hand", "points", "treasures", "catastrophes")
CELL_CONTENTS: Final = (*COLOURS, "red*", "down", "down*", "wonder", "wonder*", "catastrophe")
TREASURE_CLAUSES: Final = {"standard": "A-2", "advanced": "AB-3"}
"""Board -> the clause with the cells of its treasures at the start."""


class Reader(PositionReader):
    """A reader of one position."""

    fields = (
        *("game", "rulings", "phase", "turn", "actions_left", "seats"),
        *("board", "leaders", "monuments", "buildings", "bag", "pending", "outcome"),
    )
    pending_fields = FIELDS
    pending_word = "kind"

    def __init__(self, position: object, rules: type[Game]) -> None:
        super().__init__(position, rules)
        state = self.game.new_initial_state()
        assert isinstance(state, State)
        self.state = state
        self.board = state.ground
        self.fresh = {CELLS[cell]: "red*" for cell in self.board.temples}  # the board at the start (A-3, AB-3)
        self.seats = [SEATS.index(seat) for seat in self.game.seats]

    def rulings_field(self) -> object:
        """Return the rulings of the position. In this game, null is an error rather than the default."""
        return an_object(self.position.get("rulings", {}), "rulings")

    def read(self) -> State:
        """Return the state, before its automatic steps."""
        state = self.state
        state.phase = a_word(self.position["phase"], "phase", PHASES)
        if "turn" in self.position:
            state.turn = self.seat(self.position["turn"], "turn")
        for name, value in self.position["seats"].items():
            self.read_seat(SEATS.index(name), an_object(value, f"seats.{name}", SEAT_FIELDS))
        self.read_board(an_object(self.position.get("board", self.fresh), "board"))
        self.read_monuments(an_object(self.position.get("monuments", {}), "monuments"))
        self.check_wonder()
        self.read_buildings()
        self.read_leaders(an_object(self.position.get("leaders", {}), "leaders"))
        self.read_bag()
        self.check_counts()
        read_actions_left(state, self.position)
        self.read_stage()
        self.check_leaders()
        read_outcome(state, self.position)
        return state

    def seat(self, value: object, path: str) -> int:
        """Return the number of a seat of this game."""
        return SEATS.index(self.seat_name(value, path))

    def read_stage(self) -> None:
        """Read the stage and the pending decision."""
        state = self.state
        state.stage = STAGES[state.phase]
        state.is_asked = state.stage != codes.DRAW
        if self.position.get("pending") is not None and state.phase != codes.ACTION:
            raise fail("pending", fault("position.nothing_pending", phase=PHASES[state.phase]))
        pending = self.read_pending()
        if pending is not None:
            kind, fields = pending
            READERS[kind](state, fields)

    def counts(self, value: object, path: str, most: int) -> list[int]:
        """Return numbers by colour, 0 for missing colours."""
        counts = an_object(value, path, COLOURS)
        return [a_number(counts.get(colour, 0), f"{path}.{colour}", 0, most) for colour in COLOURS]

    def read_seat(self, seat: int, fields: Mapping[str, Any]) -> None:
        """Read the hand, points, treasures and catastrophes of a seat."""
        path = f"seats.{SEATS[seat]}"
        hand = self.counts(fields.get("hand", {}), f"{path}.hand", codes.FULL_HAND)
        if sum(hand) > codes.FULL_HAND:
            raise fail(f"{path}.hand", fault("position.hand", most=codes.FULL_HAND, number=sum(hand)), "A-4")
        state, part = self.state, slice(4 * seat, 4 * seat + 4)
        state.hand = [*state.hand[: part.start], *hand, *state.hand[part.stop :]]
        points = self.counts(fields.get("points", {}), f"{path}.points", codes.MOST_POINTS)
        state.points = [*state.points[: part.start], *points, *state.points[part.stop :]]
        treasure_counts, left = state.treasures_taken, state.catastrophes_left
        treasure_counts[seat] = a_number(
            fields.get("treasures", 0), f"{path}.treasures", 0, len(self.fresh), self.treasure_clause()
        )
        left[seat] = a_number(fields.get("catastrophes", 2), f"{path}.catastrophes", 0, 2)
        state.treasures_taken, state.catastrophes_left = treasure_counts, left

    # -- the board ----------------------------------------------------------------------------------------------------

    def cell(self, value: object, path: str) -> int:
        """Return the number of a cell of the board."""
        if not isinstance(value, str) or value not in CELL_NUMBER:
            hint = suggest(value.upper(), CELLS) if isinstance(value, str) else ""
            raise fail(path, fault("position.no_cell", cell=shown(value), hint=hint), "A-2")
        return CELL_NUMBER[value]

    def read_board(self, contents: Mapping[str, Any]) -> None:
        """Read the contents of the cells."""
        state = self.state
        river = self.board.river
        for temple in self.board.temples:
            pieces.put(state, temple, codes.EMPTY)
        state.treasures = 0
        for name, value in contents.items():
            cell, path = self.cell(name, "board"), f"board.{name}"
            a_word(value, path, CELL_CONTENTS)
            word = value.rstrip("*")
            if word in COLOURS and river[cell] != (word == "blue"):
                key = "position.river" if river[cell] else "position.land"
                raise fail(path, fault(key, cell=name, colour=word), "D-8")
            if value.endswith("*"):
                if name not in self.fresh:
                    scarce = fault("position.no_treasure", cell=name, cells=", ".join(self.fresh))
                    raise fail(path, scarce, self.treasure_clause())
                state.treasures |= TREASURE[cell]
            pieces.put(state, cell, WHAT.index(word))

    def read_monuments(self, corners: Mapping[str, Any]) -> None:
        """Read the monuments: each stands on four flipped tiles, and each flipped tile is under one monument."""
        an_object(corners, "monuments", PAIR_NAMES)
        under: dict[int, str] = {}
        monument = self.state.monument
        for pair, value in corners.items():
            path = f"monuments.{pair}"
            corner = self.cell(value, path)
            cells = square(corner)
            if cells is None:
                raise fail(path, fault("position.no_square", cell=value), "H-1")
            wet = sum(self.board.river[cell] for cell in cells)
            if wet not in (0, 4):
                raise fail(path, fault("position.partly_river", cell=value), "H-1")
            if wet and "blue" not in pair:
                raise fail(path, fault("position.river_square", cell=value, pair=pair), "H-1")
            for cell in cells:
                if self.state.contents[cell] != codes.DOWN:
                    raise fail(path, fault("position.not_down", cell=CELLS[cell]), "H-1")
                if cell in under:
                    raise fail(path, fault("position.under_two", cell=CELLS[cell], pair=under[cell]), "H-1")
                under[cell] = pair
            monument[PAIR_NAMES.index(pair)] = corner
        self.state.monument = monument
        for cell, content in enumerate(self.state.contents):
            if content == codes.DOWN and cell not in under:
                raise fail(f"board.{CELLS[cell]}", fault("position.down"), "H-2")

    def check_wonder(self) -> None:
        """Check that the wonder covers a plus of five cells, and set its centre."""
        state = self.state
        cells = [cell for cell, content in enumerate(state.contents) if content == codes.WONDER]
        if not cells:
            return
        path = f"board.{CELLS[cells[0]]}"
        if not state.with_wonder:
            raise fail(path, fault("position.no_wonder"), "I-1")
        centre = next((cell for cell in cells if plus(cell) == cells), None)
        if centre is None:
            raise fail(path, fault("position.wonder_cells"), "I-1")
        if sum(self.board.river[cell] for cell in cells) not in (0, 5):
            raise fail(path, fault("position.wonder_on_river"), "I-1")
        state.wonder = centre

    def read_buildings(self) -> None:
        """Read the civilization buildings: they stand on face-up tiles of their colours, in lines of any length."""
        state = self.state
        if "buildings" not in self.position:
            return
        if not state.with_buildings:
            raise fail("buildings", fault("position.no_buildings"), "CB-1")
        raised = state.raised
        for colour, place in an_object(self.position["buildings"], "buildings", COLOURS, "CB-1").items():
            path = f"buildings.{colour}"
            cell = self.cell(place, path)
            number = COLOURS.index(colour)
            if state.contents[cell] != codes.TEMPLE + number:
                building = say("name.building", word=colour)
                raise fail(path, fault("position.building_tile", building=building, colour=colour, cell=place), "CB-5")
            raised[number] = cell
        state.raised = raised

    # -- leaders ------------------------------------------------------------------------------------------------------

    def read_leaders(self, leaders: Mapping[str, Any]) -> None:
        """Read the cells of the leaders."""
        state = self.state
        stand = state.stand
        for name, value in leaders.items():
            seat = self.seat(name, "leaders")
            for colour, place in an_object(value, f"leaders.{name}", COLOURS).items():
                path = f"leaders.{name}.{colour}"
                cell = self.cell(place, path)
                if self.board.river[cell]:
                    raise fail(path, fault("position.leader_on_river", cell=place), "D-4")
                content = state.contents[cell]
                if content >= codes.LEADERS:
                    raise fail(
                        path, fault("position.leader_there", leader=leader_name(content - codes.LEADERS), cell=place), "D-4"
                    )
                if content != codes.EMPTY:
                    raise fail(path, fault("position.not_empty", cell=place, what=WHAT[content]), "D-4")
                if not state.near[cell]:
                    raise fail(path, fault("position.no_temple", cell=place), "D-7")
                piece = 4 * seat + COLOURS.index(colour)
                stand[piece] = cell
                pieces.put(state, cell, codes.LEADERS + piece)
        state.stand = stand

    def check_leaders(self) -> None:
        """Check that no kingdom has two leaders of a colour, except those in a revolt (C-2)."""
        state = self.state
        regions.survey(state)
        leaders: dict[tuple[int, int], int] = {}
        for piece, cell in enumerate(state.stand):
            if cell < 0:
                continue
            key = (state.kingdom[cell], piece % 4)
            leader = leaders.setdefault(key, piece)
            sides = {state.attacker, state.defender}
            revolting = state.revolt and state.colour == piece % 4 and {piece // 4, leader // 4} == sides
            if leader != piece and not revolting:
                path = f"leaders.{SEATS[piece // 4]}.{COLOURS[piece % 4]}"
                raise fail(path, fault("position.two_leaders", leader=leader_name(leader)), "C-2")

    # -- counts -------------------------------------------------------------------------------------------------------

    def tiles_seen(self) -> list[int]:
        """Return the number of tiles of each colour that are face up or in hands."""
        state = self.state
        hand = state.hand
        return [state.contents.count(codes.TEMPLE + c) + sum(hand[4 * seat + c] for seat in range(4)) for c in range(4)]

    def read_bag(self) -> None:
        """Read the bag; by default it holds all tiles that are neither face up nor in a hand."""
        tile_counts = self.tiles_seen()
        if "bag" not in self.position:
            self.state.bag = [max(0, most - count) for most, count in zip(TILES, tile_counts, strict=True)]
        else:
            bag = an_object(self.position["bag"], "bag", COLOURS)
            most = zip(COLOURS, TILES, strict=True)
            self.state.bag = [a_number(bag.get(colour, 0), f"bag.{colour}", 0, number) for colour, number in most]

    def check_counts(self) -> None:
        """Check the numbers of tiles, catastrophes and treasures against the supply."""
        state = self.state
        bag, treasure_counts, left = state.bag, state.treasures_taken, state.catastrophes_left
        for colour, most, count in zip(range(4), TILES, self.tiles_seen(), strict=True):
            if count + bag[colour] > most:
                many = fault("position.tiles", number=count + bag[colour], colour=COLOURS[colour], most=most)
                raise fail("", many, "A-3")
        ruined = state.contents[: codes.CELLS].count(codes.CATASTROPHE)
        unused = sum(left[seat] for seat in self.seats)
        if ruined + unused > 2 * len(self.seats):
            raise fail("", fault("position.catastrophes", ruined=ruined, left=unused), "A-4")
        treasures = state.treasures.bit_count() + sum(treasure_counts)
        if treasures > len(self.fresh):
            raise fail("", fault("position.treasures", number=treasures, most=len(self.fresh)), self.treasure_clause())

    def treasure_clause(self) -> str:
        """Return the clause with the number of treasures and their cells at the start."""
        return TREASURE_CLAUSES[self.board.name]


def read_view(view: object, seat: str | None, rules: type[Game]) -> View:
    """Return a seat's view from JSON data (N-8): a position without information hidden from the seat."""
    fields = an_object(view, "", (*Reader.fields, "seat"))
    if fields.get("seat") != seat:
        raise fail("seat", fault("position.no_view", seat=shown(seat)), "N-8")
    counts, seats = [0] * 4, {}
    for name, value in an_object(fields.get("seats", {}), "seats", SEATS).items():
        path = f"seats.{name}"
        seat_fields = an_object(value, path, (*SEAT_FIELDS, "hand_count"))
        counts[SEATS.index(name)] = a_number(seat_fields.get("hand_count"), f"{path}.hand_count", 0, codes.FULL_HAND)
        seats[name] = {field: entry for field, entry in seat_fields.items() if field != "hand_count"}
    position = {name: value for name, value in fields.items() if name != "seat"} | {"seats": seats}
    state = Reader(position, rules).read()
    return View(state, state.game.accept_viewer(seat), counts)


def leader_name(piece: int) -> str:
    """Return the name of a leader, such as `Archer's king`."""
    return str(say("name.leader", seat=SEATS[piece // 4], office=COLOURS[piece % 4]))
