"""Tables of the database. A game is stored as its record: a header, and entries, which are only appended.

The primary key of `entries` keeps two processes, or two clicks, from both adding entry N. Times are in seconds since 1970.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import JSON, BigInteger, Dialect, Float, ForeignKey, Index, Integer, String, Text, TypeDecorator, false, true
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class WholeNumber(TypeDecorator[int]):
    """An integer that exceeds the integer types of databases, stored as text."""

    impl = String(40)
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """Return the value for the database."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """Return the value from the database."""
        return None if value is None else int(value)


class Base(DeclarativeBase):
    """Base of all tables."""


class VisitorRow(Base):
    """A visitor, and the name that they have chosen.

    `admitted` is since when a closed server lets them in; `study` is what a person with a passkey studies: see `people.study`;
    `language` is the language that they have chosen.
    """

    __tablename__ = "visitors"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(30))
    created: Mapped[float] = mapped_column(Float)
    admitted: Mapped[float | None] = mapped_column(Float)
    invitation: Mapped[int | None] = mapped_column(Integer)
    study: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    language: Mapped[str | None] = mapped_column(String(20))


class InvitationRow(Base):
    """An invitation to a closed server, which admits so many visitors until a time. Only the hash of its token is stored."""

    __tablename__ = "invitations"
    __table_args__ = ({"sqlite_autoincrement": True},)

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    uses: Mapped[int] = mapped_column(Integer)
    used: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    created: Mapped[float] = mapped_column(Float)
    until: Mapped[float] = mapped_column(Float)


class GameRow(Base):
    """The header of a game. `to_move` and `moved` are the seat to move, and since when; everything else follows by replay.

    `status` is `lobby`, `playing` or `over`, or `PARTIAL`. `wakes` is when a server must act on the game even without players;
    None for never. `place` is a digest of the address from which the host created it, `seen` when a visitor last used it as a
    waiting room. After the entry number `held_from`, forced draws are entries like others (None: they never are). `clock` is
    the agreed time control, `clocks` the remaining times (see `clocks.Times`), `proposal` the open proposal (see
    `proposals.Proposal`). `settled` says that the results of the finished game are in `results`, `clock_stopped` that an
    operator has stopped the clocks.
    """

    __tablename__ = "games"
    __table_args__ = (
        Index("games_by_status", "status", "public", "created"),
        Index("games_by_host", "host"),
        Index("games_by_wakes", "wakes"),
        Index("games_by_place", "place", "status"),
    )

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(30))
    rules_version: Mapped[int] = mapped_column(Integer)
    seats: Mapped[list[str]] = mapped_column(JSON)
    rulings: Mapped[dict[str, Any]] = mapped_column(JSON)
    position: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    seed: Mapped[int] = mapped_column(WholeNumber, server_default="0")
    host: Mapped[str] = mapped_column(String(32))
    public: Mapped[bool] = mapped_column()
    minutes: Mapped[float | None] = mapped_column(Float)
    status: Mapped[str] = mapped_column(String(10))
    created: Mapped[float] = mapped_column(Float)
    started: Mapped[float | None] = mapped_column(Float)
    deadline: Mapped[float | None] = mapped_column(Float)
    rematch: Mapped[str | None] = mapped_column(String(24))
    from_id: Mapped[str | None] = mapped_column(String(24))
    from_number: Mapped[int | None] = mapped_column(Integer)
    to_move: Mapped[str | None] = mapped_column(String(10))
    moved: Mapped[float] = mapped_column(Float, default=0.0)
    advice: Mapped[bool] = mapped_column(default=False, server_default=false())
    wakes: Mapped[float | None] = mapped_column(Float)
    stand_in: Mapped[str | None] = mapped_column(String(100))
    place: Mapped[str | None] = mapped_column(String(32))
    seen: Mapped[float] = mapped_column(Float, default=0.0, server_default="0")
    held_from: Mapped[int | None] = mapped_column(Integer)
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    clocks: Mapped[str | None] = mapped_column(Text)
    proposal: Mapped[str | None] = mapped_column(Text)
    talk: Mapped[bool] = mapped_column(default=True, server_default=true())
    settled: Mapped[bool] = mapped_column(default=False, server_default=false())
    rated: Mapped[bool] = mapped_column(default=False, server_default=false())
    near: Mapped[int | None] = mapped_column(Integer)
    clock_stopped: Mapped[bool] = mapped_column(default=False, server_default=false())


PARTIAL: Final = "partial"
"""The status of a game that is being written, or deleted, in parts; such a game is treated as missing."""
IS_WHOLE = GameRow.status != PARTIAL
"""The condition for all other games. A query for games needs it, unless it selects by status."""
DELETING: Final = {"status": PARTIAL, "seen": 0.0, "wakes": None}
"""Values for the row of a game that is about to be deleted in parts."""


class SeatRow(Base):
    """A seat. `kind` is `open`, `person`, `bot` or `program`; `gone` is how its player left permanently.

    At a rated table, `place` is a digest of the address from which the holder took the seat.
    """

    __tablename__ = "seats"
    __table_args__ = (Index("seats_by_visitor", "visitor_id", "game_id"), Index("seats_by_token", "token_hash"))

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(10), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(30))
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    bot: Mapped[str | None] = mapped_column(String(100))
    stand_in: Mapped[str | None] = mapped_column(String(100))
    token_hash: Mapped[str | None] = mapped_column(String(64))
    seen: Mapped[float | None] = mapped_column(Float)
    gone: Mapped[str | None] = mapped_column(String(10))
    rating: Mapped[float | None] = mapped_column(Float)
    spread: Mapped[float | None] = mapped_column(Float)
    place: Mapped[str | None] = mapped_column(String(32))


class EntryRow(Base):
    """An entry: an action of a seat or of chance, a call from outside the rules, or a return to an earlier number.

    A return to the number just before it changes nothing in the game; see `endings`. `clocks` are the clocks after the entry,
    if the game has clocks.
    """

    __tablename__ = "entries"
    __table_args__ = (Index("entries_by_client", "game_id", "by", "client_id", unique=True),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    by: Mapped[str | None] = mapped_column(String(10))
    action: Mapped[str | None] = mapped_column(String(100))
    call: Mapped[str | None] = mapped_column(String(30))
    undo: Mapped[int | None] = mapped_column(Integer)
    client_id: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[float] = mapped_column(Float)
    clocks: Mapped[str | None] = mapped_column(Text)


class LinkRow(Base):
    """A token that transfers a seat to another device, once. Only its hash is stored."""

    __tablename__ = "links"
    __table_args__ = (Index("links_by_game", "game_id"),)

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    seat: Mapped[str] = mapped_column(String(10))
    created: Mapped[float] = mapped_column(Float)


class RemarkRow(Base):
    """A remark at a table: the name of a quick phrase, or a text.

    `number` is the time in milliseconds, incremented if that number is taken; it only orders the remarks of a game.
    """

    __tablename__ = "remarks"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    room: Mapped[str] = mapped_column(String(10))
    visitor_id: Mapped[str] = mapped_column(String(32))
    seat: Mapped[str | None] = mapped_column(String(10))
    name: Mapped[str | None] = mapped_column(String(30))
    phrase: Mapped[str | None] = mapped_column(String(20))
    text: Mapped[str | None] = mapped_column(String(300))
    at: Mapped[float] = mapped_column(Float)


class CaseRow(Base):
    """A reported remark, for the operator. It remains when the game is deleted.

    `remark` is the number of the remark, `about` its author. `talk` has the remark and some before and after it, as
    JSON. `status` is `open`, `looked_at` or `closed`, since `changed`.
    """

    __tablename__ = "cases"
    __table_args__ = (
        Index("cases_by_remark", "game_id", "remark", unique=True),
        Index("cases_by_status", "status", "number"),
        Index("cases_by_about", "about"),
        {"sqlite_autoincrement": True},
    )

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(String(24))
    remark: Mapped[int] = mapped_column(BigInteger)
    game: Mapped[str] = mapped_column(String(30))
    about: Mapped[str] = mapped_column(String(32))
    talk: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(10))
    at: Mapped[float] = mapped_column(Float)
    changed: Mapped[float | None] = mapped_column(Float)


class ReportRow(Base):
    """A visitor's report of a remark. `told`: whether the visitor has seen its outcome."""

    __tablename__ = "reports"
    __table_args__ = (Index("reports_by_visitor", "visitor_id"),)

    case_number: Mapped[int] = mapped_column(ForeignKey("cases.number", ondelete="CASCADE"), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[float] = mapped_column(Float)
    told: Mapped[bool] = mapped_column(default=False, server_default=false())


class MuteRow(Base):
    """A visitor who does not want to read another visitor's remarks, at any table.

    If the other one is `blocked`, the two do not meet at a table either; `name` is what they were called then.
    """

    __tablename__ = "mutes"
    __table_args__ = (Index("mutes_by_muted", "muted_id"),)

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    muted_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[float] = mapped_column(Float)
    blocked: Mapped[bool] = mapped_column(default=False, server_default=false())
    name: Mapped[str | None] = mapped_column(String(30))


class DeviceRow(Base):
    """A device on which a visitor receives push notifications: the address at its push service, its digest as id, and the keys.

    `talk` says whether remarks are notified too, `failures` how many notifications have failed in a row. `session` is the
    session of the browser, `language` that of its page.
    """

    __tablename__ = "devices"
    __table_args__ = (Index("devices_by_visitor", "visitor_id"),)

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32))
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(50))
    talk: Mapped[bool] = mapped_column()
    created: Mapped[float] = mapped_column(Float)
    failures: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    session: Mapped[str | None] = mapped_column(String(16))
    language: Mapped[str | None] = mapped_column(String(20))


