"""Bans, notices to running servers, and heartbeats of servers.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "bans",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("network", sa.String(50)),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
    )
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "servers",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables; bans are lost."""
    for table in ("servers", "notices", "bans"):
        op.drop_table(table)
