"""`kingdoms serve`: runs a server, and prints the address of its page."""

from __future__ import annotations

import contextlib
import errno
import gc
import socket
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kingdoms.texts import text

if TYPE_CHECKING:
    from kingdoms.server.base.settings import ServerSettings

TRIES = 100
"""The number of ports to try, from the default one on."""
HERE = ("0.0.0.0", "::", "", "127.0.0.1", "::1")
"""The hosts that a browser on this machine reaches as localhost, a name, without which there are no passkeys."""


@click.command()
@click.option("--host", help="The address to listen on.  [default: 127.0.0.1, this machine alone]")
@click.option("--port", help="The port to listen on.  [default: 8000, or the next free one]")
@click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.  [default: a file in the data folder]"
)
@click.option(
    "--data", metavar="FOLDER", help="The folder for the SQLite file and the signing key.  [default: your data folder]"
)
@click.option("--public-url", metavar="URL", help="The address people use; if it is https, cookies are sent over https only.")
@click.option(
    "--trusted-proxies",
    metavar="NETWORKS",
    help="Proxies trusted to say where requests come from: addresses or networks, comma-separated.  [default: none]",
)
@click.option("--workers", metavar="N", help="How many server processes; more than one needs PostgreSQL.  [default: 1]")
@click.option("--bot-workers", metavar="N", help="How many processes each server's bots think in.  [default: 1]")
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help="Offer a program as a bot by this name; GAME/NAME=COMMAND for one game only. Can be given several times.",
)
@click.option(
    "--access", metavar="WHO", help="Who may play: open, or those let in by invitation, password or list.  [default: open]"
)
@click.option(
    "--strangers",
    metavar="WHAT",
    help="What a closed server shows to strangers: nothing, positions or previews.  [default: nothing]",
)
@click.option("--imprint", metavar="PAGE", help="The imprint, linked in the footer: an address or a text file.")
@click.option("--privacy", metavar="PAGE", help="What you say about privacy: an address or a text file.")
@click.option("--site", metavar="FOLDER", help="The page to play on without a connection, written by kingdoms site.")
@click.option("--forget-after", metavar="DAYS", help="Forget visitors who stay away this long.  [default: 365]")
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def serve(open_page: bool, programs: tuple[str, ...], **flags: str | None) -> int:
    """Serve the web page to play on, for this machine or for others. Ctrl-C stops.

    Each option can also be set by an environment variable, as in KINGDOMS_PORT=9000.
    """
    gc.disable()  # imported objects are permanent, so collecting them is wasted time; `run` enables it again
    # These are slow to import, and no other command needs them.
    from kingdoms.server.base.settings import read_settings  # noqa: PLC0415
    from kingdoms.server.http import logs  # noqa: PLC0415

    settings = read_settings(**flags, open=open_page or None, programs=_commands_by_name(programs))
    listeners = worker_sockets(settings, listen(settings))
    with contextlib.ExitStack() as stack:
        for listener in listeners:
            stack.enter_context(listener)
        address = settings.public_url or address_of(settings.host, listeners[0].getsockname()[1])
        logs.configure()
        if settings.workers == 1:
            from kingdoms.server.app.running import run  # noqa: PLC0415

            run(settings, listeners[0], lambda: announce(address, settings))
        elif sys.platform != "win32":  # `read_settings` refuses several workers there
            from kingdoms.server.app.workers import Supervisor  # noqa: PLC0415

            Supervisor(settings, listeners, lambda: announce(address, settings)).run()
    return 0


def _commands_by_name(programs: Sequence[str]) -> dict[str, str] | None:
    """Return commands by name, None if there are none.

    Raises:
        UsageError: a command has no name, or a name is given twice.
    """
    commands: dict[str, str] = {}
    for entry in programs:
        name, equals, command = entry.partition("=")
        if not equals:
            raise click.UsageError(text("command.program_option", given=repr(entry)))
        if name in commands:
            raise click.UsageError(text("command.program_twice", name=name))
        commands[name] = command
    return commands or None


def listen(settings: ServerSettings) -> socket.socket:
    """Return a socket at the configured address; if no port was given, at the first free one.

    Raises:
        ClickException: the address is not available; the message gives the reason.
    """
    ports = [settings.port] if settings.port_was_asked_for else range(settings.port, settings.port + TRIES)
    for port in ports:
        try:
            return bind(settings.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise click.ClickException(address_error(settings.host, port, error)) from None
    if settings.port_was_asked_for:
        raise click.ClickException(text("command.port_in_use", port=settings.port, host=settings.host))
    raise click.ClickException(text("command.ports_in_use", first=ports[0], last=ports[-1], host=settings.host))


def worker_sockets(settings: ServerSettings, listener: socket.socket) -> list[socket.socket]:
    """Return a socket for each worker; on Linux separate ones that share the port, so that connections are spread.

    Raises:
        ClickException: another process has taken the address in the meantime.
    """
    if sys.platform == "linux" and settings.workers > 1:
        with listener:
            port = listener.getsockname()[1]
        try:
            return [bind(settings.host, port, shared=True) for _ in range(settings.workers)]
        except OSError as error:
            raise click.ClickException(address_error(settings.host, port, error)) from None
    return [listener] * settings.workers


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a listening socket at an address; `shared` allows other sockets of this user there."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # on Windows it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(address)
        listener.listen(2048)
    except BaseException:
        listener.close()
        raise
    return listener


def address_error(host: str, port: int, error: OSError) -> str:
    """Return the reason why a server cannot listen at an address."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return text("command.no_address", host=host)
    if error.errno == errno.EACCES:
        return text("command.port_reserved", port=port)
    return text("command.cannot_listen", host=host, port=port, reason=error.strerror)


def address_of(host: str, port: int) -> str:
    """Return the URL of the page for a browser on this machine.

    Examples:
        >>> address_of("127.0.0.1", 8000), address_of("fe80::1", 9000)
        ('http://localhost:8000', 'http://[fe80::1]:9000')
    """
    url_host = "localhost" if host in HERE else f"[{host}]" if ":" in host else host
    return f"http://{url_host}:{port}"


def announce(address: str, settings: ServerSettings) -> None:
    """Print the address of the page, and open it in a browser if requested."""
    click.echo(text("command.serving", address=click.style(f"{address}/", bold=True)))
    sys.stdout.flush()
    if settings.open:
        click.launch(f"{address}/")
