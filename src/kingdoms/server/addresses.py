"""Where requests come from: the addresses of clients, seen through the proxies that are trusted."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forwarded:
    """Middleware: believes what trusted proxies say of the client's address and scheme, and nobody else.

    `X-Forwarded-For` grows by an address at each proxy, so it is read from its end: the last address that is not a trusted
    proxy's is the client's. What stands before that anybody could have written.

    Args:
        trusted: networks of the proxies.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self.trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the client's address in place of the proxy's."""
        client = scope.get("client")
        if scope["type"] in ("http", "websocket") and client and self.is_trusted(client[0]):
            headers = Headers(scope=scope)
            scope["client"] = (self.origin(client[0], headers.getlist("x-forwarded-for")), 0)
            scheme = headers.get("x-forwarded-proto", "").strip().lower()
            if scheme in ("http", "https"):
                scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        await self.app(scope, receive, send)

    def is_trusted(self, text: str) -> bool:
        """Say whether an address is that of a trusted proxy."""
        found = address(text) if self.trusted else None
        return found is not None and any(found in network for network in self.trusted)

    def origin(self, proxy: str, lines: Sequence[str]) -> str:
        """Return the last address on the way that is not a trusted proxy's; the first one if all are.

        Examples:
            >>> from starlette.applications import Starlette
            >>> forwarded = Forwarded(Starlette(), read_networks("10.0.0.0/8"))
            >>> forwarded.origin("10.0.0.1", ["1.1.1.1, 192.0.2.7", "10.0.0.2"])
            '192.0.2.7'
        """
        last = proxy
        for hop in reversed(",".join(lines).split(",")):
            if address(hop.strip()) is None:
                break  # what cannot be read was not written by a proxy that is worth trust
            last = hop.strip()
            if not self.is_trusted(last):
                break
        return last


def address(text: str) -> Address | None:
    """Return an address, None for what is none; an IPv4 address in the form of IPv6 is the IPv4 address.

    Examples:
        >>> address("::ffff:192.0.2.7"), address("unix")
        (IPv4Address('192.0.2.7'), None)
    """
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


@functools.lru_cache(maxsize=10_000)
def neighbourhood(text: str) -> str:
    """Return what is counted as one place: an address, of IPv6 its network of 64 bits, which one customer has alone.

    Examples:
        >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("unix")
        ('192.0.2.7', '2001:db8:1:2::/64', 'unix')
    """
    found = address(text)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found or text)


def read_networks(text: str) -> tuple[Network, ...]:
    """Return the networks that a text names: addresses and networks with commas between.

    Raises:
        ValueError: one of them is neither.

    Examples:
        >>> read_networks("127.0.0.1, 10.0.0.0/8")
        (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    return tuple(ipaddress.ip_network(each.strip()) for each in text.split(",") if each.strip())
