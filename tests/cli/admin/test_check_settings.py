"""`kingdoms admin check-settings`: each fault is named, and what is right is not."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kingdoms.cli.admin import settings_check
from kingdoms.cli.main import main

Check = Callable[..., dict[str, tuple[str, str]]]
GOOD = {
    "KINGDOMS_PUBLIC_URL": "https://kingdoms.example.org",
    "KINGDOMS_TRUSTED_PROXIES": "127.0.0.1,::1",
    "KINGDOMS_OPERATOR_TOKEN": "6d3f9a0c51b7e284",
}


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that checks an environment: what each finding is about -> severity and fault."""
    for name in [name for name in os.environ if name.startswith("KINGDOMS_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)

    def run(*words: str, **variables: str) -> dict[str, tuple[str, str]]:
        for name, value in (GOOD | {"KINGDOMS_DATA": str(folder)} | variables).items():
            monkeypatch.setenv(name, value)
        code = main(["admin", "check-settings", "--json", *words])
        findings: list[dict[str, Any]] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert code == (1 if findings else 0)
        return {finding["about"]: (finding["severity"], finding["fault"]) for finding in findings}

    return run


def test_good_settings_have_no_findings(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert check() == {}
    for network in ("10.0.0.0/8", "2a06:98c0::/29"):  # narrow enough for proxies
        assert check(KINGDOMS_TRUSTED_PROXIES=network) == {}
    assert main(["admin", "check-settings"]) == 0
    assert capsys.readouterr().out.strip() == "Nothing would keep the server from starting; no warnings."


@pytest.mark.parametrize(
    ("name", "value", "severity", "words"),
    [
        ("PUBLIC_URL", "http://kingdoms.example.org", "warning", "Without https"),
        ("PUBLIC_URL", "https://kingdoms example.org", "error", "must be an address such as"),
        ("PORT", "many", "error", "must be a whole number"),
        ("WORKERS", "2", "error", "need a PostgreSQL database"),
        ("OPERATOR_TOKEN", "short", "error", "at least 16 characters"),
        ("OPERATOR_TOKEN", "abababababababab", "warning", "can be guessed"),
        ("TRUSTED_PROXIES", "0.0.0.0/0", "warning", "strangers in it"),
        ("TRUSTED_PROXIES", "::/0", "warning", "strangers in it"),
        ("TRUSTED_PROXIES", "8.0.0.0/8", "warning", "strangers in it"),
        ("TRUSTED_PROXIES", "", "warning", "Name the proxy's address"),
        ("HOST", "0.0.0.0", "warning", "without the proxy"),
        ("HOST", "::", "warning", "without the proxy"),
        ("OLD_SECRET", "81b7e2846d3f9a0c5", "warning", "no effect"),
        ("PUSH_TEST", "http://127.0.0.1:9000", "warning", "for tests"),
        ("PROGRAMS", '{"mybot": "./no-such-program --fast"}', "warning", "mybot cannot be started"),
        ("PROXIES", "127.0.0.1", "warning", "There is no such setting"),
        ("TRUSTED_PROXYS", "127.0.0.1", "warning", "did you mean KINGDOMS_TRUSTED_PROXIES?"),
        ("DATABASE", "postgresql://nobody@127.0.0.1:1/none", "error", "cannot be opened"),
        ("DATABASE", "sqlite:////no/such/folder/games.db", "error", "no such folder"),
        ("DATA", "/dev/null/folder", "error", "missing"),
    ],
)
def test_each_fault_is_named(check: Check, name: str, value: str, severity: str, words: str) -> None:
    findings = check(**{f"KINGDOMS_{name}": value})
    (about, (found_severity, fault)), *rest = findings.items()
    assert not rest, findings
    assert (found_severity, words in fault) == (severity, True), fault
    assert about in (f"KINGDOMS_{name}", value, "/no/such/folder")


def test_all_faults_are_named_at_once(check: Check) -> None:
    findings = check(KINGDOMS_PORT="x", KINGDOMS_GRACE="y", KINGDOMS_PUBLIC_URL="z", KINGDOMS_TRUSTED_PROXIES="0.0.0.0/0")
    severities = {about.removeprefix("KINGDOMS_"): severity for about, (severity, _) in findings.items()}
    assert severities == dict.fromkeys(("PORT", "GRACE", "PUBLIC_URL"), "error") | {"TRUSTED_PROXIES": "warning"}


def test_a_token_like_the_key_is_named(check: Check) -> None:
    secret = "0123456789abcdef-key"
    findings = check(KINGDOMS_SECRET=secret, KINGDOMS_OPERATOR_TOKEN=secret)
    assert "pose as anybody" in findings["KINGDOMS_OPERATOR_TOKEN"][1]
    assert not any(secret in fault for _, fault in findings.values())


def test_without_a_public_address_only_this_machine_may_listen(check: Check) -> None:
    assert check(KINGDOMS_PUBLIC_URL="") == {}
    (finding,) = check(KINGDOMS_PUBLIC_URL="", KINGDOMS_HOST="0.0.0.0").values()
    assert "other machines reach without https" in finding[1]


def test_files_that_others_read_are_named(check: Check, tmp_path: Path) -> None:
    key = tmp_path / "data" / "secret.key"
    key.write_text("x" * 32)
    key.chmod(0o640)
    (tmp_path / "data").chmod(0o755)
    findings = check()
    assert "chmod 600" in findings[str(key)][1]
    assert "chmod 700" in findings[str(tmp_path / "data")][1]


def test_a_port_of_another_program_is_named(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        port = listener.getsockname()[1]
        monkeypatch.setattr(settings_check, "_is_kingdoms", lambda _: False)
        assert check(KINGDOMS_PORT=str(port))["KINGDOMS_PORT"][0] == "error"
        monkeypatch.setattr(settings_check, "_is_kingdoms", lambda _: True)
        assert check(KINGDOMS_PORT=str(port)) == {}, "the restart replaces it"
    assert "reserved" in check(KINGDOMS_PORT="80").get("KINGDOMS_HOST", ("", "reserved"))[1]


@pytest.mark.parametrize(("version", "words"), [("9999", "is of version 9999"), ("0018", "development build before 0.1.0")])
def test_a_database_of_an_unknown_version_is_named(check: Check, tmp_path: Path, version: str, words: str) -> None:
    file = tmp_path / "data" / "kingdoms.db"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES (?)", [version])
        database.commit()
    assert words in check()["KINGDOMS_DATABASE"][1]
    file.write_bytes(b"no database" * 100)
    assert "not a database" in check()["KINGDOMS_DATABASE"][1]


def test_full_and_distant_disks_are_named(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_check._file_system(Path("/proc/self")) == "proc"
    usage = shutil._ntuple_diskusage(10, 9, 5_000_000)
    for module, name, value, words in ((shutil, "disk_usage", usage, "5 MB"), (settings_check, "_file_system", "nfs4", "nfs4")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, lambda _, value=value: value)
            ((severity, fault),) = check().values()
        assert (severity, words in fault) == ("warning", True)


def test_a_file_of_settings_counts_instead_of_the_environment(check: Check, tmp_path: Path) -> None:
    file = tmp_path / "kingdoms.env"
    file.write_text(
        "# a comment\n\nKINGDOMS_PUBLIC_URL=https://games.example.org\nKINGDOMS_TRUSTED_PROXIES='127.0.0.1'\n"
        f"KINGDOMS_DATA='{tmp_path / 'data'}'\nOTHER=x\n"
    )
    file.chmod(0o644)
    assert check("--env-file", str(file), KINGDOMS_PORT="nonsense") == {}
    file.write_text(
        f"{file.read_text()}KINGDOMS_PUSH_CONTACT=a b\nexport KINGDOMS_PORT=9\nKINGDOMS_OPERATOR_TOKEN=0123456789abcdef\n"
    )
    findings = check("--env-file", str(file))
    assert [findings[f"{file}:{line}"][0] for line in (7, 8)] == ["error", "error"]
    assert "chmod 640" in findings[str(file)][1]
