"""Proposals to end a game or to take back a move. A proposal takes effect when all people at the table agree."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from kingdoms.table.base.errors import ApiError
from kingdoms.table.base.packing import pack, unpack
from kingdoms.table.game.live import LiveGame
from kingdoms.texts import text

END, TAKE_BACK = "end", "take_back"
OPEN, DECLINED, WITHDRAWN = "open", "declined", "withdrawn"
DECLINE, WITHDRAW = "decline", "withdraw"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal. It lapses with the next action of a player.

    Attributes:
        kind: to `end` the game, or to `take_back` the last move of the seat that proposes it.
        by: the seat that proposes it.
        number: the number of the game at that moment.
        to: the number to return to; None for an end.
        agreed: the seats that have agreed, the proposing one first.
        status: `open`, `declined` or `withdrawn`.
    """

    id: str
    kind: str
    by: str
    number: int
    to: int | None
    agreed: tuple[str, ...]
    status: str = OPEN
    declined: str | None = None

    @classmethod
    def new(cls, kind: str, number: int, to: int | None, seats: Sequence[str]) -> Proposal:
        """Return a new proposal by the holder of `seats`."""
        return cls(secrets.token_urlsafe(6), kind, seats[0], number, to, tuple(seats))

    @classmethod
    def read(cls, text: str) -> Proposal:
        """Parse the text of a database row."""
        values = unpack(text)
        return cls(**values | {"agreed": tuple(values["agreed"])})

    @property
    def text(self) -> str:
        """The proposal as text for the database."""
        return pack(asdict(self)).decode()

    def agree(self, seats: Sequence[str]) -> Proposal:
        """Return the proposal with the agreement of `seats`."""
        return replace(self, agreed=(*self.agreed, *(seat for seat in seats if seat not in self.agreed)))

    def is_current(self, live: LiveGame) -> bool:
        """Return whether the proposal has not lapsed; actions of bots and chance don't make it lapse."""
        if live.header.status != "playing":
            return False
        since = [entry for entry in live.entries[self.number :] if not entry.is_about_clocks]
        return all(entry.undo is None and entry.call is None and not _is_by_person(live, entry.by) for entry in since)

    def waiting_seats(self, live: LiveGame) -> list[str]:
        """Return the seats of people who have not agreed yet."""
        if self.status != OPEN:
            return []
        # a rated game ends only with the consent of every person in it, even of one for whom a bot stands in
        people = [seat for seat in live.seats.values() if seat.kind == "person"] if live.header.rated else live.voters
        return [seat.seat for seat in people if seat.seat not in self.agreed]


def _is_by_person(live: LiveGame, by: str | None) -> bool:
    """Return whether the author of an entry is a seat without a bot."""
    return by in live.seats and live.seats[by].thinker is None


def proposal_of(live: LiveGame) -> Proposal | None:
    """Return the newest proposal in a game, in any status, unless it has lapsed."""
    if live.header.proposal is None:
        return None
    proposal = Proposal.read(live.header.proposal)
    return proposal if proposal.is_current(live) else None


def own_seats(live: LiveGame, visitor_id: str | None) -> list[str]:
    """Return the seats for which a visitor can make and answer proposals.

    Raises:
        ApiError: 403, the visitor has no seat; 409, the game is not under way, or bots play all their seats.
    """
    seats = live.seats_of(visitor_id)
    if not seats:
        raise ApiError(403, "no_seat", text("error.no_seat"))
    if live.header.status != "playing":
        over = live.header.status == "over"
        raise ApiError(409, "over" if over else "not_begun", text("error.over") if over else text("error.not_begun"))
    deciding = [seat.seat for seat in live.voters if seat.seat in seats]
    if not deciding:
        has_left = all(live.seats[seat].gone for seat in seats)
        raise ApiError(409, "gone" if has_left else "stand_in", text("error.gone") if has_left else text("error.stand_in"))
    return deciding


def new_proposal(live: LiveGame, kind: str, seats: Sequence[str]) -> Proposal:
    """Return a new proposal by the holder of `seats`, after checks.

    Raises:
        ApiError: 409, another proposal is open, the same one has just been declined, or there is nothing to take back.
    """
    if live.header.rated and any(seat.gone is not None for seat in live.seats.values()):
        raise ApiError(409, "rated", text("error.rated_end"))
    before = proposal_of(live)
    if before is not None and before.status == OPEN:
        raise ApiError(409, "proposed", text("error.proposed"))
    if before is not None and before.status == DECLINED and before.kind == kind and before.by in seats:
        raise ApiError(409, "declined", text("error.declined"))
    if kind == END:
        return Proposal.new(END, live.number, None, seats)
    to = live.last_move_of(seats)
    if to is None:
        raise ApiError(409, "nothing_to_take_back", text("error.nothing_to_take_back"))
    moved = live.entries[next(number for number in live.mainline if number > to) - 1].by
    return Proposal.new(TAKE_BACK, live.number, to, sorted(seats, key=lambda seat: seat != moved))


def answer_proposal(live: LiveGame, proposal_id: str, answer: str, seats: Sequence[str]) -> Proposal:
    """Return a proposal with the answer of the holder of `seats`.

    Raises:
        ApiError: 403, only its author can withdraw it; 409, it has lapsed, is closed, or cannot be answered so by them.
    """
    proposal = proposal_of(live)
    if proposal is None or proposal.id != proposal_id:
        raise ApiError(409, "lapsed", text("error.lapsed"))
    if proposal.status != OPEN:
        raise ApiError(409, proposal.status, text("error.closed", status=proposal.status))
    is_author = proposal.by in seats
    if answer == WITHDRAW:
        if not is_author:
            raise ApiError(403, "not_yours", text("error.not_yours_proposal"))
        return replace(proposal, status=WITHDRAWN)
    if answer == DECLINE:
        if is_author:
            raise ApiError(409, "own", text("error.own_proposal"))
        return replace(proposal, status=DECLINED, declined=seats[0])
    if all(seat in proposal.agreed for seat in seats):
        raise ApiError(409, "agreed", text("error.agreed"))
    return proposal.agree(seats)
