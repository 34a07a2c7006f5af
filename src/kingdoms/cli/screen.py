"""Who looks at the screen: where seats have secrets, several people look one after the other, each at what is theirs."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from kingdoms.cli.prompt import Prompt
from kingdoms.core.event import Event
from kingdoms.core.game import Game
from kingdoms.core.state import State

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal with all that it could be scrolled back to."""
CLEAR_PAGE = "\x1b[H\x1b[J"
"""Clears what is to be seen now."""


class Screen:
    """What is shown to whoever looks.

    Args:
        game: what is played.
        people: who sits at this terminal, by seat.
        console: where they look.

    Attributes:
        seat: who looks now; None for everybody, or as long as nobody has come to look at what is theirs.
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
        """All that whoever looks may know of what has happened."""
        return self.logs.get(self.seat, [])

    def forget(self) -> None:
        """Begin the log anew."""
        for log in self.logs.values():
            log.clear()

    def note(self, before: State, action: str | None, call: str | None, after: State) -> None:
        """Write down what an action, or a call from outside, has brought, as each may know it."""
        for seat, log in self.logs.items():
            if action is not None:
                log += self.game.tell(before, action, after, seat)[1]
            elif call is not None:
                log += self.game.call(before.clone(), call)

    def skip(self) -> None:
        """Take all that has been written down for read."""
        self.read = {seat: len(log) for seat, log in self.logs.items()}

    def news(self) -> list[Event]:
        """Return what whoever looks has not read yet."""
        known = self.read.get(self.seat, 0)
        self.read[self.seat] = len(self.log)
        return self.log[known:]

    def is_with(self, seat: str) -> bool:
        """Say whether the person at a seat may look."""
        return not self.is_passed or self.seat == seat

    def pass_to(self, seat: str) -> bool:
        """Let the person at a seat look, nobody else; say whether they do, rather than leave."""
        who = self.game.seat_name(seat)
        name = who if self.people[seat] == "you" else f"{self.people[seat]} ({who})"
        if self.seat is not None and not self._enter(f"Press Enter, then hand the screen to {name}. "):
            return False
        self.seat = None
        if not self._enter(f"{name}: press Enter when nobody else is looking. "):
            return False
        self.seat = seat
        return True

    def wipe(self) -> None:
        """Leave no secret on the screen: neither for the next player nor for whoever comes by."""
        if self.game.has_secrets and self.people and self.console.is_terminal:
            self.console.file.write(CLEAR if self.is_passed else CLEAR_PAGE)
            self.console.file.flush()

    def _enter(self, question: str) -> bool:
        """Wait for Enter and clear the screen; say whether it was that, not the end."""
        self.console.print()
        typed = Prompt().ask(question)
        self.wipe()
        return typed is not None and typed.strip() not in ("quit", "exit")
