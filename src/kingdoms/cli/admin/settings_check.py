"""What would keep a server from starting, or endanger it, according to its settings and its machine."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import re
import shlex
import shutil
import stat
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from kingdoms.bots.program import parse
from kingdoms.cli.admin.serve import address_error, bind
from kingdoms.core.errors import KingdomsError, suggest
from kingdoms.files import read_text
from kingdoms.server.base.addresses import Network, address
from kingdoms.server.base.outage import FAILURES, reason
from kingdoms.server.base.settings import (
    PREFIX,
    PUSH_FILE,
    SECRET_FILE,
    WANTED,
    ServerSettings,
    SettingsError,
    read_settings,
    sqlite_file,
)
from kingdoms.server.database.engine import Database, DatabaseError, check_version, revision
from kingdoms.server.http.hosts import EVERYWHERE, HERE
from kingdoms.server.visitors.keys import OLD_KEYS_FILE
from kingdoms.texts import text

ERROR, WARNING = "error", "warning"
"""A server with an error does not start; with a warning it does, but is in danger, or not what the operator means."""
OTHER_VARIABLES: Final = {"LANGUAGE", "NETS", "SITE", "UPSTREAM", "STORE", "COMPILE", "CFLAGS", "WEB", "ENV", "REPOSITORY"}
"""Variables that begin like settings, and are read by other parts of this program, by its build, or by the files in deploy/."""
WIDEST_PROXIES: Final = {4: 12, 6: 28}
"""The shortest prefix of a public network of proxies, by IP version; large services have some that are as wide."""
LEAST_SPACE: Final = 1_000_000_000
"""The free bytes of a disk, below which there is a warning."""
NETWORK_FILES: Final = re.compile("nfs|cifs|smb|9p|afs|ceph|gluster|lustre|sshfs|davfs")
"""Matches types of file systems that are on other machines, where SQLite's locks can't be trusted."""
VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LEAST_SIGNS: Final = 8
"""How many different characters a secret has at least."""


@dataclass(frozen=True)
class SettingsFault:
    """Something that is wrong.

    Attributes:
        severity: `ERROR` or `WARNING`.
        about: the variable, the file or the folder that it is about.
        fault: what is wrong, and what would be right, in a sentence or two.
    """

    severity: str
    about: str
    fault: str

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON data."""
        return {"severity": self.severity, "about": self.about, "fault": self.fault}


def error(about: object, key: str, **values: Any) -> SettingsFault:
    """Return a finding that keeps a server from starting, with a sentence of the catalogue `settings`."""
    return SettingsFault(ERROR, str(about), text(f"settings.{key}", **values))


def warning(about: object, key: str, **values: Any) -> SettingsFault:
    """Return a finding that doesn't keep a server from starting, with a sentence of the catalogue `settings`."""
    return SettingsFault(WARNING, str(about), text(f"settings.{key}", **values))


def read_file(path: Path) -> tuple[dict[str, str], list[SettingsFault]]:
    """Return the variables of a file that systemd and a shell read, and what is wrong with its lines.

    Raises:
        ClickException: the file cannot be read.
    """
    try:
        lines = read_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as failure:
        cause = failure.strerror if isinstance(failure, OSError) else text("settings.no_utf8")
        raise click.ClickException(text("settings.unread", path=path, reason=cause)) from None
    variables, findings = {}, []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        name, _, value = line.strip().partition("=")
        try:
            words = shlex.split(value) or [""]
        except ValueError:
            words = []
        if not VARIABLE.fullmatch(name) or "=" not in line or len(words) != 1:
            findings.append(error(f"{path}:{number}", "bad_line"))
            continue
        variables[name] = words[0]
    secret = any(variables.get(f"{PREFIX}{name}") for name in ("SECRET", "OLD_SECRET", "OPERATOR_TOKEN"))
    secret = secret or "@" in variables.get(f"{PREFIX}DATABASE", "")
    if secret and path.stat().st_mode & stat.S_IROTH:
        findings.append(warning(path, "readable", mode="640"))
    return variables, findings


def check(environment: Mapping[str, str]) -> Iterator[SettingsFault]:
    """Yield what is wrong with the settings in an environment, and with the machine they are for."""
    variables = dict(environment)
    for name in sorted(variables):
        short = name.removeprefix(PREFIX)
        if name.startswith(PREFIX) and short.lower() not in WANTED and short not in OTHER_VARIABLES:
            near = suggest(name, [f"{PREFIX}{setting.upper()}" for setting in WANTED])
            yield warning(name, "unknown", hint=near)
    while True:
        try:
            settings = read_settings(variables)
            break
        except SettingsError as failure:
            about = f"{PREFIX}{(failure.setting or '').upper()}"
            yield SettingsFault(ERROR, about, failure.message)
            if variables.pop(about, None) is None:
                return
    yield from _check_public(settings)
    yield from _check_proxies(settings)
    yield from _check_secrets(settings)
    yield from _check_files(settings)
    yield from _check_port(settings)
    yield from asyncio.run(_check_database(settings))
    for name, command in settings.programs.items():
        with contextlib.suppress(ValueError):
            parse(command)
            continue
        yield warning(f"{PREFIX}PROGRAMS", "no_program", name=name, command=command)


def _is_local(host: str) -> bool:
    """Return whether only this machine can reach an address to listen on."""
    place = address(host)
    return host in HERE or (place is not None and place.is_loopback)


