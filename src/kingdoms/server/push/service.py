"""Push notifications: when it is a player's turn, a game has ended, a proposal waits for an answer, or a message has arrived.

Everything happens in the background. Changes of games are noted. Players who look at the game, at any server, count as
informed. After a few seconds the others are notified, once per turn.

A notification is sent by the server that holds its lease. A server that stops releases its leases; the leases of a server that
has died expire, and others take over. Delivery is at least once: a duplicate is possible if a server dies between sending a
notification and noting that, or exceeds its lease.
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
"""Seconds between two checks of noted changes."""
DELAY = 4.0
"""Seconds until an absent player is notified. Meanwhile, other servers note which players look at the game."""
RESUME_WITHIN = 7 * 24 * 3600.0
"""Seconds before the start of a server in which changes are still notified, unless another server has done so."""
TAKE_OVER_EVERY = 15.0
"""Seconds between two searches for expired leases of other servers."""
STOP_WITHIN = 1.0
"""Seconds that current deliveries have to finish when the server stops."""
MOST_WAITING = 1000
"""Maximum length of the queue of deliveries; further ones are dropped."""
WORKERS = 4
"""Number of concurrent deliveries."""
TRIES = 3
RETRY_AFTER = 30.0
"""Seconds until the first retry of a delivery; multiplied by the square of the number of tries."""


@dataclass(eq=False)
class Notification:
    """A notification of a visitor, which is sent to all their devices.

    Attributes:
        lease: the right to send it.
        text: the message.
        pending: the number of devices with an unfinished delivery.
        delivered: whether a delivery has succeeded.
    """

    lease: Lease
    text: bytes
    pending: int
    delivered: bool = False


@dataclass(frozen=True)
class Delivery:
    """The delivery of a notification to one device; `tries` counts the current try."""

    notification: Notification
    device: Device
    tries: int = 1


class Push:
    """Sends push notifications.

    Args:
        games: the games in memory.
        settings: how the server was started.

    Attributes:
        unchecked: games for which the players who look at them have not been noted yet.
        pending_games: games with a change to notify, and when it was noted.
        pending_talk: the newest message in games, and when it was noted.
        queue: deliveries to send; None ends a worker.
        retries: timers of deliveries to retry.
        notifications: the notifications that are being sent.
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
        """The sender, made on first use."""
        return Sender(self.settings.push_secret(), self.settings.contact)

    def start(self) -> None:
        """Send notifications from now on, beginning with those missed while no server ran."""
        self.take_over_at = time.monotonic() + DELAY
        self.games.background.spawn(self._resume())
        self.games.background.every(CHECK_EVERY, self.check)
        self.workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]

    async def stop(self) -> None:
        """Finish current deliveries, and release the leases of all others."""
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
        """Note games that have changed recently, before this server started."""
        for game_id in await self.store.changed_since(time.time() - RESUME_WITHIN):
            self.pending_games.setdefault(game_id, time.monotonic())

    # -- devices ----------------------------------------------------------------------------------------------------------

    async def add(self, visitor_id: str, wanted: DeviceRequest) -> int:
        """Subscribe a device of a visitor, and return the number of their devices.

        Raises:
            ApiError: 422, the endpoint is not allowed.
        """
        self._check_endpoint(wanted.endpoint)
        keys = wanted.keys
        return await self.store.add_device(visitor_id, wanted.endpoint, keys.p256dh, keys.auth, wanted.talk)

    def _check_endpoint(self, url: str) -> None:
        """Check that an endpoint is allowed.

        Raises:
            ApiError: 422, it is not.
        """
        settings = self.settings
        try:
            read_endpoint(url, settings.push_hosts, settings.push_test)
        except NoEndpoint as error:
            raise ApiError(422, "push_endpoint", f"You can't be called there: {error}.") from None

    # -- changes of games -------------------------------------------------------------------------------------------------

    def note(self, live: LiveGame) -> None:
        """Note that a game has changed; notifications follow in the background."""
        if any(seat.kind == "person" for seat in live.seats.values()):
            self.unchecked.add(live.header.id)
            self.pending_games[live.header.id] = time.monotonic()

    def note_talk(self, game_id: str, remark: Remark) -> None:
        """Note a new message in a game."""
        self.unchecked.add(game_id)
        self.pending_talk[game_id] = time.monotonic(), remark

    def note_look(self, game_id: str, visitor_id: str | None) -> None:
        """Note that a visitor looks at a game, or has just stopped."""
        if visitor_id is not None and not self.games.background.stopping:
            self.unchecked.add(game_id)
            self.games.background.spawn(self.store.reset_talk([game_id], visitor_id))

    def looking_here(self, game_id: str) -> set[str]:
        """Return the visitors who look at a game at this server."""
        followers = self.games.broadcast.hub.of(game_id)
        return {each.visitor_id for each in followers if each.is_looking and each.visitor_id is not None}

    async def check(self) -> None:
        """Note which players have seen changes, and notify the others after `DELAY`."""
        unchecked, self.unchecked = self.unchecked, set()
        if (unchecked or self.pending_games or self.pending_talk) and not await self.store.has_devices():
            self.pending_games.clear()
            self.pending_talk.clear()
            return
        for game_id in unchecked:
            await self._mark_known(game_id)
        now = time.monotonic()
        for game_id, since in list(self.pending_games.items()):
            if now - since >= DELAY and not self.stopped:  # otherwise the next server resumes
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
        """Note that visitors who look at a game here have seen its changes."""
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
        """Notify the players of a game who have not seen its changes."""
        situation = await self.store.situation(game_id)
        if situation is not None:
            for visitor_id, kind, number in situation.due():
                await self._notify(game_id, situation, visitor_id, kind, number)

    async def _notify_of_talk(self, game_id: str, remark: Remark) -> None:
        """Notify players of a message; further messages are not notified until they look at the game."""
        situation = await self.store.situation(game_id)
        if situation is None or remark.room == "onlookers":
            return
        others = situation.seats.keys() - {remark.visitor_id} - self.looking_here(game_id)
        for visitor_id in others - await self.store.muters_of(remark.visitor_id, others):
            await self._notify(game_id, situation, visitor_id, TALK, 1)

    async def _take_over(self) -> None:
        """Send the notifications of expired leases, unless they are out of date."""
        for lease in await self.store.expired():
            situation = await self.store.situation(lease.game_id)
            if situation is not None and lease.visitor_id in situation.seats:
                what = lease.visitor_id, lease.kind, lease.number
                if lease.kind == TALK or what in situation.due():
                    await self._notify(lease.game_id, situation, *what)
                    continue
            await self.store.mark_done(lease)

    async def _notify(self, game_id: str, situation: Situation, visitor_id: str, kind: str, number: int) -> None:
        """Notify a visitor, unless they have seen the change or another server has the lease.

        The message contains only the kind, the game, the seat and the path of its page.
        """
        if visitor_id in self.looking_here(game_id):
            await self.store.mark_known(game_id, visitor_id, kind, number)
            return
        lease = await self.store.acquire(game_id, visitor_id, kind, number)
        if lease is None:
            return
        rules = game_class(situation.game)
        seat = situation.to_move if kind == TURN and situation.to_move is not None else situation.seats[visitor_id]
        message = {"kind": kind, "id": game_id, "game": rules.title, "seat": rules.seat_name(seat), "path": f"/g/{game_id}"}
        devices = await self.store.devices_of(visitor_id, talk=kind == TALK)
        notification = Notification(lease, orjson.dumps(message), len(devices))
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
        """Queue a delivery, or drop it if the queue is full."""
        try:
            self.queue.put_nowait(delivery)
        except asyncio.QueueFull:
            self.games.metrics.calls.labels("left out").inc()
            await self._finish(delivery)

    async def _work(self) -> None:
        """Send queued deliveries."""
        while (delivery := await self.queue.get()) is not None:
            try:
                await self._send(delivery)
            except Unavailable:
                # the outage is handled elsewhere; any server takes the notification over when the lease expires
                self.notifications.discard(delivery.notification)
            except Exception:
                log.exception("what has become of a call could not be noted")

    async def _send(self, delivery: Delivery) -> None:
        """Send a delivery, and note the result."""
        if not await self._is_wanted(delivery):
            await self._finish(delivery)
            return
        settings = self.settings
        try:
            endpoint = read_endpoint(delivery.device.endpoint, settings.push_hosts, settings.push_test)
        except NoEndpoint:  # allowed under earlier settings
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
        """Finish a delivery. The notification is done with the first success, or after the last delivery."""
        notification = delivery.notification
        notification.pending -= 1
        if not notification.pending:
            self.notifications.discard(notification)
        if notification.delivered or not notification.pending:
            await self.store.mark_done(notification.lease)

    async def _is_wanted(self, delivery: Delivery) -> bool:
        """Return whether a delivery is still up to date, and the lease holds; renew the lease if it has grown old."""
        lease, notification = delivery.notification.lease, delivery.notification
        if delivery.tries > 1 and lease.kind == TURN:
            situation = await self.store.situation(lease.game_id)
            if situation is None or situation.asked != lease.visitor_id:
                return False
        is_soon = delivery.tries == 1 and time.time() < lease.until - LEASE_SECONDS / 2
        return notification.delivered or is_soon or await self._renew(notification, LEASE_SECONDS)

    async def _renew(self, notification: Notification, seconds: float) -> bool:
        """Renew a lease for at least so many seconds; return whether it was still held."""
        renewed = await self.store.renew(notification.lease, max(notification.lease.until, time.time() + seconds))
        if renewed is not None:
            notification.lease = renewed
        return renewed is not None

    async def _retry(self, delivery: Delivery) -> bool:
        """Schedule a retry of a delivery; return whether it was possible."""
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
    """Return the topic by which a message replaces an earlier one: a digest, which tells the push service nothing."""
    lease = delivery.notification.lease
    digest = hashlib.blake2b(f"{delivery.device.id} {lease.game_id} {lease.kind}".encode(), digest_size=16)
    return digest.hexdigest()
