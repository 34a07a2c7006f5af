"""The driver of bots and chance, which plays whenever one of them is to move."""

from __future__ import annotations

import contextlib
import logging
import time

from sqlalchemy import exists, or_, select

from kingdoms.bots import BOTS, BotError
from kingdoms.server.bots.offers import Offers
from kingdoms.server.bots.processes import Thinkers
from kingdoms.server.bots.programs import IDLE, Programs
from kingdoms.server.database.tables import GameRow, SeatRow
from kingdoms.server.table.live_games import LiveGames
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.driver import BotDriver

log = logging.getLogger("kingdoms.games")

ADOPT_AFTER = 5.0
"""Seconds until a bot that has not decided is asked again, by any server."""


class Driver(BotDriver):
    """Plays for bots and chance."""

    def __init__(self, games: LiveGames, thinkers: Thinkers, offers: Offers) -> None:
        super().__init__(games)
        self.games: LiveGames = games
        self.thinkers = thinkers
        self.offers = offers
        self.programs = Programs()
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

    def turn(self, live: LiveGame) -> contextlib.AbstractAsyncContextManager[None]:
        """Wait for the turn of a game among those that wait for bots."""
        return self.thinkers.turn(live)

    def _move_ahead(self, live: LiveGame) -> None:
        """Move a game ahead of the queue of games between bots when a person has come back to it."""
        if live.header.id in self.thinkers.queued_games and not live.has_bots_alone:
            self.tasks.pop(live.header.id).cancel()
            self.drive(live)

    async def choose(self, live: LiveGame, thinker: str) -> str | None:
        """Return the action of a bot; None if another bot has taken over the seat."""
        began = time.perf_counter()
        try:
            command = self.offers.command(thinker, live.game.name)
            if command is not None:
                async with self.thinkers.players.turn(live.header.account):
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
