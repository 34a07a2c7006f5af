"""Who plays: new games, taking seats and giving them up, bots that stand in, links, rematches."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kingdoms.bots import BOTS
from kingdoms.bots.match import ROUNDS
from kingdoms.core.errors import SeatsError
from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.registry import game_class, load_game, read_position
from kingdoms.core.state import State
from kingdoms.server.errors import ApiError
from kingdoms.server.games import seeds
from kingdoms.server.games.clocks import Clock
from kingdoms.server.games.commits import Taken
from kingdoms.server.games.live import Header, LiveGame, Seat, StoredEntry
from kingdoms.server.games.messages import called
from kingdoms.server.games.names import NAMELESS, told_apart
from kingdoms.server.games.schemas import NewGameRequest, SeatRequest
from kingdoms.server.games.service import Service
from kingdoms.server.games.thinking import Account
from kingdoms.server.people.ratings import Ratings

LONGEST_RECORD = 10_000
"""With so many entries at most a game can begin, as a record or as the moment of another game."""
SPARE_LINES = 100
"""How many more lines the text of a record may have: its header, its outcome, and empty ones."""


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def forbidden(message: str) -> ApiError:
    """Return the refusal of what is somebody else's to do."""
    return ApiError(status=403, code="not_yours", message=message)


def too_late(code: str, message: str) -> ApiError:
    """Return the refusal of what is not possible any more."""
    return ApiError(status=409, code=code, message=message)


