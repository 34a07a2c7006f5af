"""The `Host` header of requests: a check against DNS rebinding, by which a page of another site could read answers."""

from __future__ import annotations

import functools
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from kingdoms.server.base.addresses import address
from kingdoms.server.base.errors import refuse
from kingdoms.table.base.errors import ApiError
from kingdoms.texts import text

HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of the local machine."""
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})
"""Addresses to listen on that stand for all addresses of the machine."""
ANY_HOST = frozenset({"healthz", "readyz", "metrics", "operator"})
"""First parts of paths that are exempt: health checks and the operator may use an address instead of the name."""

_HOST = re.compile(r"([a-z0-9.\-_]+|\[[0-9a-f:.]+\])(:\d*)?")


class HostCheck:
    """Middleware that refuses requests whose `Host` is not a name of this server.

    With a public URL, its host name is the only valid one. Without, the names of the address that the server listens on are
    valid: those of this machine, and every IP address if the server listens on all of them, since DNS rebinding needs a name.
    Ports are not compared: a proxy may use another one.

    Args:
        public_url: the URL that visitors use, if it is set.
        listens: the name or address that the server listens on.
    """

    def __init__(self, app: ASGIApp, public_url: str | None, listens: str) -> None:
        self.app = app
        self.any_address = public_url is None and listens in EVERYWHERE
        self.names = frozenset([str(urlsplit(public_url).hostname)]) if public_url else names_of(listens)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] in ("http", "websocket") and scope["path"].strip("/").partition("/")[0] not in ANY_HOST:
            hosts = [value for name, value in scope["headers"] if name == b"host"]
            if len(hosts) != 1 or not self.is_valid(hosts[0].decode("latin-1")):
                await refuse(ApiError(421, "host", text("error.host")), scope, receive, send)
                return
        await self.app(scope, receive, send)

    def is_valid(self, host: str) -> bool:
        """Return whether a `Host` is valid.

        Examples:
            >>> from starlette.applications import Starlette
            >>> check = HostCheck(Starlette(), "https://kingdoms.example.org", "127.0.0.1")
            >>> check.is_valid("Kingdoms.Example.org:443"), check.is_valid("127.0.0.1:8000")
            (True, False)
        """
        name = name_of(host)
        return name in self.names or (self.any_address and address(name) is not None)


@functools.lru_cache(maxsize=100)
def name_of(host: str) -> str:
    """Return the host name in a `Host`, without the port; "" if the header is invalid.

    Examples:
        >>> name_of("LOCALHOST:8000"), name_of("[::1]:8000"), name_of("a host")
        ('localhost', '::1', '')
    """
    match = _HOST.fullmatch(host.lower())
    return match[1].strip("[]").removesuffix(".") if match else ""


def names_of(listens: str) -> frozenset[str]:
    """Return the names of a server that listens on a name or address.

    Examples:
        >>> sorted(names_of("127.0.0.1"))
        ['127.0.0.1', '::1', 'localhost']
    """
    listens = listens.lower()
    if listens in HERE:
        return HERE
    return HERE.union({listens} - EVERYWHERE, _local_names())


def _local_names() -> Iterable[str]:
    """Return the names by which other machines in the network may know this one."""
    name = socket.gethostname().lower().removesuffix(".")
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}
