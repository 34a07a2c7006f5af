"""Followers of games. A follower is a queue of messages, which the routes send over sockets and streams.

Most queues are empty, and then a socket takes a message at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from kingdoms.table.game.messages import Wording, wording
from kingdoms.texts import ENGLISH, speaking

MOST_WAITING = 500
"""Maximum length of a follower's queue. With more messages it is disconnected, and has to reconnect."""
MOST_LETTERS = 1_000_000
"""Maximum number of characters in a follower's queue."""
MOST_OF_ONE = 50
"""Maximum number of followers of one visitor, or of one address without cookies."""
PING: Final = '{"type":"ping"}'


class FollowerLimit(Exception):
    """A visitor has too many followers."""


class Sink(Protocol):
    """A socket that takes messages at once."""

    def deliver(self, message: str) -> bool:
        """Write a message; return False if the socket cannot take one now."""

    def ping(self, message: str) -> bool:
        """Write a message and a ping, or close the socket if it has not answered the last one; return False as `deliver`."""


@dataclass(eq=False)
class Follower:
    """A client that receives the messages of a game.

    Attributes:
        counted_as: the key for the limit `MOST_OF_ONE`: a visitor, an address, or a program's token.
        visitor_id: the visitor; None without a cookie, and for a program.
        session: the session of the visitor; it is disconnected when that ends.
        seat: the seat whose view it receives; None for an onlooker.
        token_hash: the hash of a program's token; it is disconnected when its seat has another token.
        wording: how what it receives says something.
        language: the language of what it receives.
        position: whether it receives the view as a position too, for `Game.read_view`.
        is_looking: whether the page is visible; otherwise, the visitor gets push notifications like an absent one.
        sink: the socket that takes messages at once while none waits in the queue; None for a stream.
        messages: the queue; None marks its end.
        is_waiting: whether all messages have been sent, and `next` waits for more.
        letters: the number of characters in the queue.
        refusal: the close code if the client may not come back.
    """

    game_id: str
    counted_as: str
    visitor_id: str | None = None
    seat: str | None = None
    token_hash: str | None = None
    host: str = ""
    wording: Wording = Wording.TEXTS
    language: str = ENGLISH
    position: bool = False
    is_looking: bool = True
    sink: Sink | None = None
    messages: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    is_waiting: bool = False
    letters: int = 0
    is_dropped: bool = False
    refusal: int | None = None
    session: str | None = None

    @contextmanager
    def phrased(self) -> Iterator[None]:
        """Say things as the follower wants them, in its language."""
        with wording(self.wording), speaking(self.language):
            yield

    def send(self, message: str) -> None:
        """Send a message, or queue it; end the follower if its queue is full."""
        if self.is_dropped or (self.is_idle and self.sink is not None and self.sink.deliver(message)):
            return
        if self.messages.full() or self.letters + len(message) > MOST_LETTERS:
            self._clear()
            self.end()
            return
        self.letters += len(message)
        self.messages.put_nowait(message)

    @property
    def is_idle(self) -> bool:
        """Whether all messages so far have been sent, so that the next one would not overtake any."""
        return self.is_waiting and self.messages.empty()

    def ping(self) -> None:
        """Send a ping."""
        if self.is_dropped or not (self.is_idle and self.sink is not None and self.sink.ping(PING)):
            self.send(PING)

    async def next(self) -> str | None:
        """Wait for the next message in the queue and return it; None at the end."""
        self.is_waiting = True
        message = await self.messages.get()
        self.is_waiting = False
        self.letters -= len(message or "")
        return message

    def skip(self) -> None:
        """Drop queued messages that another message covers, unless the queue has ended."""
        if not self.is_dropped:
            self._clear()

    def end(self) -> None:
        """End the queue after the messages in it."""
        self.is_dropped = True
        if self.messages.full():
            self._clear()
        self.messages.put_nowait(None)

    def _clear(self) -> None:
        while not self.messages.empty():
            self.messages.get_nowait()
        self.letters = 0


class Hub:
    """All followers of this process."""

    def __init__(self) -> None:
        self.games: dict[str, set[Follower]] = defaultdict(set)
        self.counts: Counter[str] = Counter()
        self.is_closed = False

    def add(self, follower: Follower) -> None:
        """Add a follower.

        Raises:
            FollowerLimit: the visitor has too many followers already.
        """
        self.check(follower)
        self.counts[follower.counted_as] += 1
        self.games[follower.game_id].add(follower)
        if self.is_closed:
            follower.end()

    def close(self) -> None:
        """End all followers, and each one that is added from now on."""
        self.is_closed = True
        for follower in self.all_followers():
            follower.end()

    def check(self, follower: Follower) -> None:
        """Check that a follower may be added.

        Raises:
            FollowerLimit: the visitor has too many followers already.
        """
        if self.counts[follower.counted_as] >= MOST_OF_ONE:
            raise FollowerLimit

    def remove(self, follower: Follower) -> None:
        """Remove a follower."""
        followers = self.games.get(follower.game_id)
        if followers is None or follower not in followers:
            return
        followers.discard(follower)
        if not followers:
            del self.games[follower.game_id]
        self.counts[follower.counted_as] -= 1
        if not self.counts[follower.counted_as]:
            del self.counts[follower.counted_as]

    def followers_of(self, game_id: str) -> list[Follower]:
        """Return the followers of a game."""
        return list(self.games.get(game_id, ()))

    def all_followers(self) -> list[Follower]:
        """Return the followers of all games."""
        return [follower for followers in self.games.values() for follower in followers]

    def count(self) -> int:
        """Return the number of followers."""
        return sum(len(followers) for followers in self.games.values())
