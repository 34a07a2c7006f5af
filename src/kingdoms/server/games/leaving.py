"""Ending games and leaving seats beside the rules: giving up, agreeing, and clocks that run out.

Whatever of this is done is done by one server and once: an entry with the game's next number comes with it in one transaction,
which also sees that what was known of clocks and proposals is still so.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kingdoms.server.errors import ApiError
from kingdoms.server.games import clocks, endings, proposals
from kingdoms.server.games.clocks import Times
from kingdoms.server.games.commits import Taken
from kingdoms.server.games.live import MOST_ENTRIES, LiveGame, StoredEntry
from kingdoms.server.games.proposals import Proposal

if TYPE_CHECKING:
    from kingdoms.server.games.service import Service

TRIES = 10
"""How often something is tried again while bots or other servers do something in the same game."""


def clocks_after(live: LiveGame, asked: str | None, now: float) -> str | None:
    """Return how the clocks of a game stand when somebody is asked now, as it is kept; None where there are none."""
    clock, times = live.clock, live.times
    if clock is None:
        return None
    ticks = live.ticks(asked)
    if times is None:
        return clock.begun(live.game.seats, asked, ticks=ticks, now=now).text
    return clock.after(times, asked, ticks=ticks, now=now).text


class Leaving:
    """What ends games, and what makes seats a bot's for good.

    Args:
        service: the games.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = service.store

    # -- giving up ----------------------------------------------------------------------------------------------------

    async def resign(self, live: LiveGame, seat: str, visitor_id: str | None) -> None:
        """Give a seat up for good: with two seats, or if nobody but bots would be left, the game is over, else a bot plays on.

        Raises:
            ApiError: 403, 404 or 409; see the page on the server.
        """
        if seat not in live.seats:
            raise ApiError(404, "no_seat", f"There is no seat {seat}; the seats are {', '.join(live.seats)}.")

        async def attempt() -> None:
            self._check_resigning(live, seat, visitor_id)
            if self._is_the_end(live, seat):
                await self._end(live, endings.RESIGNED, seat)
            else:
                await self._hand_over(live, endings.LEFT, seat, gone=endings.RESIGNED)

        await self._until_done(live, attempt)

    def _check_resigning(self, live: LiveGame, seat: str, visitor_id: str | None) -> None:
        """Refuse whoever cannot give a seat up."""
        holder = live.seats[seat]
        if visitor_id is None or holder.visitor_id != visitor_id:
            raise ApiError(403, "not_yours", f"{live.game.seat_name(seat)} is not your seat.")
        if live.header.status == "lobby":
            raise ApiError(409, "not_begun", "The game hasn't begun: stand up instead.")
        if live.header.status == "over":
            raise ApiError(409, "over", "The game is over.")
        if holder.gone is not None:
            raise ApiError(409, "gone", "You have already left this game.")

    def _is_the_end(self, live: LiveGame, seat: str) -> bool:
        """Say whether nothing is left to be played for when somebody leaves a seat."""
        others = [each for each in live.seats.values() if each.seat != seat]
        return len(others) == 1 or all(each.kind == "bot" or each.gone is not None for each in others)

    # -- proposals ----------------------------------------------------------------------------------------------------

    async def propose(self, live: LiveGame, kind: str, visitor_id: str | None) -> None:
        """Propose to end the game or to take a move back; it is done at once if nobody else is to be asked.

        Raises:
            ApiError: 403 or 409; see the page on the server.
        """
        if kind == proposals.TAKE_BACK and live.header.rated:
            raise ApiError(409, "rated", "In a rated game no moves are taken back by agreement.")

        async def attempt() -> None:
            await self._take_up(live, proposals.proposed(live, kind, proposals.own_seats(live, visitor_id)))

        await self._until_done(live, attempt)

    async def answer(self, live: LiveGame, proposal_id: str, answer: str, visitor_id: str | None) -> None:
        """Agree to a proposal, decline it, or withdraw one's own; who agrees last has it done.

        Raises:
            ApiError: 403 or 409; see the page on the server.
        """

        async def attempt() -> None:
            seats = proposals.own_seats(live, visitor_id)
            await self._take_up(live, proposals.answered(live, proposal_id, answer, seats))

        await self._until_done(live, attempt)

    async def _take_up(self, live: LiveGame, proposal: Proposal) -> None:
        """Keep a proposal as it stands now, or do what all have agreed to.

        Raises:
            Taken: something else has happened meanwhile.
        """
        if proposal.status != proposals.OPEN or proposal.waits(live):
            await self._keep(live, proposal=proposal.text)
        elif proposal.kind == proposals.END:
            await self._end(live, endings.AGREED, None)
        else:
            await self._take_back(live, proposal)

    async def _take_back(self, live: LiveGame, proposal: Proposal) -> None:
        """Go back to before somebody's move."""
        assert proposal.to is not None
        now, to_move = time.time(), live.state_at(proposal.to).to_move
        text = self._times_at(live, proposal.to, to_move, now)
        await self._add(
            live,
            StoredEntry(live.number + 1, now, proposal.by, undo=proposal.to, clocks=text),
            {"to_move": to_move, "moved": now},
        )

    def _times_at(self, live: LiveGame, number: int, to_move: str | None, now: float) -> str | None:
        """Return how the clocks stand when the game goes back to a number: as they stood then; a turn has its whole time."""
        clock = live.clock
        if clock is None:
            return None
        then = live.entries[number - 1].clocks if number else None
        times = clock.begun(live.game.seats, None, ticks=False, now=now) if then is None else Times.read(then)
        assert to_move is not None, "somebody has decided there"
        return clock.back_to(times, to_move, ticks=live.ticks(to_move), now=now).text

    # -- clocks -------------------------------------------------------------------------------------------------------

    async def run_out(self, live: LiveGame) -> bool:
        """See to a game whose time may be up, and say whether it was; the caller has its lock. Other servers may do so, too."""
        clock, times, now = live.clock, live.times, time.time()
        if clock is None or times is None or live.header.status != "playing" or not times.is_up(now):
            return False
        seat = str(times.turn)
        if not self._agree(live, times):
            await self.tend(live)
            return False
        try:
            if clock.then == clocks.DECIDED or self._is_the_end_by_time(live, seat):
                await self._end(live, endings.OUT_OF_TIME, seat)
            else:
                gone = None if clock.kind == clocks.TURN else endings.OUT_OF_TIME
                await self._hand_over(live, endings.LATE, seat, gone=gone)
        except Taken:
            await self.service.refresh(live)
            return False
        return True

    def _is_the_end_by_time(self, live: LiveGame, seat: str) -> bool:
        """Say whether nobody but bots would be left if one took a seat."""
        return all(each.thinker is not None for each in live.seats.values() if each.seat != seat)

    async def tend(self, live: LiveGame) -> None:
        """Have time run for whoever is asked now and nobody else, after seats have changed hands. The caller has the lock."""
        for _ in range(TRIES):
            times = live.times
            if live.clock is None or times is None or live.header.status != "playing" or self._agree(live, times):
                return
            text = clocks_after(live, live.state.to_move, time.time())
            assert text is not None
            try:
                await self._keep(live, clocks=text, wakes=Times.read(text).falls)
            except Taken:
                await self.service.refresh(live)

    def _agree(self, live: LiveGame, times: Times) -> bool:
        """Say whether the clocks stand as they have to for whoever is asked now."""
        asked = live.state.to_move
        return times.running == (asked if live.ticks(asked) else None)

    async def look(self, live: LiveGame) -> None:
        """See to the clocks of a game, and go on with it."""
        async with live.lock:
            await self.run_out(live)
        self.service.drive(live)

    async def wake(self, live: LiveGame) -> None:
        """See to the clocks of a game for which the database says that it is time; and that it does not say so for ever."""
        await self.look(live)
        async with live.lock:
            times = live.times
            if live.header.status == "playing" and times is not None and not times.is_up(time.time()):
                with contextlib.suppress(Taken):
                    await self._keep(live, wakes=times.falls)

    # -- what they share ----------------------------------------------------------------------------------------------

    async def _until_done(self, live: LiveGame, attempt: Callable[[], Awaitable[None]]) -> None:
        """Do something in a game that `attempt` does, from where the game stands: when others were faster it is tried anew.

        Raises:
            ApiError: it cannot be done, or 503: others were faster all the time.
        """
        async with live.lock:
            for _ in range(TRIES):
                await self.run_out(live)
                try:
                    await attempt()
                    break
                except Taken:
                    await self.service.refresh(live)
            else:
                raise ApiError(503, "busy", "The game couldn't be changed just now. Try again.")
        self.service.drive(live)

    async def _end(self, live: LiveGame, how: str, seat: str | None) -> None:
        """End a game where it stands."""
        now = time.time()
        text = clocks_after(live, None, now)
        entry = StoredEntry(live.number + 1, now, seat, call=how, undo=live.number, clocks=text)
        await self._add(live, entry, {"status": "over", "to_move": None, "moved": now})

    async def _hand_over(self, live: LiveGame, how: str, seat: str, *, gone: str | None) -> None:
        """Let a bot have a seat, for good if its holder is `gone`."""
        now, clock, times = time.time(), live.clock, live.times
        text = live.header.clocks
        if clock is not None and times is not None:
            settled = clock.after(times, live.state.to_move, ticks=live.ticks(live.state.to_move), now=now)
            if live.state.to_move == seat or how == endings.LATE:
                settled = clock.refilled(settled, seat)
            text = settled.text
        entry = StoredEntry(live.number + 1, now, seat, call=how, undo=live.number, clocks=text)
        await self._add(live, entry, {"moved": now}, {"seat": seat, "stand_in": live.stand_in, "gone": gone})

    async def _add(self, live: LiveGame, entry: StoredEntry, game: dict[str, Any], seat: dict[str, Any] | None = None) -> None:
        """Add an entry with all that comes with it, follow it in memory, and tell everybody.

        Raises:
            Taken: something else has happened meanwhile.
            ApiError: the game is as long as a game may be.
        """
        if live.number >= MOST_ENTRIES and not entry.is_end:
            raise ApiError(
                409, "too_long", f"This game has reached the maximum length: nothing can follow number {live.number}."
            )
        if entry.clocks is not None:
            game = game | {"clocks": entry.clocks, "wakes": Times.read(entry.clocks).falls}
        expected = {"status": "playing", "clocks": live.header.clocks, "proposal": live.header.proposal}
        await self.store.add_beside(live.header.id, entry, expected, game, seat)
        self.service.touched[live.header.id] = time.time()
        await self.service.refresh(live)

    async def _keep(self, live: LiveGame, **values: Any) -> None:
        """Keep something around a game, if nobody has changed that meanwhile, and tell everybody.

        Raises:
            Taken: somebody has.
        """
        expected = {"status": "playing", "clocks": live.header.clocks, "proposal": live.header.proposal}
        if not await self.store.change_game(live.header.id, expected, **values):
            raise Taken
        live.header = replace(live.header, **{name: value for name, value in values.items() if name != "wakes"})
        self.service.audience.send_info(live)
        if "proposal" in values:
            self.service.calls.note(live)
