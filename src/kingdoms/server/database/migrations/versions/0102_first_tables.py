"""The tables of version 0.1.0.

Revision ID: 0102
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "alive",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("notice", sa.String(300)),
        sa.Column("notice_until", sa.Float()),
        sa.Column("password", sa.String(200)),
    )
    op.create_table(
        "bans",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("network", sa.String(50)),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
    )
    op.create_table(
        "boards",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("root", sa.JSON(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("look_key", sa.String(24)),
        sa.Column("edit_key", sa.String(24)),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
    )
    op.create_index("boards_by_owner", "boards", ["owner", "changed"])
    op.create_table(
        "board_nodes",
        sa.Column("board_id", sa.String(24), sa.ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("parent", sa.String(40)),
        sa.Column("by", sa.String(10)),
        sa.Column("action", sa.String(100), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("order", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
    )
    op.create_index("board_nodes_by_version", "board_nodes", ["board_id", "version"])
    op.create_table(
        "cases",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("remark", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("talk", sa.Text(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float()),
        sqlite_autoincrement=True,
    )
    op.create_index("cases_by_remark", "cases", ["game_id", "remark"], unique=True)
    op.create_index("cases_by_status", "cases", ["status", "number"])
    op.create_index("cases_by_about", "cases", ["about"])
    op.create_table(
        "ceremonies",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by", sa.String(100), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("fault", sa.Text()),
        sqlite_autoincrement=True,
    )
    op.create_index("deeds_by_at", "deeds", ["at"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(50), nullable=False),
        sa.Column("talk", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("session", sa.String(16)),
        sa.Column("language", sa.String(20)),
    )
    op.create_index("devices_by_visitor", "devices", ["visitor_id"])
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("rulings", sa.JSON(), nullable=False),
        sa.Column("position", sa.JSON()),
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
        sa.Column("advice", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("wakes", sa.Float()),
        sa.Column("seed", sa.String(40), nullable=False, server_default="0"),
        sa.Column("stand_in", sa.String(100)),
        sa.Column("place", sa.String(32)),
        sa.Column("seen", sa.Float(), nullable=False, server_default="0"),
        sa.Column("held_from", sa.Integer()),
        sa.Column("clock", sa.JSON()),
        sa.Column("clocks", sa.Text()),
        sa.Column("proposal", sa.Text()),
        sa.Column("talk", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("near", sa.Integer()),
        sa.Column("clock_stopped", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("games_by_status", "games", ["status", "public", "created"])
    op.create_index("games_by_host", "games", ["host"])
    op.create_index("games_by_wakes", "games", ["wakes"])
    op.create_index("games_by_place", "games", ["place", "status"])
    op.create_table(
        "invitations",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "mutes",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("muted_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("blocked", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("name", sa.String(30)),
    )
    op.create_index("mutes_by_muted", "mutes", ["muted_id"])
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sqlite_autoincrement=True,
    )
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
        "profiles",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(16), nullable=False, unique=True),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "puzzles",
        sa.Column("name", sa.String(100), primary_key=True),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("spread", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
    )
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
    op.create_table(
        "ratings",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(30), primary_key=True),
        sa.Column("seats", sa.Integer(), primary_key=True),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("spread", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("evidence", sa.Float(), nullable=False, server_default="0.0"),
    )
    op.create_index("ratings_by_game", "ratings", ["game", "seats", "rating"])
    op.create_table(
        "servers",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
    )
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
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(30)),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("admitted", sa.Float()),
        sa.Column("invitation", sa.Integer()),
        sa.Column("study", sa.JSON()),
        sa.Column("language", sa.String(20)),
    )
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
        sa.Column("clocks", sa.Text()),
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
    op.create_table(
        "notifications",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("devices", sa.JSON()),
    )
    op.create_index("notifications_by_until", "notifications", ["until"])
    op.create_table(
        "remarks",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True),
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("visitor_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(10)),
        sa.Column("name", sa.String(30)),
        sa.Column("phrase", sa.String(20)),
        sa.Column("text", sa.String(300)),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("case_number", sa.Integer(), sa.ForeignKey("cases.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("reports_by_visitor", "reports", ["visitor_id"])
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("bot", sa.String(100)),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("score", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("results_by_visitor", "results", ["visitor_id", "at"])
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
        sa.Column("gone", sa.String(10)),
        sa.Column("rating", sa.Float()),
        sa.Column("spread", sa.Float()),
        sa.Column("place", sa.String(32)),
    )
    op.create_index("seats_by_visitor", "seats", ["visitor_id", "game_id"])
    op.create_index("seats_by_token", "seats", ["token_hash"])
