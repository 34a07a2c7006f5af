"""Passkeys and their challenges, results of games, profiles, and ratings.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("public", sa.Text(), nullable=False),
        sa.Column("signed", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float()),
    )
    op.create_index("passkeys_by_visitor", "passkeys", ["visitor_id"])
    op.create_table(
        "ceremonies",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("bot", sa.String(100)),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("results_by_visitor", "results", ["visitor_id", "at"])
    op.create_table(
        "profiles",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(16), nullable=False, unique=True),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "ratings",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(30), primary_key=True),
        sa.Column("seats", sa.Integer(), primary_key=True),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("spread", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ratings_by_game", "ratings", ["game", "seats", "rating"])
    op.create_table(
        "rating_steps",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("rating_before", sa.Float(), nullable=False),
        sa.Column("spread_before", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("spread", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("rating_steps_by_visitor", "rating_steps", ["visitor_id", "at"])
    for name in ("settled", "rated"):
        op.add_column("games", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("near", sa.Integer()))
    for name in ("rating", "spread"):
        op.add_column("seats", sa.Column(name, sa.Float()))


def downgrade() -> None:
    """Drop the tables; owners of passkeys are identified by their cookies only."""
    for name in ("spread", "rating"):
        op.drop_column("seats", name)
    for name in ("near", "rated", "settled"):
        op.drop_column("games", name)
    for table in ("rating_steps", "ratings", "profiles", "results", "ceremonies", "passkeys"):
        op.drop_table(table)
