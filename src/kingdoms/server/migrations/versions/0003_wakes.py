"""When a server must wake a game without players because its time is up.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; set it for all timed games in progress, even if their time has been called: the server checks that."""
    op.add_column("games", sa.Column("wakes", sa.Float()))
    op.create_index("games_by_wakes", "games", ["wakes"])
    op.execute("UPDATE games SET wakes = deadline WHERE status = 'playing'")


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("games_by_wakes", "games")
    op.drop_column("games", "wakes")
