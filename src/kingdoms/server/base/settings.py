"""The settings of a server, from flags or from environment variables that begin with KINGDOMS_."""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, unquote, urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from kingdoms.core.errors import KingdomsError
from kingdoms.files import read_text, sync
from kingdoms.folders import data_folder_with
from kingdoms.server.base.addresses import Network, read_networks

DATABASE_FILE = "kingdoms.db"
SECRET_FILE = "secret.key"
PUSH_FILE = "push.key"
PREFIX = "KINGDOMS_"
LEAST_SECRET = 16
"""Minimum length of a signing key and of the operator's token, in characters."""
LEAST_IMPORTS = 10_000
"""Minimum quota of imported entries: as many as one game can have, so that any game can be imported."""
NETLOC = re.compile(r"([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")
"""Matches a host name or address as it appears in the headers of requests, with a port or without."""
SECRETS = {"secret", "old_secret", "operator_token"}
"""Settings whose values never appear in a message."""

PAGE_OR_FILE = "an address such as https://example.org/imprint, or a text file in UTF-8 that the server can read"


class SettingsError(KingdomsError, ValueError):
    """A setting with a wrong value; the message names it and its requirements.

    Attributes:
        setting: its name, if the fault is that of one setting.
    """

    code = "settings"

    def __init__(self, message: str, setting: str | None = None) -> None:
        super().__init__(message)
        self.setting = setting