def _check_public(settings: ServerSettings) -> Iterator[SettingsFault]:
    """Yield what is wrong with the address that people use."""
    about = f"{PREFIX}PUBLIC_URL"
    host = (settings.public_url or "").partition("://")[2].rpartition(":")[0] or (settings.public_url or "").partition("://")[2]
    is_public = settings.public_url is not None and not _is_local(host.strip("[]"))
    if is_public and not settings.secure:
        yield warning(about, "no_https")
    if settings.public_url is None and not _is_local(settings.host):
        yield warning(about, "no_public_url", host=settings.host)
    if settings.push_test is not None and (is_public or not _is_local(settings.host)):
        yield warning(f"{PREFIX}PUSH_TEST", "push_test")


def _check_proxies(settings: ServerSettings) -> Iterator[SettingsFault]:
    about = f"{PREFIX}TRUSTED_PROXIES"
    for network in settings.proxies:
        if _is_too_wide(network):
            yield warning(about, "wide_proxies", network=network)
    if settings.secure and not settings.proxies:
        yield warning(about, "no_proxies")
    if settings.secure and settings.host in EVERYWHERE:
        yield warning(f"{PREFIX}HOST", "everywhere", host=settings.host, port=settings.port)


def _is_too_wide(network: Network) -> bool:
    """Return whether strangers may have addresses in a network of proxies."""
    return network.prefixlen == 0 or (not network.is_private and network.prefixlen < WIDEST_PROXIES[network.version])


def _check_secrets(settings: ServerSettings) -> Iterator[SettingsFault]:
    values = {name: getattr(settings, name) for name in ("secret", "old_secret", "operator_token")}
    secrets = {name: value.get_secret_value() for name, value in values.items() if value is not None}
    for name, value in secrets.items():
        if len(set(value)) < LEAST_SIGNS:
            yield warning(f"{PREFIX}{name.upper()}", "weak")
    token = secrets.get("operator_token")
    if token is not None and token in (secrets.get("secret"), secrets.get("old_secret")):
        yield warning(f"{PREFIX}OPERATOR_TOKEN", "same_secret")
    if "old_secret" in secrets and "secret" not in secrets:
        yield warning(f"{PREFIX}OLD_SECRET", "idle_secret")


def _check_files(settings: ServerSettings) -> Iterator[SettingsFault]:
    folder = settings.data
    if not folder.exists():
        parent = next(parent for parent in folder.absolute().parents if parent.exists())
        if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
            yield error(folder, "not_made", parent=parent)
        return
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        yield error(folder, "not_writable")
        return
    if folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO) & ~stat.S_IXGRP & ~stat.S_IXOTH:
        yield warning(folder, "open_folder")
    names = (SECRET_FILE, OLD_KEYS_FILE, PUSH_FILE) if settings.secret is None else ()
    for file in (folder / name for name in names if (folder / name).exists()):
        if not os.access(file, os.R_OK):
            yield error(file, "unreadable")
        elif file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield warning(file, "readable", mode="600")


def _check_port(settings: ServerSettings) -> Iterator[SettingsFault]:
    """Yield what is wrong with the address to listen on. A server that the restart would replace may have it."""
    if not settings.port_was_asked_for:
        return
    try:
        bind(settings.host, settings.port).close()
    except OSError as failure:
        if failure.errno != errno.EADDRINUSE:
            yield SettingsFault(ERROR, f"{PREFIX}HOST", address_error(settings.host, settings.port, failure))
        elif not _is_kingdoms(settings):
            yield error(f"{PREFIX}PORT", "port_taken", port=settings.port)


def _is_kingdoms(settings: ServerSettings) -> bool:
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    place = f"[{host}]" if ":" in host else host
    try:
        with urllib.request.urlopen(f"http://{place}:{settings.port}/healthz", timeout=3) as answer:
            return set(json.load(answer)) == {"status", "version"}
    except (OSError, ValueError):
        return False


async def _check_database(settings: ServerSettings) -> list[SettingsFault]:
    """Return what is wrong with the database, and with the disk that it is on."""
    about = f"{PREFIX}DATABASE"
    findings: list[SettingsFault] = []
    file = Path(sqlite_file(settings.database_url)).absolute() if settings.database_url.startswith("sqlite:") else None
    folder = settings.data if file is None else file.parent
    if file is not None:
        kind = _file_system(folder)
        if NETWORK_FILES.search(kind):
            findings.append(warning(folder, "network_files", kind=kind))
        if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
            findings.append(error(folder, "not_writable"))
        elif file.exists() and not os.access(file, os.R_OK | os.W_OK):
            findings.append(error(file, "not_writable"))
        elif not folder.exists() and settings.database is not None:
            findings.append(error(folder, "no_folder"))
    if folder.exists() and (free := shutil.disk_usage(folder).free) < LEAST_SPACE:
        findings.append(warning(folder, "little_space", megabytes=free // 1_000_000))
    if any(finding.severity == ERROR for finding in findings) or (file is not None and not file.exists()):
        return findings
    database = Database(settings.database_url)
    try:
        async with database.read_engine.engine.connect() as connection:
            check_version(await connection.run_sync(revision))
    except DatabaseError as failure:
        findings.append(SettingsFault(ERROR, about, failure.message))
    except (*FAILURES, KingdomsError) as failure:
        findings.append(error(about, "no_database", reason=reason(failure)))
    finally:
        await database.close()
    return findings


def _file_system(folder: Path) -> str:
    """Return the type of the file system that a folder is on; empty if it is not known."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    place = folder.resolve()
    holding = [(len(at), kind) for at, kind in mounts if place.is_relative_to(at.replace("\\040", " "))]
    return max(holding, default=(0, ""))[1]
