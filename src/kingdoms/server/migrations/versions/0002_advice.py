"""Whether the host of a game allows hints and chances when people play each other.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing games don't allow it."""
    op.add_column("games", sa.Column("advice", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "advice")
