"""The log of deeds: the operators' commands that have changed something.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. Earlier deeds are not known."""
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by", sa.String(100), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("fault", sa.Text()),
        sa.PrimaryKeyConstraint("number"),
        sqlite_autoincrement=True,
    )
    op.create_index("deeds_by_at", "deeds", ["at"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("deeds")
