"""Calling people: when it becomes their turn at a table that they do not look at, when a game ends, when somebody writes.

All of it goes on beside the requests. What has happened in a game is noted; who looks at it, at any server, is known to be told
already; a few seconds later the others are called, once for each turn.

One server claims a call, for a while, and says when it is done. A server that stops gives back what it has not sent; what one
has left that broke off is taken over when its time is up. So everybody is called at least once, and twice only if a server
breaks off between sending a call and noting that, or is slower than it may be.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import logging
import time
from dataclasses import dataclass, replace

import orjson

from kingdoms.core.registry import game_class
from kingdoms.server.errors import ApiError
from kingdoms.server.game.live import LiveGame
from kingdoms.server.outage import Unavailable
from kingdoms.server.push.endpoints import NoEndpoint, read_endpoint
from kingdoms.server.push.schemas import DeviceRequest
from kingdoms.server.push.sending import Came, Device, Sender
from kingdoms.server.push.store import LEASE, TALK, TURN, Claim, PushStore, Situation
from kingdoms.server.settings import Settings
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.talk.store import Remark

log = logging.getLogger("kingdoms.calls")

LOOK_EVERY = 1.0
"""Seconds between two looks at what has happened."""
DELAY = 4.0
"""Seconds after which somebody is called who does not look: other servers have said by then who looks there."""
MISSED = 7 * 24 * 3600.0
"""Whoever was asked in so many seconds before a server starts is called then, if nobody has called them."""
TAKE_OVER_EVERY = 15.0
"""Seconds between two looks for calls that another server has not sent."""
STOP_WITHIN = 1.0
"""Seconds that calls under way have to come through when the server stops."""
MOST_WAITING = 1000
"""How many calls wait to be sent; more are left out."""
AT_ONCE = 4
"""How many calls are sent at a time."""
TRIES = 3
AGAIN_AFTER = 30.0
"""Seconds until a call is tried again that has not come through; longer each time."""


@dataclass(eq=False)
class Notification:
    """That somebody is being called.

    Attributes:
        claim: what for.
        text: what they are told.
        open: on how many devices that goes on.
        through: whether they have been told on one.
    """

    claim: Claim
    text: bytes
    open: int
    through: bool = False


@dataclass(frozen=True)
class Delivery:
    """A call that is to be sent to a device, for the how manieth time."""

    ring: Notification
    device: Device
    tries: int = 1


class Push:
    """Calls people.

    Args:
        service: the games.
    """

    def __init__(self, games: LiveGames, settings: Settings) -> None:
        self.games = games
        self.settings = settings
        self.store = PushStore(games.database)
        games.listeners.changed.append(self.note)
        self.fresh: set[str] = set()
        self.noted: dict[str, float] = {}
        self.said: dict[str, tuple[float, Remark]] = {}
        self.queue: asyncio.Queue[Delivery | None] = asyncio.Queue(MOST_WAITING)
        self.workers: list[asyncio.Task[None]] = []
        self.later: dict[Delivery, asyncio.TimerHandle] = {}
        self.rings: set[Notification] = set()
        self.take_over_at = 0.0
        self.stopped = False

    @functools.cached_property
    def sender(self) -> Sender:
        """What sends calls; its key is made when it is first asked for."""
        return Sender(self.settings.push_secret(), self.settings.contact)

    def start(self) -> None:
        """Call people from now on, those first who were asked while no server ran."""
        self.take_over_at = time.monotonic() + DELAY
        self.games.background.spawn(self._take_up())
        self.games.background.every(LOOK_EVERY, self.look)
        self.workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def stop(self) -> None:
        """Send nothing more than is being sent, and leave the rest to whichever server comes next."""
        self.stopped = True
        for handle in self.later.values():
            handle.cancel()
        while not self.queue.empty():
            self.queue.get_nowait()
        for _ in self.workers:
            self.queue.put_nowait(None)
        if self.workers:
            await asyncio.wait(self.workers, timeout=STOP_WITHIN)
        for worker in self.workers:
            worker.cancel()
        await asyncio.gather(*self.workers, return_exceptions=True)
        with contextlib.suppress(Unavailable):
            for game_id, (_, remark) in list(self.said.items()):
                await self._call_for_talk(game_id, remark)
            for ring in self.rings:
                if ring.through:
                    await self.store.done(ring.claim)
            await self.store.give_back([ring.claim for ring in self.rings if not ring.through])

    async def _take_up(self) -> None:
        """Look for people who were asked, or whose games have ended, a while ago."""
        for game_id in await self.store.moved_lately(time.time() - MISSED):
            self.noted.setdefault(game_id, time.monotonic())

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
        settings = self.settings
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
        if visitor_id is not None and not self.games.background.stopping:
            self.fresh.add(game_id)
            self.games.background.spawn(self.store.knows_of_talk([game_id], visitor_id))

    def looking(self, game_id: str) -> set[str]:
        """Return those who look at a game here."""
        followers = self.games.broadcast.hub.of(game_id)
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
        for game_id, since in list(self.noted.items()):
            if now - since >= DELAY and not self.stopped:  # a server that starts looks for what is left
                del self.noted[game_id]
                await self._call(game_id)
        for game_id, (since, remark) in list(self.said.items()):
            if now - since >= DELAY and not self.stopped:
                del self.said[game_id]
                await self._call_for_talk(game_id, remark)
        if now >= self.take_over_at:
            self.take_over_at = now + TAKE_OVER_EVERY
            await self._take_over()

    async def _see(self, game_id: str) -> None:
        """Note that those who look at a game here know how it stands."""
        looking = self.looking(game_id)
        standing = await self.store.standing(game_id) if looking else None
        if standing is None:
            return
        for visitor_id, kind, number in standing.calls_for():
            if visitor_id in looking:
                await self.store.knows(game_id, visitor_id, kind, number)
        if game_id in self.said:
            for visitor_id in looking & standing.seats.keys():
                await self.store.knows(game_id, visitor_id, TALK, 1)

    async def _call(self, game_id: str) -> None:
        """Call whoever there is something to call for in a game, unless they know."""
        standing = await self.store.standing(game_id)
        if standing is not None:
            for visitor_id, kind, number in standing.calls_for():
                await self._ring(game_id, standing, visitor_id, kind, number)

    async def _call_for_talk(self, game_id: str, remark: Remark) -> None:
        """Call those to whom something was said, once until they look."""
        standing = await self.store.standing(game_id)
        if standing is None or remark.room == "onlookers":
            return
        others = standing.seats.keys() - {remark.visitor_id} - self.looking(game_id)
        for visitor_id in others - await self.store.muting(remark.visitor_id, others):
            await self._ring(game_id, standing, visitor_id, TALK, 1)

    async def _take_over(self) -> None:
        """Send calls that another server has claimed and not sent, where there still is something to call for."""
        for left in await self.store.left():
            standing = await self.store.standing(left.game_id)
            if standing is not None and left.visitor_id in standing.seats:
                what = left.visitor_id, left.kind, left.number
                if left.kind == TALK or what in standing.calls_for():
                    await self._ring(left.game_id, standing, *what)
                    continue
            await self.store.done(left)

    async def _ring(self, game_id: str, standing: Situation, visitor_id: str, kind: str, number: int) -> None:
        """Have a visitor's devices called for something, unless they know of it, or another server calls them.

        What they are told names the game, the seat and the way there, and no more.
        """
        if visitor_id in self.looking(game_id):
            await self.store.knows(game_id, visitor_id, kind, number)
            return
        claim = await self.store.claim(game_id, visitor_id, kind, number)
        if claim is None:
            return
        rules = game_class(standing.game)
        seat = standing.to_move if kind == TURN and standing.to_move is not None else standing.seats[visitor_id]
        told = {"kind": kind, "id": game_id, "game": rules.title, "seat": rules.seat_name(seat), "path": f"/g/{game_id}"}
        devices = await self.store.devices_of(visitor_id, talk=kind == TALK)
        ring = Notification(claim, orjson.dumps(told), len(devices))
        if not devices:
            await self.store.done(claim)
        elif self.stopped:
            await self.store.give_back([claim])
        else:
            self.rings.add(ring)
            for device in devices:
                await self._queue(Delivery(ring, device))

    # -- sending ----------------------------------------------------------------------------------------------------------

    async def _queue(self, call: Delivery) -> None:
        """Have a call sent, unless too many wait."""
        try:
            self.queue.put_nowait(call)
        except asyncio.QueueFull:
            self.games.metrics.calls.labels("left out").inc()
            await self._settled(call)

    async def _work(self) -> None:
        """Send calls, one after the other."""
        while (call := await self.queue.get()) is not None:
            try:
                await self._send(call)
            except Unavailable:
                self.rings.discard(call.ring)  # the outage has been noted, and the call is taken over when its time is up
            except Exception:
                log.exception("what has become of a call could not be noted")

    async def _send(self, call: Delivery) -> None:
        """Send a call, and take in what becomes of it."""
        if not await self._is_wanted(call):
            await self._settled(call)
            return
        settings = self.settings
        try:
            endpoint = read_endpoint(call.device.endpoint, settings.push_hosts, settings.push_test)
        except NoEndpoint:  # it was allowed once
            await self.store.forget_device(call.device.id)
            await self._settled(call)
            return
        try:
            came = await self.sender.send(call.device, endpoint, call.ring.text, topic_of(call))
        except Exception:
            log.exception("a call could not be sent")
            came = Came.NOWHERE
        self.games.metrics.calls.labels(came.value).inc()
        if came is Came.LATER and call.tries < TRIES and await self._again(call):
            return
        call.ring.through |= came is Came.THROUGH
        await self._settled(call)
        if came is Came.GONE:
            await self.store.forget_device(call.device.id)
        else:
            await self.store.came_through(call.device.id, through=came is Came.THROUGH)

    async def _settled(self, call: Delivery) -> None:
        """Note that a device is called no more; with the first that takes the call, or the last, its owner has been called."""
        ring = call.ring
        ring.open -= 1
        if not ring.open:
            self.rings.discard(ring)
        if ring.through or not ring.open:
            await self.store.done(ring.claim)

    async def _is_wanted(self, call: Delivery) -> bool:
        """Say whether a call is still to be sent, and by this server, which may have taken long to come to it."""
        claim, ring = call.ring.claim, call.ring
        if call.tries > 1 and claim.kind == TURN:
            standing = await self.store.standing(claim.game_id)
            if standing is None or standing.asked != claim.visitor_id:
                return False
        is_soon = call.tries == 1 and time.time() < claim.until - LEASE / 2
        return ring.through or is_soon or await self._hold(ring, LEASE)

    async def _hold(self, ring: Notification, seconds: float) -> bool:
        """Keep a claim for so long at least, and say whether that could be: they may know by now."""
        held = await self.store.hold(ring.claim, max(ring.claim.until, time.time() + seconds))
        if held is not None:
            ring.claim = held
        return held is not None

    async def _again(self, call: Delivery) -> bool:
        """Try a call once more after a while, if it is wanted then and not too many wait for that; say whether it is tried."""
        wait = AGAIN_AFTER * call.tries**2
        if len(self.later) >= MOST_WAITING:
            self.games.metrics.calls.labels("left out").inc()
            return False
        if not call.ring.through and not await self._hold(call.ring, wait + LEASE):
            return False
        again = replace(call, tries=call.tries + 1)

        def put() -> None:
            del self.later[again]
            self.games.background.spawn(self._queue(again))

        if not self.stopped:
            self.later[again] = asyncio.get_running_loop().call_later(wait, put)
        return True


def topic_of(call: Delivery) -> str:
    """Return by what a push service knows that a call takes the place of an earlier one; it can tell nothing from it."""
    claim = call.ring.claim
    digest = hashlib.blake2b(f"{call.device.id} {claim.game_id} {claim.kind}".encode(), digest_size=16)
    return digest.hexdigest()
