"""Validation of push endpoints, as protection against server-side request forgery.

An endpoint comes from a browser, so it could be any URL. Its host must be a known push service, and must resolve to public
addresses when a notification is sent. The connection is made to the address that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from kingdoms import texts
from kingdoms.server.base.addresses import Address, address

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""Hosts of the browsers' push services, including their subdomains."""
LONGEST = 1000
"""Maximum number of characters of an endpoint."""
HTTPS = 443
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that networks with NAT64 translate to IPv4 addresses."""
NOT_PUBLIC = tuple(map(ipaddress.ip_network, ("64:ff9b:1::/48", "::/96", "5f00::/16")))
"""IPv6 networks that are not public although `is_global` says so: local NAT64, IPv4-compatible addresses, segment routing."""


class NoEndpoint(ValueError):
    """A URL to which no notification may be sent; the message says why."""


@dataclass(frozen=True)
class Endpoint:
    """A URL to which notifications may be sent.

    Attributes:
        host: the host of the push service.
        path: the path, with the query.
        secure: whether to use https; false only for the endpoint of tests.
        is_test: whether this is the endpoint of tests, which may have any address.
    """

    host: str
    port: int
    path: str
    secure: bool = True
    is_test: bool = False

    @property
    def origin(self) -> str:
        """The origin, which signatures are made for."""
        if self.secure:
            return f"https://{self.host}"
        return f"http://{self.host}:{self.port}"


def read_endpoint(url: str, more: str = "", test: str | None = None) -> Endpoint:
    """Validate an endpoint, and return it.

    Args:
        more: further hosts of push services, separated by commas.
        test: the origin of the endpoint of tests, which is always allowed.

    Raises:
        NoEndpoint: no notification may be sent there.

    Examples:
        >>> read_endpoint("https://fcm.googleapis.com/fcm/send/abc").path
        '/fcm/send/abc'
        >>> read_endpoint("https://127.0.0.1/abc")
        Traceback (most recent call last):
        ...
        kingdoms.server.push.endpoints.NoEndpoint: 127.0.0.1 is no push service that this server knows
    """
    if len(url) > LONGEST or not all("!" <= sign <= "~" for sign in url) or "\\" in url:
        raise NoEndpoint(texts.text("push.endpoint_long"))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NoEndpoint(texts.text("push.endpoint")) from None
    host = (parts.hostname or "").lower()
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    if parts.username is not None or parts.password is not None or parts.fragment or not parts.path.startswith("/"):
        raise NoEndpoint(texts.text("push.endpoint_parts"))
    if test is not None and f"{parts.scheme}://{parts.netloc}" == test:
        return Endpoint(host, port or 80, path, secure=parts.scheme == "https", is_test=True)
    if parts.scheme != "https" or port not in (None, HTTPS):
        raise NoEndpoint(texts.text("push.endpoint_https"))
    services = [*SERVICES, *(name.strip().lower() for name in more.split(",") if name.strip())]
    if not any(host == name or host.endswith(f".{name}") for name in services):
        raise NoEndpoint(texts.text("push.endpoint_unknown", host=host[:100]))
    return Endpoint(host, HTTPS, path)


def is_public(ip: Address) -> bool:
    """Return whether an address is public, and so are all addresses embedded in it.

    Examples:
        >>> [is_public(ipaddress.ip_address(text)) for text in ("8.8.8.8", "10.0.0.1", "169.254.169.254", "64:ff9b::7f00:1")]
        [True, False, False, False]
    """
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast and not ip.is_reserved
    within = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in NAT64:
        within.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    if any(inner is not None and not is_public(inner) for inner in within):
        return False
    if any(ip in network for network in NOT_PUBLIC):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_site_local


async def addresses_of(endpoint: Endpoint) -> list[str]:
    """Resolve the host of an endpoint to public addresses.

    Raises:
        NoEndpoint: an address is not public.
        OSError: the host cannot be resolved.
    """
    if endpoint.is_test:
        return [endpoint.host]
    loop = asyncio.get_running_loop()
    infos = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    hosts = list(dict.fromkeys(str(info[4][0]) for info in infos))
    for host in hosts:
        read = address(host)
        if read is None or not is_public(read):
            raise NoEndpoint(texts.text("push.endpoint_private", host=endpoint.host, value=host))
    return hosts
