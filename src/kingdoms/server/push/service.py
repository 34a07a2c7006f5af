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
from kingdoms.server.push.sending import DeliveryResult, Device, Sender
from kingdoms.server.push.store import LEASE_SECONDS, TALK, TURN, Lease, PushStore, Situation
from kingdoms.server.settings import Settings
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.talk.store import Remark

log = logging.getLogger("kingdoms.calls")

CHECK_EVERY = 1.0
"""Seconds between two looks at what has happened."""
DELAY = 4.0
"""Seconds after which somebody is called who does not look: other servers have said by then who looks there."""
RESUME_WITHIN = 7 * 24 * 3600.0
"""Whoever was asked in so many seconds before a server starts is called then, if nobody has called them."""
TAKE_OVER_EVERY = 15.0
"""Seconds between two looks for calls that another server has not sent."""
STOP_WITHIN = 1.0
"""Seconds that calls under way have to come through when the server stops."""
MOST_WAITING = 1000
"""How many calls wait to be sent; more are left out."""
WORKERS = 4
"""How many calls are sent at a time."""
TRIES = 3
RETRY_AFTER = 30.0
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

    lease: Lease
    text: bytes
    pending: int
    delivered: bool = False


@dataclass(frozen=True)
class Delivery:
    """A call that is to be sent to a device, for the how manieth time."""

    notification: Notification
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
        self.unchecked: set[str] = set()
        self.pending_games: dict[str, float] = {}
        self.pending_talk: dict[str, tuple[float, Remark]] = {}
        self.queue: asyncio.Queue[Delivery | None] = asyncio.Queue(MOST_WAITING)
        self.workers: list[asyncio.Task[None]] = []
        self.retries: dict[Delivery, asyncio.TimerHandle] = {}
        self.notifications: set[Notification] = set()
        self.take_over_at = 0.0
        self.stopped = False

    @functools.cached_property
    def sender(self) -> Sender:
        """What sends calls; its key is made when it is first asked for."""
        return Sender(self.settings.push_secret(), self.settings.contact)

    def start(self) -> None:
        """Call people from now on, those first who were asked while no server ran."""
        self.take_over_at = time.monotonic() + DELAY
        self.games.background.spawn(self._resume())
        self.games.background.every(CHECK_EVERY, self.check)
        self.workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]

    async def stop(self) -> None:
        """Send nothing more than is being sent, and leave the rest to whichever server comes next."""
        self.stopped = True
        for handle in self.retries.values():
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
            for game_id, (_, remark) in list(self.pending_talk.items()):
                await self._notify_of_talk(game_id, remark)
            for notification in self.notifications:
                if notification.delivered:
                    await self.store.mark_done(notification.lease)
            await self.store.release([notification.lease for notification in self.notifications if not notification.delivered])

    async def _resume(self) -> None:
        """Look for people who were asked, or whose games have ended, a while ago."""
        for game_id in await self.store.changed_since(time.time() - RESUME_WITHIN):
            self.pending_games.setdefault(game_id, time.monotonic())

    # -- devices ----------------------------------------------------------------------------------------------------------

    async def add(self, visitor_id: str, wanted: DeviceRequest) -> int:
        """Call a visitor on a device from now on; return on how many they are.

        Raises:
            ApiError: 422, no call may be sent there.
        """
        self._read(wanted.endpoint)
        keys = wanted.keys
        return await self.store.add_device(visitor_id, wanted.endpoint, keys.p256dh, keys.auth, wanted.talk)

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
            self.unchecked.add(live.header.id)
            self.pending_games[live.header.id] = time.monotonic()

    def note_talk(self, game_id: str, remark: Remark) -> None:
        """Note that somebody has said something in a game."""
        self.unchecked.add(game_id)
        self.pending_talk[game_id] = time.monotonic(), remark

    def note_look(self, game_id: str, visitor_id: str | None) -> None:
        """Note that somebody looks at a game now, or did until now."""
        if visitor_id is not None and not self.games.background.stopping:
            self.unchecked.add(game_id)
            self.games.background.spawn(self.store.reset_talk([game_id], visitor_id))

    def looking_here(self, game_id: str) -> set[str]:
        """Return those who look at a game here."""
        followers = self.games.broadcast.hub.of(game_id)
        return {each.visitor_id for each in followers if each.is_looking and each.visitor_id is not None}

    async def check(self) -> None:
        """Take in who knows already of what has happened, and call the others when it is time."""
        unchecked, self.unchecked = self.unchecked, set()
        if (unchecked or self.pending_games or self.pending_talk) and not await self.store.has_devices():
            self.pending_games.clear()
            self.pending_talk.clear()
            return
        for game_id in unchecked:
            await self._mark_known(game_id)
        now = time.monotonic()
        for game_id, since in list(self.pending_games.items()):
            if now - since >= DELAY and not self.stopped:  # a server that starts looks for what is left
                del self.pending_games[game_id]
                await self._notify_players(game_id)
        for game_id, (since, remark) in list(self.pending_talk.items()):
            if now - since >= DELAY and not self.stopped:
                del self.pending_talk[game_id]
                await self._notify_of_talk(game_id, remark)
        if now >= self.take_over_at:
            self.take_over_at = now + TAKE_OVER_EVERY
            await self._take_over()

    async def _mark_known(self, game_id: str) -> None:
        """Note that those who look at a game here know how it stands."""
        looking_here = self.looking_here(game_id)
        situation = await self.store.situation(game_id) if looking_here else None
        if situation is None:
            return
        for visitor_id, kind, number in situation.due():
            if visitor_id in looking_here:
                await self.store.mark_known(game_id, visitor_id, kind, number)
        if game_id in self.pending_talk:
            for visitor_id in looking_here & situation.seats.keys():
                await self.store.mark_known(game_id, visitor_id, TALK, 1)

    async def _notify_players(self, game_id: str) -> None:
        """Call whoever there is something to call for in a game, unless they know."""
        situation = await self.store.situation(game_id)
        if situation is not None:
            for visitor_id, kind, number in situation.due():
                await self._notify(game_id, situation, visitor_id, kind, number)

    async def _notify_of_talk(self, game_id: str, remark: Remark) -> None:
        """Call those to whom something was said, once until they look."""
        situation = await self.store.situation(game_id)
        if situation is None or remark.room == "onlookers":
            return
        others = situation.seats.keys() - {remark.visitor_id} - self.looking_here(game_id)
        for visitor_id in others - await self.store.muters_of(remark.visitor_id, others):
            await self._notify(game_id, situation, visitor_id, TALK, 1)

    async def _take_over(self) -> None:
        """Send calls that another server has claimed and not sent, where there still is something to call for."""
        for lease in await self.store.expired():
            situation = await self.store.situation(lease.game_id)
            if situation is not None and lease.visitor_id in situation.seats:
                what = lease.visitor_id, lease.kind, lease.number
                if lease.kind == TALK or what in situation.due():
                    await self._notify(lease.game_id, situation, *what)
                    continue
            await self.store.mark_done(lease)

    async def _notify(self, game_id: str, situation: Situation, visitor_id: str, kind: str, number: int) -> None:
        """Have a visitor's devices called for something, unless they know of it, or another server calls them.

        What they are told names the game, the seat and the way there, and no more.
        """
        if visitor_id in self.looking_here(game_id):
            await self.store.mark_known(game_id, visitor_id, kind, number)
            return
        lease = await self.store.acquire(game_id, visitor_id, kind, number)
        if lease is None:
            return
        rules = game_class(situation.game)
        seat = situation.to_move if kind == TURN and situation.to_move is not None else situation.seats[visitor_id]
        told = {"kind": kind, "id": game_id, "game": rules.title, "seat": rules.seat_name(seat), "path": f"/g/{game_id}"}
        devices = await self.store.devices_of(visitor_id, talk=kind == TALK)
        notification = Notification(lease, orjson.dumps(told), len(devices))
        if not devices:
            await self.store.mark_done(lease)
        elif self.stopped:
            await self.store.release([lease])
        else:
            self.notifications.add(notification)
            for device in devices:
                await self._enqueue(Delivery(notification, device))

    # -- sending ----------------------------------------------------------------------------------------------------------

    async def _enqueue(self, delivery: Delivery) -> None:
        """Have a call sent, unless too many wait."""
        try:
            self.queue.put_nowait(delivery)
        except asyncio.QueueFull:
            self.games.metrics.calls.labels("left out").inc()
            await self._finish(delivery)

    async def _work(self) -> None:
        """Send calls, one after the other."""
        while (delivery := await self.queue.get()) is not None:
            try:
                await self._send(delivery)
            except Unavailable:
                # the outage is handled elsewhere; any server takes the notification over when the lease expires
                self.notifications.discard(delivery.notification)
            except Exception:
                log.exception("what has become of a call could not be noted")

    async def _send(self, delivery: Delivery) -> None:
        """Send a call, and take in what becomes of it."""
        if not await self._is_wanted(delivery):
            await self._finish(delivery)
            return
        settings = self.settings
        try:
            endpoint = read_endpoint(delivery.device.endpoint, settings.push_hosts, settings.push_test)
        except NoEndpoint:  # it was allowed once
            await self.store.delete_device(delivery.device.id)
            await self._finish(delivery)
            return
        try:
            result = await self.sender.send(delivery.device, endpoint, delivery.notification.text, topic_of(delivery))
        except Exception:
            log.exception("a call could not be sent")
            result = DeliveryResult.FAILED
        self.games.metrics.calls.labels(result.value).inc()
        if result is DeliveryResult.LATER and delivery.tries < TRIES and await self._retry(delivery):
            return
        delivery.notification.delivered |= result is DeliveryResult.SENT
        await self._finish(delivery)
        if result is DeliveryResult.GONE:
            await self.store.delete_device(delivery.device.id)
        else:
            await self.store.note_result(delivery.device.id, delivered=result is DeliveryResult.SENT)

    async def _finish(self, delivery: Delivery) -> None:
        """Note that a device is called no more; with the first that takes the call, or the last, its owner has been called."""
        notification = delivery.notification
        notification.pending -= 1
        if not notification.pending:
            self.notifications.discard(notification)
        if notification.delivered or not notification.pending:
            await self.store.mark_done(notification.lease)

    async def _is_wanted(self, delivery: Delivery) -> bool:
        """Say whether a call is still to be sent, and by this server, which may have taken long to come to it."""
        lease, notification = delivery.notification.lease, delivery.notification
        if delivery.tries > 1 and lease.kind == TURN:
            situation = await self.store.situation(lease.game_id)
            if situation is None or situation.asked != lease.visitor_id:
                return False
        is_soon = delivery.tries == 1 and time.time() < lease.until - LEASE_SECONDS / 2
        return notification.delivered or is_soon or await self._renew(notification, LEASE_SECONDS)

    async def _renew(self, notification: Notification, seconds: float) -> bool:
        """Keep a claim for so long at least, and say whether that could be: they may know by now."""
        renewed = await self.store.renew(notification.lease, max(notification.lease.until, time.time() + seconds))
        if renewed is not None:
            notification.lease = renewed
        return renewed is not None

    async def _retry(self, delivery: Delivery) -> bool:
        """Try a call once more after a while, if it is wanted then and not too many wait for that; say whether it is tried."""
        wait = RETRY_AFTER * delivery.tries**2
        if len(self.retries) >= MOST_WAITING:
            self.games.metrics.calls.labels("left out").inc()
            return False
        if not delivery.notification.delivered and not await self._renew(delivery.notification, wait + LEASE_SECONDS):
            return False
        again = replace(delivery, tries=delivery.tries + 1)

        def put() -> None:
            del self.retries[again]
            self.games.background.spawn(self._enqueue(again))

        if not self.stopped:
            self.retries[again] = asyncio.get_running_loop().call_later(wait, put)
        return True


def topic_of(delivery: Delivery) -> str:
    """Return by what a push service knows that a call takes the place of an earlier one; it can tell nothing from it."""
    lease = delivery.notification.lease
    digest = hashlib.blake2b(f"{delivery.device.id} {lease.game_id} {lease.kind}".encode(), digest_size=16)
    return digest.hexdigest()
