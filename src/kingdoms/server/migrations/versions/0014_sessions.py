"""Sessions: the browsers in which a visitor is signed in.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table. Sessions that exist are noted when they are next used."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("browser", sa.String(60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float()),
    )
    op.create_index("sessions_by_visitor", "sessions", ["visitor_id"])
    op.create_index("sessions_by_ended", "sessions", ["ended"])
    op.create_index("sessions_by_used", "sessions", ["used"])
    op.add_column("devices", sa.Column("session", sa.String(16)))


def downgrade() -> None:
    """Drop the table and the column: sessions that have ended are valid again."""
    op.drop_column("devices", "session")
    op.drop_table("sessions")
