"""Calling people: when it becomes their turn at a table that they do not look at, when a game ends, when somebody writes.

All of it goes on beside the requests. What has happened in a game is noted; who looks at it, at any server, is known to be told
already; a few seconds later the others are called, once for each turn.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from kingdoms.core.registry import game_class
from kingdoms.server.errors import ApiError
from kingdoms.server.games.call_store import OVER, TALK, TURN, CallStore, Standing
from kingdoms.server.outage import Unavailable
from kingdoms.server.push.endpoints import NoEndpoint, read_endpoint
from kingdoms.server.push.sending import Came, Device, Sender

if TYPE_CHECKING:
    from kingdoms.server.games.call_schemas import DeviceRequest
    from kingdoms.server.games.live import LiveGame
    from kingdoms.server.games.service import Service
    from kingdoms.server.games.talk_store import Remark

log = logging.getLogger("kingdoms.calls")

LOOK_EVERY = 1.0
"""Seconds between two looks at what has happened."""
DELAY = 4.0
"""Seconds after which somebody is called who does not look: other servers have said by then who looks there."""
MISSED = 24 * 3600.0
"""Whoever was asked in so many seconds before a server starts is called then, if nobody has called them."""
MOST_WAITING = 1000
"""How many calls wait to be sent; more are left out."""
AT_ONCE = 4
"""How many calls are sent at a time."""
TRIES = 3
AGAIN_AFTER = 30.0
"""Seconds until a call is tried again that has not come through; longer each time."""


@dataclass(frozen=True)
class Call:
    """A call that is to be sent: to which device, about which game and what, for the how manieth time."""

    device: Device
    game_id: str
    kind: str
    text: bytes
    tries: int = 1


class Calls:
    """Calls people.

    Args:
        service: the games.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = CallStore(service.database)
        self.fresh: set[str] = set()
        self.noted: dict[str, float] = {}
        self.said: dict[str, tuple[float, Remark]] = {}
        self.queue: asyncio.Queue[Call] = asyncio.Queue(MOST_WAITING)
        self.workers: list[asyncio.Task[None]] = []
        self.later: set[asyncio.TimerHandle] = set()

    @functools.cached_property
    def sender(self) -> Sender:
        """What sends calls; its key is made when it is first asked for."""
        settings = self.service.settings
        contact = settings.public_url if settings.secure else "mailto:operator@localhost"
        return Sender(settings.push_secret(), str(contact))

    def start(self) -> None:
        """Call people from now on, those first who were asked while no server ran."""
        self.service.work.errand(self._take_up())
        self.service.work.every(LOOK_EVERY, self.look)
        self.workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def stop(self) -> None:
        """Call nobody any more."""
        for handle in self.later:
            handle.cancel()
        for worker in self.workers:
            worker.cancel()
        await asyncio.gather(*self.workers, return_exceptions=True)

    async def _take_up(self) -> None:
        """Look for people who were asked a while ago."""
        for game_id in await self.store.asked_lately(time.time() - MISSED):
            self.noted[game_id] = time.monotonic()

    # -- devices ----------------------------------------------------------------------------------------------------------

    async def add(self, who: str, wanted: DeviceRequest) -> int:
        """Call a visitor on a device from now on; return on how many they are.

        Raises:
            ApiError: 422, no call may be sent there.
        """
        self._read(wanted.endpoint)
        keys = wanted.keys
        return await self.store.add_device(who, wanted.endpoint, keys.p256dh, keys.auth, wanted.talk)

    def _read(self, url: str) -> None:
        """Refuse what is no push service.

        Raises:
            ApiError: 422.
        """
        settings = self.service.settings
        try:
            read_endpoint(url, settings.push_hosts, settings.push_test)
        except NoEndpoint as error:
            raise ApiError(422, "push_endpoint", f"You can't be called there: {error}.") from None

    # -- what happens -----------------------------------------------------------------------------------------------------

    def note(self, live: LiveGame) -> None:
        """Note that something has happened in a game; nobody waits for what comes of it."""
        if any(seat.kind == "person" for seat in live.seats.values()):
            self.fresh.add(live.header.id)
            self.noted[live.header.id] = time.monotonic()

    def note_talk(self, game_id: str, remark: Remark) -> None:
        """Note that somebody has said something in a game."""
        self.fresh.add(game_id)
        self.said[game_id] = time.monotonic(), remark

    def looked(self, game_id: str, visitor_id: str | None) -> None:
        """Note that somebody looks at a game now, or did until now."""
        if visitor_id is not None and not self.service.work.stopping:
            self.fresh.add(game_id)
            self.service.work.errand(self.store.knows_of_talk([game_id], visitor_id))

    def looking(self, game_id: str) -> set[str]:
        """Return those who look at a game here."""
        followers = self.service.audience.hub.of(game_id)
        return {each.visitor_id for each in followers if each.looks and each.visitor_id is not None}

    async def look(self) -> None:
        """Take in who knows already of what has happened, and call the others when it is time."""
        fresh, self.fresh = self.fresh, set()
        if (fresh or self.noted or self.said) and not await self.store.has_devices():
            self.noted.clear()
            self.said.clear()
            return
        for game_id in fresh:
            await self._see(game_id)
        now = time.monotonic()
        due = [game_id for game_id, since in self.noted.items() if now - since >= DELAY]
        for game_id in due:
            del self.noted[game_id]
            await self._call(game_id)
        for game_id, (since, remark) in list(self.said.items()):
            if now - since >= DELAY:
                del self.said[game_id]
                await self._call_for_talk(game_id, remark)

    async def _see(self, game_id: str) -> None:
        """Note that those who look at a game here know how it stands."""
        looking = self.looking(game_id)
        standing = await self.store.standing(game_id) if looking else None
        if standing is None:
            return
        if standing.asked in looking:
            await self.store.claim(game_id, str(standing.asked), TURN, standing.handed)
        for visitor_id in looking & standing.seats.keys():
            if standing.status == "over":
                await self.store.claim(game_id, visitor_id, OVER, 1)
            if game_id in self.said:
                await self.store.claim(game_id, visitor_id, TALK, 1)

    async def _call(self, game_id: str) -> None:
        """Call whoever is asked in a game, or all when it is over, unless they know."""
        standing = await self.store.standing(game_id)
        if standing is None:
            return
        looking = self.looking(game_id)
        wanted = [(standing.asked, TURN, standing.handed)] if standing.asked is not None else []
        if standing.status == "over":
            wanted = [(visitor_id, OVER, 1) for visitor_id in standing.seats]
        for visitor_id, kind, number in wanted:
            is_new = await self.store.claim(game_id, str(visitor_id), kind, number)
            if is_new and visitor_id not in looking:
                await self._ring(game_id, standing, str(visitor_id), kind)

    async def _call_for_talk(self, game_id: str, remark: Remark) -> None:
        """Call those to whom something was said, once until they look."""
        standing = await self.store.standing(game_id)
        if standing is None or remark.room == "onlookers":
            return
        others = standing.seats.keys() - {remark.visitor_id} - self.looking(game_id)
        for visitor_id in others - await self.store.muting(remark.visitor_id, others):
            if await self.store.claim(game_id, visitor_id, TALK, 1):
                await self._ring(game_id, standing, visitor_id, TALK)

    async def _ring(self, game_id: str, standing: Standing, visitor_id: str, kind: str) -> None:
        """Have a visitor's devices called. What they are told names the game, the seat and the way there, and no more."""
        rules = game_class(standing.game)
        seat = standing.to_move if kind == TURN and standing.to_move is not None else standing.seats[visitor_id]
        told = {"kind": kind, "id": game_id, "game": rules.title, "seat": rules.seat_name(seat), "path": f"/g/{game_id}"}
        for device in await self.store.devices_of(visitor_id, talk=kind == TALK):
            self._queue(Call(device, game_id, kind, orjson.dumps(told)))

    # -- sending ----------------------------------------------------------------------------------------------------------

    def _queue(self, call: Call) -> None:
        """Have a call sent, unless too many wait."""
        try:
            self.queue.put_nowait(call)
        except asyncio.QueueFull:
            self.service.metrics.calls.labels("left out").inc()

    async def _work(self) -> None:
        """Send calls, one after the other."""
        while True:
            call = await self.queue.get()
            try:
                await self._send(call)
            except Unavailable:
                pass  # it has been noted
            except Exception:
                log.exception("a call could not be sent")

    async def _send(self, call: Call) -> None:
        """Send a call, and take in what becomes of it."""
        if call.tries > 1 and not await self._still(call):
            return
        settings = self.service.settings
        try:
            endpoint = read_endpoint(call.device.endpoint, settings.push_hosts, settings.push_test)
        except NoEndpoint:  # it was allowed once
            await self.store.forget_device(call.device.id)
            return
        came = await self.sender.send(call.device, endpoint, call.text, topic_of(call))
        self.service.metrics.calls.labels(came.value).inc()
        if came is Came.GONE:
            await self.store.forget_device(call.device.id)
        elif came is Came.LATER and call.tries < TRIES:
            self._again(call)
        else:
            await self.store.came_through(call.device.id, through=came is Came.THROUGH)

    async def _still(self, call: Call) -> bool:
        """Say whether a call that has not come through is worth another try."""
        standing = await self.store.standing(call.game_id) if call.kind == TURN else None
        return call.kind != TURN or (standing is not None and standing.asked == call.device.visitor_id)

    def _again(self, call: Call) -> None:
        """Try a call once more after a while."""
        loop = asyncio.get_running_loop()
        if len(self.later) >= MOST_WAITING:
            self.service.metrics.calls.labels("left out").inc()
            return
        again = Call(call.device, call.game_id, call.kind, call.text, call.tries + 1)

        def put() -> None:
            self.later.discard(handle)
            self._queue(again)

        handle = loop.call_later(AGAIN_AFTER * call.tries**2, put)
        self.later.add(handle)


def topic_of(call: Call) -> str:
    """Return by what a push service knows that a call takes the place of an earlier one; it can tell nothing from it."""
    digest = hashlib.blake2b(f"{call.device.id} {call.game_id} {call.kind}".encode(), digest_size=16)
    return digest.hexdigest()
