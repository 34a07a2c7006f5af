"""A naive model of the server: the content of games, seats, and the result of each request.

It uses no code of the server. The state of a game follows from its entries by the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import orjson

from kingdoms.core.errors import NotationError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.state import State


class No(NamedTuple):
    """The expected refusal of a request: its HTTP status and error code."""

    status: int
    code: str


BANNED = No(403, "banned")
NO_ADVICE = No(403, "no_advice")
NO_GAME = No(404, "no_game")
NO_SEAT = No(404, "no_seat")
NOT_YOURS = No(403, "not_yours")
STALE = No(409, "stale")
TAKEN = No(409, "taken")
NOT_BEGUN, OVER = No(409, "not_begun"), No(409, "over")
NOT_YOUR_TURN = No(409, "not_your_turn")


class Entry(NamedTuple):
    """An entry of a game, as in the database."""

    by: str | None
    action: str | None = None
    undo: int | None = None


@dataclass
class Chair:
    """A seat: `kind` is `open` or the kind of its player, `holder` is a visitor's id, `token` is that of its program."""

    kind: str
    holder: str | None = None
    token: str | None = None
    stood_in: bool = False
    links: set[str] = field(default_factory=set)

    def give(self, kind: str, holder: str | None) -> None:
        """Give the seat to a player, and invalidate its old links."""
        self.kind, self.holder = kind, holder
        self.links.clear()

    @property
    def is_bots(self) -> bool:
        """Whether a bot plays the seat."""
        return self.kind == "bot" or self.stood_in


@dataclass
class Proposal:
    """A proposal: `seats` are the proposer's, `to` is the number to which a move would be taken back."""

    id: str
    kind: str
    seats: list[str]
    number: int
    to: int | None
    agreed: list[str]
    status: str = "open"


class TableState(NamedTuple):
    """The state after an entry, and the numbers of the entries that lead to it."""

    state: State
    standing: tuple[int, ...]


