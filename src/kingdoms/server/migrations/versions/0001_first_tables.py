"""The first tables: visitors, games, seats, entries, links.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(30)),
        sa.Column("created", sa.Float(), nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("rulings", sa.JSON(), nullable=False),
        sa.Column("position", sa.JSON(none_as_null=True)),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("minutes", sa.Float()),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("started", sa.Float()),
        sa.Column("deadline", sa.Float()),
        sa.Column("rematch", sa.String(24)),
        sa.Column("from_id", sa.String(24)),
        sa.Column("from_number", sa.Integer()),
        sa.Column("to_move", sa.String(10)),
        sa.Column("moved", sa.Float(), nullable=False),
    )
    op.create_index("games_by_status", "games", ["status", "public", "created"])
    op.create_index("games_by_host", "games", ["host"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("bot", sa.String(100)),
        sa.Column("stand_in", sa.String(100)),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("seen", sa.Float()),
    )
    op.create_index("seats_by_visitor", "seats", ["visitor_id", "game_id"])
    op.create_index("seats_by_token", "seats", ["token_hash"])
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("by", sa.String(10)),
        sa.Column("action", sa.String(100)),
        sa.Column("call", sa.String(30)),
        sa.Column("undo", sa.Integer()),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("entries_by_client", "entries", ["game_id", "by", "client_id"], unique=True)
    op.create_table(
        "links",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
    op.create_index("links_by_game", "links", ["game_id"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("links", "entries", "seats", "games", "visitors"):
        op.drop_table(table)
