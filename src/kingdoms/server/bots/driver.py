"""The driver of bots and chance, which plays whenever one of them is to move."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import exists, or_, select

from kingdoms.bots import BOTS, BotError
from kingdoms.server.base.errors import ApiError, ServerStop
from kingdoms.server.base.outage import Unavailable
from kingdoms.server.bots.offers import Offers
from kingdoms.server.bots.processes import Thinkers
from kingdoms.server.bots.programs import IDLE, Programs
from kingdoms.server.bots.worker import BotFailed, GameMoment
from kingdoms.server.database.tables import GameRow, SeatRow
from kingdoms.server.game import seeds
from kingdoms.server.game.account import Account
from kingdoms.server.game.live import LiveGame
from kingdoms.server.table.commits import EntryCollision
from kingdoms.server.table.live_games import LiveGames

log = logging.getLogger("kingdoms.games")

ADOPT_AFTER = 5.0
"""Seconds until a bot that has not decided is asked again, by any server."""


class Driver:
    """Plays for bots and chance."""

    def __init__(self, games: LiveGames, thinkers: Thinkers, offers: Offers) -> None:
        self.games = games
        self.thinkers = thinkers
        self.offers = offers
        self.programs = Programs()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        games.is_busy = lambda live: live.header.id in self.tasks
        games.listeners.change_complete.append(self.drive)
        games.listeners.refreshed.append(self._move_ahead)

    def start(self) -> None:
        """Adopt all games that wait for a bot, now and periodically."""
        background = self.games.background
        background.spawn(self.adopt(waiting=0.0))
        background.run_every(ADOPT_AFTER, self.adopt)
        background.run_every(IDLE / 10, self._end_idle_programs)

    def stop(self) -> None:
        """Cancel all thinking."""
        self.thinkers.stop()
        self.programs.stop()

    async def finish(self) -> None:
        """Wait for the entries that are being written."""
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    def drive(self, live: LiveGame) -> None:
        """Start a task that plays if a bot or chance is to move."""
        game_id = live.header.id
        if not self.games.background.is_stopping and game_id not in self.tasks and live.thinker is not None:
            task = asyncio.create_task(self._drive(live))
            self.tasks[game_id] = task
            task.add_done_callback(lambda task: self._forget_task(game_id, task))

    def _forget_task(self, game_id: str, task: asyncio.Task[None]) -> None:
        if self.tasks.get(game_id) is task:
            del self.tasks[game_id]

    def _move_ahead(self, live: LiveGame) -> None:
        """Move a game ahead of the queue of games between bots when a person has come back to it."""
        if live.header.id in self.thinkers.queued_games and not live.has_bots_alone:
            self.tasks.pop(live.header.id).cancel()
            self.drive(live)

    async def _drive(self, live: LiveGame) -> None:
        """Play until a person or a remote program is to move."""
        try:
            while (thinker := live.thinker) is not None and not self.games.background.is_stopping:
                async with self.thinkers.turn(live):
                    await self._play_once(live, thinker)
        except (ServerStop, Unavailable):
            pass  # the next server, or this one after the outage, adopts the game
        except EntryCollision:
            log.info("game %s is continued by another server", live.header.id)
        except ApiError as error:
            log.info("game %s is continued by another server: %s", live.header.id, error.message)
        except Exception:
            if not self.games.background.is_stopping:
                log.exception("game %s could not be continued", live.header.id)

    async def _play_once(self, live: LiveGame, thinker: str) -> None:
        """Play one decision of a bot or chance, unless the game has changed meanwhile."""
        number = live.number
        if self.games.background.is_stopping or live.thinker != thinker:
            return
        action = await self._decide(live, thinker)
        if action is None:
            return
        async with self.games.change(live) as change:
            if live.number == number and live.thinker == thinker:
                # a forced action has no author, and is narrated like chance
                by = None if live.is_held else str(live.to_move)
                try:
                    await change.append(live.state_after_action(action).to_move, by=by, action=action)
                except EntryCollision:
                    await change.refresh()
                    raise

    async def _decide(self, live: LiveGame, thinker: str) -> str | None:
        """Return the action of a bot or chance; None if another bot has taken over the seat."""
        if thinker == "chance":
            return live.game.action_to_string(
                seeds.draw_outcome(live.header.seed, live.number + 1, live.state.chance_outcomes())
            )
        began = time.perf_counter()
        try:
            command = self.offers.command(thinker, live.game.name)
            if command is not None:
                async with self.thinkers.players.turn(Account.from_game(live)):
                    return await self.programs.choose(live.header.id, str(live.to_move), command, GameMoment.from_game(live))
            BOTS.find(thinker, live.game.name)
            return await self.thinkers.choose(live, thinker)
        except (BotFailed, BotError) as error:
            if self.games.background.is_stopping:
                raise
            return await self._decide_without(live, thinker, error)
        finally:
            self.games.metrics.time_decision(thinker.partition(":")[0], time.perf_counter() - began)

    async def _decide_without(self, live: LiveGame, thinker: str, error: BotFailed | BotError) -> str | None:
        """Replace a bot that has failed.

        A built-in bot misses one decision, and plays a random action. A program, or a bot that is not offered any longer, loses
        its seat to the game's usual bot, and everyone at the table sees that.
        """
        if live.thinker != thinker:  # the game has changed
            return None
        if isinstance(error, BotFailed) and self.offers.command(thinker, live.game.name) is None:
            log.error("bot %s failed; a random action was played: %s", thinker, error.log_text(live.game))
            return await self.thinkers.choose(live, "random")
        seat, usual = str(live.to_move), BOTS.usual(live.game.name)  # the table's stand-in may be a failing program too
        why = error.log_text(live.game) if isinstance(error, BotFailed) else error.message
        log.error("bot %s has lost its seat %s in game %s to %s: %s", thinker, seat, live.header.id, usual, why)
        async with self.games.change(live) as change:
            if live.seats[seat].thinker == thinker:
                expected = {"kind": live.seats[seat].kind, "stand_in": live.seats[seat].stand_in}
                await change.change_seat(seat, expected=expected, stand_in=usual)
        return None

    async def _end_idle_programs(self) -> None:
        games = self.games.by_id
        self.programs.end_idle(lambda game_id: game_id in games and games[game_id].header.status == "playing")

    async def adopt(self, waiting: float | None = None) -> None:
        """Play in games that have waited for a bot too long: at the start, and where another server has died.

        Args:
            waiting: the seconds that a game must have waited; by default `ADOPT_AFTER`.
        """
        for game_id in await self._waiting_games(ADOPT_AFTER if waiting is None else waiting):
            if self.games.background.is_stopping:
                return
            if game_id in self.tasks:
                continue  # it waits for its turn here
            with self.games.isolate_errors(game_id):
                live = await self.games.get(game_id)
                await self.games.catch_up(live)
                self.drive(live)

    async def _waiting_games(self, waiting: float) -> list[str]:
        """Return the ids of games in which a bot or chance has been to move for a number of seconds."""
        bot = exists().where(
            SeatRow.game_id == GameRow.id,
            SeatRow.seat == GameRow.to_move,
            or_(SeatRow.kind == "bot", SeatRow.stand_in.is_not(None)),
        )
        query = select(GameRow.id).where(
            GameRow.status == "playing", GameRow.moved <= time.time() - waiting, or_(GameRow.to_move == "chance", bot)
        )
        return await self.games.database.scalars(query)