class NotificationRow(Base):
    """The newest change of a game, by `kind`, that a visitor was notified of or has seen.

    `number` is the last entry or remark that they know of, `at` when that was noted. `until` is the lease of the server that is
    sending the notification, or the time of the next try; after it, any server may send it. Null: there is nothing to send.
    `tries` counts failed tries, `devices` has the ids of the devices that are still to be notified; null for all of them.
    """

    __tablename__ = "notifications"
    __table_args__ = (Index("notifications_by_until", "until"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[float] = mapped_column(Float)
    until: Mapped[float | None] = mapped_column(Float)
    tries: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    devices: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))


class BanRow(Base):
    """A ban of a visitor or of a network of addresses; until a time, or for ever."""

    __tablename__ = "bans"

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    network: Mapped[str | None] = mapped_column(String(50))
    reason: Mapped[str] = mapped_column(String(200))
    created: Mapped[float] = mapped_column(Float)
    until: Mapped[float | None] = mapped_column(Float)


class DeedRow(Base):
    """A command by which an operator has changed something, as typed, and who ran it; `fault` says why it failed."""

    __tablename__ = "deeds"
    __table_args__ = (Index("deeds_by_at", "at"), {"sqlite_autoincrement": True})

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[float] = mapped_column(Float)
    by: Mapped[str] = mapped_column(String(100))
    command: Mapped[str] = mapped_column(Text)
    fault: Mapped[str | None] = mapped_column(Text)


