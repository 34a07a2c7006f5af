"""Talk at tables. During a game, players and onlookers talk in separate rooms; before and after it, all talk together.

Only players can ever read what players say during a game. What onlookers say, players can read after the game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from kingdoms.server.base.names import distinct_name
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.talk import blocks
from kingdoms.server.talk.cases import TalkRemark
from kingdoms.server.talk.schemas import SayRequest
from kingdoms.server.talk.store import ALL, ONLOOKERS, PLAYERS, TalkRateLimit, TalkStore, TalkSwitchedOff
from kingdoms.server.visitors.limits import Buckets
from kingdoms.server.visitors.names import name_of, onlookers
from kingdoms.table.base.errors import ApiError, too_many
from kingdoms.table.base.packing import pack
from kingdoms.table.base.times import fields_json
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.followers import Follower
from kingdoms.texts import text

PAGE = 100
"""Maximum number of remarks in a page."""
MOST_REPORTED = 100
"""Maximum number of reported remarks that the host is shown."""
PLACE_RATE = 2.0
"""Rate limit of an address at one server, in remarks per second; bursts of four seconds' worth are allowed."""
LOOKED_BACK = 300.0
"""Seconds of talk that are sent again after missed notifications of other servers; clients skip duplicates."""


def unknown_remark() -> ApiError:
    """Return a 404 error for a remark that does not exist, or that the visitor may not read."""
    return ApiError(404, "no_remark", text("error.no_remark"))


