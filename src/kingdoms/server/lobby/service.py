"""The lobby: seats of games, links to them, stand-ins, and rematches."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

from kingdoms.bots import BOTS
from kingdoms.server.base.names import distinct_name
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.bots.offers import Offers
from kingdoms.server.database.engine import hash_of
from kingdoms.server.database.tables import GameRow
from kingdoms.server.lobby.guards import TableGuards
from kingdoms.server.lobby.quotas import Quotas
from kingdoms.server.lobby.rated_tables import RatedTables
from kingdoms.server.lobby.store import LobbyStore, empty_since
from kingdoms.server.table.copies import RunningCopies
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.talk import blocks
from kingdoms.server.visitors.names import name_of, onlookers
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.errors import ApiError
from kingdoms.table.game.entries import Account, TableSeat
from kingdoms.table.game.live import LiveGame
from kingdoms.table.game.presence import absence_start
from kingdoms.table.service.changes import GameChange
from kingdoms.table.service.creating import GameCreator, start_header
from kingdoms.table.service.games import own_seat, seat_of
from kingdoms.texts import text


class Lobby:
    """Everything about the seats of games."""

    def __init__(self, games: LiveGames, offers: Offers, settings: ServerSettings, copies: RunningCopies) -> None:
        self.games = games
        self.offers = offers
        self.grace = settings.grace
        self.lobby_hours = settings.lobby_hours
        self.store = LobbyStore(games.database)
        self.quotas = Quotas(settings, self.store)
        self.rated_tables = RatedTables(games.database)
        guards = TableGuards(games, self.quotas, self.rated_tables, self.check_blocks)
        self.creating = GameCreator(games, offers, guards, copies)

    # -- games --------------------------------------------------------------------------------------------------------

    async def cancel(self, live: LiveGame, visitor_id: str) -> None:
        """Delete a game that has not begun.

        Raises:
            ApiError: 403 or 409; see docs/server.md.
        """
        if visitor_id != live.header.host:
            raise ApiError(403, "not_yours", text("error.not_yours_cancel"))
        async with self.games.change(live) as change:
            if not await change.delete(GameRow.status == "lobby"):
                await change.refresh()
                raise ApiError(409, "begun", text("error.begun"))

    async def delete_empty_rooms(self) -> int:
        """Delete waiting rooms that no player has been in for a while; return how many. Several servers may try at once."""
        since, deleted = time.time() - 3600 * self.lobby_hours, 0
        for game_id in await self.store.empty_rooms(since):
            if self.games.background.is_stopping:
                break
            if await self.games.store.delete(game_id, *empty_since(since)):
                self.games.forget(game_id)
                deleted += 1
        return deleted

    # -- seats --------------------------------------------------------------------------------------------------------

    async def join(self, live: LiveGame, seat: str, account: Account, name: str | None) -> None:
        """Take an open seat.

        Raises:
            ApiError: 403, 404 or 409; see docs/server.md.
        """
        visitor_id = account.client
        seat_of(live, seat)
        await self.check_blocks(live, visitor_id)
        chosen = name or await name_of(self.games.database, visitor_id) or live.game.seat_name(seat)
        watching = await onlookers(self.games.database, live.header.id, visitor_id)
        async with self.games.change(live) as change:
            names = [holder.name for holder in live.seats.values() if holder.kind != "open" and holder.visitor_id != visitor_id]
            chosen = distinct_name(chosen, [*names, *watching])
            values: dict[str, Any] = {"kind": "person", "name": chosen, "visitor_id": visitor_id, "seen": time.time()}
            if live.header.rated:
                values |= await self.rated_tables.join(live, account)
            if not await self._fill(change, seat, values):
                raise ApiError(409, "taken", text("error.taken"))

    async def leave(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Leave a seat before the game begins.

        Raises:
            ApiError: 403, 404 or 409; see docs/server.md.
        """
        values: dict[str, Any] = {"kind": "open", "name": "", "visitor_id": None, "seen": None}
        values |= dict.fromkeys(("rating", "spread", "place"))
        async with self.games.change(live) as change:
            own_seat(live, seat, visitor_id)
            expected = {"visitor_id": visitor_id, "status": "lobby"}
            if not await change.change_seat(seat, expected=expected, **values):
                raise ApiError(409, "begun", text("error.begun_leave"))

    async def _fill(self, change: GameChange, seat: str, values: dict[str, Any]) -> bool:
        """Fill a seat if it is open, and begin the game if it was the last one; return whether it was open."""
        live = change.live
        to_move = live.state.to_move
        ticks = values["kind"] != "bot" if to_move == seat else live.runs_clock(to_move)
        waits = to_move != seat and live.waits_until(to_move) is not None
        begun = start_header(live.state, live.header, ticks=ticks, waits=waits)
        return await change.change_seat(seat, expected={"kind": "open", "status": "lobby"}, begun=begun, **values)

    # -- bots ---------------------------------------------------------------------------------------------------------

    async def put_bot(self, live: LiveGame, seat: str, visitor_id: str, bot: str | None) -> None:
        """Put a bot on an open seat, or let the table's stand-in play for a player who is absent, or who asks for it.

        Raises:
            KingdomsError, ApiError: 403, 404, 409 or 422; see docs/server.md.
        """
        seat_of(live, seat)
        if live.header.status == "lobby":
            await self._fill_with_bot(live, seat, visitor_id, bot or BOTS.usual(live.game.name))
        elif bot is not None:
            title = bot_title(live.stand_in, live.game.name)
            raise ApiError(409, "stand_in", text("error.stand_in_chosen", title=title))
        else:
            await self._let_stand_in(live, seat, visitor_id)

    async def _fill_with_bot(self, live: LiveGame, seat: str, visitor_id: str, bot: str) -> None:
        self.offers.check(bot, live.game)
        if visitor_id != live.header.host:
            raise ApiError(403, "not_yours", text("error.not_yours_bots"))
        async with self.games.change(live) as change, self._quota_of_bots(live, seat):
            values: dict[str, Any] = {"kind": "bot", "bot": bot, "name": bot_title(bot, live.game.name)}
            if live.header.rated:
                values |= self.rated_tables.add_bot(live, seat, bot)
            if not await self._fill(change, seat, values):
                raise ApiError(409, "taken", text("error.taken"))

    async def _let_stand_in(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Let the table's stand-in play for an absent player."""
        async with self.games.change(live) as change:
            await change.refresh()
            self._check_absent(live, live.seats[seat], visitor_id)
            async with self._quota_of_bots(live, seat):
                await change.change_seat(seat, expected={"stand_in": None}, stand_in=live.stand_in)

    @contextlib.asynccontextmanager
    async def _quota_of_bots(self, live: LiveGame, seat: str) -> AsyncIterator[None]:
        """Check the host's quota of games between bots if a bot on this seat makes the game one.

        Raises:
            ApiError: 409, the quota is used up.
        """
        if any(holder.thinker is None for holder in live.seats.values() if holder.seat != seat):
            yield
        else:
            async with self.quotas.reserve(live.header.account, "bot_games"):
                yield

    def _check_absent(self, live: LiveGame, seat: TableSeat, visitor_id: str) -> None:
        """Raise an error if the holder of a seat may still come back."""
        if live.header.status == "over":
            raise ApiError(409, "over", text("error.over"))
        if not live.seats_of(visitor_id):
            raise ApiError(403, "not_yours", text("error.not_yours_players"))
        if seat.kind not in ("person", "program") or seat.stand_in is not None:
            raise ApiError(409, "bot", text("error.bot"))
        if seat.visitor_id == visitor_id:
            return
        if live.clock is not None:
            raise ApiError(409, "clock", text("error.clock", name=seat.name))
        since = absence_start(live, seat)
        if since is None or time.time() - since < self.grace:
            raise ApiError(409, "present", text("error.present", name=seat.name, n=self.grace, seconds=f"{self.grace:g}"))

    async def come_back(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Take a seat back from its stand-in.

        Raises:
            ApiError: 403, 404 or 409; see docs/server.md.
        """
        async with self.games.change(live) as change:
            own_seat(live, seat, visitor_id)
            if live.seats[seat].gone is not None:
                raise ApiError(409, "gone", text("error.gone_for_good"))
            expected = {"visitor_id": visitor_id, "gone": None}
            await change.change_seat(seat, expected=expected, stand_in=None, seen=time.time())

    # -- programs and links -------------------------------------------------------------------------------------------

    async def program_is_back(self, game_id: str, seat: str) -> None:
        """Give a seat back to a program that has reconnected."""
        live = await self.games.get(game_id)
        if live.seats[seat].stand_in is not None and live.seats[seat].gone is None:
            async with self.games.change(live) as change:
                expected = {"kind": "program", "gone": None}
                await change.change_seat(seat, expected=expected, stand_in=None, seen=time.time())

    async def make_token(self, live: LiveGame, seat: str, visitor_id: str) -> str:
        """Return a new token for the seat of a program; its earlier token is void.

        Raises:
            ApiError: 403, 404 or 409; see docs/server.md.
        """
        if visitor_id != live.header.host:
            raise ApiError(403, "not_yours", text("error.not_yours_token"))
        if seat_of(live, seat).kind != "program":
            raise ApiError(409, "no_program", text("error.no_program", seat=live.game.seat_name(seat)))
        token = secrets.token_urlsafe(24)
        async with self.games.change(live) as change:
            await change.change_seat(seat, expected={"kind": "program"}, token_hash=hash_of(token))
        return token

    async def make_link(self, live: LiveGame, seat: str, visitor_id: str) -> str:
        """Return a token that moves a seat to another device, once.

        Raises:
            ApiError: 403, 404 or 409; see docs/server.md.
        """
        own_seat(live, seat, visitor_id)
        if live.header.rated:
            raise ApiError(409, "rated", text("error.rated_link"))
        token = secrets.token_urlsafe(24)
        await self.store.add_link(hash_of(token), live.header.id, seat)
        return token

    async def claim(self, token: str, visitor_id: str) -> tuple[str, str]:
        """Take over the seat of a link, and return the game and the seat.

        Raises:
            ApiError: 404, the link is unknown, used or expired; 403, there is a block between the visitor and another player or
                the host, and the link can still be used by someone else.
        """
        token_hash = hash_of(token)
        link = await self.store.find_link(token_hash)
        if link is None:
            raise ApiError(404, "no_link", text("error.no_link"))
        game_id, seat = link
        live = await self.games.get(game_id)
        await self.check_blocks(live, visitor_id, leaving=live.seats[seat].visitor_id)
        if not await self.store.use_link(token_hash):
            raise ApiError(404, "no_link", text("error.no_link"))
        async with self.games.change(live) as change:
            values: dict[str, Any] = {"visitor_id": visitor_id, "seen": time.time()}
            await change.change_seat(seat, expected={"kind": "person"}, **values)
        return link

    async def check_blocks(self, live: LiveGame, visitor_id: str, leaving: str | None = None) -> None:
        """Raise an error if there is a block between a visitor and the host or a player.

        Args:
            leaving: a player who gives up a seat for the visitor, and doesn't count.

        Raises:
            ApiError: 403, there is one.
        """
        visitor_ids = {live.header.host, *(seat.visitor_id for seat in live.seats.values())} - {leaving}
        await blocks.check_apart(self.games.database, visitor_id, visitor_ids)
