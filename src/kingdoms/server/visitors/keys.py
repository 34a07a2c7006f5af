"""Keys for signing cookies: the current key, and older keys that stay valid for a while."""

from __future__ import annotations

import contextlib
import datetime
import logging
import math
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kingdoms import texts
from kingdoms.files import open_replacement, read_text, sync
from kingdoms.server.base.settings import LEAST_SECRET, PUSH_FILE, SECRET_FILE, ServerSettings, SettingsError

log = logging.getLogger("kingdoms.server")

OLD_KEYS_FILE = "old.keys"
"""The file beside the key with a line for each older key and the time at which it expires."""


@dataclass(frozen=True, slots=True)
class OldKey:
    """A former key; cookies that were signed with it are valid until a time, in seconds since 1970."""

    key: str
    until: float


class Keys:
    """Keys that never change."""

    def __init__(self, current: str, old: Sequence[OldKey] = ()) -> None:
        self.current = current
        self.old = tuple(old)

    def refresh(self) -> bool:
        """Reload the keys if they have changed, and return whether they have."""
        return False

    def valid_keys(self) -> tuple[str, ...]:
        """Return the valid keys, the current one first."""
        return self.current, *(old_key.key for old_key in self.old if old_key.until > time.time())


class KeptKeys(Keys):
    """The keys of the settings: either set there, or in files of the data folder, which may change while the server runs.

    Raises:
        SettingsError: the files cannot be read.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        current = settings.signing_key()
        self.loaded = self._modification_times()
        if settings.secret is None:
            super().__init__(current, read_old_keys(settings.data))
        else:
            secret = settings.old_secret
            super().__init__(current, [] if secret is None else [OldKey(secret.get_secret_value(), math.inf)])

    def refresh(self) -> bool:
        """Reload the keys if the files have changed. If they cannot be read, the keys stay the same."""
        times = self._modification_times()
        if times == self.loaded or not times[0]:
            return False
        self.loaded = times
        try:
            self.old, self.current = tuple(read_old_keys(self.settings.data)), self.settings.signing_key()
        except SettingsError as error:
            log.error("the signing key could not be reloaded and is unchanged: %s", error.message)
            return False
        return True

    def _modification_times(self) -> tuple[int, ...]:
        """Return the modification times of the files, 0 for a missing one."""
        files = [] if self.settings.secret is not None else [SECRET_FILE, OLD_KEYS_FILE]
        return tuple(_modification_time(self.settings.data / name) for name in files)


def read_old_keys(folder: Path) -> list[OldKey]:
    """Return the older keys in a data folder that are still valid.

    Raises:
        SettingsError: the file cannot be read.
    """
    path = folder / OLD_KEYS_FILE
    try:
        lines = read_text(path).splitlines()
        pairs = [(datetime.datetime.fromisoformat(until), key) for until, _, key in (line.partition(" ") for line in lines)]
    except FileNotFoundError:
        return []
    except (OSError, ValueError):
        raise SettingsError(texts.text("settings.keys_unreadable", path=path)) from None
    keys = [OldKey(key, until.timestamp()) for until, key in pairs]
    return [old_key for old_key in keys if old_key.until > time.time() and len(old_key.key) >= LEAST_SECRET]


def existing_keys(settings: ServerSettings) -> KeptKeys:
    """Return the keys of a server that has been started before, without creating any.

    Raises:
        SettingsError: there are none.
    """
    if settings.secret is None and not (settings.data / SECRET_FILE).is_file():
        raise SettingsError(texts.text("settings.no_key", data=settings.data))
    return KeptKeys(settings)


def rotate(settings: ServerSettings, days: float) -> float | None:
    """Create a new key; cookies signed with the present one stay valid for some days.

    Returns:
        The time, in seconds since 1970, at which the present key expires; None if it expires at once.

    Raises:
        SettingsError: the key is not in the data folder, or the folder is not writable.
    """
    if settings.secret is not None:
        raise SettingsError(texts.text("settings.key_set"))
    keys, until = existing_keys(settings), time.time() + days * 24 * 3600
    old = [OldKey(keys.current, until), *keys.old] if days > 0 else []
    with replace_keys(settings, secrets.token_urlsafe(32), old):
        pass
    return until if days > 0 else None


def existing_push_key(settings: ServerSettings) -> str | None:
    """Return the key for push services in the data folder; None if there is none, or it is derived from `KINGDOMS_SECRET`.

    Raises:
        SettingsError: it cannot be read.
    """
    exists = settings.secret is None and (settings.data / PUSH_FILE).is_file()
    return settings.push_secret() if exists else None


@contextlib.contextmanager
def replace_keys(settings: ServerSettings, key: str, old: Sequence[OldKey], push: str | None = None) -> Iterator[None]:
    """Write new keys into the data folder; they replace the present ones when the context exits without an error.

    Args:
        push: the new key for push services. None keeps the present one, which need not change with the others.

    Raises:
        SettingsError: the keys cannot be written.
    """
    lines = [f"{datetime.datetime.fromtimestamp(old_key.until, datetime.UTC).isoformat()} {old_key.key}\n" for old_key in old]
    folder = settings.make_data_folder()
    contents = {} if push is None else {PUSH_FILE: push + "\n"}
    # The last one is replaced first: no server may know the new key without the old ones.
    contents |= {SECRET_FILE: key + "\n", OLD_KEYS_FILE: "".join(lines)}
    with contextlib.ExitStack() as files:
        try:
            for name, text in contents.items():
                file = files.enter_context(open_replacement(folder / name, mode=0o600))
                file.write(text.encode("ascii"))
                sync(file)
        except OSError as error:
            raise SettingsError(texts.text("settings.key_not_kept", folder=folder, reason=error.strerror)) from None
        yield


def _modification_time(path: Path) -> int:
    """Return the modification time of a file, 0 if it is missing."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
