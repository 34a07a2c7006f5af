"""Calls that are being sent: until when the server that sends one may take to do so.

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
    """Add the column; what was called for before counts as known."""
    op.add_column("calls", sa.Column("until", sa.Float()))
    op.create_index("calls_by_until", "calls", ["until"])


def downgrade() -> None:
    """Drop it: a call that is being sent counts as sent."""
    op.drop_index("calls_by_until", "calls")
    op.drop_column("calls", "until")
