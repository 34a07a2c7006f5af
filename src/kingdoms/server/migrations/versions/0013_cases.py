"""Reported remarks as cases for the operator, which outlive the game.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make a case of each reported remark. What was said around it is not known any more."""
    connection = op.get_bind()
    before = connection.execute(
        sa.text(
            "SELECT p.game_id, p.number, p.visitor_id, p.at, g.game, r.room, r.visitor_id AS author, r.seat, r.name, r.phrase,"
            " r.text, r.at AS said FROM reports p JOIN games g ON g.id = p.game_id"
            " JOIN remarks r ON r.game_id = p.game_id AND r.number = p.number ORDER BY p.at"
        )
    ).all()
    op.drop_table("reports")
    cases = op.create_table(
        "cases",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("remark", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("talk", sa.Text(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float()),
        sqlite_autoincrement=True,
    )
    op.create_index("cases_by_remark", "cases", ["game_id", "remark"], unique=True)
    op.create_index("cases_by_status", "cases", ["status", "number"])
    op.create_index("cases_by_about", "cases", ["about"])
    reports = op.create_table(
        "reports",
        sa.Column("case_number", sa.Integer(), sa.ForeignKey("cases.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("reports_by_visitor", "reports", ["visitor_id"])
    for row in before:
        known = connection.scalar(sa.select(cases.c.number).where(cases.c.game_id == row.game_id, cases.c.remark == row.number))
        if known is None:
            remark = {"number": row.number, "room": row.room, "visitor_id": row.author, "seat": row.seat, "name": row.name}
            talk = json.dumps([remark | {"phrase": row.phrase, "text": row.text, "at": row.said}])
            values = {"game_id": row.game_id, "remark": row.number, "game": row.game, "about": row.author, "talk": talk}
            made = cases.insert().values(**values, status="open", at=row.at).returning(cases.c.number)
            known = connection.scalar(made)
        connection.execute(reports.insert().values(case_number=known, visitor_id=row.visitor_id, at=row.at))


def downgrade() -> None:
    """Keep only reports in games that still exist."""
    op.rename_table("reports", "reports_of_cases")
    op.drop_index("reports_by_visitor", "reports_of_cases")
    op.create_table(
        "reports",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.execute(
        "INSERT INTO reports (game_id, number, visitor_id, at)"
        " SELECT c.game_id, c.remark, r.visitor_id, r.at FROM reports_of_cases r JOIN cases c ON c.number = r.case_number"
        " WHERE c.game_id IN (SELECT id FROM games)"
    )
    op.drop_table("reports_of_cases")
    op.drop_table("cases")
