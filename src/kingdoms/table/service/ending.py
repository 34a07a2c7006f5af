"""Resignation, and proposals to end a game or to take a move back.

Each takes effect once, on one server: its transaction inserts an entry with the game's next number, and checks that clocks and
proposals are unchanged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from kingdoms.table.base.errors import ApiError, EntryCollision
from kingdoms.table.game import endings, proposals
from kingdoms.table.game.entries import LEFT
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.proposals import Proposal
from kingdoms.table.service.changes import GameChange
from kingdoms.table.service.ends import end_game, go_back, hand_over
from kingdoms.table.service.games import Games, own_seat, seat_of, unknown_game
from kingdoms.texts import text

TRIES = 10
"""How often a change is retried while bots or other servers change the same game."""


class Ending:
    """Ends games by resignation or agreement, and takes moves back by agreement.

    Args:
        call_time: ends turns whose time is up, before anything else is checked.
    """

    def __init__(self, games: Games, call_time: Callable[[GameChange], Awaitable[object]]) -> None:
        self.games = games
        self.call_time = call_time

    async def resign(self, live: LiveGame, seat: str, visitor_id: str | None) -> None:
        """Resign a seat for good. The game ends if two seats or only bots are left, else a bot plays on.

        Raises:
            ApiError: 403, 404 or 409; see docs/server.md.
        """
        seat_of(live, seat)

        async def attempt(change: GameChange) -> None:
            self._check_resigning(live, seat, visitor_id)
            opponents = [opponent for opponent in live.seats.values() if opponent.seat != seat]
            if len(opponents) == 1 or all(opponent.kind == "bot" or opponent.gone is not None for opponent in opponents):
                await end_game(change, endings.RESIGNED, seat)
            else:
                await hand_over(change, LEFT, seat, departure=endings.RESIGNED)

        await self._retry(live, attempt)

    def _check_resigning(self, live: LiveGame, seat: str, visitor_id: str | None) -> None:
        holder = own_seat(live, seat, visitor_id)
        if live.header.status == "lobby":
            raise ApiError(409, "not_begun", text("error.not_begun_stand_up"))
        if live.header.status == "over":
            raise ApiError(409, "over", text("error.over"))
        if holder.gone is not None:
            raise ApiError(409, "gone", text("error.gone_already"))

    async def propose(self, live: LiveGame, kind: str, visitor_id: str | None) -> None:
        """Propose to end the game or to take a move back; it happens at once if no other person plays.

        Raises:
            ApiError: 403 or 409; see docs/server.md.
        """
        if kind == proposals.TAKE_BACK and live.header.rated:
            raise ApiError(409, "rated", text("error.rated_take_back"))

        async def attempt(change: GameChange) -> None:
            await self._apply(change, proposals.new_proposal(live, kind, proposals.own_seats(live, visitor_id)))

        await self._retry(live, attempt)

    async def answer(self, live: LiveGame, proposal_id: str, answer: str, visitor_id: str | None) -> None:
        """Agree to a proposal, decline it, or withdraw an own one. The last agreement puts it into effect.

        Raises:
            ApiError: 403 or 409; see docs/server.md.
        """

        async def attempt(change: GameChange) -> None:
            seats = proposals.own_seats(live, visitor_id)
            await self._apply(change, proposals.answer_proposal(live, proposal_id, answer, seats))

        await self._retry(live, attempt)

    async def _apply(self, change: GameChange, proposal: Proposal) -> None:
        """Persist a proposal, or put it into effect if everyone has agreed.

        Raises:
            EntryCollision: another server was faster.
        """
        if proposal.status != proposals.OPEN or proposal.waiting_seats(change.live):
            await change.update(proposal=proposal.text)
        elif proposal.kind == proposals.END:
            await end_game(change, endings.AGREED, None)
        else:
            assert proposal.to is not None
            await go_back(change, proposal.to, proposal.by)

    async def _retry(self, live: LiveGame, attempt: Callable[[GameChange], Awaitable[None]]) -> None:
        """Make a change, and retry it from the new state of the game when another server was faster.

        A change that is refused is tried again, too: this server may not have heard yet of what another one allowed.

        Raises:
            ApiError: the change is not possible; 404, the game was deleted; or 503, other servers were always faster.
        """
        refused: ApiError | None = None
        async with self.games.change(live) as change:
            for _ in range(TRIES):
                await self.call_time(change)
                try:
                    await attempt(change)
                    return
                except EntryCollision:
                    refused = None
                except ApiError as error:
                    if refused is not None:
                        raise
                    refused = error
                await change.refresh()
                if live.header.id not in self.games.by_id:
                    raise unknown_game()
            raise refused or ApiError(503, "busy", text("error.busy"))
