"""When a server has to wake up for a game that nobody is at, since the time that was agreed on is up.

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
    """Add the column; timed games under way are woken for, even those whose time has been called: that is seen then."""
    op.add_column("games", sa.Column("wakes", sa.Float()))
    op.create_index("games_by_wakes", "games", ["wakes"])
    op.execute("UPDATE games SET wakes = deadline WHERE status = 'playing'")


def downgrade() -> None:
    """Drop it."""
    op.drop_index("games_by_wakes", "games")
    op.drop_column("games", "wakes")
