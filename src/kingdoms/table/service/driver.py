"""The driver of bots and chance, which plays whenever one of them is to move."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod

from kingdoms.table.base.errors import ApiError, EntryCollision, ServerStop, Unavailable
from kingdoms.table.game import seeds
from kingdoms.table.game.live import LiveGame
from kingdoms.table.service.games import Games

log = logging.getLogger("kingdoms.games")


class BotDriver(ABC):
    """Plays for bots and chance."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.tasks: dict[str, asyncio.Task[None]] = {}
        games.is_busy = lambda live: live.header.id in self.tasks
        games.listeners.change_complete.append(self.drive)

    @abstractmethod
    async def choose(self, live: LiveGame, thinker: str) -> str | None:
        """Return the action of a bot; None if another bot has taken over the seat."""

    def turn(self, live: LiveGame) -> contextlib.AbstractAsyncContextManager[None]:
        """Wait for the turn of a game among those that wait for bots; by default, each thinks at once."""
        return contextlib.nullcontext()

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

    async def _drive(self, live: LiveGame) -> None:
        """Play until a person or a remote program is to move."""
        try:
            while (thinker := live.thinker) is not None and not self.games.background.is_stopping:
                async with self.turn(live):
                    await self._play_once(live, thinker)
        except (ServerStop, Unavailable):
            pass  # the next server, or this one after the outage, adopts the game
        except EntryCollision:
            log.info("game %s is continued elsewhere", live.header.id)
        except ApiError as error:
            log.info("game %s is continued elsewhere: %s", live.header.id, error.message)
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
        return await self.choose(live, thinker)
