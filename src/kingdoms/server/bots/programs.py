"""The operator's programs at the tables: each game and seat has a process of its own, which is kept while it is needed."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kingdoms.bots.program import Program, ProgramFailed
from kingdoms.core.bot import Seen
from kingdoms.server.bots.processes import BotFailed, Moment

log = logging.getLogger("kingdoms.games")

MOST_PROGRAMS = 16
"""So many think at a time, and so many are kept; the one that has waited longest makes room for another."""
IDLE = 600.0
"""Seconds after which a program that nobody has asked anything ends; it is started again when it is asked."""


class Running:
    """A program at a seat, and what it has been told of the game.

    Args:
        command: what starts it.
        seat: where it sits.
        moment: the game; its random numbers come from the first moment that it is asked at.
    """

    def __init__(self, command: str, seat: str, moment: Moment) -> None:
        self.program = Program(command, moment.seed, passes_on=False)
        self.command = command
        self.seat = seat
        self.state = moment.begun()
        self.entries: tuple[tuple[str | None, str | None], ...] = ()
        self.seen: list[Seen] = []
        self.busy = False
        self.used = 0.0

    def can_go_on(self, command: str, moment: Moment) -> bool:
        """Say whether what it has been told has led to a moment: nothing of it was taken back."""
        return self.command == command and moment.entries[: len(self.entries)] == self.entries

    def choose(self, moment: Moment) -> str:
        """Return the text of what the program chooses.

        Raises:
            ProgramFailed: it has chosen nothing that can be done.
        """
        game, state = self.state.game, self.state
        for action, call in moment.entries[len(self.entries) :]:
            if call is not None:
                game.call(state, call)
                continue
            assert action is not None
            before = state.clone()
            state.apply_action(action)
            told, events = game.tell(before, action, state, self.seat)
            self.seen.append(Seen(before.to_move or "chance", told, tuple(events)))
        self.entries = moment.entries
        chosen = self.program.decide(state.view(self.seat), state.legal_actions(), self.seen)
        self.seen = []
        return game.action_to_string(chosen)


class Programs:
    """The programs that run for the games of this process."""

    def __init__(self) -> None:
        self.running: dict[tuple[str, str], Running] = {}
        self.threads = ThreadPoolExecutor(MOST_PROGRAMS, thread_name_prefix="program")

    async def choose(self, game_id: str, seat: str, command: str, moment: Moment) -> str:
        """Return what a program does at a seat.

        Raises:
            BotFailed: it does nothing that can be done; it has been ended.
        """
        key = (game_id, seat)
        running = self.running.get(key)
        if running is None or not running.can_go_on(command, moment):
            self._end(key)
            try:
                running = self.running[key] = Running(command, seat, moment)
            except ValueError as error:
                raise BotFailed(f"it cannot be started: {error}") from None
        running.busy = True
        self._make_room()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, running.choose, moment)
        except ProgramFailed as failure:
            self._end(key)
            raise BotFailed(failure.message, failure.where) from None
        finally:
            running.busy, running.used = False, time.monotonic()

    def end_idle(self, goes_on: Callable[[str], bool]) -> None:
        """End the programs that nobody needs any more, or has not needed for a while.

        Args:
            goes_on: says of a game, by its id, whether it is under way here.
        """
        for key, running in list(self.running.items()):
            if not running.busy and (time.monotonic() - running.used > IDLE or not goes_on(key[0])):
                self._end(key)

    def stop(self) -> None:
        """End all programs, whatever they are at."""
        for running in self.running.values():
            threading.Thread(target=running.program.kill).start()
        self.running.clear()
        self.threads.shutdown(wait=False, cancel_futures=True)

    def _make_room(self) -> None:
        """End those that have waited longest when there are too many."""
        idle = sorted((running.used, key) for key, running in self.running.items() if not running.busy)
        for _, key in idle[: max(0, len(self.running) - MOST_PROGRAMS)]:
            self._end(key)

    def _end(self, key: tuple[str, str]) -> None:
        """End a program if it runs; that may take a moment, which nobody waits for."""
        running = self.running.pop(key, None)
        if running is not None:
            threading.Thread(target=running.program.close).start()
