"""Tracks the viewer of the screen: in games with secrets, people look in turn, each at what their seat may know."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from kingdoms.cli.terminal.prompt import Prompt
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.texts import text

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the terminal, including its scrollback."""
CLEAR_PAGE = "\x1b[H\x1b[J"
"""Clears the visible part of the terminal."""


class Screen:
    """The events shown to the current viewer.

    Args:
        game: the game.
        people: the people at this terminal, by seat.
        console: the console to show it on.

    Attributes:
        seat: the seat of the current viewer; None if the screen is the same for all, or before the first player has taken it.
    """

    def __init__(self, game: Game, people: Mapping[str, str], console: Console) -> None:
        self.game = game
        self.people = people
        self.console = console
        readers: tuple[str | None, ...] = tuple(people) if game.has_secrets and people else (None,)
        self.is_passed = len(readers) > 1
        self.seat = None if self.is_passed else readers[0]
        self.logs: dict[str | None, list[Event]] = {seat: [] for seat in readers}
        self.read: dict[str | None, int] = dict.fromkeys(readers, 0)

    @property
    def log(self) -> list[Event]:
        """All events, as the current viewer may know them."""
        return self.logs.get(self.seat, [])

    def forget(self) -> None:
        """Clear the logs."""
        for log in self.logs.values():
            log.clear()

    def note(self, before: State, action: str | None, call: str | None, after: State) -> None:
        """Log the events of an action, or of a call from outside, as each seat may know them."""
        for seat, log in self.logs.items():
            if action is not None:
                log += self.game.tell(before, action, after, seat)[1]
            elif call is not None:
                log += self.game.call(before.clone(), call)

    def skip(self) -> None:
        """Mark all events as read."""
        self.read = {seat: len(log) for seat, log in self.logs.items()}

    def news(self) -> list[Event]:
        """Return the unread events of the current viewer, and mark them as read."""
        read_count = self.read.get(self.seat, 0)
        self.read[self.seat] = len(self.log)
        return self.log[read_count:]

    def may_look(self, seat: str) -> bool:
        """Return whether the person at a seat may look."""
        return not self.is_passed or self.seat == seat

    def pass_to(self, seat: str) -> bool:
        """Pass the screen to the person at a seat, and return whether they took it rather than leaving."""
        seat_name = self.game.seat_name(seat)
        name = seat_name if self.people[seat] == "you" else f"{self.people[seat]} ({seat_name})"
        if self.seat is not None and not self._enter(f"{text('terminal.hand_over', name=name)} "):
            return False
        self.seat = None
        if not self._enter(f"{text('terminal.take_over', name=name)} "):
            return False
        self.seat = seat
        return True

    def wipe(self) -> None:
        """Clear secrets from the screen."""
        if self.game.has_secrets and self.people and self.console.is_terminal:
            self.console.file.write(CLEAR if self.is_passed else CLEAR_PAGE)
            self.console.file.flush()

    def _enter(self, question: str) -> bool:
        """Wait for Enter and clear the screen; return False if the user leaves instead."""
        self.console.print()
        typed = Prompt().ask(question)
        self.wipe()
        return typed is not None and typed.strip() not in ("quit", "exit")