class ServerSettings(BaseModel):
    """The settings; their descriptions say in errors what they must be. `model_fields_set` tells given values from defaults.

    Examples:
        >>> ServerSettings(port=9000, public_url="https://kingdoms.example.org/").secure
        True
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    host: str = Field(default="127.0.0.1", min_length=1, description="a host name or an address")
    port: int = Field(default=8000, ge=0, le=65535, description="a whole number from 0 to 65535")
    database: str | None = Field(default=None, description="sqlite:///FILE or postgresql://USER@HOST/NAME")
    data: Path = Field(default_factory=lambda: data_folder_with(DATABASE_FILE, SECRET_FILE), description="a folder")
    public_url: str | None = Field(default=None, description="an address such as https://kingdoms.example.org, without a path")
    bot_workers: int = Field(default=1, ge=1, le=64, description="a whole number from 1 to 64")
    workers: int = Field(default=1, ge=1, le=64, description="a whole number from 1 to 64")
    durability: Literal["full", "normal"] = Field(default="full", description="full or normal")
    operator_token: SecretStr | None = Field(
        default=None, min_length=LEAST_SECRET, description=f"a text of at least {LEAST_SECRET} characters without spaces"
    )
    open: bool = Field(default=False, description="true or false")
    secret: SecretStr | None = Field(
        default=None, min_length=LEAST_SECRET, description=f"a text of at least {LEAST_SECRET} characters"
    )
    old_secret: SecretStr | None = Field(
        default=None, min_length=LEAST_SECRET, description=f"a text of at least {LEAST_SECRET} characters"
    )
    retention: float | None = Field(default=None, gt=0, description="a number of days, more than 0")
    forget_after: float = Field(default=365, ge=1, description="a number of days, 1 or more")
    access: Literal["open", "invitation", "password", "list"] = Field(
        default="open", description="open, invitation, password or list"
    )
    strangers: Literal["nothing", "positions", "previews"] = Field(
        default="nothing", description="nothing, positions or previews"
    )
    imprint: str | None = Field(default=None, description=PAGE_OR_FILE)
    privacy: str | None = Field(default=None, description=PAGE_OR_FILE)
    site: Path | None = Field(default=None, description="a folder that `kingdoms site` has written")
    grace: float = Field(default=60, ge=0, description="a number of seconds, 0 or more")
    rate: float = Field(default=50, gt=0, description="a number greater than 0")
    address_rate: float = Field(default=200, gt=0, description="a number greater than 0")
    connections: int = Field(default=100, ge=1, le=1_000_000, description="a whole number from 1 to 1000000")
    trusted_proxies: str = Field(
        default="", description="addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8"
    )
    lobbies: int = Field(default=10, ge=1, description="a whole number, 1 or more")
    games: int = Field(default=50, ge=1, description="a whole number, 1 or more")
    bot_games: int = Field(default=5, ge=0, description="a whole number, 0 or more")
    imports: int = Field(default=100_000, ge=LEAST_IMPORTS, description=f"a whole number, {LEAST_IMPORTS} or more")
    lobby_hours: float = Field(default=24, ge=0.1, description="a number of hours, 0.1 or more")
    programs: dict[str, str] = Field(
        default_factory=dict, description='a JSON object of names and commands, such as {"mybot": "./mybot --fast"}'
    )
    advice: float = Field(default=30, gt=0, description="a number of seconds, more than 0")
    push_hosts: str = Field(
        default="", pattern=r"^[A-Za-z0-9., -]*$", description="names of hosts with commas between, such as push.example.org"
    )
    push_contact: str | None = Field(
        default=None,
        pattern=r"^(mailto:[^@\s]+@[^@\s]+|https://[^\s]+)$",
        max_length=300,
        description="an address such as mailto:ida@example.org or https://example.org/about",
    )
    push_test: str | None = Field(default=None, description="an address such as http://127.0.0.1:9000, without a path")

    @field_validator("programs", mode="before")
    @classmethod
    def _read_programs(cls, value: Any) -> Any:
        """Parse the JSON of an environment variable."""
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            raise PydanticCustomError("programs", "no JSON") from None

    @field_validator("operator_token")
    @classmethod
    def _check_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not all("!" <= sign <= "~" for sign in token.get_secret_value()):
            raise PydanticCustomError("operator_token", "not in a header")
        return token

    @field_validator("trusted_proxies")
    @classmethod
    def _check_proxies(cls, text: str) -> str:
        try:
            read_networks(text)
        except ValueError:
            raise PydanticCustomError("trusted_proxies", "no network") from None
        return text

    @field_validator("imprint", "privacy")
    @classmethod
    def _check_page(cls, page: str | None) -> str | None:
        """Validate the address of a page, or the path of a text file."""
        if page is None or (is_address(page) and _split(page).hostname):
            return page
        try:
            read_text(Path(page))
        except (OSError, ValueError):
            raise PydanticCustomError("page", "no page") from None
        return page

    @field_validator("site")
    @classmethod
    def _check_site(cls, folder: Path | None) -> Path | None:
        if folder is not None and not any(folder.glob("device/parts-*.json")):
            raise PydanticCustomError("site", "no such folder")
        return folder

    @field_validator("database")
    @classmethod
    def _check_database(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = _split(url)
        if parts.scheme in ("postgres", "postgresql"):
            return "postgresql" + url[len(parts.scheme) :]
        if parts.scheme == "sqlite" and not parts.netloc and sqlite_file(url) not in ("", ":memory:"):
            return url
        raise PydanticCustomError("database", "no such database")

    @field_validator("public_url", "push_test")
    @classmethod
    def _check_public_url(cls, url: str | None) -> str | None:
        """Validate a URL without a path, and strip its trailing slash."""
        if url is None:
            return None
        parts = _split(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise PydanticCustomError("public_url", "no address")
        if parts.path not in ("", "/") or parts.query or parts.fragment or not NETLOC.fullmatch(parts.netloc):
            raise PydanticCustomError("public_url", "a path, or no name of a host")
        return f"{parts.scheme}://{parts.netloc}".lower()

    @property
    def database_url(self) -> str:
        """The URL of the database: the setting, or else a SQLite file in the data folder."""
        return self.database or f"sqlite:///{quote(str(self.data / DATABASE_FILE))}"

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The networks of trusted proxies."""
        return read_networks(self.trusted_proxies)

    @property
    def secure(self) -> bool:
        """Whether visitors use https."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def contact(self) -> str:
        """The operator's contact for push services.

        Examples:
            >>> ServerSettings(public_url="https://kingdoms.example.org").contact
            'https://kingdoms.example.org'
        """
        own_url = self.public_url if self.secure else None
        return self.push_contact or own_url or "mailto:operator@localhost"

    @property
    def port_was_asked_for(self) -> bool:
        """Whether the port is set, so that no other port may be used."""
        return "port" in self.model_fields_set

    def make_data_folder(self) -> Path:
        """Create the data folder, for this user alone, if it does not exist.

        Raises:
            SettingsError: it cannot be created.
        """
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(f"the data folder {self.data} cannot be made: {error.strerror}") from None
        return self.data

    def signing_key(self) -> str:
        """Return the key for signing cookies; the first start creates it in the data folder.

        Raises:
            SettingsError: the file cannot be read or written.
        """
        return self._key_in(SECRET_FILE)

    def push_secret(self) -> str:
        """Return the secret from which the key for push services is derived.

        It does not change with the signing key in the data folder, since visitors would have to subscribe again.

        Raises:
            SettingsError: the file cannot be read or written.
        """
        return self._key_in(PUSH_FILE)

    def _key_in(self, name: str) -> str:
        """Return the signing key if it is set, so that several servers can share it, or else a key in the data folder."""
        if self.secret is not None:
            return self.secret.get_secret_value()
        path = self.make_data_folder() / name
        try:
            return _read_secret(path)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
            key = "the signing key" if name == SECRET_FILE else "the key for push services"
            raise SettingsError(f"{key} cannot be kept in {path}: {reason}") from None


WANTED = {name: field.description for name, field in ServerSettings.model_fields.items()}
"""The requirements of each setting, for error messages."""


def read_settings(environment: Mapping[str, str] = os.environ, /, **flags: Any) -> ServerSettings:
    """Return the settings from flags, then from the environment. None and empty variables count as not set.

    Raises:
        SettingsError: a value is wrong, or does not fit another; the message is one sentence.

    Examples:
        >>> read_settings(port="many")
        Traceback (most recent call last):
        kingdoms.server.base.settings.SettingsError: port is 'many': it must be a whole number from 0 to 65535
    """
    overrides = {name: value for name, value in flags.items() if value is not None}
    try:
        settings = ServerSettings(**(_from_environment(environment) | overrides))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0])
        if name not in WANTED:
            raise SettingsError(f"there is no setting {name}; the settings are {', '.join(WANTED)}") from None
        called = name.replace("_", " ") if name in overrides else f"{PREFIX}{name.upper()}"
        value = "wrong" if name in SECRETS else "set wrongly" if name == "database" else repr(str(first["input"]))
        raise SettingsError(f"{called} is {value}: it must be {WANTED[name]}", name) from None
    if settings.workers > 1 and not settings.database_url.startswith("postgresql:"):
        raise SettingsError(f"{settings.workers} workers need a PostgreSQL database: SQLite allows only one", "workers")
    if settings.workers > 1 and sys.platform == "win32":
        raise SettingsError(f"{settings.workers} workers need Linux or macOS: on Windows a server is one process", "workers")
    return settings


def _from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    names = {name: f"{PREFIX}{name.upper()}" for name in ServerSettings.model_fields}
    return {name: environment[variable] for name, variable in names.items() if environment.get(variable)}


def sqlite_file(url: str) -> str:
    """Return the file of a SQLite URL.

    Examples:
        >>> sqlite_file("sqlite:///games.db"), sqlite_file("sqlite:////srv/my%20games.db")
        ('games.db', '/srv/my games.db')
    """
    return unquote(urlsplit(url).path.removeprefix("/"))


def is_address(page: str) -> bool:
    """Return whether the setting of a page is an address, not a file."""
    return page.startswith(("https://", "http://"))


def _split(url: str) -> Any:
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError:
        raise PydanticCustomError("url", "no URL") from None
    return parts


def _read_secret(path: Path) -> str:
    """Return the secret in a file that only this user can read; create the file if it does not exist.

    If two servers start at the same time, one creates and writes the file, and the other waits until it is written.
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        until = time.monotonic() + 1
        while len(secret := read_text(path).strip()) < LEAST_SECRET:
            if time.monotonic() > until:
                raise OSError(0, f"it holds fewer than {LEAST_SECRET} characters") from None
            time.sleep(0.02)
        return secret
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        secret = secrets.token_urlsafe(32)
        file.write(secret + "\n")
        sync(file)
    return secret
