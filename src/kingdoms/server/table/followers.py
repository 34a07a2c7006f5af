"""Who follows which game. A follower is a queue of messages; the routes carry them to sockets and streams."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass, field

MOST_WAITING = 500
"""A follower that has fallen behind by so many messages is let go: it will come back and ask for what it missed."""
MOST_LETTERS = 1_000_000
"""So many letters its messages may have together while they wait."""
MOST_OF_ONE = 50
"""How many followers one visitor, or strangers from one address, may have at a time."""


class TooMany(Exception):
    """A visitor follows too much."""


@dataclass(eq=False)
class Follower:
    """Somebody who is told what happens in a game.

    Attributes:
        counted_as: whose followers are counted together: a visitor, an address, or a program.
        visitor_id: who it is; None for a stranger or a program.
        seat: whose view it gets; None for an onlooker.
        token_hash: what a program has shown; it is let go when its seat has another token.
        host: the address that it comes from.
        looks: whether it has the game before its eyes; whoever follows it and does not is called like those who are away.
        messages: what is to be sent; None ends it.
        letters: how many letters these messages have together.
        dropped: whether it is let go.
        banned: whether it was let go because it may not come in any more.
    """

    game_id: str
    counted_as: str
    visitor_id: str | None = None
    seat: str | None = None
    token_hash: str | None = None
    host: str = ""
    is_looking: bool = True
    messages: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    letters: int = 0
    dropped: bool = False
    banned: bool = False

    def send(self, message: str) -> None:
        """Queue a message, or end a follower that does not keep up."""
        if self.dropped:
            return
        if self.messages.full() or self.letters + len(message) > MOST_LETTERS:
            self._clear()
            self.end()
            return
        self.letters += len(message)
        self.messages.put_nowait(message)

    async def next(self) -> str | None:
        """Wait for the next message and return it; None: there are no more."""
        message = await self.messages.get()
        self.letters -= len(message or "")
        return message

    def skip(self) -> None:
        """Forget what waits, since it is told in another way; not that it has been let go."""
        if not self.dropped:
            self._clear()

    def end(self) -> None:
        """Let the follower go, as soon as it has been sent what waits."""
        self.dropped = True
        if self.messages.full():
            self._clear()
        self.messages.put_nowait(None)

    def _clear(self) -> None:
        """Forget what waits."""
        while not self.messages.empty():
            self.messages.get_nowait()
        self.letters = 0


class Hub:
    """All followers of this process."""

    def __init__(self) -> None:
        self.games: dict[str, set[Follower]] = defaultdict(set)
        self.counts: Counter[str] = Counter()
        self.closed = False

    def add(self, follower: Follower) -> None:
        """Let somebody listen.

        Raises:
            TooMany: the visitor follows too much already.
        """
        self.check(follower)
        self.counts[follower.counted_as] += 1
        self.games[follower.game_id].add(follower)
        if self.closed:
            follower.end()

    def close(self) -> None:
        """Let everybody go, and whoever comes from now on."""
        self.closed = True
        for follower in self.all_followers():
            follower.end()

    def check(self, follower: Follower) -> None:
        """Say whether somebody may listen.

        Raises:
            TooMany: not to yet another game.
        """
        if self.counts[follower.counted_as] >= MOST_OF_ONE:
            raise TooMany

    def remove(self, follower: Follower) -> None:
        """Let somebody listen no more."""
        here = self.games.get(follower.game_id)
        if here is None or follower not in here:
            return
        here.discard(follower)
        if not here:
            del self.games[follower.game_id]
        self.counts[follower.counted_as] -= 1
        if not self.counts[follower.counted_as]:
            del self.counts[follower.counted_as]

    def of(self, game_id: str) -> list[Follower]:
        """Return who follows a game."""
        return list(self.games.get(game_id, ()))

    def all_followers(self) -> list[Follower]:
        """Return who follows any game."""
        return [follower for followers in self.games.values() for follower in followers]

    def count(self) -> int:
        """Return how many listen."""
        return sum(len(followers) for followers in self.games.values())
