"""Blocking: a mute that also keeps two visitors from meeting at a table.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Existing mutes are no blocks."""
    op.add_column("mutes", sa.Column("blocked", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("mutes", sa.Column("name", sa.String(30)))


def downgrade() -> None:
    """Drop the columns. Blocked people stay muted."""
    op.drop_column("mutes", "name")
    op.drop_column("mutes", "blocked")
