"""The naive model of Two Rivers: the course of the game.

Written from the rules alone, as the oracle of differential tests. The course of the game
is one generator that stops at each decision (N-4); what lies on the board is in
`rivers_board`, how positions and views are written in `rivers_position`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tests.games.rivers.reference.board import COLOURS, HAND, KING, PLUSES, PRIEST, SQUARES, TRADER, Board, Leader, Region
from tests.games.rivers.reference.position import Player, Table, read_table, verdict, write_position, write_view

CHANCE = "chance"
Pending = dict[str, Any]


class Question(NamedTuple):
    """A decision that waits for an answer (N-3)."""

    seat: str
    kind: str
    options: tuple[str, ...]


Script = Generator[Question, str, None]
Answer = Generator[Question, str, str]


@dataclass(frozen=True)
class Conflict:
    """Two leaders of one colour at odds; the pending commit of N-5."""

    conflict: str
    colour: str
    attacker: str
    defender: str
    marker: str | None
    attack: int | None = None

    @property
    def tile(self) -> str:
        """The colour of the tiles that help (E-1, F-4)."""
        return PRIEST if self.conflict == "revolt" else self.colour

    def pending(self) -> Pending:
        return {"kind": "commit", **vars(self)}


class GameOver(Exception):
    """Raised inside the script once the outcome stands."""


class Model:
    """The game in play, always standing at a decision or at its end.

    It begins with seats and rulings, or goes on from a position, which must be sound.
    """

    def __init__(self, start: Sequence[str] | Mapping[str, Any], rulings: Mapping[str, Any] | None = None) -> None:
        if not isinstance(start, Mapping):
            assert 2 <= len(set(start)) == len(start)
            start = {"phase": "start", "seats": {seat: {} for seat in start}, "rulings": rulings or {}}
        self.table: Table = read_table(start)
        self._question: Question | None = None
        self._running = self._script()
        self._question = next(self._running, None)

    # ----------------------------------------------------------------- outside view

    def to_move(self) -> str | None:
        return None if self._question is None else self._question.seat

    def decision(self) -> str | None:
        return None if self._question is None else self._question.kind

    def legal(self) -> list[str]:
        return [] if self._question is None else list(self._question.options)

    def chances(self) -> dict[str, Fraction]:
        """The outcomes of chance with probabilities (N-2); empty if no chance is to move."""
        if self.to_move() != CHANCE:
            return {}
        if self.decision() == "first":
            return {text: Fraction(1, len(self.legal())) for text in self.legal()}
        bag = self.table.bag
        return {text: Fraction(bag[text.split()[1]], sum(bag.values())) for text in self.legal()}

    def apply(self, text: str) -> None:
        assert text in self.legal(), f"{text!r} is not legal now"
        self._question = None
        self.table.pending = None
        with contextlib.suppress(StopIteration):
            self._question = self._running.send(text)

    def position(self) -> dict[str, Any]:
        return write_position(self.table)

    def view(self, seat: str | None) -> dict[str, Any]:
        return write_view(self.table, seat)

    def outcome(self) -> dict[str, Any] | None:
        return self.table.outcome

    def copy(self) -> Model:
        """The same game once more, which a position holds in full (N-5)."""
        return Model(self.position())

    # ----------------------------------------------------------------- short names

    @property
    def _board(self) -> Board:
        return self.table.board

    @property
    def _active(self) -> str:
        return self.table.turn

    def _player(self, seat: str) -> Player:
        return self.table.players[seat]

    def _clockwise_from(self, seat: str) -> list[str]:  # C-4
        seats = self.table.seats
        i = seats.index(seat)
        return seats[i:] + seats[:i]

    def _ask(self, seat: str, kind: str, options: Iterable[str], pending: Pending | None = None) -> Answer:
        """Yield a decision, unless there is only one choice (N-3)."""
        choices = tuple(options)
        if len(choices) == 1 and kind not in ("action", "commit"):
            return choices[0]
        self.table.pending = pending
        answer = yield Question(seat, kind, choices)
        return answer

    # ----------------------------------------------------------------- course of the game

    def _script(self) -> Script:
        """The whole game from where the table stands to its end (N-4)."""
        table = self.table
        try:
            if table.phase == "start":
                answer = yield from self._ask(CHANCE, "first", [f"first {seat}" for seat in table.seats])
                table.turn = answer.split()[1]
                table.phase = "deal"
            if table.phase == "deal":
                yield from self._refill()
                table.phase, table.actions_left = "action", 2
            while table.phase != "over":
                if table.phase == "action":
                    yield from self._actions()
                    table.phase, table.actions_left = "refill", 0
                yield from self._refill()
                self._test_end()
                table.turn = self._clockwise_from(self._active)[1]
                table.phase, table.actions_left = "action", 2
        except GameOver:
            pass

    def _actions(self) -> Script:
        """A turn up to the refill (D-1, D-2)."""
        pending, self.table.pending = self.table.pending, None
        if pending is not None and pending["kind"] == "income":  # all else is done
            yield from self._wonder_income()
            return
        if pending is not None:
            yield from self._finish_action(pending)
        while self.table.actions_left > 0:
            answer = yield from self._ask(self._active, "action", self._legal_actions())
            self.table.actions_left -= 1
            yield from self._act(answer.split())
        self._monument_income()
        yield from self._wonder_income()

    def _finish_action(self, pending: Pending) -> Script:
        """Resume in the middle of an action, from a position (N-5)."""
        kind = pending["kind"]
        if kind == "war":
            yield from self._after_union(pending["marker"])
        elif kind == "commit":
            conflict = Conflict(**{name: value for name, value in pending.items() if name != "kind"})
            yield from self._fight(conflict)
            if conflict.marker is None:
                yield from self._take_treasures()
            else:
                yield from self._after_union(conflict.marker)
        elif kind == "raise":
            yield from self._after_wars(pending["cell"])
        elif kind == "build":
            yield from self._after_raising(pending["cell"])
        elif kind == "take":
            yield from self._take_treasures()
        else:
            yield from self._draw(self._active, pending["left"])

    # ----------------------------------------------------------------- what is legal (N-2)

    def _legal_actions(self) -> Iterator[str]:
        player = self._player(self._active)
        board = self._board
        for colour in COLOURS:
            if player.hand[colour] > 0:
                yield from (f"place {colour} {cell}" for cell in board.cells_for_tile(colour))
            leader = (self._active, colour)
            yield from (f"leader {colour} {cell}" for cell in board.cells_for_leader(leader))
            if leader in board.leaders:
                yield f"withdraw {colour}"
        if player.catastrophes > 0:
            yield from (f"catastrophe {cell}" for cell in board.cells_for_catastrophe())
        for counts in product(*(range(player.hand[colour] + 1) for colour in COLOURS)):
            if sum(counts) > 0:  # D-13
                yield "swap " + " ".join(map(str, counts))
        yield "pass"

    def _act(self, words: list[str]) -> Script:
        kind = words[0]
        if kind == "place":
            yield from self._place(words[1], words[2])
        elif kind == "leader":
            yield from self._place_leader(words[1], words[2])
        elif kind == "withdraw":  # D-5
            del self._board.leaders[self._active, words[1]]
        elif kind == "catastrophe":
            self._player(self._active).catastrophes -= 1
            self._board.cells[words[1]] = "catastrophe"
            self._send_homeless_back()
        elif kind == "swap":
            yield from self._swap(list(map(int, words[1:])))
        else:
            self.table.actions_left = 0

    # ----------------------------------------------------------------- tiles

    def _place(self, colour: str, cell: str) -> Script:
        self._player(self._active).hand[colour] -= 1
        touched = self._board.kingdoms_touched(cell, self._board.kingdoms())
        self._board.cells[cell] = colour
        if len(touched) == 2:  # D-10
            yield from self._after_union(cell)
            return
        if len(touched) == 1:
            self._score_tile(colour, touched[0], cell)
        yield from self._after_wars(cell)

    def _score_tile(self, colour: str, kingdom: Region, cell: str) -> None:  # D-9, CB-7
        owner = self._board.owner_in(kingdom, colour) or self._board.owner_in(kingdom, KING)
        if owner is not None:
            doubled = self._board.raised.get(colour) in self._board.region(cell)
            self._player(owner).points[colour] += 2 if doubled else 1

    def _after_union(self, marker: str) -> Script:
        """Wars as long as there are any (F-2, F-3), and what follows them (F-9)."""
        while colours := self._board.colours_at_war(marker):
            options = [f"war {colour}" for colour in colours]
            answer = yield from self._ask(self._active, "war", options, {"kind": "war", "marker": marker})
            yield from self._fight(self._war(marker, answer.split()[1]))
        yield from self._after_wars(marker)

    def _after_wars(self, cell: str) -> Script:  # D-11, CB-13
        if self.table.rulings["buildings"]:
            yield from self._raise(cell)
        yield from self._after_raising(cell)

    def _raise(self, cell: str) -> Script:  # CB-3 to CB-6
        options = [f"raise {site}" for site in self._board.sites(cell)]
        answer = yield from self._ask(self._active, "raise", [*options, "decline"], {"kind": "raise", "cell": cell})
        if answer != "decline":
            colour = self._board.colour(cell)
            assert colour is not None
            self._board.raised[colour] = answer.split()[1]

    def _after_raising(self, cell: str) -> Script:
        yield from self._build(cell)
        yield from self._take_treasures()

    def _build(self, cell: str) -> Script:  # H-1, I-1
        options = list(self._board.buildings(cell, self.table.rulings["wonder"]))
        answer = yield from self._ask(self._active, "build", [*options, "decline"], {"kind": "build", "cell": cell})
        words = answer.split()
        if words[0] == "build":
            self._board.flip(SQUARES[words[2]], "down")
            self._board.monuments[words[1]] = words[2]
        elif words[0] == "wonder":
            self._board.flip(PLUSES[words[1]], "wonder")
        self._send_homeless_back()

    def _swap(self, counts: list[int]) -> Script:  # D-13
        player = self._player(self._active)
        for colour, count in zip(COLOURS, counts, strict=True):
            player.hand[colour] -= count
        if sum(counts) > self.table.tiles_in_bag():  # J-1
            self._finish("bag")
        yield from self._draw(self._active, sum(counts))

    # ----------------------------------------------------------------- leaders

    def _place_leader(self, colour: str, cell: str) -> Script:
        leader = (self._active, colour)
        self._board.leaders.pop(leader, None)  # D-4: lifted first
        touched = self._board.kingdoms_touched(cell, self._board.kingdoms())
        ruler = self._board.owner_in(touched[0], colour) if touched else None
        self._board.leaders[leader] = cell
        if ruler is not None:  # D-6
            yield from self._fight(Conflict("revolt", colour, self._active, ruler, None))
        yield from self._take_treasures()

    def _send_homeless_back(self) -> None:  # D-7
        for leader in self._board.homeless_leaders():
            del self._board.leaders[leader]

    # ----------------------------------------------------------------- conflicts

    def _war(self, marker: str, colour: str) -> Conflict:  # F-4
        owners = self._board.owners_at_war(marker, colour)
        attacker, defender = [seat for seat in self._clockwise_from(self._active) if seat in owners]
        return Conflict("war", colour, attacker, defender, marker)

    def _fight(self, conflict: Conflict) -> Script:
        """Ask both for tiles, attacker first; an attack may have been committed before (E-1, F-4)."""
        attack = conflict.attack
        if attack is None:
            attack = yield from self._commit(conflict.attacker, conflict)
        conflict = Conflict(**{**vars(conflict), "attack": attack})
        defence = yield from self._commit(conflict.defender, conflict)
        attacker, defender = (conflict.attacker, conflict.colour), (conflict.defender, conflict.colour)
        attack += len(self._help(attacker, conflict))
        defence += len(self._help(defender, conflict))
        winner, loser = (attacker, defender) if attack > defence else (defender, attacker)  # E-2, F-5
        if conflict.marker is None:
            self._board.leaders.pop(loser)
            self._player(winner[0]).points[PRIEST] += 1
        else:
            self._end_war(winner, loser, conflict.marker)

    def _commit(self, seat: str, conflict: Conflict) -> Generator[Question, str, int]:
        hand = self._player(seat).hand
        counts = [count for count in range(hand[conflict.tile] + 1) if self._may_commit(count, conflict)]
        options = [f"commit {count}" for count in counts]
        answer = yield from self._ask(seat, "commit", options, conflict.pending())
        count = int(answer.split()[1])
        hand[conflict.tile] -= count  # E-2, F-6: out of the game
        return count

    def _may_commit(self, count: int, conflict: Conflict) -> bool:
        """Whether tiles in such a number can matter, or need not (EV-1 to EV-3)."""
        if count == 0 or self.table.rulings["commitments"] == "free":
            return True
        attack = len(self._help((conflict.attacker, conflict.colour), conflict))
        defence = len(self._help((conflict.defender, conflict.colour), conflict))
        if conflict.attack is None:
            return attack + count > defence
        return defence + count == attack + conflict.attack

    def _help(self, leader: Leader, conflict: Conflict) -> list[str]:
        """The tiles on the board that a leader can count on."""
        if conflict.marker is None:
            return self._board.temples_beside(self._board.leaders[leader])  # E-1
        return self._board.supporters(leader, conflict.marker)  # F-5

    def _end_war(self, winner: Leader, loser: Leader, marker: str) -> None:  # F-6, F-7
        board = self._board
        lost = [cell for cell in board.supporters(loser, marker) if board.may_be_lost(cell)]
        board.leaders.pop(loser)
        for cell in lost:
            del board.cells[cell]
        self._player(winner[0]).points[winner[1]] += 1 + len(lost)
        self._send_homeless_back()

    # ----------------------------------------------------------------- treasures

    def _take_treasures(self) -> Script:  # G-1, G-2
        while (kingdom := self._board.kingdom_to_tax()) is not None:
            owner = self._board.owner_in(kingdom, TRADER)
            assert owner is not None
            options = [f"take {cell}" for cell in self._board.treasures_to_take(kingdom)]
            answer = yield from self._ask(owner, "take", options, {"kind": "take"})
            cell = answer.split()[1]
            self._board.cells[cell] = self._board.cells[cell].removesuffix("*")  # G-3
            self._player(owner).treasures += 1

    # ----------------------------------------------------------------- end of a turn

    def _monument_income(self) -> None:  # H-3
        player = self._player(self._active)
        for (seat, colour), place in self._board.leaders.items():
            if seat == self._active:
                kingdom = self._board.region(place)
                for pair, corner in self._board.monuments.items():
                    if colour in pair.split("-") and corner in kingdom:
                        player.points[colour] += 1

    def _wonder_income(self) -> Script:  # I-2
        if self._board.king_at_wonder(self._active):
            options = [f"income {colour}" for colour in COLOURS]
            answer = yield from self._ask(self._active, "income", options, {"kind": "income"})
            self._player(self._active).points[answer.split()[1]] += 1

    def _refill(self) -> Script:
        """Every hand up to six, and the same for the first deal (A-6, D-2, J-1)."""
        lacking = {seat: HAND - self._player(seat).hand_count() for seat in self._clockwise_from(self._active)}
        if sum(lacking.values()) > self.table.tiles_in_bag():
            self._finish("bag")
        for seat, count in lacking.items():
            yield from self._draw(seat, count)

    def _draw(self, seat: str, count: int) -> Script:
        """Tiles from the bag, one by one; there are enough of them."""
        for left in range(count, 0, -1):
            colours = [colour for colour in COLOURS if self.table.bag[colour] > 0]
            pending = {"kind": "draw", "left": left} if self.table.phase == "action" else None
            answer = yield from self._ask(CHANCE, "draw", [f"draw {colour}" for colour in colours], pending)
            colour = answer.split()[1]
            self.table.bag[colour] -= 1
            self._player(seat).hand[colour] += 1

    # ----------------------------------------------------------------- end of the game

    def _test_end(self) -> None:  # J-1, VA-1
        if len(self._board.treasures()) <= (5 if self.table.rulings.get("short") else 2):
            self._finish("treasures")

    def _finish(self, reason: str) -> None:  # N-7
        self.table.outcome = {"reason": reason, **verdict(self.table.players)}
        self.table.phase = "over"
        raise GameOver
