"""What people at a table propose to each other: to end the game now, or to take a move back. When all agree, it is done."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import orjson

from kingdoms.server.errors import ApiError
from kingdoms.server.game.live import LiveGame

END, TAKE_BACK = "end", "take_back"
OPEN, DECLINED, WITHDRAWN = "open", "declined", "withdrawn"
AGREE, DECLINE, WITHDRAW = "agree", "decline", "withdraw"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something proposed. It stands until the game goes on.

    Attributes:
        id: what answers name it by.
        kind: to `end` the game, or to `take_back` the last move of whoever proposes it.
        by: the seat that proposes it.
        number: the game's number at that moment.
        to: the number to go back to; None for an end.
        agreed: the seats that have agreed, the one that proposes it first.
        status: `open`, `declined` or `withdrawn`.
        declined: the seat that has declined.
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
        """Return what the holder of `seats` proposes."""
        return cls(secrets.token_urlsafe(6), kind, seats[0], number, to, tuple(seats))

    @classmethod
    def read(cls, text: str) -> Proposal:
        """Return what `text` wrote."""
        given = orjson.loads(text)
        return cls(**given | {"agreed": tuple(given["agreed"])})

    @property
    def text(self) -> str:
        """It as a text for the database."""
        return orjson.dumps(asdict(self)).decode()

    def agreed_by(self, seats: Sequence[str]) -> Proposal:
        """Return it with the holder of `seats` agreeing."""
        return replace(self, agreed=(*self.agreed, *(seat for seat in seats if seat not in self.agreed)))

    def is_current(self, live: LiveGame) -> bool:
        """Say whether the game has not gone on since: what bots and chance have done meanwhile does not count."""
        if live.header.status != "playing":
            return False
        since = live.entries[self.number :]
        return all(each.undo is None and each.call is None and not _is_by_person(live, each.by) for each in since)

    def waiting_seats(self, live: LiveGame) -> list[str]:
        """Return the seats of people who have not agreed yet."""
        return [seat.seat for seat in live.deciding if seat.seat not in self.agreed] if self.status == OPEN else []


def _is_by_person(live: LiveGame, by: str | None) -> bool:
    """Say whether somebody who has decided something was nobody's bot."""
    return by in live.seats and live.seats[by].thinker is None


def proposal_of(live: LiveGame) -> Proposal | None:
    """Return what is proposed in a game, or was, as long as it has not gone on since."""
    if live.header.proposal is None:
        return None
    found = Proposal.read(live.header.proposal)
    return found if found.is_current(live) else None


def own_seats(live: LiveGame, visitor_id: str | None) -> list[str]:
    """Return the seats for which a visitor can propose and agree to things.

    Raises:
        ApiError: 403 or 409, there are none, or the game is not under way.
    """
    held = live.seats_of(visitor_id)
    if not held:
        raise ApiError(403, "no_seat", "You hold no seat in this game.")
    if live.header.status != "playing":
        over = live.header.status == "over"
        raise ApiError(409, "over" if over else "not_begun", "The game is over." if over else "The game has not begun.")
    deciding = [seat.seat for seat in live.deciding if seat.seat in held]
    if not deciding:
        gone = all(live.seats[seat].gone for seat in held)
        said = "You have left this game." if gone else "A bot is standing in for you: take your seat back first."
        raise ApiError(409, "gone" if gone else "stand_in", said)
    return deciding


def proposed(live: LiveGame, kind: str, seats: Sequence[str]) -> Proposal:
    """Return what the holder of `seats` proposes now.

    Raises:
        ApiError: 409, something else is proposed, somebody has just declined it, or there is nothing to take back.
    """
    before = proposal_of(live)
    if before is not None and before.status == OPEN:
        raise ApiError(409, "proposed", "Something is proposed already: answer that first.")
    if before is not None and before.status == DECLINED and before.kind == kind and before.by in seats:
        raise ApiError(409, "declined", "That was declined just now: propose it again when the game has gone on.")
    if kind == END:
        return Proposal.new(END, live.number, None, seats)
    to = live.last_move_of(seats)
    if to is None:
        raise ApiError(409, "nothing_to_take_back", "You have no move to take back: what has shown a secret stays.")
    moved = live.entries[next(number for number in live.mainline if number > to) - 1].by
    return Proposal.new(TAKE_BACK, live.number, to, sorted(seats, key=lambda seat: seat != moved))


def answered(live: LiveGame, proposal_id: str, answer: str, seats: Sequence[str]) -> Proposal:
    """Return what becomes of a proposal when the holder of `seats` answers it.

    Raises:
        ApiError: 409, it has lapsed, is declined or withdrawn, was agreed to before, or is not theirs to answer so.
    """
    found = proposal_of(live)
    if found is None or found.id != proposal_id:
        raise ApiError(409, "lapsed", "This proposal has lapsed: the game has gone on.")
    if found.status != OPEN:
        raise ApiError(409, found.status, f"This proposal is {found.status} already.")
    own = found.by in seats
    if answer == WITHDRAW:
        if not own:
            raise ApiError(403, "not_yours", "Only who has proposed it can withdraw it.")
        return replace(found, status=WITHDRAWN)
    if answer == DECLINE:
        if own:
            raise ApiError(409, "own", "You have proposed this yourself: withdraw it.")
        return replace(found, status=DECLINED, declined=seats[0])
    if all(seat in found.agreed for seat in seats):
        raise ApiError(409, "agreed", "You have agreed to this already.")
    return found.agreed_by(seats)