class Lobby:
    """Everything about seats.

    Args:
        service: the games themselves.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = service.store
        self.ratings = Ratings(service.database)

    # -- new games ----------------------------------------------------------------------------------------------------

    async def create(self, maker: Account, request: NewGameRequest) -> LiveGame:
        """Make a new game.

        Raises:
            KingdomsError, ApiError: it cannot be, or `maker` has enough of them; the message says why.
        """
        self.ratings.check(request)
        if request.record is not None or request.position is not None or request.from_ is not None:
            await self.service.quotas.check_imports(maker)  # before anything is played through
        record = await self._begin_with(request)
        if request.minutes is not None and "time" not in record.game.record_calls:
            raise ApiError(422, "not_timed", f"{record.game.title} can't be played with a time limit.")
        if request.minutes is not None and request.clock is not None:
            message = "A game has a time limit for all together (minutes) or a clock for each seat (clock), not both."
            raise ApiError(422, "invalid", message)
        seats = await self._seats(maker.who, request.seats, record.game)
        if request.stand_in is not None:
            self.service.offers.check(request.stand_in, record.game)
        if request.rated:
            await self.ratings.host(maker.who, record.game, seats)
        if not any(seat.kind in ("person", "open", "program") for seat in seats):
            record = _limited(record, request.minutes)
        source = request.from_
        return await self._write(
            maker,
            record,
            seats,
            minutes=request.minutes,
            clock=None if request.clock is None else request.clock.agreed(),
            public=request.public,
            advice=request.advice,
            stand_in=request.stand_in,
            rated=request.rated,
            near=request.near,
            from_id=None if source is None else source.id,
            from_number=None if source is None else source.number,
        )

    async def _write(
        self,
        maker: Account,
        record: Record,
        seats: list[Seat],
        *,
        rematch_of: str | None = None,
        **wanted: Any,
    ) -> LiveGame:
        """Write a new game and begin it if nobody is waited for.

        Raises:
            ApiError: `maker` has enough games, or has imported enough.
            Taken: there is a rematch already.
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
            host=maker.who,
            place=maker.place,
            held_from=len(record.entries),
            status="lobby",
            created=now,
            **wanted,
        )
        entries = await self.service.slices.collect(
            StoredEntry(number, now, each.by, each.action, each.call) for number, each in enumerate(record.entries, 1)
        )
        if not any(seat.kind == "open" for seat in seats):
            asked = record.state.to_move
            ticks = any(seat.seat == asked and seat.thinker is None for seat in seats)
            for name, value in _begun(record.state, header, ticks=ticks).items():
                if name not in ("moved", "wakes"):
                    setattr(header, name, value)
        wanted_room = () if header.status == "over" else _counted(header.status, seats)
        imported = None if not entries and record.position is None else len(entries)
        async with self.service.quotas.room_for(maker, *wanted_room, imported=imported):
            await self.store.create(header, seats, entries, record.state.to_move, rematch_of)
        live = await self.service.get(header.id)
        self.service.calls.note(live)
        self.service.drive(live)
        return live

    async def _begin_with(self, request: NewGameRequest) -> Record:
        """Return what a new game begins with: a fresh table, a record, a position, or a moment of another game."""
        given = [request.record is not None, request.position is not None, request.from_ is not None]
        if sum(given) > 1:
            raise ApiError(status=422, code="invalid", message="Give only one of record, position and from.")
        if request.record is not None:
            return await self._read(request.record)
        if request.position is not None:
            return Record(read_position(request.position).game, position=request.position)
        if request.from_ is not None:
            other = await self.service.get(request.from_.id)
            if other.game.has_secrets and not other.is_over:
                raise forbidden("A game with secrets can be continued from an earlier moment only after it is over.")
            if request.from_.number > other.number:
                raise ApiError(status=422, code="invalid", message=f"That game has only reached number {other.number}.")
            if len(other.recorded_at(request.from_.number)) > LONGEST_RECORD:
                raise _too_long()
            return other.record_at(request.from_.number)
        wanted = [seat.seat for seat in request.seats]
        return Record(game_class(request.game)(wanted, request.rulings))

    async def _read(self, text: str) -> Record:
        """Return the record in a text; other games go on while it is played through.

        Raises:
            RecordError: it is malformed, illegal or too new.
            ApiError: it is too long.
        """
        last: Record | None = None

        def steps() -> Iterator[None]:
            nonlocal last
            for last in Record.read(_lines_of(text)):
                if len(last.entries) > LONGEST_RECORD:
                    raise _too_long()
                yield

        await self.service.slices.collect(steps())
        assert last is not None
        return last

    async def _seats(self, visitor_id: str, wanted: Sequence[SeatRequest], game: Game) -> list[Seat]:
        """Return who sits where in a new game."""
        asked = {seat.seat: seat for seat in wanted}
        if len(asked) != len(wanted) or set(asked) != set(game.seats):
            seats = ", ".join(game.seats)
            error = SeatsError(f"The game has the seats {seats}: give one entry for each.").cite(game)
            raise ApiError(422, error.code, error.message, error.clause)
        own = await self.store.name_of(visitor_id) or NAMELESS
        return [self._seat(visitor_id, own, asked[seat], game) for seat in game.seats]

    def _seat(self, visitor_id: str, own: str, wanted: SeatRequest, game: Game) -> Seat:
        """Return who sits at a seat."""
        if wanted.kind in ("me", "shared"):
            name = wanted.name or (own if wanted.kind == "me" else game.seat_name(wanted.seat))
            return Seat(wanted.seat, "person", name, visitor_id=visitor_id, seen=time.time())
        if wanted.kind == "bot":
            bot = wanted.bot or BOTS.usual(game.name)
            self.service.offers.check(bot, game)
            return Seat(wanted.seat, "bot", wanted.name or called(bot, game.name), bot=bot)
        if wanted.kind == "program":
            return Seat(wanted.seat, "program", wanted.name or "Program")
        return Seat(wanted.seat, "open", "")

    async def rematch(self, live: LiveGame, maker: Account) -> LiveGame:
        """Return the game that follows a finished one: the same people, the same rulings."""
        if not live.seats_of(maker.who):
            raise forbidden("Only the players can ask for a rematch.")
        if live.header.status != "over":
            raise too_late("not_over", "The game is not over yet.")
        async with live.lock:
            if live.header.rematch is None:
                # a program's token opens its newest game
                empty: dict[str, Any] = dict.fromkeys(("stand_in", "gone", "rating", "spread"))
                seats = [replace(seat, **empty) for seat in live.seats.values()]
                record = Record(load_game(live.header.game, live.header.seats, live.header.rulings))
                with contextlib.suppress(Taken):
                    old = live.header
                    names = ("minutes", "clock", "public", "advice", "stand_in", "talk")
                    again = {name: getattr(old, name) for name in names}
                    await self._write(maker, record, seats, rematch_of=old.id, **again)
                await self.service.refresh(live)
        return await self.service.get(str(live.header.rematch))

    # -- seats --------------------------------------------------------------------------------------------------------

    async def join(self, live: LiveGame, seat: str, visitor_id: str, name: str | None) -> None:
        """Take an open seat."""
        self._seat_of(live, seat)
        chosen = name or await self.store.name_of(visitor_id) or live.game.seat_name(seat)
        async with live.lock:
            others = [each.name for each in live.seats.values() if each.kind != "open" and each.visitor_id != visitor_id]
            chosen = told_apart(chosen, others)
            values: dict[str, Any] = {"kind": "person", "name": chosen, "visitor_id": visitor_id, "seen": time.time()}
            if live.header.rated:
                values |= await self.ratings.join(live, visitor_id)
            if not await self._fill(live, seat, values):
                raise too_late("taken", "That seat is taken.")
        self.service.drive(live)

    async def leave(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Give a seat free again."""
        values: dict[str, Any] = {"kind": "open", "name": "", "visitor_id": None, "seen": None}
        values |= {"rating": None, "spread": None}
        async with live.lock:
            self._own_seat(live, seat, visitor_id)
            expected = {"visitor_id": visitor_id, "status": "lobby"}
            left = await self.store.change_seat(live.header.id, seat, expected=expected, **values)
            await self.service.refresh(live)
        if not left:
            raise too_late("begun", "The game has begun. If you leave, the others can let a bot stand in for you.")

    async def put_bot(self, live: LiveGame, seat: str, visitor_id: str, bot: str | None) -> None:
        """Put a bot on an open seat, or have the table's own one stand in for a seat that has been away too long."""
        self._seat_of(live, seat)
        if live.header.status == "lobby":
            await self._fill_with_bot(live, seat, visitor_id, bot or BOTS.usual(live.game.name))
        elif bot is not None:
            called_here = called(live.stand_in, live.game.name)
            message = (
                f"Once the game has begun, the stand-in can't be chosen: at this table it is {called_here}. Leave out bot."
            )
            raise too_late("stand_in", message)
        else:
            await self._let_stand_in(live, seat, visitor_id)
        self.service.drive(live)

    async def _fill_with_bot(self, live: LiveGame, seat: str, visitor_id: str, bot: str) -> None:
        """Put a bot on an open seat."""
        self.service.offers.check(bot, live.game)
        if visitor_id != live.header.host:
            raise forbidden("Only the host can put bots on seats.")
        async with live.lock, self._room_for_bots(live, seat):
            values: dict[str, Any] = {"kind": "bot", "bot": bot, "name": called(bot, live.game.name)}
            if live.header.rated:
                values |= self.ratings.add_bot(live, seat, bot)
            if not await self._fill(live, seat, values):
                raise too_late("taken", "That seat is taken.")

    async def _let_stand_in(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Have the table's stand-in play for a seat."""
        async with live.lock:
            await self.service.refresh(live)
            self._check_away(live, live.seats[seat], visitor_id)
            async with self._room_for_bots(live, seat):
                await self.store.change_seat(live.header.id, seat, expected={"stand_in": None}, stand_in=live.stand_in)
            await self.service.refresh(live)
            await self.service.leaving.tend(live)

    @contextlib.asynccontextmanager
    async def _room_for_bots(self, live: LiveGame, seat: str) -> AsyncIterator[None]:
        """See that the host may have one more game of bots alone, if a bot at this seat makes it one.

        Raises:
            ApiError: 409, there are enough.
        """
        if any(other.thinker is None for other in live.seats.values() if other.seat != seat):
            yield
        else:
            async with self.service.quotas.room_for(Account.of(live), "bot_games"):
                yield

    def _check_away(self, live: LiveGame, seat: Seat, visitor_id: str) -> None:
        """Refuse a bot for a seat whose holder may still come back."""
        if live.header.status == "over":
            raise too_late("over", "The game is over.")
        if not live.seats_of(visitor_id):
            raise forbidden("Only players can do that.")
        if seat.kind not in ("person", "program") or seat.stand_in is not None:
            raise too_late("bot", "A bot already plays that seat.")
        since = self.service.audience.away_since(live, seat)
        away = since is not None and time.time() - since >= self.service.settings.grace
        if seat.visitor_id != visitor_id and not away:
            grace = f"{self.service.settings.grace:g}"
            raise too_late("present", f"{seat.name} must be away for {grace} seconds before a bot can stand in.")

    async def come_back(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Take the place of the bot that stands in."""
        async with live.lock:
            self._own_seat(live, seat, visitor_id)
            expected = {"visitor_id": visitor_id, "gone": None}
            if live.seats[seat].gone is not None:
                raise too_late("gone", "You have left this game: a bot plays on for good.")
            await self.store.change_seat(live.header.id, seat, expected=expected, stand_in=None, seen=time.time())
            await self.service.refresh(live)
            await self.service.leaving.tend(live)

    async def program_is_back(self, game_id: str, seat: str) -> None:
        """Let a program take the place of the bot that stands in for it."""
        live = await self.service.get(game_id)
        if live.seats[seat].stand_in is not None and live.seats[seat].gone is None:
            async with live.lock:
                expected = {"kind": "program", "gone": None}
                await self.store.change_seat(game_id, seat, expected=expected, stand_in=None, seen=time.time())
                await self.service.refresh(live)
                await self.service.leaving.tend(live)

    async def make_link(self, live: LiveGame, seat: str, visitor_id: str) -> str:
        """Return a token that carries a seat to another device, once."""
        self._own_seat(live, seat, visitor_id)
        if live.header.rated:
            raise too_late("rated", "A seat in a rated game is nobody else's: on another device sign in with your passkey.")
        token = secrets.token_urlsafe(24)
        await self.store.add_link(hash_of(token), live.header.id, seat)
        return token

    async def claim(self, token: str, visitor_id: str) -> tuple[str, str]:
        """Take over the seat that a token carries, and return game and seat."""
        found = await self.store.use_link(hash_of(token))
        if found is None:
            raise ApiError(
                status=404, code="no_link", message="This link has expired or has already been used: ask for a new one."
            )
        live = await self.service.get(found[0])
        async with live.lock:
            values: dict[str, Any] = {"visitor_id": visitor_id, "seen": time.time()}
            await self.store.change_seat(*found, expected={"kind": "person"}, **values)
            await self.service.refresh(live)
        return found

    async def make_token(self, live: LiveGame, seat: str, visitor_id: str) -> str:
        """Return a new token for a program's seat; an earlier one is void."""
        if visitor_id != live.header.host:
            raise forbidden("Only the host can give a program its token.")
        if self._seat_of(live, seat).kind != "program":
            raise too_late("no_program", f"No program plays {live.game.seat_name(seat)}.")
        token = secrets.token_urlsafe(24)
        async with live.lock:
            await self.store.change_seat(live.header.id, seat, expected={"kind": "program"}, token_hash=hash_of(token))
            await self.service.refresh(live)
        return token

    async def take_back(self, live: LiveGame, visitor_id: str) -> None:
        """Forget a game that has not begun."""
        if visitor_id != live.header.host:
            raise forbidden("Only the host can cancel the game.")
        async with live.lock:
            if not await self.store.take_back(live.header.id):
                await self.service.refresh(live)
                raise too_late("begun", "The game has begun.")
            self.service.forget(live)

    # -- what they share ----------------------------------------------------------------------------------------------

    def _seat_of(self, live: LiveGame, seat: str) -> Seat:
        """Return a seat of a game."""
        if seat not in live.seats:
            seats = ", ".join(live.seats)
            raise ApiError(status=404, code="no_seat", message=f"There is no seat {seat}; the seats are {seats}.")
        return live.seats[seat]

    def _own_seat(self, live: LiveGame, seat: str, visitor_id: str) -> None:
        """Refuse whoever does not hold a seat."""
        if self._seat_of(live, seat).visitor_id != visitor_id:
            raise forbidden(f"{live.game.seat_name(seat)} is not your seat.")

    async def _fill(self, live: LiveGame, seat: str, values: dict[str, Any]) -> bool:
        """Let somebody have a seat if it is open, begin the game if it was the last one, and say whether it was open."""
        asked = live.state.to_move
        ticks = values["kind"] != "bot" if asked == seat else live.ticks(asked)
        begun = _begun(live.state, live.header, ticks=ticks)
        expected = {"kind": "open", "status": "lobby"}
        done = await self.store.change_seat(live.header.id, seat, expected=expected, begun=begun, **values)
        await self.service.refresh(live)
        return done


def _begun(state: State, header: Header, *, ticks: bool) -> dict[str, Any]:
    """Return what a game's header says when it begins; `ticks`: time runs for whoever is asked first, if there are clocks."""
    now = time.time()
    deadline = None if header.minutes is None else now + 60 * header.minutes
    times = None
    if header.clock is not None:
        times = Clock.of(header.clock).begun(header.seats, state.to_move, ticks=ticks, now=now)
    return {
        "status": "over" if state.is_terminal() else "playing",
        "started": now,
        "deadline": deadline,
        "moved": now,
        "clocks": None if times is None else times.text,
        "wakes": deadline if times is None else times.falls,
    }


def _new_id() -> str:
    """Return the id of a new game. It does not begin with a hyphen, so that no command takes it for an option."""
    while (found := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return found


def _counted(status: str, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return what a new game counts as; a waiting room will be a game."""
    if status == "lobby":
        return ("lobbies", "games")
    return ("games", "bot_games") if all(seat.kind == "bot" for seat in seats) else ("games",)


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a record that is not longer than a game may begin.

    Raises:
        ApiError: it is.
    """
    if text.count("\n") > LONGEST_RECORD + SPARE_LINES:
        raise _too_long()
    yield from text.split("\n")


def _too_long() -> ApiError:
    """Return the refusal of a beginning that is too long."""
    return ApiError(422, "too_long", f"A game can begin with at most {LONGEST_RECORD} entries.")


def _limited(record: Record, minutes: float | None) -> Record:
    """Return a game of bots alone with a round limit, unless it has one or a time limit."""
    limited = record.game.limited(ROUNDS)
    if minutes is not None or record.entries or record.position is not None or limited == record.game:
        return record
    return Record(limited)
