"""The view of a game from one seat (section B, N-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from kingdoms.core.answers import Alert, PlainAlert
from kingdoms.core.rng import Random
from kingdoms.core.view import View as CoreView
from kingdoms.games.rivers.engine import codes, conflict, pieces, regions, victory
from kingdoms.games.rivers.engine.geometry import CELLS, COLOURS, NEIGHBOURS, OFFICES, SEATS, TREASURE
from kingdoms.games.rivers.engine.state import State
from kingdoms.games.rivers.table.facts import Cell, Conflict, Dynasty, Facts, Gains, Kingdom, Leader, Side, War
from kingdoms.games.rivers.table.guess import sample
from kingdoms.games.rivers.table.position import PHASES, WHAT, write_buildings, write_monuments, write_position
from kingdoms.games.rivers.texts import SEAT_NAMES, say

TREASURES_FOR_ALERT = 3
"""Alerts mention the end when it takes this many treasures or fewer to end the game."""
TILES_FOR_ALERT = 18
"""Alerts mention the end when this many tiles or fewer are left in the bag."""


class Announcements(NamedTuple):
    """What the events of a whole game have told everyone (B-1).

    Attributes:
        bag: the number of tiles in the bag.
        points: by seat and colour, as in the state.
        treasures: the number of treasures of each seat, as in the state.
    """

    bag: int
    points: Sequence[int]
    treasures: Sequence[int]


class View(CoreView):
    """A seat's knowledge of a state, computed on demand.

    The view works on a copy of the state without hidden information, such as others' hands and the bag.

    Args:
        state: the state to view.
        seat: the seat; None for an onlooker.
        counts: the number of tiles in each seat's hand; None to count the hands in the state.
        is_open: hide nothing; for moments of a finished game.

    Examples:
        >>> import kingdoms
        >>> state = kingdoms.load_game("rivers", seats=2).new_initial_state()
        >>> state.apply_action("first A")
        >>> state.apply_action("draw red")
        >>> state.view("A").dynasties["A"].hand, state.view("B").dynasties["A"].hand
        ({'red': 1, 'blue': 0, 'green': 0, 'black': 0}, None)
    """

    _state: State
    announced: Announcements | None = None

    def __init__(
        self, state: State, seat: str | None = None, counts: Sequence[int] | None = None, *, is_open: bool = False
    ) -> None:
        super().__init__(state.clone(), seat)
        self._is_open = is_open
        self._counts = [pieces.hand_count(state, number) for number in range(4)] if counts is None else list(counts)
        if not is_open:
            _hide(self._state, None if seat is None else SEATS.index(seat))

    # -- progress of the game -----------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The phase (N-5)."""
        return PHASES[self._state.phase]

    @property
    def turn(self) -> str | None:
        """The active seat; None before the starting player is drawn."""
        return None if self._state.phase == codes.START else SEATS[self._state.turn]

    @property
    def actions_left(self) -> int:
        """The number of actions that may still be started in this turn."""
        return self._state.actions_left

    # -- contents of the table ----------------------------------------------------------------------------------------

    def knows(self, seat: str) -> bool:
        """Return whether the points and treasures of a seat are known (B-1)."""
        return self._knows_hand(seat) or bool(self._state.game.rulings["open_scores"])

    @cached_property
    def scores(self) -> dict[str, int]:
        """The scores of the seats whose points are known: the weakest colour, with treasures assigned (J-2)."""
        return {seat: score[0] for seat, score in victory.scores(self._state).items() if self.knows(seat)}

    @cached_property
    def dynasties(self) -> dict[str, Dynasty]:
        """The dynasties, by seat."""
        return {seat: self._dynasty(SEATS.index(seat)) for seat in self.seats}

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """The cells with a tile, the wonder or a catastrophe."""
        state = self._state
        return {
            CELLS[cell]: Cell(WHAT[content], bool(state.treasures & TREASURE[cell]))
            for cell, content in enumerate(state.contents[: codes.CELLS])
            if 0 < content < codes.LEADERS
        }

    @cached_property
    def kingdoms(self) -> tuple[Kingdom, ...]:
        """All kingdoms, in the order of their first cells."""
        return tuple(self._kingdom(number) for number in self._numbers)

    @cached_property
    def _numbers(self) -> list[int]:
        """The engine's kingdom numbers, in the order of the kingdoms' first cells."""
        regions.survey(self._state)
        return list(dict.fromkeys(number for number in self._state.kingdom if number))

    @property
    def board(self) -> str:
        """The side of the board in play (AB-1)."""
        return str(self._state.game.rulings["board"])

    @property
    def buildings(self) -> dict[str, str] | None:
        """The cells of the civilization buildings on the board, by colour; None in a game without them (CB-1)."""
        return write_buildings(self._state) if self._state.with_buildings else None

    @property
    def marker(self) -> str | None:
        """The cell of the tile that joined two kingdoms while wars are resolved, otherwise None."""
        return None if self._state.marker < 0 else CELLS[self._state.marker]

    @cached_property
    def wars(self) -> tuple[War, ...]:
        """The wars that are still to be resolved; empty without a marker."""
        state = self._state
        if state.marker < 0:
            return ()
        regions.survey(state)
        wars = []
        for colour in range(4):
            first = regions.other_owner(state, state.marker, colour, codes.HAND)
            second = regions.other_owner(state, state.marker, colour, first) if first >= 0 else codes.HAND
            if second >= 0:
                first_strength = conflict.supporters(state, state.stand[4 * first + colour], colour)
                second_strength = conflict.supporters(state, state.stand[4 * second + colour], colour)
                wars.append(War(COLOURS[colour], (SEATS[first], SEATS[second]), (first_strength, second_strength)))
        return tuple(wars)

    @cached_property
    def conflict(self) -> Conflict | None:
        """The conflict in which tiles are being committed, or None."""
        state = self._state
        if state.stage != codes.COMMIT:
            return None
        attack = None if state.attack < 0 else state.attack
        return Conflict(
            kind="revolt" if state.revolt else "war",
            colour=COLOURS[state.colour],
            commits=COLOURS[conflict.commits(state)],
            attacker=self._side(state.attacker, attack),
            defender=self._side(state.defender, None),
        )

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """Alerts that few treasures or tiles are left, and which seat would win then; near ones come first."""
        if self._state.phase == codes.OVER:
            return ()
        alerts = sorted([*self._treasure_alerts(), *self._tile_alerts()], key=lambda alert: not alert.near)
        return (*alerts, *self._losing_alerts(alerts[0].kind)) if alerts else ()

    def _treasure_alerts(self) -> Iterator[Alert]:
        """Yield an alert if few treasures are left on the board (J-1, VA-1)."""
        left = self._state.treasures.bit_count()
        to_go = left - self._state.treasures_at_end
        if to_go > TREASURES_FOR_ALERT:
            return
        if to_go <= 0:
            message = say("alert.treasures_now", left=left)
        elif to_go == 1:
            message = say("alert.treasures_next", left=left)
        else:
            message = say("alert.treasures_soon", left=left, n=to_go)
        yield Alert("treasures", None, False, to_go <= 1, message, {"left": left})

    def _tile_alerts(self) -> Iterator[Alert]:
        """Yield an alert if few tiles are left in the bag (J-1), as far as the events have told it."""
        if self.announced is None or self.announced.bag > TILES_FOR_ALERT:
            return
        left = self.announced.bag
        is_last = left < codes.FULL_HAND
        message = say("alert.bag_now" if is_last else "alert.bag_soon", left=left)
        yield Alert("bag", None, False, is_last, message, {"left": left})

    def _losing_alerts(self, reason: str) -> Iterator[Alert]:
        """Yield an alert if another seat would win, were the game to end now for a reason (J-2)."""
        own_gains = None if self.seat is None else self._gains[self.seat]
        ahead = next((seat for seat, gains in self._gains.items() if gains and gains.leads), None)
        if own_gains is None or own_gains.leads or ahead is None:
            return
        best = self._gains[ahead]
        assert best is not None
        figures = {"n": best.score[0], "own": own_gains.score[0]}
        message = say("alert.behind", seat=self.seat, other=ahead, weakest=list(own_gains.weakest), **figures)
        yield Alert(reason, ahead, True, False, message, figures)

    def facts(self) -> Facts:
        """Return the view as plain data."""
        state = self._state
        return Facts(
            **self.common_facts(),
            turn=self.turn,
            actions_left=self.actions_left,
            dynasties=self.dynasties,
            cells=self.cells,
            kingdoms=self.kingdoms,
            board=self.board,
            buildings=self.buildings,
            monuments=write_monuments(state),
            wonder=None if state.wonder < 0 else CELLS[state.wonder],
            marker=self.marker,
            wars=self.wars,
            conflict=self.conflict,
            treasures_left=state.treasures.bit_count(),
            bag=None if self.announced is None else self.announced.bag,
            alerts=tuple(map(PlainAlert.from_alert, self.alerts)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data (N-8)."""
        position = write_position(self._state)
        del position["bag"]
        json: dict[str, Any] = {"game": position["game"], "rulings": position["rulings"], "seat": self.seat}
        json |= {name: value for name, value in position.items() if name not in json}
        json["seats"] = {seat: self._seat_json(seat, fields) for seat, fields in position["seats"].items()}
        return json

    def _seat_json(self, seat: str, fields: dict[str, Any]) -> dict[str, Any]:
        json = {"hand_count": self._counts[SEATS.index(seat)], "catastrophes": fields["catastrophes"]}
        if self._knows_hand(seat):
            json["hand"] = fields["hand"]
        if self.knows(seat):
            json |= {"points": fields["points"], "treasures": fields["treasures"]}
        return json

    def _knows_hand(self, seat: str) -> bool:
        return seat == self.seat or self._is_open or self._state.phase == codes.OVER

    def sample(self, rng: Random) -> State:
        """Return a random state that agrees with all that the seat knows; see `kingdoms.games.rivers.table.guess`."""
        if self._is_open:
            return self._state.clone()
        return sample(self._state, None if self.seat is None else SEATS.index(self.seat), self._counts, rng)

    # -- parts --------------------------------------------------------------------------------------------------------

    @cached_property
    def _gains(self) -> dict[str, Gains | None]:
        """The known gains by seat."""
        state, announced = self._state, self.announced
        points, treasure_counts = (
            (state.points, state.treasures_taken) if announced is None else (announced.points, announced.treasures)
        )
        known_gains = {
            seat: (points[4 * number : 4 * number + 4], treasure_counts[number])
            for seat, number in zip(SEATS, range(4), strict=True)
            if state.playing >> number & 1 and (announced is not None or self.knows(seat))
        }
        scores = {seat: victory.final_score(*seat_gains) for seat, seat_gains in known_gains.items()}
        best = max(scores.values()) if len(scores) == state.seats else [0]
        return {
            seat: _gains(*known_gains[seat], scores[seat], any(best) and scores[seat] == best) if seat in known_gains else None
            for seat in self.seats
        }

    def _dynasty(self, seat: int) -> Dynasty:
        state, name = self._state, SEATS[seat]
        part = slice(4 * seat, 4 * seat + 4)
        is_known, gains = self.knows(name), self._gains[name]
        return Dynasty(
            seat=name,
            name=SEAT_NAMES[name],
            hand_count=self._counts[seat],
            hand=dict(zip(COLOURS, state.hand[part], strict=True)) if self._knows_hand(name) else None,
            points=dict(zip(COLOURS, state.points[part], strict=True)) if is_known else None,
            treasures=state.treasures_taken[seat] if is_known else None,
            catastrophes=state.catastrophes_left[seat],
            leaders={COLOURS[colour]: self._leader(seat, colour) for colour in range(4)},
            score=gains.score if is_known and gains else None,
            gains=gains,
        )

    def _leader(self, seat: int, colour: int) -> Leader:
        state = self._state
        cell = state.stand[4 * seat + colour]
        if cell < 0:
            return Leader(COLOURS[colour], OFFICES[colour], None, 0, None, 0)
        number = self._numbers.index(state.kingdom[cell])
        count = conflict.supporters(state, cell, colour)
        return Leader(COLOURS[colour], OFFICES[colour], CELLS[cell], state.near[cell], number, count)

    def _kingdom(self, number: int) -> Kingdom:
        state = self._state
        cells = [cell for cell, kingdom in enumerate(state.kingdom) if kingdom == number]
        standing = [state.contents[cell] - codes.LEADERS for cell in cells if state.contents[cell] >= codes.LEADERS]
        return Kingdom(
            cells=tuple(CELLS[cell] for cell in cells),
            leaders=tuple((SEATS[piece // 4], COLOURS[piece % 4]) for piece in sorted(standing)),
            treasures=tuple(CELLS[cell] for cell in cells if state.treasures & TREASURE[cell]),
        )

    def _side(self, seat: int, committed: int | None) -> Side:
        state = self._state
        cell = state.stand[4 * seat + state.colour]
        if state.revolt:
            supporters = [neighbour for neighbour in NEIGHBOURS[cell] if state.contents[neighbour] == codes.TEMPLE]
            at_stake: list[int] = []
        else:
            regions.survey(state)
            kingdom_cells = [kingdom_cell for kingdom_cell, number in enumerate(state.kingdom) if number == state.kingdom[cell]]
            supporters = [supporter for supporter in kingdom_cells if state.contents[supporter] == codes.TEMPLE + state.colour]
            at_stake = [supporter for supporter in supporters if conflict.is_at_stake(state, supporter)]
        return Side(
            seat=SEATS[seat],
            cell=CELLS[cell],
            board=len(supporters),
            supporters=tuple(CELLS[supporter] for supporter in supporters),
            committed=committed,
            at_stake=tuple(CELLS[supporter] for supporter in at_stake),
        )


def _gains(points: Sequence[int], treasures: int, score: list[int], leads: bool) -> Gains:
    least = min(points)
    weakest = tuple(colour for colour, n in zip(COLOURS, points, strict=True) if n == least)
    return Gains(dict(zip(COLOURS, points, strict=True)), treasures, score, weakest, leads)


def _hide(state: State, seat: int | None) -> None:
    """Remove the information hidden from a seat from a state (B-1). The view depends on nothing else."""
    if state.phase == codes.OVER:
        state.bag = [0] * 4
        return
    hand, points, treasure_counts = state.hand, state.points, state.treasures_taken
    for rival in range(4):
        if rival != seat:
            hand[4 * rival : 4 * rival + 4] = [0] * 4
            if not state.game.rulings["open_scores"]:
                points[4 * rival : 4 * rival + 4] = [0] * 4
                treasure_counts[rival] = 0
    state.hand, state.points, state.treasures_taken, state.bag = hand, points, treasure_counts, [0] * 4
