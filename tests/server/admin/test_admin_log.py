"""The log of deeds: which commands are in it, with what, and that no change is without its line."""

from __future__ import annotations

import getpass
import socket
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from fastapi import FastAPI
from sqlalchemy import delete, insert
from sqlalchemy.exc import SQLAlchemyError

from kingdoms.cli.admin.group import admin as commands
from kingdoms.server.database import deeds
from kingdoms.server.database.deeds import Deed, log_deed
from kingdoms.server.database.engine import Database
from kingdoms.server.database.tables import BanRow
from tests.support.clients.admin import Admin

READING = {
    *("backup", "check", "check-settings", "log", "access list", "games list", "games show", "games export"),
    *("ratings suspicious", "ratings games", "invitations list", "reports list", "reports show", "visitors list"),
    "visitors bans",
}
"""The commands that change nothing. All others are logged: a new one has to be in one of the two."""


def all_commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands below a group, by their words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from all_commands(command, (*path, name))
        elif command is not None:
            yield " ".join((*path, name)), command


def test_each_command_that_changes_something_is_logged() -> None:
    marked = {name: getattr(command.callback, "is_logged", False) for name, command in all_commands(commands)}
    assert {name for name, is_logged in marked.items() if not is_logged} == READING
    assert {"visitors ban", "games end", "clocks stop", "purge", "restore", "rotate-key", "ratings annul"} <= marked.keys()


async def test_the_log_has_who_what_and_whether_it_worked(admin: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SUDO_USER", raising=False)
    await admin.does("visitors", "ban", "--address", "192.0.2.7", "--reason", "rude words", "--until", "2099-12-31")
    monkeypatch.setenv("SUDO_USER", "ida")
    await admin.refuses("games", "end", "no-such-game")
    await admin.does("visitors", "list")
    await admin.does("visitors", "bans")
    await admin.refuses("visitors", "ban", "--reason", "")
    refused, ended, banned = await admin.lines("log")
    assert banned["command"].startswith("visitors ban --address 192.0.2.7 --reason 'rude words' --until '2099-12-31 00:00:00")
    assert (banned["by"], banned["fault"]) == (f"{getpass.getuser()}@{socket.gethostname()}", None)
    assert (ended["command"], ended["by"]) == ("games end no-such-game", f"ida@{socket.gethostname()}")
    assert ended["fault"] == "there is no game no-such-game"
    assert refused["command"] == "visitors ban --reason ''"
    assert [deed["number"] for deed in await admin.lines("log", "--most", "1")] == [refused["number"]]
    assert "rude words" in await admin.does("log")
    assert not any("database" in deed["command"] for deed in (refused, ended, banned)), "its URL may hold a password"


@pytest.mark.both_databases
async def test_a_change_and_its_line_are_one_transaction(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the line can't be written, nothing is changed; if the change fails, the line says why."""
    database: Database = app.state.database
    change = insert(BanRow).values(network="192.0.2.7/32", reason="x", created=0.0)

    async def count_bans() -> int:
        async with database.engine.begin() as connection:
            return (await connection.execute(delete(BanRow))).rowcount

    async def ban(fault: str = "", fault_afterwards: str = "") -> None:
        async with log_deed(database, Deed("ida", "visitors ban")):
            async with database.engine.begin() as connection:
                await connection.execute(change)
                if fault:
                    raise ValueError(fault)
            if fault_afterwards:
                raise ValueError(fault_afterwards)

    await ban()
    assert (await count_bans(), len(await deeds.find(database, 9))) == (1, 1)

    async def fail(*_: object) -> int:
        raise SQLAlchemyError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(deeds, "_record", fail)
        with pytest.raises(SQLAlchemyError, match="the disk is full"):
            await ban()
    assert (await count_bans(), len(await deeds.find(database, 9))) == (0, 1)
    with pytest.raises(ValueError, match="no reason"):
        await ban("no reason")
    newest = (await deeds.find(database, 9))[0]
    assert (await count_bans(), newest["fault"]) == (0, "no reason")
    with pytest.raises(ValueError, match="too late"):
        await ban(fault_afterwards="too late")
    newest, before, *_ = await deeds.find(database, 9)
    assert (await count_bans(), newest["fault"], before["fault"]) == (1, "too late", "no reason"), "the line is the same one"
    assert database.engine.before_commit == ()


async def test_a_key_that_leaked_changes_while_the_database_is_away(admin: Admin, tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("x" * 40)
    admin.options, admin.secret = ["--database", f"sqlite:///{tmp_path / 'gone.db'}", "--data", str(tmp_path)], {}
    code, _, complaint = await admin.run("rotate-key", "--keep-old", "0")
    assert (code, "not in the log" in complaint) == (0, True)
    assert (tmp_path / "secret.key").read_text() != "x" * 40
