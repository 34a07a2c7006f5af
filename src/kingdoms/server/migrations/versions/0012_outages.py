"""The last sign of life of any server, and clocks that an operator has stopped.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the column. Without a sign of life, the first start gives no time back."""
    op.create_table(
        "alive",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.add_column("games", sa.Column("clock_stopped", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop both. Clocks that are stopped stand until the next move."""
    op.drop_column("games", "clock_stopped")
    op.drop_table("alive")
