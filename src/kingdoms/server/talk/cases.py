"""Cases: reported remarks, with the remarks around them, for the operator."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

import orjson
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdoms.server.database.engine import Database, execute_count
from kingdoms.server.database.tables import CaseRow, GameRow, RemarkRow, ReportRow
from kingdoms.table.base.times import fields_json, timestamp

OPEN, LOOKED_AT, CLOSED = "open", "looked_at", "closed"
STATUSES: Final = (OPEN, LOOKED_AT, CLOSED)
"""The status of a case: new, seen by the operator, or decided."""
BEFORE: Final = 10
"""How many remarks before a reported one a case keeps."""
AFTER: Final = 20
"""How many remarks after a reported one a case keeps. New ones are added until the operator looks at the case."""
EVERYBODY: Final = "all"
"""The room that all visitors of a table can read."""
MOST_OWN: Final = 20
"""How many of their reports a visitor is shown."""
KEPT_DAYS: Final = 180
"""Days for which a closed case is kept."""
AT_ONCE: Final = 500
"""How many cases are deleted at once."""


@dataclass(frozen=True, slots=True)
class TalkRemark:
    """A remark; see `RemarkRow`."""

    number: int
    room: str
    visitor_id: str
    seat: str | None
    name: str | None
    phrase: str | None
    text: str | None
    at: float


COLUMNS = [getattr(RemarkRow, field.name) for field in fields(TalkRemark)]


async def report(connection: AsyncConnection, game_id: str, remark: TalkRemark, visitor_id: str) -> None:
    """Insert a visitor's report of a remark, unless they have reported it already. The first report opens a case.

    Raises:
        IntegrityError: another report was inserted first, or the game has been deleted.
    """
    case_number = await connection.scalar(
        select(CaseRow.number).where(CaseRow.game_id == game_id, CaseRow.remark == remark.number)
    )
    if case_number is None:
        # locks the row: a remark that is added meanwhile waits, and finds the case
        game = await connection.scalar(select(GameRow.game).where(GameRow.id == game_id).with_for_update(key_share=True))
        talk = orjson.dumps([asdict(line) for line in await _surrounding_remarks(connection, game_id, remark)]).decode()
        values = {"game_id": game_id, "remark": remark.number, "game": game, "about": remark.visitor_id, "talk": talk}
        statement = insert(CaseRow).values(**values, status=OPEN, at=time.time()).returning(CaseRow.number)
        case_number = await connection.scalar(statement)
    await connection.execute(insert(ReportRow).values(case_number=case_number, visitor_id=visitor_id, at=time.time()))


async def _surrounding_remarks(connection: AsyncConnection, game_id: str, remark: TalkRemark) -> list[TalkRemark]:
    """Return a remark with those before and after it that its readers could read."""
    near = select(*COLUMNS).where(RemarkRow.game_id == game_id, RemarkRow.room.in_({remark.room, EVERYBODY}))
    until = near.where(RemarkRow.number <= remark.number).order_by(RemarkRow.number.desc()).limit(BEFORE + 1)
    after = near.where(RemarkRow.number > remark.number).order_by(RemarkRow.number).limit(AFTER)
    rows = [*reversed((await connection.execute(until)).all()), *(await connection.execute(after)).all()]
    return [TalkRemark(*row) for row in rows]


async def add_to_open(connection: AsyncConnection, game_id: str, remark: TalkRemark) -> None:
    """Add a new remark to the open cases of its game, as far as the readers of the reported remarks can read it."""
    query = select(CaseRow.number, CaseRow.remark, CaseRow.talk).where(CaseRow.game_id == game_id, CaseRow.status == OPEN)
    for row in (await connection.execute(query.with_for_update())).all():
        talk = orjson.loads(row.talk)
        rooms = {EVERYBODY, *(line["room"] for line in talk if line["number"] == row.remark)}
        if remark.room in rooms and sum(line["number"] > row.remark for line in talk) < AFTER:
            new_talk = orjson.dumps([*talk, asdict(remark)]).decode()
            await connection.execute(update(CaseRow).where(CaseRow.number == row.number).values(talk=new_talk))


async def find(database: Database, *, statuses: Sequence[str], most: int) -> list[dict[str, Any]]:
    """Return the cases with some of the `STATUSES` as JSON data, the newest first."""
    query = _cases_query().where(CaseRow.status.in_(statuses)).order_by(CaseRow.number.desc()).limit(most)
    return [_json(row) for row in await database.rows(query)]


async def case(database: Database, number: int) -> dict[str, Any] | None:
    """Return a case as JSON data, or None if there is none with this number."""
    row = await database.row(_cases_query().where(CaseRow.number == number))
    return None if row is None else _json(row)


async def counts(database: Database) -> dict[str, int]:
    """Return the number of cases by status."""
    counted = select(CaseRow.status, func.count()).group_by(CaseRow.status)
    numbers = {row[0]: row[1] for row in await database.rows(counted)}
    return {status: numbers.get(status, 0) for status in STATUSES}


async def settle(connection: AsyncConnection, number: int, status: str) -> bool:
    """Set the status of a case, and return whether the case exists."""
    statement = update(CaseRow).where(CaseRow.number == number).values(status=status, changed=time.time())
    return bool(await execute_count(connection, statement))


async def own_reports(database: Database, visitor_id: str | None) -> dict[str, Any]:
    """Return a visitor's reports, the newest first, and the number of outcomes that they have not seen."""
    query = (
        select(CaseRow.game_id, CaseRow.remark, CaseRow.talk, CaseRow.status, ReportRow.at, ReportRow.told)
        .join(ReportRow, ReportRow.case_number == CaseRow.number)
        .where(ReportRow.visitor_id == visitor_id)
        .order_by(ReportRow.at.desc())
        .limit(MOST_OWN)
    )
    rows = await database.rows(query)
    reports = []
    for row in rows:
        remark = next(line for line in orjson.loads(row.talk) if line["number"] == row.remark)
        report = {"game": row.game_id, "at": timestamp(row.at), "status": row.status}
        reports.append(report | {name: remark[name] for name in ("name", "text", "phrase")})
    return {"reports": reports, "news": sum(not row.told and row.status != OPEN for row in rows)}


