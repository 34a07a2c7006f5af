"""What ratings are made of, so that they can be computed again, and parts of them that wait.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

INITIAL = (25.0, 25 / 3)
"""The initial rating, and its spread."""
SETTLED_GAMES, SETTLED_OPPONENTS, SETTLED_DAYS = 20, 8, 3
"""What settles a rating (see `kingdoms.server.ratings.pool`)."""


def upgrade() -> None:
    """Add the tables and columns. Games rated so far stay as they are: present ratings are the base of later ones."""
    op.create_table(
        "rated_seats",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("bot", sa.String(100)),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("left_early", sa.Boolean(), nullable=False),
        sa.Column("met", sa.JSON(), nullable=False),
        sa.Column("place", sa.String(32)),
        sa.Column("status", sa.String(10), nullable=False),
    )
    op.create_index("rated_seats_by_visitor", "rated_seats", ["visitor_id", "game", "seats", "at"])
    op.create_index("rated_seats_by_game", "rated_seats", ["game", "seats", "at"])
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
    for name, value in (("held", 0.0), ("base_rating", INITIAL[0]), ("base_spread", INITIAL[1])):
        op.add_column("ratings", sa.Column(name, sa.Float(), nullable=False, server_default=str(value)))
    op.add_column("ratings", sa.Column("base_games", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("place", sa.String(32)))
    op.execute("UPDATE ratings SET base_rating = rating, base_spread = spread, base_games = games")
    op.execute(
        "INSERT INTO rated_seats"
        " (game_id, seat, game, seats, at, visitor_id, bot, share, left_early, met, place, status)"
        " SELECT game_id, seat, game, seats, at, visitor_id, NULL, share, false, '{}', NULL, 'base' FROM rating_steps"
    )
    op.execute(
        "INSERT INTO rated_seats"
        " (game_id, seat, game, seats, at, visitor_id, bot, share, left_early, met, place, status)"
        " SELECT game_id, seat, game, seats, at, NULL, bot, share, false, '{}', NULL, 'base' FROM results"
        " WHERE bot IS NOT NULL AND game_id IN (SELECT game_id FROM rating_steps)"
    )
    _settle()


def _settle() -> None:
    """Mark the ratings that are settled by the games so far."""
    connection = op.get_bind()
    day = "floor(own.at / 86400)" if connection.dialect.name == "postgresql" else "CAST(own.at / 86400 AS INTEGER)"
    counted = connection.execute(
        sa.text(
            "SELECT own.visitor_id, own.game, own.seats, count(DISTINCT own.game_id),"
            f" count(DISTINCT coalesce(other.visitor_id, other.bot)), count(DISTINCT {day})"
            " FROM rated_seats own JOIN rated_seats other ON other.game_id = own.game_id AND other.seat != own.seat"
            " WHERE own.visitor_id IS NOT NULL GROUP BY own.visitor_id, own.game, own.seats"
        )
    ).all()
    settle = sa.text("UPDATE ratings SET settled = true WHERE visitor_id = :visitor AND game = :game AND seats = :seats")
    for visitor, game, seats, games, opponents, days in counted:
        if games >= SETTLED_GAMES and opponents >= SETTLED_OPPONENTS and days >= SETTLED_DAYS:
            connection.execute(settle, {"visitor": visitor, "game": game, "seats": seats})


def downgrade() -> None:
    """Drop the tables and columns; ratings keep what has been counted."""
    op.drop_column("seats", "place")
    for name in ("settled", "base_games", "base_spread", "base_rating", "held"):
        op.drop_column("ratings", name)
    op.drop_table("rating_waits")
    op.drop_table("rated_seats")