class Table:
    """The model of a game.

    Args:
        game_id: the id.
        game: the rules.
        host: the visitor who created it.
        chairs: the seats.
        begun_with: entries from a record or another game.

    Attributes:
        entries: all entries.
        moments: the moments before the first entry, and after each.
        sent: the numbers of actions, by seat and client id.
        is_ended: whether it was ended outside the rules.
        proposed: the last proposal.
        rematch: the id of the rematch.
    """

    def __init__(self, game_id: str, game: Game, host: str, chairs: dict[str, Chair], begun_with: list[Entry]) -> None:
        self.id = game_id
        self.game = game
        self.host = host
        self.chairs = chairs
        self.entries: list[Entry] = []
        self.moments = [TableState(Record(game).state, ())]
        self.revealing: set[int] = set()
        self.sent: dict[tuple[str, str], int] = {}
        self.is_ended = False
        self.proposed: Proposal | None = None
        self.rematch: str | None = None
        for entry in begun_with:
            self.add(entry)

    # -- state ----------------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> State:
        """The current state."""
        return self.moments[-1].state

    @property
    def status(self) -> str:
        """The status that the server shows."""
        if any(chair.kind == "open" for chair in self.chairs.values()):
            return "lobby"
        return "over" if self.is_ended or self.state.is_terminal() else "playing"

    @property
    def is_open(self) -> bool:
        """Whether all secrets are revealed."""
        return self.is_ended or self.state.is_terminal()

    @property
    def is_without_hints(self) -> bool:
        """Whether two or more people are playing, which hosts in these tests never allow hints."""
        people = {chair.holder for chair in self.chairs.values() if chair.kind == "person"}
        return self.status == "playing" and len(people) > 1

    @property
    def to_move(self) -> str | None:
        """The seat to move, "chance", or None."""
        return self.state.to_move if self.status == "playing" else None

    @property
    def goes_on_alone(self) -> bool:
        """Whether chance or a bot is to move."""
        return self.to_move == "chance" or (self.to_move is not None and self.chairs[self.to_move].is_bots)

    def seats_of(self, visitor_id: str | None) -> list[str]:
        """Return the seats of a visitor."""
        return [seat for seat, chair in self.chairs.items() if visitor_id is not None and chair.holder == visitor_id]

    def add(self, entry: Entry) -> None:
        """Apply an entry.

        Raises:
            IllegalAction, NotationError: the action is illegal or unreadable.
        """
        before, standing = self.moments[-1]
        if entry.undo is not None:
            after = self.moments[entry.undo]
            self.is_ended = self.is_ended or entry.undo == self.number
        else:
            state = before.clone()
            state.apply_action(str(entry.action))
            after = TableState(state, (*standing, self.number + 1))
            if self.game.has_secrets and self.game.reveals(before, str(entry.action), state):
                self.revealing.add(self.number + 1)
        self.entries.append(entry)
        self.moments.append(after)

    def legal(self) -> list[str]:
        """Return the legal actions as texts."""
        return [self.game.action_to_string(action) for action in self.state.legal_actions()]

    # -- permissions ----------------------------------------------------------------------------------------------------

    def turn_refusal(self, seats: list[str]) -> No | None:
        """Return the refusal if none of `seats` is to move, else None."""
        if not seats:
            return No(403, "no_seat")
        if self.status != "playing":
            return OVER if self.is_open else NOT_BEGUN
        if self.to_move not in seats:
            return NOT_YOUR_TURN
        return No(409, "stand_in") if self.chairs[self.to_move].stood_in else None

    def action_result(self, seats: list[str], base: int, action: str, client_id: str | None) -> No | int:
        """Return the number that an action gets, or the refusal. A repeated one keeps its number."""
        numbers = [self.sent[seat, client_id] for seat in seats if client_id is not None and (seat, client_id) in self.sent]
        if numbers:
            return numbers[0]
        return (
            self.turn_refusal(seats)
            or (STALE if base != self.number else None)
            or self.action_refusal(action)
            or self.number + 1
        )

    def undo_result(self, seats: list[str], base: int) -> No | int:
        """Return the number to which an undo goes back, or the refusal."""
        no = self.turn_refusal(seats) or (STALE if base != self.number else None)
        if no is not None:
            return no
        standing = self.moments[-1].standing
        last = self.entries[standing[-1] - 1] if standing and standing[-1] not in self.revealing else None
        if last is None or last.by not in seats or last.by != self.to_move:
            return No(409, "nothing_to_undo")
        return standing[-1] - 1

    def proposing_seats(self, visitor_id: str | None) -> No | list[str]:
        """Return the seats for which a visitor makes and answers proposals, or the refusal."""
        seats = self.seats_of(visitor_id)
        if not seats:
            return No(403, "no_seat")
        if self.status != "playing":
            return OVER if self.status == "over" else NOT_BEGUN
        return [seat for seat in seats if seat in self.deciding] or No(409, "stand_in")

    @property
    def deciding(self) -> list[str]:
        """The seats of people without a stand-in."""
        return [seat for seat, chair in self.chairs.items() if chair.kind == "person" and not chair.stood_in]

    @property
    def proposal(self) -> Proposal | None:
        """The last proposal, unless a person or a program has acted since."""
        proposal = self.proposed
        if proposal is None or self.status != "playing":
            return None
        later_entries = self.entries[proposal.number :]
        has_lapsed = any(
            entry.undo is not None or (entry.by in self.chairs and not self.chairs[entry.by].is_bots) for entry in later_entries
        )
        return None if has_lapsed else proposal

    def proposal_result(self, visitor_id: str | None, kind: str) -> No | Proposal:
        """Return the proposal that a visitor makes, or the refusal."""
        seats, before = self.proposing_seats(visitor_id), self.proposal
        if isinstance(seats, No):
            return seats
        if before is not None and before.status == "open":
            return No(409, "proposed")
        if before is not None and before.status == "declined" and before.kind == kind and before.seats[0] in seats:
            return No(409, "declined")
        to = None if kind == "end" else self.last_move_of(seats)
        if kind == "take_back":
            if to is None:
                return No(409, "nothing_to_take_back")
            seats.sort(key=lambda seat: seat != self.entries[to].by)
        return Proposal("", kind, seats, self.number, to, list(seats))

    def last_move_of(self, seats: list[str]) -> int | None:
        """Return the number at which the last move of seats began, or None if it cannot be taken back."""
        for number in reversed(self.moments[-1].standing):
            if number in self.revealing:
                return None
            if self.entries[number - 1].by in seats:
                return number - 1
        return None

    def answer_result(self, visitor_id: str | None, proposal_id: str, answer: str) -> No | Proposal:
        """Return a proposal after a visitor's answer, or the refusal."""
        seats, proposal = self.proposing_seats(visitor_id), self.proposal
        if isinstance(seats, No):
            return seats
        if proposal is None or proposal.id != proposal_id:
            return No(409, "lapsed")
        is_proposer = proposal.seats[0] in seats
        refusal = {
            "withdraw": None if is_proposer else NOT_YOURS,
            "decline": No(409, "own") if is_proposer else None,
            "agree": None,
        }[answer]
        if answer == "agree" and all(seat in proposal.agreed for seat in seats):
            refusal = No(409, "agreed")
        if proposal.status != "open" or refusal is not None:
            return No(409, proposal.status) if proposal.status != "open" else refusal or NOT_YOURS
        if answer != "agree":
            return replace(proposal, status={"withdraw": "withdrawn", "decline": "declined"}[answer])
        return replace(proposal, agreed=[*proposal.agreed, *seats])

    def preview_refusal(self, seats: list[str], base: int, action: str) -> No | None:
        """Return the refusal of trying an action out, or None."""
        if self.status != "playing" or self.to_move not in seats:
            return NOT_YOUR_TURN
        return STALE if base != self.number else self.action_refusal(action)

    def action_refusal(self, action: str) -> No | None:
        """Return the refusal by the rules, or None."""
        try:
            refusal = self.state.refusal(action)
        except NotationError as error:
            return No(422, error.code)
        return None if refusal is None else No(422, refusal.code)

    def ownership_refusal(self, visitor_id: str | None, seat: str) -> No | None:
        """Return the refusal if a seat is not a visitor's, else None."""
        if seat not in self.chairs:
            return NO_SEAT
        return None if seat in self.seats_of(visitor_id) else NOT_YOURS

    def viewing_seat(self, visitor_id: str | None, seat: str | None) -> No | str | None:
        """Return the seat whose view a visitor gets, None for the public view, or the refusal of a seat that is not theirs."""
        seats = self.seats_of(visitor_id)
        if seat is None:
            return seats[0] if seats else None
        return seat if seat in seats else NOT_YOURS

    # -- information ----------------------------------------------------------------------------------------------------

    def facts(self, seat: str | None, number: int | None = None) -> Any:
        """Return the view of a seat, now or after an entry."""
        state = self.state if number is None else self.moments[number].state
        view = self.game.open_view(state, seat) if self.is_open else state.view(seat)
        return orjson.loads(orjson.dumps(view.facts()))

    def visible_actions(self, seat: str | None) -> list[tuple[str | None, str | None]]:
        """Return the seat and the action of all entries, as far as a seat may know them."""
        entries: list[tuple[str | None, str | None]] = []
        for entry, before, after in zip(self.entries, self.moments, self.moments[1:]):
            action = entry.action
            if action is not None and not self.is_open:
                action = self.game.tell(before.state, action, after.state, seat)[0]
            entries.append((entry.by, action))
        return entries
