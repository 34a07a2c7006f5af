"""Settings, and the errors for wrong values."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from kingdoms.server.base.settings import ServerSettings, SettingsError, read_settings, sqlite_file


def test_a_server_is_for_this_machine_alone_unless_it_is_asked() -> None:
    settings = read_settings()
    assert (settings.host, settings.port, settings.port_was_asked_for, settings.open) == ("127.0.0.1", 8000, False, False)
    assert (settings.durability, settings.operator_token, settings.secure, settings.programs) == ("full", None, False, {})
    assert sqlite_file(settings.database_url) == str(settings.data / "kingdoms.db")


def test_flags_go_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = {"mybot": "./mybot --fast", "rivers/diver": "seconds=5:./diver"}
    values = {"PORT": "9000", "GRACE": "5", "HOST": "", "PROGRAMS": json.dumps(programs)}
    for name, value in values.items():
        monkeypatch.setenv(f"KINGDOMS_{name}", value)
    settings = read_settings(port="9001", host=None)
    assert (settings.port, settings.grace, settings.host, settings.programs) == (9001, 5, "127.0.0.1", programs)
    assert settings.port_was_asked_for
    assert read_settings(programs={"mine": "cat"}).programs == {"mine": "cat"}


WRONG_ADDRESSES = (
    *("example.org/games", "example.org:nine", "exam ple.org", "example.org,https://example.com", "example..org"),
    *("example.org:", "<example>.org"),
)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"port": "many"}, "port is 'many': it must be a whole number from 0 to 65535"),
        ({"port": "65536"}, "port is '65536'"),
        ({"bot_workers": "0"}, "bot workers is '0': it must be a whole number from 1 to 64"),
        ({"grace": "-1"}, "grace is '-1'"),
        ({"grace": "inf"}, "grace is 'inf'"),
        ({"rate": "0"}, "rate is '0'"),
        ({"public_url": "kingdoms.example.org"}, "public url is 'kingdoms.example.org': it must be an address"),
        *(({"public_url": f"https://{address}"}, "public url is") for address in WRONG_ADDRESSES),
        ({"push_contact": "ida@example.org"}, "push contact is 'ida@example.org': it must be an address such as mailto:"),
        ({"push_contact": "mailto:ida@example.org x"}, "push contact is"),
        ({"database": "mysql://host/name"}, "database is set wrongly: it must be sqlite:///FILE or postgresql://"),
        ({"database": "sqlite://"}, "database is set wrongly"),
        ({"database": "sqlite:///:memory:"}, "database is set wrongly"),
        ({"secret": "short"}, "secret is wrong: it must be a text of at least 16 characters"),
        ({"operator_token": "short"}, "operator token is wrong: it must be a text of at least 16 characters without spaces"),
        ({"operator_token": "a token of several words"}, "operator token is wrong"),
        ({"durability": "some"}, "durability is 'some': it must be full or normal"),
        ({"workers": "0"}, "workers is '0': it must be a whole number from 1 to 64"),
        ({"workers": "2"}, "2 workers need a PostgreSQL database: SQLite allows only one"),
        ({"programs": "mybot"}, "programs is 'mybot': it must be a JSON object of names and commands"),
        ({"programs": '{"mybot": 1}'}, "programs is '1': it must be a JSON object of names and commands"),
        ({"colour": "red"}, "there is no setting colour"),
    ],
)
def test_a_wrong_value_is_named(values: dict[str, str], expected: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings(**values)
    assert str(error.value).startswith(expected)


def test_a_wrong_value_of_the_environment_is_named_by_its_variable_and_secrets_are_not_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KINGDOMS_RATE", "fast")
    with pytest.raises(SettingsError, match=r"^KINGDOMS_RATE is 'fast': it must be a number greater than 0$"):
        read_settings()
    monkeypatch.delenv("KINGDOMS_RATE")
    assert "a very long secret" not in repr(read_settings(secret="a very long secret"))
    monkeypatch.setenv("KINGDOMS_DATABASE", "mysql://me:password@host/name")
    with pytest.raises(SettingsError) as error:
        read_settings()
    assert "password" not in str(error.value)


def test_a_public_url_is_kept_as_an_origin() -> None:
    for url, origin in (("https://Example.org/", "https://example.org"), ("http://10.0.0.1:8000", "http://10.0.0.1:8000")):
        settings = read_settings(public_url=url)
        assert (settings.public_url, settings.secure) == (origin, origin.startswith("https"))


def test_any_data_folder_gives_a_database_in_it(tmp_path: Path) -> None:
    for folder in ("plain", "with space", "per%20cent", "what?", "#1"):
        assert sqlite_file(ServerSettings(data=tmp_path / folder).database_url) == str(tmp_path / folder / "kingdoms.db")
    assert read_settings(database="postgres://me@host/name").database_url == "postgresql://me@host/name"


def test_the_signing_key_is_made_once_for_this_user_alone(tmp_path: Path) -> None:
    settings = ServerSettings(data=tmp_path / "new" / "data")
    key = settings.signing_key()
    assert len(key) >= 40
    assert ServerSettings(data=settings.data).signing_key() == key
    assert stat.S_IMODE((settings.data / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    assert ServerSettings(data=tmp_path / "other").signing_key() != key


def test_a_configured_secret_leaves_no_file_and_a_key_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    assert read_settings(data=tmp_path / "data", secret="sixteen letters!").signing_key() == "sixteen letters!"
    assert not (tmp_path / "data").exists()
    (tmp_path / "secret.key").write_text("short")
    for data, expected in (
        (tmp_path, "fewer than 16 characters"),
        (tmp_path / "secret.key" / "data", r"the data folder .*secret.key.data cannot be made"),
    ):
        with pytest.raises(SettingsError, match=expected):
            ServerSettings(data=data).signing_key()


def test_on_windows_a_server_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(SettingsError, match="2 workers need Linux or macOS"):
        read_settings({}, workers=2, database="postgresql://localhost/kingdoms")
