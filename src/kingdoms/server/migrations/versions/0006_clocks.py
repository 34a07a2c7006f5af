"""Clocks, proposals, and seats whose players have left for good.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NEW = (
    ("games", sa.Column("clock", sa.JSON())),
    ("games", sa.Column("clocks", sa.Text())),
    ("games", sa.Column("proposal", sa.Text())),
    ("seats", sa.Column("gone", sa.String(10))),
    ("entries", sa.Column("clocks", sa.Text())),
)


def upgrade() -> None:
    """Add the columns; games in progress have no clocks."""
    for table, column in NEW:
        op.add_column(table, column)


def downgrade() -> None:
    """Drop the columns; earlier versions show an end by agreement or by a clock as one by the operator."""
    for table, column in NEW:
        op.drop_column(table, str(column.name))
