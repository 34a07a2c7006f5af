"""New games: fresh, from a record or a position, or from a moment of another game."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kingdoms.bots import BOTS
from kingdoms.bots.match import ROUNDS
from kingdoms.core.errors import SeatsError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class, load_game, read_position
from kingdoms.core.state import State
from kingdoms.table.advice.advice import Copies
from kingdoms.table.base.bot_titles import bot_title
from kingdoms.table.base.errors import ApiError, EntryCollision, as_api_error
from kingdoms.table.base.names import NAMELESS, numbered_name
from kingdoms.table.game import seeds
from kingdoms.table.game.clocks import LONGEST_WAIT, Clock
from kingdoms.table.game.entries import Account, Header, StoredEntry, TableSeat
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import Games
from kingdoms.table.service.offers import BotOffers
from kingdoms.texts import text

LONGEST_RECORD = 10_000
"""The maximum number of entries that a game can begin with."""
SPARE_LINES = 100
"""Maximum number of lines of a record beside its entries: a header, an outcome, empty lines."""


class Guards:
    """What a home checks beside the rules when a game is created. Here, there is nothing to check: one person plays alone."""

    def check(self, request: Any) -> None:
        """Check the settings of a table, and set those that follow from others.

        Raises:
            ApiError: 422, it is not rated, but only for people of about the same strength.
        """
        if not request.rated and request.near is not None:
            raise ApiError(422, "not_rated", text("error.not_rated_strength"))

    async def check_imports(self, creator: Account) -> None:
        """Check that an account may begin a game with a record, a position or another game."""

    async def host(self, creator: Account, game: Game, seats: Sequence[TableSeat]) -> None:
        """Check the host of a rated table."""

    async def check_rematch(self, live: LiveGame, client: str) -> None:
        """Check that a visitor may play the same players again."""

    def reserve(self, creator: Account, *quotas: str, imported: int | None) -> contextlib.AbstractAsyncContextManager[None]:
        """Check quotas, and hold what the block adds to them."""
        return contextlib.nullcontext()

    async def name_of(self, client: str) -> str | None:
        """Return the name that a visitor has chosen."""
        return None

    def distinct_name(self, name: str, used_names: Sequence[str]) -> str:
        """Return a name that no other seat has."""
        return numbered_name(name, used_names)


class GameCreator:
    """Creates games.

    Args:
        copies: refuses copies of running games: their bots would play what a hint would say.
    """

    def __init__(self, games: Games, offers: BotOffers, guards: Guards, copies: Copies) -> None:
        self.copies = copies
        self.games = games
        self.offers = offers
        self.guards = guards

    async def create(self, creator: Account, request: Any) -> LiveGame:
        """Create a game by a checked request with the fields in docs/server.md.

        Raises:
            KingdomsError, ApiError: the game is not possible, or exceeds a quota of `creator`; the message says why.
        """
        self.guards.check(request)
        if request.record is not None or request.position is not None or request.from_ is not None:
            await self.guards.check_imports(creator)  # before a long record is replayed
        record = await self._begin_with(request, creator.client)
        if request.record is not None or request.position is not None:
            await self.copies.check_positions(record, creator.client)
        if request.minutes is not None and "time" not in record.game.record_calls:
            raise ApiError(422, "not_timed", text("error.not_timed", game=record.game.title))
        if request.minutes is not None and request.clock is not None:
            raise ApiError(422, "invalid", text("error.two_clocks"))
        seats = await self._seats(creator.client, request.seats, record.game)
        if request.stand_in is not None:
            self.offers.check(request.stand_in, record.game)
        if request.rated:
            await self.guards.host(creator, record.game, seats)
        if not any(seat.kind in ("person", "open", "program") for seat in seats):
            record = _limit_rounds(record, request.minutes)
        names = ("minutes", "public", "advice", "stand_in", "rated", "near")
        settings: dict[str, Any] = {name: getattr(request, name) for name in names}
        clock = None if request.clock is None else clock_settings(request.clock)
        if request.from_ is not None:
            settings |= {"from_id": request.from_.id, "from_number": request.from_.number}
        return await self.write(creator, record, seats, clock=clock, **settings)

    async def write(
        self, creator: Account, record: Record, seats: list[TableSeat], *, rematch_of: str | None = None, **values: Any
    ) -> LiveGame:
        """Persist a new game, and begin it if no seat is open.

        Raises:
            ApiError: a quota of `creator` is used up.
            EntryCollision: there is a rematch already.
        """
        now = time.time()
        game = record.game
        header = Header(
            id=_new_id(),
            game=game.name,
            rules_version=game.rules_version,
            seats=list(game.seats),
            rulings=dict(game.rulings),
            position=record.position,
            seed=seeds.new(),
            host=creator.client,
            place=creator.place,
            held_from=len(record.entries),
            status="lobby",
            created=now,
            **values,
        )
        entries = await self.games.slices.collect(
            StoredEntry(number, now, entry.by, entry.action, entry.call) for number, entry in enumerate(record.entries, 1)
        )
        if not any(seat.kind == "open" for seat in seats):
            to_move = record.state.to_move
            mover = next((seat for seat in seats if seat.seat == to_move and seat.thinker is None), None)
            waits = mover is not None and mover.seen is None
            for name, value in start_header(record.state, header, ticks=mover is not None, waits=waits).items():
                if name not in ("moved", "wakes"):
                    setattr(header, name, value)
        counted = () if header.status == "over" else _quota_names(header.status, seats)
        imported = None if not entries and record.position is None else len(entries)
        async with self.guards.reserve(creator, *counted, imported=imported):
            return await self.games.create(header, seats, entries, record.state.to_move, rematch_of)

    async def rematch(self, live: LiveGame, creator: Account) -> LiveGame:
        """Return the rematch of a finished game, with the same players and rulings; create it if there is none.

        Raises:
            ApiError: 403 or 409; see docs/server.md.
        """
        if not live.seats_of(creator.client):
            raise ApiError(403, "not_yours", text("error.not_yours_rematch"))
        if live.header.status != "over":
            raise ApiError(409, "not_over", text("error.not_over"))
        if live.header.rematch is None:
            await self.guards.check_rematch(live, creator.client)
        async with self.games.change(live) as change:
            if live.header.rematch is None:
                # a program keeps its token: it opens the newest game
                empty: dict[str, Any] = dict.fromkeys(("stand_in", "gone", "rating", "spread", "place"))
                now = time.time()  # the clocks of the other players wait until they are at the table
                visits = dict.fromkeys(live.seats_of(creator.client), now)
                seats = [replace(seat, **empty, seen=visits.get(seat.seat)) for seat in live.seats.values()]
                record = Record(load_game(live.header.game, live.header.seats, live.header.rulings))
                names = ("minutes", "clock", "public", "advice", "stand_in", "talk")
                settings = {name: getattr(live.header, name) for name in names}
                with contextlib.suppress(EntryCollision):
                    await self.write(creator, record, seats, rematch_of=live.header.id, **settings)
                await change.refresh()
        return await self.games.get(str(live.header.rematch))

    async def _begin_with(self, request: Any, client: str) -> Record:
        """Return the record that a new game begins with: empty, uploaded, from a position, or from another game."""
        beginnings = [request.record is not None, request.position is not None, request.from_ is not None]
        if sum(beginnings) > 1:
            raise ApiError(status=422, code="invalid", message=text("error.two_beginnings"))
        if request.record is not None:
            return await self._read(request.record)
        if request.position is not None:
            return Record(read_position(request.position).game, position=request.position)
        if request.from_ is not None:
            source = await self.games.get(request.from_.id)
            if source.is_private:
                raise ApiError(403, "not_yours", text("error.not_yours_from"))
            if request.from_.number > source.number:
                raise ApiError(status=422, code="invalid", message=text("error.no_number_from", number=source.number))
            await self.copies.check(source, request.from_.number, client)
            if len(source.record_numbers_at(request.from_.number)) > LONGEST_RECORD:
                raise _record_too_long()
            return source.record_at(request.from_.number)
        seats = [seat.seat for seat in request.seats]
        return Record(game_class(request.game)(seats, request.rulings))

    async def _read(self, text: str) -> Record:
        """Parse and replay a record, in slices.

        Raises:
            RecordError: the record is malformed, illegal or too new.
            ApiError: the record is too long.
        """
        last: Record | None = None

        def steps() -> Iterator[None]:
            nonlocal last
            for last in Record.read(_lines_of(text)):
                if len(last.entries) > LONGEST_RECORD:
                    raise _record_too_long()
                yield

        await self.games.slices.collect(steps())
        assert last is not None
        return last

    async def _seats(self, visitor_id: str, requests: Sequence[Any], game: Game) -> list[TableSeat]:
        by_seat = {seat.seat: seat for seat in requests}
        if len(by_seat) != len(requests) or set(by_seat) != set(game.seats):
            raise as_api_error(SeatsError(text("command.all_seats", seats=", ".join(game.seats))).cite(game), 422)
        own_name = await self.guards.name_of(visitor_id) or NAMELESS
        table = [self._seat(visitor_id, own_name, by_seat[seat], game) for seat in game.seats]
        named = [holder for holder in table if by_seat[holder.seat].name and by_seat[holder.seat].kind != "me"]
        names = [holder.name for holder in table if holder not in named]
        for holder in named:
            holder.name = self.guards.distinct_name(holder.name, names)
            names.append(holder.name)
        return table

    def _seat(self, visitor_id: str, own_name: str, request: Any, game: Game) -> TableSeat:
        if request.kind in ("me", "shared"):
            name = request.name or (own_name if request.kind == "me" else game.seat_name(request.seat))
            return TableSeat(request.seat, "person", name, visitor_id=visitor_id, seen=time.time())
        if request.kind == "bot":
            bot = request.bot or BOTS.usual(game.name)
            self.offers.check(bot, game)
            return TableSeat(request.seat, "bot", request.name or bot_title(bot, game.name), bot=bot)
        if request.kind == "program":
            return TableSeat(request.seat, "program", request.name or "Program")
        return TableSeat(request.seat, "open", "")


def clock_settings(clock: Any) -> dict[str, Any]:
    """Return the clock of a request as the settings in a game's header."""
    return {name: getattr(clock, name) for name in ("kind", "seconds", "increment", "then")}


