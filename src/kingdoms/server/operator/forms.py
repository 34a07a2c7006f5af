"""The forms of the operator's page. Each does what a command of `kingdoms admin` does, and is logged as that command.

A new form is an entry of `FORMS`, and sentences in the catalogue `operator`: its button, what it does, and the question before
it if it can't be undone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from kingdoms.server.admin import reports, visitors
from kingdoms.server.admin.ratings import annul_group
from kingdoms.server.database.deeds import command_line
from kingdoms.server.database.engine import Database
from kingdoms.server.entrance import store
from kingdoms.server.talk.cases import CLOSED, LOOKED_AT
from kingdoms.table.base.times import read_future, timestamp
from kingdoms.texts import text

SUSPICIOUS_DAYS: Final = 30
"""How far back the page looks for suspicious games."""
Values = Mapping[str, str]


@dataclass(frozen=True)
class FormField:
    """A field of a form.

    Attributes:
        name: its name, and that of its label in the catalogue.
        most: the maximum length, in characters.
        option: the option of the command; None for an argument.
    """

    name: str
    most: int
    option: str | None = None
    kind: str = "text"
    is_required: bool = True

    @property
    def label(self) -> str:
        """The label."""
        return text(f"operator.field_{self.name}")


@dataclass(frozen=True)
class Form:
    """A form.

    Attributes:
        command: the command of `kingdoms admin` that does the same.
        work: does it with the values of the fields, and returns a sentence about what was done.
        is_final: whether it can't be undone, so that the page asks once more.

    Examples:
        >>> FORMS["reports_close"].line({"number": "3"})
        'reports close 3'
    """

    command: str
    fields: tuple[FormField, ...]
    work: Callable[[Database, Values], Awaitable[str]]
    is_final: bool = False

    @property
    def name(self) -> str:
        """Its name in addresses and in the catalogue."""
        return re.sub(r"\W+", "_", self.command)

    def read(self, body: Values) -> dict[str, str]:
        """Return the values of the fields from the body of a request, on one line each and without invisible characters."""
        lines = {field.name: " ".join(body.get(field.name, "").split()) for field in self.fields}
        return {name: "".join(filter(str.isprintable, line)) for name, line in lines.items()}

    def check(self, values: Values) -> None:
        """Check the values of the fields.

        Raises:
            ValueError: one is missing or too long.
        """
        for field in self.fields:
            if field.is_required and not values[field.name]:
                raise ValueError(text("operator.missing", field=field.label))
            if len(values[field.name]) > field.most:
                raise ValueError(text("operator.too_long", field=field.label, most=field.most))

    def line(self, values: Values) -> str:
        """Return the command with its arguments, for the log of deeds."""
        filled = [field for field in self.fields if values[field.name]]
        arguments = [values[field.name] for field in filled if field.option is None]
        return command_line(self.command, arguments, {field.option: values[field.name] for field in filled if field.option})


async def settle_report(status: str, database: Database, values: Values) -> str:
    """Set the status of a report."""
    if not values["number"].isdecimal():
        raise reports.unknown_case(values["number"])
    await reports.settle(database, [int(values["number"])], status)
    return text("admin.reports_settled", n=1, status=status)


async def ban(database: Database, values: Values) -> str:
    """Ban a visitor, an address, or both."""
    network = visitors.network_of(values["address"]) if values["address"] else None
    end = read_future(values["until"]).timestamp() if values["until"] else None
    visitor, reason = values["visitor"] or None, values["reason"]
    bans = await visitors.ban(database, visitor_id=visitor, network=network, reason=reason, until=end)
    names = ", ".join(ban.visitor_id or str(ban.network) for ban in bans)
    key = "admin.banned" if end is None else "admin.banned_until"
    return text(key, whom=names, when=values["until"], reason=reason.rstrip("."))


async def unban(database: Database, values: Values) -> str:
    """Lift a ban."""
    await visitors.unban(database, [values["whom"]])
    return text("admin.unbanned", whom=values["whom"])


async def sign_out(database: Database, values: Values) -> str:
    """End all sessions of a visitor."""
    await visitors.sign_out(database, values["visitor"])
    return text("admin.signed_out", id=values["visitor"])


async def annul(database: Database, values: Values) -> str:
    """Annul the suspicious games of a winner."""
    game_ids, _ = await annul_group(database, values["winner"], days=SUSPICIOUS_DAYS)
    return text("admin.annulled", n=len(game_ids))


async def set_notice(database: Database, values: Values) -> str:
    """Show a notice to all, or without one, take the last one back."""
    notice, minutes = values.get("notice", ""), values.get("minutes", "")
    if minutes and not (minutes.isdecimal() and int(minutes)):
        raise ValueError(text("operator.no_minutes"))
    end = time.time() + 60 * int(minutes) if minutes else None
    await store.set_notice(database, notice, end)
    if end is not None:
        return text("admin.notice_set_until", when=str(timestamp(end))[:16])
    return text("admin.notice_set" if notice else "admin.notice_cleared")


NUMBER = FormField("number", 9)
BAN = (
    FormField("visitor", 32, is_required=False),
    FormField("address", 50, "--address", is_required=False),
    FormField("reason", visitors.LONGEST_REASON, "--reason"),
    FormField("until", 10, "--until", kind="date", is_required=False),
)
NOTICE = FormField("notice", store.LONGEST_NOTICE), FormField("minutes", 6, "--minutes", kind="number", is_required=False)
FORMS: Final = {
    form.name: form
    for form in (
        Form("reports look", (NUMBER,), partial(settle_report, LOOKED_AT)),
        Form("reports close", (NUMBER,), partial(settle_report, CLOSED)),
        Form("visitors ban", BAN, ban),
        Form("visitors unban", (FormField("whom", 50),), unban),
        Form("visitors sign-out", (FormField("visitor", 32),), sign_out, is_final=True),
        Form("ratings annul", (FormField("winner", 32, "--group"),), annul, is_final=True),
        Form("notice", NOTICE, set_notice),
        Form("notice --clear", (), set_notice),
    )
}
"""The forms by name."""
