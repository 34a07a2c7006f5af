"""Longer seeds, held draws, stand-ins, addresses of hosts, and when a visitor was last in a waiting room.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

games = sa.table("games", sa.column("id"), sa.column("status"), sa.column("created"), sa.column("seed"), sa.column("seen"))


def upgrade() -> None:
    """Store seeds as text, since they exceed integer columns, and replace those of unfinished games by longer ones.

    Draws so far are in the entries. A new column replaces the old one: SQLite can neither change the type of a column nor drop
    a table that others refer to.
    """
    op.execute("ALTER TABLE games RENAME COLUMN seed TO short_seed")
    op.add_column("games", sa.Column("seed", sa.String(40), nullable=False, server_default="0"))
    op.execute("UPDATE games SET seed = CAST(short_seed AS VARCHAR(40))")
    op.drop_column("games", "short_seed")
    connection = op.get_bind()
    for game_id in connection.scalars(sa.select(games.c.id).where(games.c.status != "over")).all():
        connection.execute(sa.update(games).where(games.c.id == game_id).values(seed=str(secrets.randbits(128))))
    op.add_column("games", sa.Column("stand_in", sa.String(100)))
    op.add_column("games", sa.Column("place", sa.String(32)))
    op.add_column("games", sa.Column("seen", sa.Float(), nullable=False, server_default="0"))
    op.execute(sa.update(games).values(seen=games.c.created))
    op.add_column("games", sa.Column("held_from", sa.Integer()))
    last = "SELECT COALESCE(MAX(number), 0) FROM entries WHERE entries.game_id = games.id"
    op.execute(f"UPDATE games SET held_from = ({last}) WHERE status <> 'over'")
    op.create_index("games_by_place", "games", ["place", "status"])


def downgrade() -> None:
    """Go back to short seeds; longer ones are truncated."""
    op.drop_index("games_by_place", "games")
    for column in ("held_from", "seen", "place", "stand_in"):
        op.drop_column("games", column)
    op.execute("ALTER TABLE games RENAME COLUMN seed TO long_seed")
    op.add_column("games", sa.Column("seed", sa.BigInteger(), nullable=False, server_default="0"))
    connection = op.get_bind()
    long = sa.table("games", sa.column("id"), sa.column("long_seed"), sa.column("seed"))
    for game_id, seed in connection.execute(sa.select(long.c.id, long.c.long_seed)).all():
        connection.execute(sa.update(long).where(long.c.id == game_id).values(seed=int(seed) % 2**62))
    op.drop_column("games", "long_seed")
