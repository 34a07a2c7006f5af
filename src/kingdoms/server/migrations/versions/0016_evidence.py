"""Evidence of ratings in place of parts that wait.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

SETTLED_EVIDENCE = 17.0
"""The evidence of a settled rating (see `kingdoms.server.ratings.pool`)."""


def upgrade() -> None:
    """Add the column. Settled ratings stay settled; others have half a game of evidence for each game."""
    op.add_column("ratings", sa.Column("evidence", sa.Float(), nullable=False, server_default="0.0"))
    op.execute(f"UPDATE ratings SET evidence = CASE WHEN settled THEN {SETTLED_EVIDENCE} ELSE games * 0.5 END")
    op.drop_column("ratings", "held")
    op.drop_table("rating_waits")


def downgrade() -> None:
    """Drop the column. What had waited before is gone."""
    op.create_table(
        "rating_waits",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("against", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("gain", sa.Float(), nullable=False),
    )
    op.create_index("rating_waits_by_against", "rating_waits", ["against", "game", "seats"])
    op.create_index("rating_waits_by_visitor", "rating_waits", ["visitor_id"])
    op.add_column("ratings", sa.Column("held", sa.Float(), nullable=False, server_default="0.0"))
    op.drop_column("ratings", "evidence")