class NoticeRow(Base):
    """A notice of an operator's command for a server on SQLite, which polls this table; PostgreSQL has notifications."""

    __tablename__ = "notices"
    __table_args__ = ({"sqlite_autoincrement": True},)

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    about: Mapped[str] = mapped_column(String(100))
    at: Mapped[float] = mapped_column(Float)


class ServerRow(Base):
    """A running server, and its last heartbeat."""

    __tablename__ = "servers"

    process: Mapped[str] = mapped_column(String(16), primary_key=True)
    seen: Mapped[float] = mapped_column(Float)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)


class AliveRow(Base):
    """What concerns all servers, in a single row: the last sign of life of any, the notice to all, the hash of the password."""

    __tablename__ = "alive"

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[float] = mapped_column(Float)
    notice: Mapped[str | None] = mapped_column(String(300))
    notice_until: Mapped[float | None] = mapped_column(Float)
    password: Mapped[str | None] = mapped_column(String(200))


class PasskeyRow(Base):
    """A passkey of a visitor: its public key and its signature counter."""

    __tablename__ = "passkeys"
    __table_args__ = (Index("passkeys_by_visitor", "visitor_id"),)

    id: Mapped[str] = mapped_column(String(1400), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(30))
    public: Mapped[str] = mapped_column(Text)
    signed: Mapped[int] = mapped_column(BigInteger)
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float | None] = mapped_column(Float)


class SessionRow(Base):
    """A session: a browser in which a visitor is signed in, or (without a visitor) in which an operator was.

    `browser` is its name, `ended` when it was ended; its cookie is void from then on.
    """

    __tablename__ = "sessions"
    __table_args__ = (
        Index("sessions_by_visitor", "visitor_id"),
        Index("sessions_by_ended", "ended"),
        Index("sessions_by_used", "used"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    browser: Mapped[str] = mapped_column(String(60))
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)
    ended: Mapped[float | None] = mapped_column(Float)


class CeremonyRow(Base):
    """A pending challenge to a passkey, or a proof that has not been used; one of each kind for a visitor."""

    __tablename__ = "ceremonies"

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[float] = mapped_column(Float)


class ResultRow(Base):
    """The result of a seat in a finished game: `share` is 1 divided among the winners, 0 for others. Bots have no visitor.

    `moves` is the number of actions of all seats, `score` the final score of the seat by its figures.
    """

    __tablename__ = "results"
    __table_args__ = (Index("results_by_visitor", "visitor_id", "at"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(30))
    seats: Mapped[int] = mapped_column(Integer)
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    bot: Mapped[str | None] = mapped_column(String(100))
    share: Mapped[float] = mapped_column(Float)
    moves: Mapped[int] = mapped_column(Integer)
    score: Mapped[list[float]] = mapped_column(JSON)
    at: Mapped[float] = mapped_column(Float)


class ProfileRow(Base):
    """A person's profile, which is public only if it is `listed`. Its address is random."""

    __tablename__ = "profiles"

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    address: Mapped[str] = mapped_column(String(16), unique=True)
    listed: Mapped[bool] = mapped_column(default=False, server_default=false())


class RatingRow(Base):
    """A person's rating in a game with a number of seats, by rated games; `spread` is its uncertainty.

    `evidence` is the number of games that it rests on, by their weights (see `ratings.pool`).
    """

    __tablename__ = "ratings"
    __table_args__ = (Index("ratings_by_game", "game", "seats", "rating"),)

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(30), primary_key=True)
    seats: Mapped[int] = mapped_column(Integer, primary_key=True)
    rating: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)
    evidence: Mapped[float] = mapped_column(Float, default=0.0, server_default="0.0")
    settled: Mapped[bool] = mapped_column(default=False, server_default=false())


