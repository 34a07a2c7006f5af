"""The clocks of a table: how long every seat may take, and how much of that is left.

A seat's time runs while it is asked and a person or a program decides for it. A *turn* begins when a seat is asked after
another one was, and lasts until the next one is: what chance brings in between, and what the seat itself takes back, is part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

TURN, BUDGET = "turn", "budget"
LEAST, MOST_A_TURN, MOST_IN_ALL, MOST_INCREMENT = 30, 30 * 24 * 3600, 7 * 24 * 3600, 24 * 3600
"""Seconds: what a clock can be set to, for each turn and for the whole game, and what a turn can add to the latter."""
BOT, DECIDED = "bot", "decided"
PRECISION: Final = 3
"""Digits of a second that are kept."""


@dataclass(frozen=True, slots=True)
class Times:
    """How the clocks of a game stand at a moment.

    Attributes:
        left: the seconds that each seat has left.
        turn: whose turn it is; None before the first one.
        runs: whether the time of that seat runs, since `at`.
        at: the moment, in seconds since 1970.
    """

    left: Mapping[str, float]
    turn: str | None
    runs: bool
    at: float

    @classmethod
    def read(cls, text: str) -> Times:
        """Return what `text` wrote."""
        return cls(**orjson.loads(text))

    @property
    def text(self) -> str:
        """It as a text for the database."""
        return orjson.dumps({"left": dict(self.left), "turn": self.turn, "runs": self.runs, "at": self.at}).decode()

    @property
    def running(self) -> str | None:
        """The seat whose time runs."""
        return self.turn if self.runs else None

    @property
    def expires(self) -> float | None:
        """When the time that runs is up; None while none runs."""
        return None if self.turn is None or not self.runs else self.at + self.left[self.turn]

    def is_up(self, now: float) -> bool:
        """Say whether the time that runs is up."""
        return self.expires is not None and self.expires <= now

    def left_at(self, now: float) -> dict[str, float]:
        """Return the seconds that each seat has left at a later moment.

        Examples:
            >>> Times({"N": 60.0, "S": 30.0}, "N", True, 1000.0).left_at(1045.0)
            {'N': 15.0, 'S': 30.0}
        """
        left = dict(self.left)
        if self.turn is not None and self.runs:
            left[self.turn] = round(max(0.0, left[self.turn] - max(0.0, now - self.at)), PRECISION)
        return left


@dataclass(frozen=True, slots=True)
class Clock:
    """What a table has agreed on.

    Attributes:
        kind: `turn`, so many seconds for each turn; or `budget`, so many for all turns together.
        seconds: how many.
        increment: how many more a turn adds to a budget when it is over.
        then: what happens when the time is up: a `bot` takes the seat, or the game is `decided`.

    Examples:
        A turn that took 70 seconds, and what the next seat has:

        >>> clock = Clock("budget", 600, 5, "bot")
        >>> times = clock.begun(["N", "S"], "N", ticks=True, now=1000.0)
        >>> clock.after(times, "S", ticks=True, now=1070.0).left
        {'N': 535.0, 'S': 600.0}
    """

    kind: str
    seconds: int
    increment: int
    then: str

    @classmethod
    def of(cls, agreed: Mapping[str, Any]) -> Clock:
        """Return what a game's header says."""
        return cls(agreed["kind"], agreed["seconds"], agreed["increment"], agreed["then"])

    def begun(self, seats: Sequence[str], asked: str | None, *, ticks: bool, now: float) -> Times:
        """Return how the clocks stand when the game begins; the arguments are those of `after`."""
        return self.after(Times(dict.fromkeys(seats, float(self.seconds)), None, False, now), asked, ticks=ticks, now=now)

    def after(self, times: Times, asked: str | None, *, ticks: bool, now: float) -> Times:
        """Return how the clocks stand from `now` on.

        Args:
            times: how they stood.
            asked: the seat that is asked now, "chance", or None in a game that is over.
            ticks: whether its time runs: somebody sits there who may take it.
            now: in seconds since 1970; never before what `times` says, whatever the machine's clock does.
        """
        now = max(now, times.at)
        left, turn = times.left_at(now), times.turn
        if asked in left and asked != turn:
            if turn is not None:
                left[turn] = float(self.seconds) if self.kind == TURN else left[turn] + self.increment
            turn = asked
        return Times(left, turn, ticks and asked is not None and asked == turn, now)

    def back_to(self, times: Times, asked: str, *, ticks: bool, now: float) -> Times:
        """Return how the clocks stand after going back to a moment at which `asked` was asked, and they stood at `times`."""
        times = replace(times, runs=False, at=now)
        if self.kind == TURN:
            times = replace(times, left=dict.fromkeys(times.left, float(self.seconds)))
        return replace(times, turn=asked, runs=ticks)

    def refilled(self, times: Times, seat: str) -> Times:
        """Return how the clocks stand when a bot takes a seat whose time is up: per turn, the seat's next one is a new one."""
        left = dict(times.left)
        left[seat] = float(self.seconds) if self.kind == TURN else 0.0
        return replace(times, left=left, runs=False)