class Talk:
    """Remarks at tables.

    Attributes:
        remark_kept: callbacks for new remarks, made at any server.
    """

    def __init__(self, games: LiveGames) -> None:
        self.games = games
        self.store = TalkStore(games.store)
        self.places = Buckets(PLACE_RATE)
        self.remark_kept: list[Callable[[str, TalkRemark], None]] = []

    # -- rooms ------------------------------------------------------------------------------------------------------------

    @staticmethod
    def room_of(live: LiveGame, visitor_id: str | None) -> str:
        """Return the room in which a visitor talks now."""
        if live.header.status != "playing":
            return ALL
        return PLAYERS if live.seats_of(visitor_id) else ONLOOKERS

    @staticmethod
    def rooms_of(live: LiveGame, visitor_id: str | None) -> list[str]:
        """Return the rooms that a visitor may read."""
        if not live.seats_of(visitor_id):
            return [ALL, ONLOOKERS]
        return [ALL, PLAYERS, ONLOOKERS] if live.header.status == "over" else [ALL, PLAYERS]

    # -- saying -----------------------------------------------------------------------------------------------------------

    async def say(self, live: LiveGame, visitor_id: str, place: str, request: SayRequest) -> dict[str, Any]:
        """Persist a remark, and broadcast it to clients that may read it; `place` is the author's network address.

        Raises:
            ApiError: 404, the game does not exist any longer; 409, talk is off; 429, the rate limit is exceeded.
        """
        if wait := self.places.wait(place):
            raise too_many("too_many", text("error.too_many_remarks"), wait)
        try:
            name = await self._name(live, visitor_id)
            remark = await self.store.add(live.header.id, visitor_id, name, request.phrase, request.text)
        except TalkSwitchedOff:
            raise ApiError(409, "talk_off", text("error.talk_off")) from None
        except TalkRateLimit as error:
            raise too_many("too_many", text("error.too_many_remarks"), error.wait) from None
        if remark is None:
            raise ApiError(404, "no_game", text("error.no_game"))
        self._call_listeners(live.header.id, remark)
        await self._broadcast(live, [remark])
        return self._remark_json(remark, visitor_id, muted=False)

    def _call_listeners(self, game_id: str, remark: TalkRemark) -> None:
        for listener in self.remark_kept:
            listener(game_id, remark)

    async def _name(self, live: LiveGame, visitor_id: str) -> str | None:
        """Return the name of a visitor without a seat, distinct from the other names at the table; None for a player."""
        name = None if live.seats_of(visitor_id) else await name_of(self.games.database, visitor_id)
        if name is None:
            return None
        onlooker_names = await onlookers(self.games.database, live.header.id, visitor_id)
        return distinct_name(name, [*onlooker_names, *(seat.name for seat in live.seats.values() if seat.kind != "open")])

    def _remark_json(self, remark: TalkRemark, visitor_id: str | None, *, muted: bool) -> dict[str, Any]:
        return {
            **fields_json(remark, "number at room seat name"),
            "you": remark.visitor_id == visitor_id,
            "muted": muted,
            "phrase": None if muted else remark.phrase,
            "text": None if muted else remark.text,
        }

    # -- reading ----------------------------------------------------------------------------------------------------------

    async def page(
        self, live: LiveGame, visitor_id: str | None, most: int, after: int | None, before: int | None
    ) -> dict[str, Any]:
        """Return a page of remarks that a visitor may read: the newest, or those after or before a number."""
        rooms = self.rooms_of(live, visitor_id)
        remarks, more = await self.store.page(live.header.id, rooms, most, after=after, before=before)
        muted = await self.store.muted_by(visitor_id, {remark.visitor_id for remark in remarks})
        return {
            "remarks": [self._remark_json(remark, visitor_id, muted=remark.visitor_id in muted) for remark in remarks],
            "more": more,
            "on": live.header.talk,
            "room": self.room_of(live, visitor_id),
        }

    async def _readable(self, live: LiveGame, visitor_id: str | None, number: int) -> TalkRemark:
        """Return a remark, if a visitor may read it.

        Raises:
            ApiError: 404, they may not, or it does not exist.
        """
        remark = await self.store.get(live.header.id, number)
        if remark is None or remark.room not in self.rooms_of(live, visitor_id):
            raise unknown_remark()
        return remark

    # -- broadcasts -------------------------------------------------------------------------------------------------------

    async def receive(self, game_id: str, number: int) -> None:
        """Broadcast a remark, or a report, that another server has persisted."""
        live = self.games.by_id.get(game_id)
        if live is None or not self.games.broadcast.hub.followers_of(game_id):
            return
        remark = await self.store.get(game_id, number) if number else None
        if remark is not None:
            self._call_listeners(game_id, remark)
            await self._broadcast(live, [remark])
        else:
            await self._tell_host(live)

    async def catch_up(self, live: LiveGame) -> None:
        """Broadcast a game's recent remarks, since notifications from other servers may have been lost."""
        if self.games.broadcast.hub.followers_of(live.header.id):
            since = int((time.time() - LOOKED_BACK) * 1000)
            remarks, _ = await self.store.page(live.header.id, [ALL, PLAYERS, ONLOOKERS], PAGE, after=since)
            await self._broadcast(live, remarks)

    async def _broadcast(self, live: LiveGame, remarks: Sequence[TalkRemark]) -> None:
        followers = self._listeners(live)
        for remark in remarks:
            visitor_ids = {follower.visitor_id for follower in followers if follower.visitor_id is not None}
            muting = await self.store.muters_among(remark.visitor_id, visitor_ids)
            for follower in followers:
                if remark.room in self.rooms_of(live, follower.visitor_id):
                    remark_json = self._remark_json(remark, follower.visitor_id, muted=follower.visitor_id in muting)
                    follower.send(pack({"type": "talk", "remark": remark_json}).decode())

    def _listeners(self, live: LiveGame) -> list[Follower]:
        """Return the followers of a game, without programs."""
        return [follower for follower in self.games.broadcast.hub.followers_of(live.header.id) if follower.token_hash is None]

    # -- the host ---------------------------------------------------------------------------------------------------------

    async def switch(self, live: LiveGame, visitor_id: str, on: bool) -> None:
        """Switch talk at a table on or off.

        Raises:
            ApiError: 403, the visitor is not the host.
        """
        self._check_host(live, visitor_id)
        async with self.games.change(live) as change:
            await self.store.switch(live.header.id, on)
            await change.refresh()

    async def report(self, live: LiveGame, visitor_id: str, number: int) -> None:
        """Report a remark to the operator, and to the host unless it is the host's own.

        Raises:
            ApiError: 404, there is no such remark; 409, it is the visitor's own.
        """
        remark = await self._readable(live, visitor_id, number)
        if remark.visitor_id == visitor_id:
            raise ApiError(409, "own", text("error.own_remark"))
        await self.store.report(live.header.id, remark, visitor_id)
        await self._tell_host(live)

    async def _tell_host(self, live: LiveGame) -> None:
        """Send the number of reported remarks to the host, if connected here."""
        hosts = [follower for follower in self._listeners(live) if follower.visitor_id == live.header.host]
        if hosts:
            reported = len(await self._reported_remarks(live))
            for follower in hosts:
                follower.send(pack({"type": "reports", "reports": reported}).decode())

    async def reports(self, live: LiveGame, visitor_id: str | None) -> list[dict[str, Any]]:
        """Return the remarks reported to the host.

        Raises:
            ApiError: 403, the visitor is not the host.
        """
        self._check_host(live, visitor_id)
        remarks = await self._reported_remarks(live)
        return [
            {"remark": self._remark_json(remark, visitor_id, muted=False), "reports": reports} for remark, reports in remarks
        ]

    async def _reported_remarks(self, live: LiveGame) -> list[tuple[TalkRemark, int]]:
        """Return the reported remarks that the host may know of: all but the host's own."""
        return await self.store.reported_remarks(live.header.id, besides=live.header.host, most=MOST_REPORTED)

    @staticmethod
    def _check_host(live: LiveGame, visitor_id: str | None) -> None:
        if visitor_id is None or visitor_id != live.header.host:
            raise ApiError(403, "not_yours", text("error.not_yours_host"))

    # -- muting -----------------------------------------------------------------------------------------------------------

    async def mute(self, live: LiveGame, visitor_id: str, number: int, muted: bool) -> None:
        """Mute the author of a remark for a visitor, at all tables, or unmute them.

        Raises:
            ApiError: 404, there is no such remark; 409, it is the visitor's own, or the author is blocked and stays muted.
        """
        remark = await self._readable(live, visitor_id, number)
        if remark.visitor_id == visitor_id:
            raise ApiError(409, "own", text("error.own_remark"))
        if not await self.store.mute(visitor_id, remark.visitor_id, muted) and not muted:
            raise ApiError(409, "blocked", text("error.still_blocked"))

    # -- blocking ---------------------------------------------------------------------------------------------------------

    async def block_author(self, live: LiveGame, visitor_id: str, number: int) -> None:
        """Block the author of a remark for a visitor, at all tables.

        Raises:
            ApiError: 404, there is no such remark; 409, it is the visitor's own, or they have blocked too many.
        """
        remark = await self._readable(live, visitor_id, number)
        await blocks.block(self.games.database, visitor_id, remark.visitor_id, remark.name)

    async def block_player(self, live: LiveGame, visitor_id: str, seat: str) -> None:
        """Block the holder of a seat for a visitor, at all tables.

        Raises:
            ApiError: 404, no person holds the seat; 409, it is the visitor's own, or they have blocked too many.
        """
        holder = live.seats.get(seat)
        if holder is None or holder.visitor_id is None:
            raise ApiError(404, "no_seat", text("error.nobody_there"))
        await blocks.block(self.games.database, visitor_id, holder.visitor_id, holder.name)
