"""Push notifications: when it is a player's turn, a game has ended, a proposal waits for an answer, or a message has arrived.

Everything happens in the background. Changes of games are noted. Players who look at the game, at any server, count as
informed. After a few seconds the others are notified, once per turn.

A notification is sent by the server that holds its lease. A server that stops releases its leases; the leases of a server that
has died expire, and others take over. A retry is such a lease, too: it expires when the next try is due. Delivery is at least
once: a duplicate is possible if a server dies between sending a notification and noting that, or exceeds its lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import logging
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from kingdoms import texts
from kingdoms.core.registry import game_class
from kingdoms.server.base.settings import ServerSettings
from kingdoms.server.push.endpoints import NoEndpoint, read_endpoint
from kingdoms.server.push.schemas import DeviceRequest
from kingdoms.server.push.sending import DeliveryResult, Device, Sender
from kingdoms.server.push.store import LEASE_SECONDS, TALK, TURN, Lease, PushStore, Situation
from kingdoms.server.table.live_games import LiveGames
from kingdoms.server.talk.cases import TalkRemark
from kingdoms.server.talk.store import TalkStore
from kingdoms.server.visitors.identity import Visitor
from kingdoms.table.base.background import log_errors
from kingdoms.table.base.errors import ApiError, Unavailable
from kingdoms.table.game.live import LiveGame

log = logging.getLogger("kingdoms.push")

CHECK_EVERY = 1.0
"""Seconds between two checks of noted changes."""
DELAY = 4.0
"""Seconds until an absent player is notified. Meanwhile, other servers note which players look at the game."""
RESUME_WITHIN = 7 * 24 * 3600.0
"""Seconds before the start of a server in which changes are still notified, unless another server has done so."""
TAKE_OVER_EVERY = 5.0
"""Seconds between two searches for expired leases: those of servers that have died, and notifications to retry."""
STOP_WITHIN = 1.0
"""Seconds that current deliveries have to finish when the server stops."""
MOST_WAITING = 1000
"""Maximum length of the queue of notifications; further ones are dropped."""
WORKERS = 4
"""Number of notifications that are sent concurrently, each to all devices of its visitor."""
TRIES = 3
RETRY_AFTER = 30.0
"""Seconds until the first retry of a notification; multiplied by the square of the number of tries."""


@dataclass(eq=False)
class Notification:
    """A notification of a visitor.

    Attributes:
        devices: the devices to which it is still to be sent.
    """

    lease: Lease
    situation: Situation
    devices: list[Device]

    def text(self, language: str | None) -> bytes:
        """Return the message for devices in a language: only the kind, the game, the seat and the path of its page."""
        with texts.speaking(language or texts.ENGLISH):
            rules = game_class(self.situation.game)
            to_move = self.situation.to_move if self.lease.kind == TURN else None
            seat = rules.seat_name(to_move or self.situation.seats[self.lease.visitor_id])
            about = {"kind": self.lease.kind, "id": self.lease.game_id, "game": rules.title, "seat": seat}
            lang = {} if texts.language() == texts.ENGLISH else {"lang": texts.language()}
            return orjson.dumps(about | {"path": f"/g/{self.lease.game_id}"} | lang)

    def unsent_lease(self) -> Lease:
        """Return the lease, for the devices to which the notification is still to be sent."""
        return self.lease._replace(devices=[device.id for device in self.devices])


class Push:
    """Sends push notifications.

    Attributes:
        unchecked_games: games for which the players who look at them have not been noted yet, and when that was due.
        pending_games: games with a change to notify, and when it was noted.
        pending_talk: the newest message in games, and when it was noted.
        queue: notifications to send; None ends a worker.
        sending: the notifications in the queue and those that are being sent.
    """

    def __init__(self, games: LiveGames, settings: ServerSettings) -> None:
        self.games = games
        self.settings = settings
        self.store = PushStore(games.database)
        self.talk = TalkStore(games.store)
        games.listeners.changed.append(self.note)
        self.unchecked_games: dict[str, float] = {}
        self.pending_games: dict[str, float] = {}
        self.pending_talk: dict[str, tuple[float, TalkRemark]] = {}
        self.queue: asyncio.Queue[Notification | None] = asyncio.Queue(MOST_WAITING)
        self.workers: list[asyncio.Task[None]] = []
        self.sending: set[Notification] = set()
        self.take_over_at = 0.0
        self.has_resumed = False
        self.is_stopped = False

    @functools.cached_property
    def sender(self) -> Sender:
        """The sender, made on first use."""
        return Sender(self.settings.push_secret(), self.settings.contact)

    def start(self) -> None:
        """Send notifications from now on, beginning with those missed while no server ran."""
        self.take_over_at = time.monotonic() + DELAY
        self.games.background.run_every(CHECK_EVERY, self.check)
        self.workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]

    async def stop(self) -> None:
        """Finish current deliveries, and release the leases of all others."""
        self.is_stopped = True
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
            await self.store.release([notification.unsent_lease() for notification in self.sending])

    async def _resume(self) -> None:
        """Note games that have changed recently, before this server started."""
        for game_id in await self.store.games_changed_since(time.time() - RESUME_WITHIN):
            self.pending_games.setdefault(game_id, time.monotonic())
        self.has_resumed = True

    # -- devices ----------------------------------------------------------------------------------------------------------

    async def add(self, visitor: Visitor, request: DeviceRequest) -> int:
        """Subscribe a device of a visitor until its session ends, and return the number of their devices.

        Raises:
            ApiError: 422, the endpoint is not allowed.
        """
        self._check_endpoint(request.endpoint)
        keys = request.keys
        return await self.store.add_device(visitor, request.endpoint, keys.p256dh, keys.auth, request.talk)

    def _check_endpoint(self, url: str) -> None:
        """Check that an endpoint is allowed.

        Raises:
            ApiError: 422, it is not.
        """
        settings = self.settings
        try:
            read_endpoint(url, settings.push_hosts, settings.push_test)
        except NoEndpoint as error:
            raise ApiError(422, "push_endpoint", texts.text("error.not_sendable", error=error)) from None

    # -- changes of games -------------------------------------------------------------------------------------------------

    def note(self, live: LiveGame) -> None:
        """Note that a game has changed; notifications follow in the background."""
        if any(seat.kind == "person" for seat in live.seats.values()):
            self.unchecked_games[live.header.id] = self.pending_games[live.header.id] = time.monotonic()

    def note_talk(self, game_id: str, remark: TalkRemark) -> None:
        """Note a new message in a game."""
        self.unchecked_games[game_id] = time.monotonic()
        self.pending_talk[game_id] = time.monotonic(), remark

    def note_look(self, game_id: str, visitor_id: str | None) -> None:
        """Note that a visitor looks at a game, or has just stopped."""
        if visitor_id is not None and not self.games.background.is_stopping:
            self.unchecked_games[game_id] = time.monotonic()
            self.games.background.spawn(self.store.reset_talk([game_id], visitor_id))

    def local_viewers(self, game_id: str) -> set[str]:
        """Return the visitors who look at a game at this server."""
        followers = self.games.broadcast.hub.followers_of(game_id)
        return {follower.visitor_id for follower in followers if follower.is_looking and follower.visitor_id is not None}

    def _changes(self) -> tuple[dict[str, Any], ...]:
        """Return what was noted, by game."""
        return self.unchecked_games, self.pending_games, self.pending_talk

    async def check(self) -> None:
        """Note which players have seen changes, and notify the others after `DELAY`.

        Raises:
            Unavailable: the database is not available; what is left is done by a later check.
        """
        if not self.has_resumed:
            await self._resume()
        noted = [dict(changes) for changes in self._changes()]
        if any(noted) and not await self.store.has_devices():
            for changes, old in zip(self._changes(), noted, strict=True):
                _drop(changes, old)
            return
        for game_id in list(self.unchecked_games):
            with _take(self.unchecked_games, game_id):
                await self._mark_known(game_id)
        now = time.monotonic()
        for game_id, since in list(self.pending_games.items()):
            if now - since >= DELAY and not self.is_stopped:  # otherwise the next server resumes
                with _take(self.pending_games, game_id):
                    await self._notify_players(game_id)
        for game_id, (since, remark) in list(self.pending_talk.items()):
            if now - since >= DELAY and not self.is_stopped:
                with _take(self.pending_talk, game_id):
                    await self._notify_of_talk(game_id, remark)
        if now >= self.take_over_at:
            self.take_over_at = now + TAKE_OVER_EVERY
            await self._take_over()

    async def _mark_known(self, game_id: str) -> None:
        """Mark the changes of a game as seen by the visitors present here."""
        looking_here = self.local_viewers(game_id)
        situation = await self.store.situation(game_id) if looking_here else None
        if situation is None:
            return
        for visitor_id, kind, number in situation.due_notifications():
            if visitor_id in looking_here:
                await self.store.mark_known(game_id, visitor_id, kind, number)
        if game_id in self.pending_talk:
            for visitor_id in looking_here & situation.seats.keys():
                await self.store.mark_known(game_id, visitor_id, TALK, 1)

    async def _notify_players(self, game_id: str) -> None:
        """Notify the players of a game who have not seen its changes."""
        situation = await self.store.situation(game_id)
        if situation is not None:
            for visitor_id, kind, number in situation.due_notifications():
                await self._notify(game_id, situation, visitor_id, kind, number)

    async def _notify_of_talk(self, game_id: str, remark: TalkRemark) -> None:
        """Notify players of a message; further messages are not notified until they look at the game."""
        situation = await self.store.situation(game_id)
        if situation is None or remark.room == "onlookers":
            return
        recipients = situation.seats.keys() - {remark.visitor_id} - self.local_viewers(game_id)
        for visitor_id in recipients - await self.talk.muters_among(remark.visitor_id, recipients):
            await self._notify(game_id, situation, visitor_id, TALK, 1)

    async def _take_over(self) -> None:
        """Send the notifications of expired leases, unless they are out of date."""
        for lease in await self.store.expired_leases():
            situation = await self.store.situation(lease.game_id)
            if situation is None or not situation.is_due(lease):
                await self.store.mark_done(lease)
            elif (renewed := await self.store.renew(lease)) is not None:
                await self._enqueue(renewed, situation)

    async def _notify(self, game_id: str, situation: Situation, visitor_id: str, kind: str, number: int) -> None:
        """Notify a visitor, unless they have seen the change or a server has already begun to."""
        lease = await self.store.acquire(game_id, visitor_id, kind, number)
        if lease is not None:
            await self._enqueue(lease, situation)

    # -- sending ----------------------------------------------------------------------------------------------------------

    async def _enqueue(self, lease: Lease, situation: Situation) -> None:
        """Queue a notification, or drop it if the visitor looks at the game, has no devices, or the queue is full."""
        notification = Notification(lease, situation, await self.store.devices_for(lease))
        if lease.visitor_id in self.local_viewers(lease.game_id) or not notification.devices:
            await self.store.mark_done(lease)
        elif self.is_stopped:
            await self.store.release([lease])
        elif self.queue.full():
            self.games.metrics.notifications.labels("left out").inc()
            await self.store.mark_done(lease)
        else:
            self.sending.add(notification)
            self.queue.put_nowait(notification)

    async def _work(self) -> None:
        while (notification := await self.queue.get()) is not None:
            # after an outage, any server takes the notification over when the lease expires
            with log_errors(log, "the result of a notification could not be stored"):
                await self._send(notification)
            self.sending.discard(notification)  # unless the worker is cancelled

    async def _send(self, notification: Notification) -> None:
        """Send a notification to its devices, and note the results; devices that could not be reached follow later."""
        if time.time() > notification.lease.until - LEASE_SECONDS / 2:
            renewed = await self.store.renew(notification.lease)
            if renewed is None:
                return
            notification.lease = renewed
        devices = list(notification.devices)
        results = await asyncio.gather(*(self._deliver(notification, device) for device in devices))
        if notification.devices:
            tries = notification.lease.tries + 1
            retry = notification.unsent_lease()._replace(tries=tries)
            await self.store.release([retry], time.time() + RETRY_AFTER * tries**2)
        else:
            await self.store.mark_done(notification.lease)
        for device, result in zip(devices, results, strict=True):
            if result is DeliveryResult.GONE:
                await self.store.delete_device(device.id)
            elif device not in notification.devices:
                await self.store.note_result(device.id, delivered=result is DeliveryResult.SENT)

    async def _deliver(self, notification: Notification, device: Device) -> DeliveryResult:
        """Send a notification to one device, and remove the device from it unless a retry could help."""
        settings = self.settings
        try:
            endpoint = read_endpoint(device.endpoint, settings.push_hosts, settings.push_test)
            message = notification.text(device.language)
            result = await self.sender.send(device, endpoint, message, topic_of(notification.lease, device))
        except NoEndpoint:  # allowed under earlier settings
            result = DeliveryResult.GONE
        except Exception:
            log.exception("a notification could not be sent")
            result = DeliveryResult.FAILED
        self.games.metrics.notifications.labels(result.value).inc()
        if result is not DeliveryResult.LATER or notification.lease.tries + 1 >= TRIES:
            notification.devices.remove(device)
        return result


@contextlib.contextmanager
def _take(pending: dict[str, Any], game_id: str) -> Iterator[None]:
    """Take an item out of pending ones. It is put back if the database is not available, unless there is a newer one."""
    value = pending.pop(game_id)
    try:
        yield
    except Unavailable:
        pending.setdefault(game_id, value)
        raise


def _drop(changes: dict[str, Any], old: Mapping[str, Any]) -> None:
    """Drop old changes, but none that has been noted since for the same game."""
    for game_id, value in old.items():
        if changes.get(game_id) is value:
            del changes[game_id]


def topic_of(lease: Lease, device: Device) -> str:
    """Return the topic by which a message replaces an earlier one: a digest, which tells the push service nothing."""
    digest = hashlib.blake2b(f"{device.id} {lease.game_id} {lease.kind}".encode(), digest_size=16)
    return digest.hexdigest()