async def note_told(database: Database, visitor_id: str) -> None:
    """Note that a visitor has seen the outcomes of their reports."""
    decided = select(CaseRow.number).where(CaseRow.status != OPEN)
    conditions = ReportRow.visitor_id == visitor_id, ReportRow.told.is_(False), ReportRow.case_number.in_(decided)
    await database.execute(update(ReportRow).where(*conditions).values(told=True))


async def delete_old(database: Database) -> int:
    """Delete cases that were closed long ago; return how many."""
    old = CaseRow.status == CLOSED, CaseRow.changed < time.time() - KEPT_DAYS * 24 * 3600
    batch = select(CaseRow.number).where(*old).limit(AT_ONCE)
    return await database.execute(delete(CaseRow).where(CaseRow.number.in_(batch)))


async def scrub(connection: AsyncConnection, visitor_id: str) -> None:
    """Delete the cases about a visitor, their own reports, and their remarks in other cases."""
    await connection.execute(delete(CaseRow).where(CaseRow.about == visitor_id))
    await connection.execute(delete(ReportRow).where(ReportRow.visitor_id == visitor_id))
    unreported = CaseRow.number.not_in(select(ReportRow.case_number))
    await connection.execute(delete(CaseRow).where(unreported))
    said_there = _mentions(select(CaseRow.number, CaseRow.talk), visitor_id).with_for_update()
    for row in (await connection.execute(said_there)).all():
        talk = [line for line in orjson.loads(row.talk) if line["visitor_id"] != visitor_id]
        statement = update(CaseRow).where(CaseRow.number == row.number)
        await connection.execute(statement.values(talk=orjson.dumps(talk).decode()))


async def rename(connection: AsyncConnection, old: str, new: str) -> None:
    """Replace a visitor's id in what cases keep of the talk."""
    await connection.execute(_mentions(update(CaseRow), old).values(talk=func.replace(CaseRow.talk, old, new)))


def _mentions(statement: Any, visitor_id: str) -> Any:
    return statement.where(CaseRow.talk.contains(visitor_id))


def _cases_query() -> Any:
    reports = select(func.count()).where(ReportRow.case_number == CaseRow.number).scalar_subquery()
    return select(*CaseRow.__table__.columns, reports.label("reports"))


def _json(row: Any) -> dict[str, Any]:
    talk = [
        {
            "number": line["number"],
            "at": timestamp(line["at"]),
            "room": line["room"],
            "visitor": line["visitor_id"],
            "name": line["name"],
            "phrase": line["phrase"],
            "text": line["text"],
            "reported": line["number"] == row.remark,
        }
        for line in orjson.loads(row.talk)
    ]
    case = {"case": row.number} | fields_json(row, "status at changed game")
    return case | {"id": row.game_id, "about": row.about, "reports": row.reports, "talk": talk}
