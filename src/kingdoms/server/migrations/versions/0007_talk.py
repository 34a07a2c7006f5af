"""Remarks, mutes, reports, and push notifications.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; talk is allowed at every table until its host forbids it."""
    op.add_column("games", sa.Column("talk", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_table(
        "remarks",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True),
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(10)),
        sa.Column("name", sa.String(30)),
        sa.Column("phrase", sa.String(20)),
        sa.Column("text", sa.String(300)),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("muted_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("mutes_by_muted", "mutes", ["muted_id"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(50), nullable=False),
        sa.Column("talk", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("devices_by_visitor", "devices", ["visitor_id"])
    op.create_table(
        "calls",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables; remarks and subscriptions to notifications are lost."""
    for table in ("calls", "devices", "mutes", "reports", "remarks"):
        op.drop_table(table)
    op.drop_column("games", "talk")
