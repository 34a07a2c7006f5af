"""Addresses of clients, as reported by trusted proxies."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SITE_FACTOR = 8
"""The allowance of an IPv6 /48 network, as a multiple of a /64 network's."""


class ForwardedHeaders:
    """Middleware that takes the client's address and scheme from the headers of trusted proxies.

    Each proxy appends an address to `X-Forwarded-For`, so the header is read from its end: the client's address is the last one
    that doesn't belong to a trusted proxy. A client can forge everything before it.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self.trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the client's address in place of the proxy's."""
        client = scope.get("client")
        if scope["type"] in ("http", "websocket") and client and is_in_networks(client[0], self.trusted):
            headers = Headers(scope=scope)
            scope["client"] = (self.origin(client[0], headers.getlist("x-forwarded-for")), 0)
            scheme = headers.get("x-forwarded-proto", "").strip().lower()
            if scheme in ("http", "https"):
                scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        await self.app(scope, receive, send)

    def origin(self, proxy: str, lines: Sequence[str]) -> str:
        """Return the last address on the way that is not a trusted proxy's, or the first one if all are.

        Examples:
            >>> from starlette.applications import Starlette
            >>> forwarded = ForwardedHeaders(Starlette(), read_networks("10.0.0.0/8"))
            >>> forwarded.origin("10.0.0.1", ["1.1.1.1, 192.0.2.7", "10.0.0.2"])
            '192.0.2.7'
        """
        last = proxy
        for hop in reversed(",".join(lines).split(",")):
            if address(hop.strip()) is None:
                break  # a trusted proxy would have written an address
            last = hop.strip()
            if not is_in_networks(last, self.trusted):
                break
        return last


def is_in_networks(text: str, networks: Sequence[Network]) -> bool:
    """Return whether a text is an address in one of the networks.

    Examples:
        >>> is_in_networks("10.1.2.3", read_networks("10.0.0.0/8")), is_in_networks("unix", read_networks("10.0.0.0/8"))
        (True, False)
    """
    ip = address(text) if networks else None
    return ip is not None and any(ip in network for network in networks)


def address(text: str) -> Address | None:
    """Return an address, or None for any other text. An IPv4-mapped IPv6 address becomes the IPv4 address.

    Examples:
        >>> address("::ffff:192.0.2.7"), address("unix")
        (IPv4Address('192.0.2.7'), None)
    """
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return mapped or ip


@functools.lru_cache(maxsize=10_000)
def neighbourhood(text: str) -> str:
    """Return the unit in which clients are counted: an IPv4 address, or the /64 network of an IPv6 address.

    One customer usually has a whole /64 network.

    Examples:
        >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("unix")
        ('192.0.2.7', '2001:db8:1:2::/64', 'unix')
    """
    ip = address(text)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip or text)


@functools.lru_cache(maxsize=10_000)
def site(text: str) -> str | None:
    """Return the /48 network of an IPv6 address, the most that one customer usually has; None for any other text.

    Examples:
        >>> site("2001:db8:1:2:3:4:5:6"), site("192.0.2.7")
        ('2001:db8:1::/48', None)
    """
    ip = address(text)
    return str(ipaddress.ip_network((ip, 48), strict=False)) if isinstance(ip, ipaddress.IPv6Address) else None


def read_networks(text: str) -> tuple[Network, ...]:
    """Parse a comma-separated list of addresses and networks.

    Raises:
        ValueError: an item is neither.

    Examples:
        >>> read_networks("127.0.0.1, 10.0.0.0/8")
        (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
