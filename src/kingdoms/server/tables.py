"""What the database keeps. A game is its record: a header, and entries that are only ever added.

The primary key of `entries` is what keeps two processes, or two clicks, from both being number N. Times are seconds since 1970.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import JSON, BigInteger, Dialect, Float, ForeignKey, Index, Integer, String, Text, TypeDecorator, false, true
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class WholeNumber(TypeDecorator[int]):
    """A whole number that is longer than what a database takes for one."""

    impl = String(40)
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """Return what is written."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """Return what was read."""
        return None if value is None else int(value)


class Base(DeclarativeBase):
    """Base of all tables."""


class VisitorRow(Base):
    """Somebody who has come by."""

    __tablename__ = "visitors"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(30))
    created: Mapped[float] = mapped_column(Float)


class GameRow(Base):
    """The header of a game. `to_move` and `moved` say who is asked, and since when; all else follows by replay.

    `status` is `lobby`, `playing` or `over`, or `PARTIAL`.
    `wakes` is when a server has to do something for it, though nobody may be at it; None: never. `place` is a digest of the
    address that the host has made it from, `seen` when somebody was last in it as a waiting room. After
    the number `held_from` draws that are certain are entries like others (None: they never are). `clock` is what was agreed on,
    `clocks` how much of it is left (see `clocks.Times`), `proposal` what somebody proposes (see `proposals.Proposal`).
    `settled` says that what has come of a game that is over stands in `results`.
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


PARTIAL: Final = "partial"
"""The status of a game that is being written, or deleted, in parts: to everybody else there is no such game."""
IS_WHOLE = GameRow.status != PARTIAL
"""What is so of every other game. Whoever looks for games by anything but their status asks for this, too."""
DELETING: Final = {"status": PARTIAL, "seen": 0.0, "wakes": None}
"""What is written into the row of a game that is to be deleted in parts."""


class SeatRow(Base):
    """Who sits where. A seat is `open`, or a `person`'s, a `bot`'s or a `program`'s; `gone` is how they left for good."""

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


class EntryRow(Base):
    """One thing that happened: an action of a seat or of chance, a call from outside, or a return to an earlier number.

    One that goes back to the number just before it changes nothing in the game: see `endings`. `clocks` is how the clocks stood
    after it, where the table has some.
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
    """A token that carries a seat to another device, once. Only its hash is kept."""

    __tablename__ = "links"
    __table_args__ = (Index("links_by_game", "game_id"),)

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    seat: Mapped[str] = mapped_column(String(10))
    created: Mapped[float] = mapped_column(Float)


class RemarkRow(Base):
    """Something that somebody has said at a table: a quick phrase by its name, or a text.

    `number` is when, in milliseconds, raised where that is taken: it orders what was said in a game, and tells nothing else.
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


class ReportRow(Base):
    """That somebody has reported a remark to the host."""

    __tablename__ = "reports"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[float] = mapped_column(Float)


class MuteRow(Base):
    """That a visitor does not want to read what another one says, at any table."""

    __tablename__ = "mutes"
    __table_args__ = (Index("mutes_by_muted", "muted_id"),)

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    muted_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[float] = mapped_column(Float)


class DeviceRow(Base):
    """A device on which a visitor wants to be called: its push service's address, by whose digest it goes, and its keys.

    `talk` says whether they want to be called for what is said as well, `failures` how many calls have failed in a row.
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


class CallRow(Base):
    """That a visitor knows of something in a game, by its `kind`: they were called, or were looking.

    `number` is up to where they know of it, `at` when that was noted. As long as they are being called, `until` is how long the
    server that does so may take; after that any server may. Null: they know.
    """

    __tablename__ = "calls"
    __table_args__ = (Index("calls_by_until", "until"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[float] = mapped_column(Float)
    until: Mapped[float | None] = mapped_column(Float)


class BanRow(Base):
    """Somebody who may not come in: a visitor, or a network of addresses; until a time, or for ever."""

    __tablename__ = "bans"

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    network: Mapped[str | None] = mapped_column(String(50))
    reason: Mapped[str] = mapped_column(String(200))
    created: Mapped[float] = mapped_column(Float)
    until: Mapped[float | None] = mapped_column(Float)


class NoticeRow(Base):
    """What an operator's command tells a server on SQLite, which looks here; on PostgreSQL it is told directly."""

    __tablename__ = "notices"
    __table_args__ = ({"sqlite_autoincrement": True},)

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    about: Mapped[str] = mapped_column(String(100))
    at: Mapped[float] = mapped_column(Float)


class ServerRow(Base):
    """A server that runs, and what it says of itself now and then."""

    __tablename__ = "servers"

    process: Mapped[str] = mapped_column(String(16), primary_key=True)
    seen: Mapped[float] = mapped_column(Float)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)


class PasskeyRow(Base):
    """A passkey of a visitor: its public key, and how often it has signed."""

    __tablename__ = "passkeys"
    __table_args__ = (Index("passkeys_by_visitor", "visitor_id"),)

    id: Mapped[str] = mapped_column(String(1400), primary_key=True)
    visitor_id: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(30))
    public: Mapped[str] = mapped_column(Text)
    signed: Mapped[int] = mapped_column(BigInteger)
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float | None] = mapped_column(Float)


class CeremonyRow(Base):
    """A question to a passkey that waits for its answer, or a proof that waits to be used: one of each kind for a visitor."""

    __tablename__ = "ceremonies"

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[float] = mapped_column(Float)


class ResultRow(Base):
    """What a seat has won in a game that is over: `share` is 1 divided among the winners, else 0. A bot's has no visitor."""

    __tablename__ = "results"
    __table_args__ = (Index("results_by_visitor", "visitor_id", "at"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(30))
    seats: Mapped[int] = mapped_column(Integer)
    visitor_id: Mapped[str | None] = mapped_column(String(32))
    bot: Mapped[str | None] = mapped_column(String(100))
    share: Mapped[float] = mapped_column(Float)
    at: Mapped[float] = mapped_column(Float)


class ProfileRow(Base):
    """What others may know of a person: nothing, unless it is `listed`. Its address says nothing of who it is."""

    __tablename__ = "profiles"

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    address: Mapped[str] = mapped_column(String(16), unique=True)
    listed: Mapped[bool] = mapped_column(default=False, server_default=false())


class RatingRow(Base):
    """How strong a person is in one game with so many seats, by their rated games; `spread` is how unsure that is."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ratings_by_game", "game", "seats", "rating"),)

    visitor_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(30), primary_key=True)
    seats: Mapped[int] = mapped_column(Integer, primary_key=True)
    rating: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)


class RatingStepRow(Base):
    """What a rated game has made of a person's rating. It stays when the game is deleted."""

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
