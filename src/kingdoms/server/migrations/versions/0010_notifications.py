"""Retries of push notifications, and a better name for their table.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the table and add the columns; notifications in progress begin with their first try again."""
    op.drop_index("calls_by_until", "calls")
    op.rename_table("calls", "notifications")
    op.create_index("notifications_by_until", "notifications", ["until"])
    op.add_column("notifications", sa.Column("tries", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("notifications", sa.Column("devices", sa.JSON()))


def downgrade() -> None:
    """Rename the table back and drop the columns; notifications in progress are sent to all devices."""
    op.drop_column("notifications", "devices")
    op.drop_column("notifications", "tries")
    op.drop_index("notifications_by_until", "notifications")
    op.rename_table("notifications", "calls")
    op.create_index("calls_by_until", "calls", ["until"])
