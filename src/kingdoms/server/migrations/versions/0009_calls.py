"""Leases of servers that are sending notifications.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; past notifications count as sent."""
    op.add_column("calls", sa.Column("until", sa.Float()))
    op.create_index("calls_by_until", "calls", ["until"])


def downgrade() -> None:
    """Drop the column; notifications in progress count as sent."""
    op.drop_index("calls_by_until", "calls")
    op.drop_column("calls", "until")
