"""The account that bots' thinking time and quotas are charged to."""

from __future__ import annotations

from dataclasses import dataclass

from kingdoms.table.game.live import LiveGame


@dataclass(frozen=True)
class Account:
    """A visitor and the network address they come from.

    Attributes:
        client: the visitor, or the address of visitors without a cookie.
        place: the address; None if unknown.
        site: how the places of an IPv6 /48 network begin (see `Identity.place`); None for another address.
    """

    client: str
    place: str | None = None
    site: str | None = None

    @classmethod
    def from_game(cls, live: LiveGame) -> Account:
        """Return the account of a game's bots: its host's."""
        return cls(live.header.host, live.header.place)
