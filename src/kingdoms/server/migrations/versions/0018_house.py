"""Closed servers: admitted visitors, invitations and a password; and the operator's notice to all.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

COLUMNS: dict[str, dict[str, sa.types.TypeEngine[Any]]] = {
    "visitors": {"admitted": sa.Float(), "invitation": sa.Integer()},
    "alive": {"notice": sa.String(300), "notice_until": sa.Float(), "password": sa.String(200)},
}


def upgrade() -> None:
    """Add the columns and the table. Nobody is admitted yet, which matters only to a closed server."""
    for table, columns in COLUMNS.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind))
    op.create_table(
        "invitations",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Drop the table and the columns: invitations, admissions, the password and the notice are lost."""
    op.drop_table("invitations")
    for table, columns in COLUMNS.items():
        for name in columns:
            op.drop_column(table, name)
