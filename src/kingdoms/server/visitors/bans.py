"""Bans of visitors and of networks."""

from __future__ import annotations

import datetime
import ipaddress
import time
from dataclasses import dataclass, fields

from sqlalchemy import or_, select

from kingdoms.server.base.addresses import Network, address
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import BanRow
from kingdoms.texts import text


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban of a visitor or a network. `until` is in seconds since 1970; None means for ever."""

    number: int
    visitor_id: str | None
    network: str | None
    reason: str
    created: float
    until: float | None

    @property
    def is_over(self) -> bool:
        """Whether the ban has expired."""
        return self.until is not None and self.until <= time.time()

    @property
    def sentence(self) -> str:
        """The message for a banned client.

        Examples:
            >>> Ban(1, None, "192.0.2.0/24", "insults", 0.0, None).sentence
            'You are banned from this server: insults.'
        """
        reason = self.reason.rstrip(".")
        if self.until is None:
            return text("error.banned", reason=reason)
        when = datetime.datetime.fromtimestamp(self.until, datetime.UTC)
        return text("error.banned_until", when=f"{when:%Y-%m-%d %H:%M}", reason=reason)


class Bans:
    """The bans in the memory of this server.

    Examples:
        >>> bans = Bans()
        >>> bans.know(Ban(1, None, "192.0.2.0/24", "insults", 0.0, None))
        >>> bans.find(None, "192.0.2.7") is not None, bans.find("0" * 32, "198.51.100.1") is not None
        (True, False)
    """

    def __init__(self) -> None:
        self.visitors: dict[str, Ban] = {}
        self.networks: dict[Network, Ban] = {}

    def know(self, *bans: Ban) -> None:
        """Replace all bans by these. If there are several for the same visitor or network, the last one applies."""
        self.visitors = {ban.visitor_id: ban for ban in bans if ban.visitor_id is not None}
        self.networks = {ipaddress.ip_network(ban.network): ban for ban in bans if ban.network is not None}

    @property
    def is_empty(self) -> bool:
        """Whether there are no bans."""
        return not self.visitors and not self.networks

    def find(self, visitor_id: str | None, host: str) -> Ban | None:
        """Return the ban that applies to a visitor or an address, or None."""
        ban = self.visitors.get(visitor_id or "")
        if ban is not None and not ban.is_over:
            return ban
        place = address(host) if self.networks else None
        bans = (ban for network, ban in self.networks.items() if place is not None and place in network)
        return next((ban for ban in bans if not ban.is_over), None)

    async def read(self, database: Database) -> None:
        """Read the bans from the database."""
        self.know(*await read_bans(database))


async def read_bans(database: Database) -> list[Ban]:
    """Return the bans that have not expired; those that last longest come last."""
    columns = [getattr(BanRow, field.name) for field in fields(Ban)]
    lasting = or_(BanRow.until.is_(None), BanRow.until > time.time())
    bans = [Ban(*row) for row in await database.rows(select(*columns).where(lasting))]
    return sorted(bans, key=lambda ban: (ban.until is None, ban.until or 0.0, ban.number))
