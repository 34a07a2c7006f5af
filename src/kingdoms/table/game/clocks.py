"""Clocks: the time limit of each seat, and the time left.

The time of a seat runs while the seat is to move and a person or a program decides for it. A *turn* begins when another seat
than before is to move, and lasts until the next such change. Chance moves and undone actions in between are part of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from kingdoms.table.base.packing import pack, unpack

TURN = "turn"
LEAST, MOST_A_TURN, MOST_IN_ALL, MOST_INCREMENT = 30, 30 * 24 * 3600, 7 * 24 * 3600, 24 * 3600
"""Seconds: the minimum of a clock, its maximum per turn and per game, and the maximum increment after a turn."""
DECIDED = "decided"
USUAL_CLOCK: Final = {"kind": TURN, "seconds": 3 * 24 * 3600, "increment": 0, "then": "bot"}
"""The clock of a rated table for which none is chosen: without one, a loser could stall the game for ever."""
PRECISION: Final = 3
"""Decimal places of seconds."""
LONGEST_WAIT: Final = 3 * 24 * 3600.0
"""Seconds from the beginning of a game that clocks wait, at most, for players who have not come to the table yet."""


def clock_fault(clock: Any) -> str | None:
    """Return what is wrong with the clock of a request, whose values depend on its kind; None if it is well."""
    if clock.kind == TURN and clock.increment:
        return "only a budget has an increment: a turn has its whole time anew"
    if clock.kind != TURN and clock.seconds > MOST_IN_ALL:
        return f"a budget has {MOST_IN_ALL} seconds at most"
    return None


def hands_over(rated: bool, seats: int) -> bool:
    """Return whether a game goes on in any case when the time of a seat is up.

    At a rated table with several opponents, an accomplice could end the game at the best moment for the leader otherwise.
    """
    return rated and seats > 2


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a game at a moment.

    Attributes:
        left: the seconds that each seat has left.
        turn: the seat whose turn it is; None before the first turn.
        runs: whether the time of that seat runs, since `at`.
        at: the moment, in seconds since 1970.
        starts: when the time of that seat starts to run at the latest, while its holder has not come; None if it does not wait.
    """

    left: Mapping[str, float]
    turn: str | None
    runs: bool
    at: float
    starts: float | None = None

    @classmethod
    def read(cls, text: str) -> Times:
        """Parse the text of a database row."""
        return cls(**unpack(text))

    @property
    def text(self) -> str:
        """The clocks as text for the database."""
        waits = {} if self.starts is None else {"starts": self.starts}
        return pack({"left": dict(self.left), "turn": self.turn, "runs": self.runs, "at": self.at} | waits).decode()

    @property
    def running_seat(self) -> str | None:
        """The seat whose time runs."""
        return self.turn if self.runs else None

    @property
    def expires(self) -> float | None:
        """When the running time is up; None if no time runs."""
        return None if self.turn is None or not self.runs else self.turn_start + self.left[self.turn]

    @property
    def turn_start(self) -> float:
        """When the time of the seat began to run, or will."""
        return self.at if self.starts is None else max(self.at, self.starts)

    def is_time_up(self, now: float) -> bool:
        """Return whether the running time is up."""
        return self.expires is not None and self.expires <= now

    def seconds_left(self, now: float) -> dict[str, float]:
        """Return the seconds that each seat has left at a later moment.

        Examples:
            >>> Times({"N": 60.0, "S": 30.0}, "N", True, 1000.0).seconds_left(1045.0)
            {'N': 15.0, 'S': 30.0}
        """
        left = dict(self.left)
        if self.turn is not None and self.runs:
            left[self.turn] = round(max(0.0, left[self.turn] - max(0.0, now - self.turn_start)), PRECISION)
        return left


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock settings of a table.

    Attributes:
        kind: `turn`, a time limit for each turn; or `budget`, one for all turns of a seat together.
        increment: seconds that are added to a budget after each turn.
        then: what happens when the time is up: a `bot` takes the seat, or the game is `decided`.

    Examples:
        The first turn takes 70 seconds:

        >>> clock = Clock("budget", 600, 5, "bot")
        >>> times = clock.start(["N", "S"], "N", ticks=True, now=1000.0)
        >>> clock.advance(times, "S", ticks=True, now=1070.0).left
        {'N': 535.0, 'S': 600.0}
    """

    kind: str
    seconds: int
    increment: int
    then: str

    @classmethod
    def from_header(cls, agreed: Mapping[str, Any]) -> Clock:
        """Return the clock settings in a game's header."""
        return cls(agreed["kind"], agreed["seconds"], agreed["increment"], agreed["then"])

    def start(
        self, seats: Sequence[str], to_move: str | None, *, ticks: bool, now: float, starts: float | None = None
    ) -> Times:
        """Return the clocks at the start of the game; see `advance` for the arguments."""
        full = Times(dict.fromkeys(seats, float(self.seconds)), None, False, now)
        return self.advance(full, to_move, ticks=ticks, now=now, starts=starts)

    def advance(self, times: Times, to_move: str | None, *, ticks: bool, now: float, starts: float | None = None) -> Times:
        """Return the clocks from `now` on.

        Args:
            to_move: the seat to move now, "chance", or None in a game that is over.
            ticks: whether the time of this seat runs: a person or a program decides for it.
            now: in seconds since 1970; a value before `times.at` counts as `times.at`.
            starts: until when the time of this seat waits for its holder.
        """
        now = max(now, times.at)
        left, turn = times.seconds_left(now), times.turn
        if to_move in left and to_move != turn:
            if turn is not None:
                left[turn] = float(self.seconds) if self.kind == TURN else left[turn] + self.increment
            turn = to_move
        runs = ticks and to_move is not None and to_move == turn
        return Times(left, turn, runs, now, starts if runs else None)

    def rewind(self, times: Times, to_move: str, *, ticks: bool, now: float) -> Times:
        """Return the clocks after a return to a moment when `to_move` was to move and the clocks stood at `times`."""
        times = replace(times, runs=False, at=now, starts=None)
        if self.kind == TURN:
            times = replace(times, left=dict.fromkeys(times.left, float(self.seconds)))
        return replace(times, turn=to_move, runs=ticks)

    def refill(self, times: Times, seat: str) -> Times:
        """Return the clocks after a bot has taken over a seat whose time was up: a clock per turn starts again at its limit."""
        left = dict(times.left)
        left[seat] = float(self.seconds) if self.kind == TURN else 0.0
        return replace(times, left=left, runs=False)
