"""The operator's programs: one process for each game and seat, kept while it is needed."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kingdoms.bots.program import ProgramFailed, SeatProgram
from kingdoms.core.bot import Seen
from kingdoms.table.advice.thinking import BotFailed, GameMoment
from kingdoms.texts import text

MOST_PROGRAMS = 16
"""Maximum number of programs; the one idle for longest is ended first."""
IDLE = 600.0
"""Seconds after which an idle program is ended; it is started again when needed."""


class ProgramRun:
    """A program at a seat, and the part of the game that it has been sent.

    Args:
        moment: the first moment at which it is asked; the seed of the program is taken from it.
    """

    def __init__(self, command: str, seat: str, moment: GameMoment) -> None:
        self.program = SeatProgram(command, moment.seed, passes_on=False)
        self.command = command
        self.seat = seat
        self.state = moment.initial_state()
        self.entries: tuple[tuple[str | None, str | None], ...] = ()
        self.sightings: list[Seen] = []
        self.busy = False
        self.last_used = 0.0

    def can_go_on(self, command: str, moment: GameMoment) -> bool:
        """Return whether the program can continue to a moment: nothing that it has been sent was undone."""
        return self.command == command and moment.entries[: len(self.entries)] == self.entries

    def choose(self, moment: GameMoment) -> str:
        """Return the text of the program's action.

        Raises:
            ProgramFailed: the program has failed, or its action is not legal.
        """
        game, state = self.state.game, self.state
        for action, call in moment.entries[len(self.entries) :]:
            if call is not None:
                game.call(state, call)
                continue
            assert action is not None
            before = state.clone()
            state.apply_action(action)
            self.sightings.append(Seen.from_seat(self.seat, before, action, state))
        self.entries = moment.entries
        chosen = self.program.decide(state.view(self.seat), state.legal_actions(), self.sightings)
        self.sightings = []
        return game.action_to_string(chosen)


class Programs:
    """The running programs of this server."""

    def __init__(self) -> None:
        self.processes: dict[tuple[str, str], ProgramRun] = {}
        self.threads = ThreadPoolExecutor(MOST_PROGRAMS, thread_name_prefix="program")

    async def choose(self, game_id: str, seat: str, command: str, moment: GameMoment) -> str:
        """Return the action of a program at a seat.

        Raises:
            BotFailed: the program has failed, and has been ended.
        """
        key = (game_id, seat)
        running = self.processes.get(key)
        if running is None or not running.can_go_on(command, moment):
            self._end(key)
            try:
                running = self.processes[key] = ProgramRun(command, seat, moment)
            except ValueError as error:
                raise BotFailed(text("bot.no_program", error=error)) from None
        running.busy = True
        self._make_room()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, running.choose, moment)
        except ProgramFailed as failure:
            self._end(key)
            raise BotFailed(failure.message, failure.summary) from None
        finally:
            running.busy, running.last_used = False, time.monotonic()

    def end_idle(self, goes_on: Callable[[str], bool]) -> None:
        """End programs that are idle, or whose game has ended or moved to another server.

        Args:
            goes_on: returns whether a game, by its id, is under way here.
        """
        for key, running in list(self.processes.items()):
            if not running.busy and (time.monotonic() - running.last_used > IDLE or not goes_on(key[0])):
                self._end(key)

    def stop(self) -> None:
        """End all programs at once."""
        for running in self.processes.values():
            threading.Thread(target=running.program.kill).start()
        self.processes.clear()
        self.threads.shutdown(wait=False, cancel_futures=True)

    def _make_room(self) -> None:
        """End the programs idle for longest if there are too many."""
        idle = sorted((running.last_used, key) for key, running in self.processes.items() if not running.busy)
        for _, key in idle[: max(0, len(self.processes) - MOST_PROGRAMS)]:
            self._end(key)

    def _end(self, key: tuple[str, str]) -> None:
        """End a program if it runs; a thread waits for it."""
        running = self.processes.pop(key, None)
        if running is not None:
            threading.Thread(target=running.program.close).start()
