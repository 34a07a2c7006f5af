"""Games under way: who may do what, in which order it is checked, kept, and told.

The order is: the game exists, it is under way, the seat is to move, the number is the newest, the rules allow it; then the
database keeps it, then the game in memory follows, then everybody who follows the game is sent it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
import weakref
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from kingdoms.bots import BOTS, BotError
from kingdoms.core.errors import IllegalAction, NotationError
from kingdoms.core.state import State
from kingdoms.server.bans import Bans
from kingdoms.server.database import Database
from kingdoms.server.errors import ApiError, Stopping
from kingdoms.server.games import messages, seeds
from kingdoms.server.games.advice import Advice
from kingdoms.server.games.audience import Audience
from kingdoms.server.games.calls import Calls
from kingdoms.server.games.chronicle import Chronicle
from kingdoms.server.games.commits import Taken
from kingdoms.server.games.leaving import Leaving, clocks_after
from kingdoms.server.games.live import MOST_ENTRIES, UNDOING_MOST, LiveGame, StoredEntry
from kingdoms.server.games.offers import Offers
from kingdoms.server.games.parts import PART
from kingdoms.server.games.pictures import Films
from kingdoms.server.games.previews import Previews
from kingdoms.server.games.programs import IDLE, Programs
from kingdoms.server.games.quotas import Quotas
from kingdoms.server.games.standing import NOTE_EVERY, Standing
from kingdoms.server.games.store import Store
from kingdoms.server.games.sweep import Sweep
from kingdoms.server.games.talk import Talk
from kingdoms.server.games.talk_store import talked_of
from kingdoms.server.games.thinking import Account, BotFailed, Moment, Thinkers
from kingdoms.server.games.work import Work
from kingdoms.server.listen import NoticeListener, notify
from kingdoms.server.metrics import Metrics
from kingdoms.server.notices import BANS, OPERATOR, NoticeBoard
from kingdoms.server.outage import Unavailable
from kingdoms.server.people.settling import Settling
from kingdoms.server.refusals import Refusals
from kingdoms.server.settings import Settings
from kingdoms.server.slices import Slices

log = logging.getLogger("kingdoms.games")

ID = re.compile(r"[A-Za-z0-9_-]{1,24}")

ADOPT_AFTER = 5.0
"""A bot that has not decided for so many seconds is asked again, by whichever process notices."""
FORGET_AFTER = 600.0
"""Games that nobody has listened to or played for so long are kept in the database only."""
MISSED_AT_A_TIME = 10
"""How many entries of another process are told before others get their turn."""
FORGET_SOONEST = 10.0
MOST_HELD = 400_000
"""If the games in memory have more entries together, those go that nobody has been at for `FORGET_SOONEST` seconds."""


LOOK_EVERY = 1.0
"""Seconds after which a server on SQLite looks for what an operator's command has done."""
SWEEP_EVERY = 60.0
"""Seconds between two looks for games that were kept, or waiting rooms that were empty, for long enough."""


def no_such_game() -> ApiError:
    """Return the answer to whoever asks for a game that is not, or no more."""
    return ApiError(status=404, code="no_game", message="There is no such game.")