def start_header(state: State, header: Header, *, ticks: bool, waits: bool) -> dict[str, Any]:
    """Return the new values of a header when the game begins.

    Args:
        ticks: whether the time of the first seat runs, with clocks.
        waits: whether it waits for the holder of the seat, who has not come to the table yet.
    """
    now = time.time()
    deadline = None if header.minutes is None else now + 60 * header.minutes
    times = None
    if header.clock is not None:
        starts = now + LONGEST_WAIT if waits else None
        times = Clock.from_header(header.clock).start(header.seats, state.to_move, ticks=ticks, now=now, starts=starts)
    return {
        "status": "over" if state.is_terminal() else "playing",
        "started": now,
        "deadline": deadline,
        "moved": now,
        "clocks": None if times is None else times.text,
        "wakes": deadline if times is None else times.expires,
    }


def _new_id() -> str:
    """Return an id for a new game. It doesn't begin with a hyphen, which commands would take for an option."""
    while (game_id := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return game_id


def _quota_names(status: str, seats: Sequence[TableSeat]) -> tuple[str, ...]:
    """Return the quotas that a new game counts for; a waiting room counts as a game too."""
    if status == "lobby":
        return ("lobbies", "games")
    return ("games", "bot_games") if all(seat.kind == "bot" for seat in seats) else ("games",)


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a record."""
    if text.count("\n") > LONGEST_RECORD + SPARE_LINES:
        raise _record_too_long()
    yield from text.split("\n")


def _record_too_long() -> ApiError:
    return ApiError(422, "too_long", text("error.too_long_record", most=LONGEST_RECORD))


def _limit_rounds(record: Record, minutes: float | None) -> Record:
    """Return a new game between bots with a round limit, unless it has a round or time limit."""
    limited = record.game.limited(ROUNDS)
    if minutes is not None or record.entries or record.position is not None or limited == record.game:
        return record
    return Record(limited)