class RatedSeatRow(Base):
    """A seat of a finished rated game. It remains when the game is deleted, so that ratings can be computed again.

    `met` is the number of earlier games against each opponent, by seat (see `ratings.pool.meetings`). `place` is a digest of
    the address; it is deleted after a week. `status` is `counted`, or `annulled` by an operator.
    """

    __tablename__ = "rated_seats"
    __table_args__ = (
        Index("rated_seats_by_visitor", "visitor_id", "game", "seats", "at"),
        Index("rated_seats_by_game", "game", "seats", "at"),
    )

    game_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    seat: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(30))
    seats: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    bot: Mapped[str | None] = mapped_column(String(100))
    share: Mapped[float] = mapped_column(Float)
    left_early: Mapped[bool] = mapped_column()
    met: Mapped[dict[str, int]] = mapped_column(JSON)
    place: Mapped[str | None] = mapped_column(String(32))
    status: Mapped[str] = mapped_column(String(10))


class RatingStepRow(Base):
    """The change of a person's rating by a rated game. It remains when the game is deleted."""

    __tablename__ = "rating_steps"
    __table_args__ = (Index("rating_steps_by_visitor", "visitor_id", "at"),)

    game_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    seat: Mapped[str] = mapped_column(String(10), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32))
    game: Mapped[str] = mapped_column(String(30))
    seats: Mapped[int] = mapped_column(Integer)
    share: Mapped[float] = mapped_column(Float)
    rating_before: Mapped[float] = mapped_column(Float)
    spread_before: Mapped[float] = mapped_column(Float)
    rating: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    at: Mapped[float] = mapped_column(Float)


class BoardRow(Base):
    """A board with variations that a person keeps. `root` is where it begins (see `sharing.schemas.BoardRoot`).

    `version` counts the changes. `look_key` and `edit_key` are in the links that the owner gives to others; null if nobody may
    look, or edit, by link. `marks` is JSON; it and `comment` are those of the root.
    """

    __tablename__ = "boards"
    __table_args__ = (Index("boards_by_owner", "owner", "changed"),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    owner: Mapped[str] = mapped_column(String(32))
    title: Mapped[str] = mapped_column(String(100))
    game: Mapped[str] = mapped_column(String(60))
    root: Mapped[dict[str, Any]] = mapped_column(JSON)
    comment: Mapped[str] = mapped_column(Text)
    marks: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(Integer)
    look_key: Mapped[str | None] = mapped_column(String(24))
    edit_key: Mapped[str | None] = mapped_column(String(24))
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)


class BoardNodeRow(Base):
    """A node of a board: the action at its parent, null for the root. `version` is the change that has written it last.

    Only its text, order and `deleted` ever change: others may have added nodes below it.
    """

    __tablename__ = "board_nodes"
    __table_args__ = (Index("board_nodes_by_version", "board_id", "version"),)

    board_id: Mapped[str] = mapped_column(ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    parent: Mapped[str | None] = mapped_column(String(40))
    by: Mapped[str | None] = mapped_column(String(10))
    action: Mapped[str] = mapped_column(String(100))
    comment: Mapped[str] = mapped_column(Text)
    marks: Mapped[str] = mapped_column(Text)
    order: Mapped[float] = mapped_column(Float)
    version: Mapped[int] = mapped_column(Integer)
    deleted: Mapped[bool] = mapped_column()


class PuzzleRow(Base):
    """The rating of a puzzle by the first attempts of people with an account (see `ratings.puzzles`)."""

    __tablename__ = "puzzles"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    rating: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    attempts: Mapped[int] = mapped_column(Integer)