class Service:
    """All that can be done with games; one per process.

    Args:
        settings: how the server was started.
        database: where games are kept.
        metrics: what is counted.
        bans: who may not come in.
        refusals: what was refused lately.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        metrics: Metrics,
        bans: Bans | None = None,
        refusals: Refusals | None = None,
    ) -> None:
        self.settings = settings
        self.database = database
        self.metrics = metrics
        self.process = secrets.token_hex(8)
        self.work = Work()
        self.slices = Slices()
        self.chronicle = Chronicle(self.slices)
        self.store = Store(database, self._notify)
        self.thinkers = Thinkers(settings.bot_workers, metrics)
        self.offers = Offers(settings.programs)
        self.programs = Programs()
        self.advice = Advice(self.thinkers.advisers, settings.advice)
        self.quotas = Quotas(settings, self.store)
        self.films = Films(self.thinkers.advisers)
        self.previews = Previews(self.thinkers.advisers)
        self.games: dict[str, LiveGame] = {}
        # those that somebody still has in hand, too, so that nobody is given another one of the same game
        self.known: weakref.WeakValueDictionary[str, LiveGame] = weakref.WeakValueDictionary()
        self.touched: dict[str, float] = {}
        self.metrics.live_games.set_function(lambda: len(self.games))
        self.taken_up = 0
        self.loading: dict[str, asyncio.Lock] = {}
        self.driving: dict[str, asyncio.Task[None]] = {}
        self.audience = Audience(self.games, self.store, self.chronicle, self.work, metrics, settings.grace)
        self.bans = Bans() if bans is None else bans
        self.refusals = Refusals() if refusals is None else refusals
        self.leaving = Leaving(self)
        self.talk = Talk(self)
        self.calls = Calls(self)
        self.settling = Settling(self.store, self.get)
        self.sweep = Sweep(self)
        self.standing = Standing(self)
        self.notices: NoticeListener | None = None

    # -- life ---------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up all games in which something is to be done, and go on with them."""
        if self.database.dialect == "postgresql":
            self.notices = NoticeListener(self.settings.database_url, self._on_notice, self._refresh_all)
            await self.notices.start()
        else:
            board = NoticeBoard(self.database, self._on_notice)
            await board.begin()
            self.work.every(LOOK_EVERY, board.look)
        await self.bans.read(self.database)
        self.database.outage.when_over = self._take_up_again
        self.work.errand(self._adopt(waiting=0.0))
        self.audience.start()
        self.calls.start()
        self.work.every(1.0, self._call_times)
        self.work.every(ADOPT_AFTER, self._wake_games)
        self.work.every(ADOPT_AFTER, self._adopt)
        self.work.every(FORGET_AFTER / 10, self._forget_idle)
        self.work.every(IDLE / 10, self._end_idle_programs)
        self.work.every(SWEEP_EVERY, self.sweep.run)
        self.work.every(NOTE_EVERY, self.standing.note)

    @property
    def hears_others(self) -> bool:
        """Whether what other servers do is heard here, where there can be others."""
        return self.notices is None or self.notices.stands

    def let_go(self) -> None:
        """Let everybody go who follows a game, and whoever comes from now on."""
        self.audience.let_go()

    def hurry(self) -> None:
        """Search for nobody any more: whoever waits for an answer is told to come back."""
        self.thinkers.advisers.stop()

    async def stop(self) -> None:
        """Stop thinking and let everybody go who listens; what is being written or read meanwhile is not broken off."""
        self.work.stop()
        self.audience.let_go()
        await self.calls.stop()
        await self.advice.stop()
        self.thinkers.stop()
        self.programs.stop()
        if self.notices is not None:
            await self.notices.stop()
        await asyncio.gather(*self.driving.values(), return_exceptions=True)
        await self.work.finish()
        await self.store.commits.finish()
        await self.store.sightings.finish()
        await self.standing.leave()

    # -- games in memory ----------------------------------------------------------------------------------------------

    async def get(self, game_id: str) -> LiveGame:
        """Return a game.

        Raises:
            ApiError: 404, there is none of this id.
        """
        live = await self._find(game_id)
        if live is None:
            raise no_such_game()
        return live

    async def those_left(self, game_ids: Iterable[str]) -> list[LiveGame]:
        """Return the games of a list that was just read, without those that have been deleted since."""
        found = [await self._find(game_id) for game_id in game_ids]
        return [live for live in found if live is not None]

    async def _find(self, game_id: str) -> LiveGame | None:
        """Return a game, None if there is none of this id."""
        live = self.games.get(game_id)
        if live is None and ID.fullmatch(game_id):
            lock = self.loading.setdefault(game_id, asyncio.Lock())
            async with lock:
                live = self.games.get(game_id)
                if live is None:
                    live = self.known.get(game_id) or await self._take_up(game_id)
                    if live is not None:
                        self.games[game_id] = self.known[game_id] = live
                        await self._catch_up(live)
                        live = self.games.get(game_id)  # None: it is no more
            self.loading.pop(game_id, None)
        if live is not None:
            self.touched[game_id] = time.time()
        return live

    async def _take_up(self, game_id: str) -> LiveGame | None:
        """Return a game as the database has it, None if there is none of this id."""
        header = await self.store.load_header(game_id)
        if header is None:
            return None
        live = LiveGame(*header)
        while entries := await self.store.entries_after(game_id, live.number):
            await self.slices.collect(map(live.add_quietly, entries))
            if len(entries) < PART:
                break
        self.taken_up += live.number
        if self.taken_up > MOST_HELD / 20:
            self.taken_up = 0
            await self._forget_idle()
        return live

    async def refresh(self, live: LiveGame) -> None:
        """Bring a game up to what the database has, and tell what is new. The caller holds its lock."""
        found = await self.store.load_header(live.header.id)
        if found is None:
            self.forget(live)
            return
        missed = await self.store.entries_after(live.header.id, live.number)
        before, begun = self._around(live), live.header.status == "lobby" != found[0].status
        was_over = live.header.status == "over"
        live.header, live.seats = found
        # of an end people are told together with what has ended it
        over = live.header.status == "over"
        changed, ended = self._around(live) != before, bool(missed) and over
        if changed and not ended:
            await self.audience.send_seats(live, begun=begun)
            self._hurry(live)
        if begun or missed:
            self.calls.note(live)
        while missed:
            for count, entry in enumerate(missed, 1):
                self.audience.send_entry(live, entry, live.add(entry))
                if count % MISSED_AT_A_TIME == 0:
                    await asyncio.sleep(0)
            more = len(missed) == PART
            missed = await self.store.entries_after(live.header.id, live.number) if more else []
        if changed and ended:
            await self.audience.send_seats(live, begun=begun)
        if over and not was_over:
            self.work.errand(self._settle(live))

    async def _catch_up(self, live: LiveGame) -> None:
        """Refresh a game that another process may have changed without this one having heard of it."""
        if self.notices is not None:
            async with live.lock:
                await self.refresh(live)

    def _around(self, live: LiveGame) -> list[Any]:
        """Return what people are told about a game, to see whether that has changed."""
        return [live.header, *(replace(seat, seen=float(self.audience.present(live, seat))) for seat in live.seats.values())]

    def forget(self, live: LiveGame) -> None:
        """Let go of a game that is no more, and tell those who listen."""
        self.games.pop(live.header.id, None)
        self.known.pop(live.header.id, None)
        self.audience.say_gone(live)

    async def _notify(self, connection: Any, *game_ids: str) -> None:
        """Have other processes hear that games have changed."""
        await notify(connection, *(f"{self.process} {game_id}" for game_id in game_ids))

    async def _on_notice(self, notice: str) -> None:
        """Follow what another process has done."""
        process, _, game_id = notice.partition(" ")
        if process == OPERATOR and not self.work.stopping:
            await asyncio.shield(self.work.errand(self._heed(game_id)))
            return
        if process == self.process or self.work.stopping:
            return
        if (talked := talked_of(game_id)) is not None:
            await asyncio.shield(self.work.errand(self.talk.hear(*talked)))
        elif (live := self.games.get(game_id)) is not None:
            await asyncio.shield(self.work.errand(self._follow(live)))

    async def _heed(self, about: str) -> None:
        """Follow what an operator's command has done: to a game, or to who may come in."""
        if about == BANS:
            await self.bans.read(self.database)
            self.audience.put_out(self.bans)
        elif (live := self.games.get(about)) is not None:
            async with live.lock:
                await self.refresh(live)

    async def _follow(self, live: LiveGame) -> None:
        """Follow what another process has done in a game."""
        await self._catch_up(live)
        async with live.lock:
            await self.leaving.tend(live)
        game_id = live.header.id
        here = self.audience.seats_here(live, self.audience.hub.of(game_id))
        away = [seat for seat in here if not self.audience.present(live, live.seats[seat])]
        # somebody has gone from another process, but is here too
        await self.audience.see(live, away, time.time())

    async def _refresh_all(self) -> None:
        """Catch up with everything after the line to the database was down."""
        for live in list(self.games.values()):
            await self._catch_up(live)
            await self.talk.catch_up(live)

    async def _take_up_again(self) -> None:
        """Go on after the database was gone; what was being committed when it went may be there or not."""
        await self._refresh_all()
        await self._adopt(waiting=0.0)

    async def _forget_idle(self) -> None:
        """Keep games that nobody is at in the database only; the time that is agreed on ends them all the same."""
        now, held = time.time(), sum(live.number for live in self.games.values())
        for game_id, live in sorted(self.games.items(), key=lambda item: self.touched.get(item[0], 0.0)):
            idle = now - self.touched.get(game_id, 0.0)
            if idle <= (FORGET_AFTER if held <= MOST_HELD else FORGET_SOONEST):
                break
            if not self.audience.hub.of(game_id) and game_id not in self.driving and not live.thinker:
                del self.games[game_id]
                self.touched.pop(game_id, None)
                held -= live.number

    async def end_empty_rooms(self) -> int:
        """End the waiting rooms in which nobody has been for long, as other servers may do meanwhile; return how many."""
        since, ended = time.time() - 3600 * self.settings.lobby_hours, 0
        for game_id in await self.store.empty_rooms(since):
            if self.work.stopping:
                break
            ended += await self._end_room(game_id, since)
        return ended

    async def _end_room(self, game_id: str, since: float) -> bool:
        """End a waiting room if nobody has been in it since; say whether that was done here."""
        ended = await self.store.end_room(game_id, since)
        if ended and (live := self.games.get(game_id)) is not None:
            self.forget(live)
        return ended

    # -- what happens -------------------------------------------------------------------------------------------------

    async def act(self, game_id: str, seats: list[str], base: int, action: str, client_id: str | None) -> int:
        """Play an action for one of `seats`, and return its number.

        Raises:
            ApiError: 404, 403, 409 or 422; see the page on the server.
        """
        live = await self.get(game_id)
        async with live.lock:
            if base > live.number:
                await self.refresh(live)
            if (known := live.known_client_id(seats, client_id)) is not None:
                return known
            await self.leaving.run_out(live)
            self._check_turn(live, seats)
            await self._check_base(live, base, seats)
            self._check_room(live)
            seat = str(live.to_move)
            try:
                after = live.after(action)
            except (IllegalAction, NotationError) as error:
                raise ApiError(status=422, code=error.code, clause=error.clause, message=error.message) from None
            number = await self._keep(live, after, by=seat, action=action, client_id=client_id)
        self.drive(live)
        return number

    async def undo(self, game_id: str, seats: list[str], base: int) -> int:
        """Take back the last action of the holder of `seats`, and return the number of that."""
        live = await self.get(game_id)
        async with live.lock:
            if base > live.number:
                await self.refresh(live)
            await self.leaving.run_out(live)
            self._check_turn(live, seats)
            await self._check_base(live, base, seats)
            if live.number >= UNDOING_MOST:
                message = f"After number {UNDOING_MOST} of a game, nothing can be taken back."
                raise ApiError(status=409, code="too_long", message=message)
            number = live.last_to_undo(seats)
            if number is None:
                message = "There is nothing to take back: undo goes back no further than the start of your turn."
                raise ApiError(status=409, code="nothing_to_undo", message=message)
            return await self._keep(live, live.state, by=str(live.to_move), undo=number)

    def _check_turn(self, live: LiveGame, seats: list[str]) -> None:
        """Refuse whoever is not to move."""
        if not seats:
            raise ApiError(status=403, code="no_seat", message="You have no seat in this game.")
        if live.header.status != "playing":
            begun = "The game is over." if live.is_over else "The game hasn't begun: a seat is still open."
            raise ApiError(status=409, code="over" if live.is_over else "not_begun", message=begun)
        if live.to_move not in seats:
            name = live.game.seat_name(live.to_move) if live.to_move in live.seats else "chance"
            raise ApiError(status=409, code="not_your_turn", message=f"It's {name}'s turn to decide.", extra=self._at(live))
        if live.seats[live.to_move].stand_in is not None:
            message = "A bot is standing in for you: take your seat back first."
            raise ApiError(status=409, code="stand_in", message=message)

    async def _check_base(self, live: LiveGame, base: int, seats: list[str]) -> None:
        """Refuse what was decided on an older state of the game, and say what the holder of `seats` has missed."""
        if base != live.number:
            # who holds several seats looks with one of them, and has not said with which
            missed = await self.chronicle.page(live, base, seats[0] if len(seats) == 1 else None)
            message = f"The game has moved on: it is now at number {live.number}, not {base}."
            extra = {"number": live.number, "missed": [messages.Packed(each) for each in missed]}
            raise ApiError(status=409, code="stale", message=message, extra=extra)

    def _check_room(self, live: LiveGame) -> None:
        """Refuse to add to a game that is as long as a game may be."""
        if live.number >= MOST_ENTRIES:
            message = f"This game has reached the maximum length: nothing can follow number {live.number}."
            raise ApiError(status=409, code="too_long", message=message)

    def _at(self, live: LiveGame) -> dict[str, Any]:
        """Return the newest number, for answers that refuse something."""
        return {"number": live.number}

    async def _keep(self, live: LiveGame, after: State, *, by: str | None = None, **fields: Any) -> int:
        """Have the database keep an entry, follow it in memory, tell everybody, return its number. The caller has the lock."""
        now, to_move = time.time(), after.to_move
        entry = StoredEntry(number=live.number + 1, at=now, by=by, clocks=clocks_after(live, to_move, now), **fields)
        try:
            with self.metrics.keeping.time():
                await self.store.append(live.header.id, entry, to_move)
        except Taken:
            await self.refresh(live)
            if live.header.id not in self.games:
                raise no_such_game() from None
            seats = [by] if by in live.seats else []
            if (known := live.known_client_id(seats, entry.client_id)) is not None:
                return known
            await self._check_base(live, entry.number - 1, seats)
            raise ApiError(status=503, code="busy", message="The game couldn't be changed just now. Try again.") from None
        if to_move is None:
            live.header.status = "over"
            self.work.errand(self._settle(live))
        live.header.clocks = entry.clocks
        self.touched[live.header.id] = time.time()
        self.audience.send_entry(live, entry, live.add(entry))
        self.calls.note(live)
        self.metrics.count_action(self._played_by(live, entry))
        return entry.number

    async def _settle(self, live: LiveGame) -> None:
        """Keep what has come of a game that is over; where that fails, the sweep sees to it."""
        await self.settling.settle(live)

    def _played_by(self, live: LiveGame, entry: StoredEntry) -> str:
        """Return what kind of player is behind an entry."""
        if entry.by not in live.seats:
            return "chance"
        seat = live.seats[entry.by]
        return "bot" if seat.thinker else seat.kind

    # -- bots, chance, time -------------------------------------------------------------------------------------------

    def drive(self, live: LiveGame) -> None:
        """See that bots and chance decide, if it is they that are asked; the caller does not wait for it."""
        game_id = live.header.id
        if not self.work.stopping and game_id not in self.driving and live.thinker is not None:
            task = asyncio.create_task(self._drive(live))
            self.driving[game_id] = task
            task.add_done_callback(lambda task: self._has_driven(game_id, task))

    def _has_driven(self, game_id: str, task: asyncio.Task[None]) -> None:
        """Note that a game has come to a decision of somebody else's."""
        if self.driving.get(game_id) is task:
            del self.driving[game_id]

    def _hurry(self, live: LiveGame) -> None:
        """Let a game go on that waits for its turn among games of bots alone, though somebody has come back to it."""
        if live.header.id in self.thinkers.queued and not live.has_bots_alone:
            self.driving.pop(live.header.id).cancel()
            self.drive(live)

    async def _drive(self, live: LiveGame) -> None:
        """Let bots and chance decide until somebody else is asked."""
        try:
            while (thinker := live.thinker) is not None and not self.work.stopping:
                async with self.thinkers.turn(live):
                    await self._go_on(live, thinker)
        except (Stopping, Unavailable):
            pass  # the game is taken up again, by the next server or when the database is back
        except ApiError as error:
            log.info("game %s goes on elsewhere: %s", live.header.id, error.message)
        except Exception:
            if not self.work.stopping:
                log.exception("game %s could not go on", live.header.id)

    async def _go_on(self, live: LiveGame, thinker: str) -> None:
        """Let a bot or chance decide once, unless the game has gone on meanwhile."""
        number = live.number
        if self.work.stopping or live.thinker != thinker or (action := await self._decide(live, thinker)) is None:
            return
        async with live.lock:
            if live.number == number and live.thinker == thinker:
                # what is certain nobody has decided; but it is told as chance is
                by = None if live.is_held else str(live.to_move)
                await self._keep(live, live.after(action), by=by, action=action)

    async def _decide(self, live: LiveGame, thinker: str) -> str | None:
        """Return what a bot, or chance, does; None when another bot has taken the seat instead."""
        if thinker == "chance":
            return live.game.action_to_string(seeds.drawn(live.header.seed, live.number + 1, live.state.chance_outcomes()))
        began = time.perf_counter()
        try:
            command = self.offers.command(thinker, live.game.name)
            if command is not None:
                async with self.thinkers.players.turn(Account.of(live)):
                    return await self.programs.choose(live.header.id, str(live.to_move), command, Moment.of(live))
            BOTS.find(thinker, live.game.name)
            return await self.thinkers.choose(live, thinker)
        except (BotFailed, BotError) as error:
            if self.work.stopping:
                raise
            return await self._decide_without(live, thinker, error)
        finally:
            self.metrics.time_decision(thinker.partition(":")[0], time.perf_counter() - began)

    async def _decide_without(self, live: LiveGame, thinker: str, error: BotFailed | BotError) -> str | None:
        """Go on without a bot that has failed: a bot of ours misses a decision; what is not, or no longer offered, its seat.

        Everybody at the game is told who has taken the seat.
        """
        if live.thinker != thinker:  # nobody waits for it any more
            return None
        if isinstance(error, BotFailed) and self.offers.command(thinker, live.game.name) is None:
            log.error("bot %s failed, a random action is played: %s", thinker, error.told_of(live.game))
            return await self.thinkers.choose(live, "random")
        seat, usual = str(live.to_move), BOTS.usual(live.game.name)  # the table's stand-in can be a program that fails, too
        why = error.told_of(live.game) if isinstance(error, BotFailed) else error.message
        log.error("bot %s has lost its seat %s in game %s to %s: %s", thinker, seat, live.header.id, usual, why)
        async with live.lock:
            if live.seats[seat].thinker == thinker:
                expected = {"kind": live.seats[seat].kind, "stand_in": live.seats[seat].stand_in}
                await self.store.change_seat(live.header.id, seat, expected=expected, stand_in=usual)
                await self.refresh(live)
        return None

    async def _end_idle_programs(self) -> None:
        """End the programs of games that are over, or at which nothing has happened for a while."""
        self.programs.end_idle(lambda game_id: game_id in self.games and self.games[game_id].header.status == "playing")

    async def _adopt(self, waiting: float | None = None) -> None:
        """Take up games that have waited for a bot for too long, at the start and wherever another process has died."""
        for game_id in await self.store.ids_to_drive(ADOPT_AFTER if waiting is None else waiting):
            if self.work.stopping:
                return
            if game_id in self.driving:
                continue  # it waits for its turn here
            with self._alone(game_id):
                live = await self.get(game_id)
                await self._catch_up(live)
                self.drive(live)

    async def _call_times(self) -> None:
        """Let the agreed time be up in the games in memory (V-5), and clocks run out."""
        now = time.time()
        for live in [live for live in self.games.values() if live.clock and live.header.status == "playing"]:
            if (times := live.times) is not None and times.is_up(now):
                with self._alone(live.header.id):
                    await self.leaving.look(live)
        for live in [live for live in self.games.values() if live.header.deadline is not None and live.header.deadline <= now]:
            with self._alone(live.header.id):
                await self._call_time(live)

    async def _wake_games(self) -> None:
        """Let the agreed time be up, and clocks run out, in games that nobody is at; any server does that for all."""
        for game_id, goes_on in await self.store.games_to_wake(time.time()):
            if self.work.stopping:
                return
            with self._alone(game_id):
                live = await self.get(game_id) if goes_on else None
                if live is not None and live.clock is not None:
                    await self.leaving.wake(live)
                elif live is not None:
                    await self._call_time(live)
                if live is None or live.header.status != "playing" or "time" in live.calls:
                    await self.store.let_sleep(game_id)

    @contextlib.contextmanager
    def _alone(self, game_id: str) -> Iterator[None]:
        """Let all other games have their turn, whatever is wrong with this one, such as a record that cannot be played."""
        try:
            yield
        except Unavailable:
            raise  # that is so for all of them
        except ApiError:
            pass  # another process has been faster, or nothing can follow in this game
        except Exception:
            log.exception("game %s could not be looked after", game_id)

    async def _call_time(self, live: LiveGame) -> None:
        """Let the agreed time be up in a game, unless it is already."""
        with contextlib.suppress(ApiError):  # another process has called it
            async with live.lock:
                if live.header.status != "playing" or live.is_over or "time" in live.calls:
                    return
                after = live.state.clone()
                live.game.call(after, "time")
                await self._keep(live, after, call="time")
        self.drive(live)
