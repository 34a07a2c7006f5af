"""Actions and undo, with the order of checks.

The game exists, it is under way, the seat is to move, the number is the newest, the rules allow it. Then the database persists
the entry, the game in memory follows, and all followers are sent it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from kingdoms.core.errors import IllegalAction, NotationError
from kingdoms.core.state import State
from kingdoms.table.base.errors import ApiError, EntryCollision
from kingdoms.table.base.packing import Packed
from kingdoms.table.game.live import MOST_ENTRIES, UNDOING_MOST, LiveGame
from kingdoms.table.service.changes import GameChange, game_too_long
from kingdoms.table.service.games import Games, unknown_game
from kingdoms.texts import text


class ActionService:
    """Plays the actions of people and programs.

    Args:
        call_time: ends turns whose time is up, before an action is checked.
    """

    def __init__(self, games: Games, call_time: Callable[[GameChange], Awaitable[object]]) -> None:
        self.games = games
        self.call_time = call_time

    async def act(self, game_id: str, seats: list[str], base: int, action: str, client_id: str | None) -> int:
        """Play an action for one of `seats`, and return its number.

        Args:
            base: the number of the entry that the player has seen last.
            client_id: the client's own id of the action, by which it is played once only.

        Raises:
            ApiError: 404, 403, 409 or 422; see docs/server.md.
        """
        live = await self.games.get(game_id)
        async with self.games.change(live) as change:
            if base > live.number:
                await change.refresh()
            if (number := live.number_by_client_id(seats, client_id)) is not None:
                return number
            await self.call_time(change)
            self._check_turn(live, seats)
            await self._check_base(live, base, seats)
            if live.number >= MOST_ENTRIES:
                raise game_too_long(live)
            seat = str(live.to_move)
            try:
                after = live.state_after_action(action)
            except (IllegalAction, NotationError) as error:
                raise ApiError(status=422, code=error.code, clause=error.clause, message=error.message) from None
            return await self._append(change, after, seat, action=action, client_id=client_id)

    async def undo(self, game_id: str, seats: list[str], base: int) -> int:
        """Undo the last action of the holder of `seats`, and return the number of the undo.

        Raises:
            ApiError: 404, 403 or 409; see docs/server.md.
        """
        live = await self.games.get(game_id)
        async with self.games.change(live) as change:
            if base > live.number:
                await change.refresh()
            await self.call_time(change)
            self._check_turn(live, seats)
            await self._check_base(live, base, seats)
            if live.number >= UNDOING_MOST:
                raise ApiError(status=409, code="too_long", message=text("error.too_long_undo", most=UNDOING_MOST))
            number = live.last_to_undo(seats)
            if number is None:
                raise ApiError(status=409, code="nothing_to_undo", message=text("error.nothing_to_undo"))
            return await self._append(change, live.state, str(live.to_move), undo=number)

    def _check_turn(self, live: LiveGame, seats: list[str]) -> None:
        if not seats:
            raise ApiError(status=403, code="no_seat", message=text("error.no_seat"))
        if live.header.status != "playing":
            begun = text("error.over") if live.is_over else text("error.not_begun_seats")
            raise ApiError(status=409, code="over" if live.is_over else "not_begun", message=begun)
        if live.to_move not in seats:
            name = live.game.seat_name(live.to_move) if live.to_move in live.seats else "chance"
            number = {"number": live.number}
            raise ApiError(status=409, code="not_your_turn", message=text("error.not_your_turn", name=name), extra=number)
        if live.seats[live.to_move].stand_in is not None:
            raise ApiError(status=409, code="stand_in", message=text("error.stand_in"))

    async def _check_base(self, live: LiveGame, base: int, seats: list[str]) -> None:
        """Raise an error with the missed entries if an action is based on an older state of the game."""
        if base != live.number:
            # the holder of several seats has not said for which one the page is
            missed = await self.games.broadcast.history.page(live, base, seats[0] if len(seats) == 1 else None)
            message = text("error.stale", number=live.number, base=base)
            extra = {"number": live.number, "missed": [Packed(entry) for entry in missed]}
            raise ApiError(status=409, code="stale", message=message, extra=extra)

    async def _append(self, change: GameChange, after: State, seat: str, **values: Any) -> int:
        """Append an entry of a seat, unless another server was faster."""
        live, base = change.live, change.live.number
        try:
            return await change.append(after.to_move, by=seat, **values)
        except EntryCollision:
            await change.refresh()
            if live.header.id not in self.games.by_id:
                raise unknown_game() from None
            if (number := live.number_by_client_id([seat], values.get("client_id"))) is not None:
                return number
            await self._check_base(live, base, [seat])
            raise ApiError(status=503, code="busy", message=text("error.busy")) from None
