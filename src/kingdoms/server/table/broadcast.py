"""Messages to the followers of games at a server: its notice, and the end of sessions and admissions."""

from __future__ import annotations

from collections.abc import Callable

from kingdoms.server.visitors.admission import BANNED, CLOSED, House
from kingdoms.server.visitors.identity import Identity
from kingdoms.table.base.packing import pack
from kingdoms.table.service.broadcast import Broadcast
from kingdoms.table.service.history import HistoryPages


class HouseBroadcast(Broadcast):
    """Sends messages to the followers at this server."""

    def __init__(self, history: HistoryPages, grace: float, house: House) -> None:
        super().__init__(history, grace)
        self.house = house
        self.notice = house.notice

    @property
    def current_notice(self) -> dict[str, str | None] | None:
        """The operator's notice, if there is one."""
        return self.house.notice

    def disconnect_ended(self, identity: Identity) -> None:
        """Disconnect followers whose sessions have ended."""
        for follower in self.hub.all_followers():
            if follower.session in identity.ended_sessions:
                follower.end()

    def follow_house(self, host_of: Callable[[str], str | None]) -> None:
        """Disconnect followers who are banned or not admitted any more, and send a new notice.

        Args:
            host_of: returns the host of a game, whose programs are admitted with the host.
        """
        notice, self.notice = self.notice, self.house.notice
        message = None if notice == self.notice else pack({"type": "notice", "notice": self.notice}).decode()
        for follower in self.hub.all_followers():
            holder = follower.visitor_id if follower.token_hash is None else host_of(follower.game_id)
            is_banned = self.house.bans.find(follower.visitor_id, follower.host) is not None
            if is_banned or not self.house.is_admitted(holder):
                follower.refusal = BANNED if is_banned else CLOSED
                follower.end()
            elif message is not None:
                follower.send(message)
