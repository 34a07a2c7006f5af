"""What a seat remembers of a game of Two Rivers: what everybody has gained in the open, and which tiles are gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import COLOURS, SEATS, TILES
from kingdoms.games.rivers.engine.state import State

if TYPE_CHECKING:
    from kingdoms.core.bot import Seen
    from kingdoms.core.event import Event

ALL: Final = sum(TILES)
"""How many tiles there are (A-3)."""


class Memory:
    """Gathers what one seat is told.

    Attributes:
        points: by 4 * seat + colour the points that were seen to be gained.
        taken: by seat the treasures.
        gone: by colour the tiles that are known to have left the game, or lie face down.
        drawn: how many tiles have been drawn from the bag.
        from_start: whether the seat has been told of everything from the start of a game.
    """

    def __init__(self) -> None:
        self.points = [0] * 16
        self.taken = [0] * 4
        self.gone = [0] * 4
        self.drawn = 0
        self.from_start = False

    def note(self, seen: Sequence[Seen]) -> None:
        """Take in what the seat was told, in order; a game that starts makes it forget the one before."""
        for one in seen:
            for event in one.events:
                if event.kind == "first":
                    self.__init__()  # type: ignore[misc]
                    self.from_start = True
                self._note_gains(event)
                self._note_tiles(event)

    def tells_all(self, state: State, seat: int) -> bool:
        """Say whether all has been seen that happened until a state: then the own points and the treasures agree."""
        place, left = slice(4 * seat, 4 * seat + 4), state.treasures.bit_count()
        return (
            self.from_start
            and state.phase == codes.ACTION
            and self.points[place] == list(state.points[place])
            and self.taken[seat] == state.taken[seat]
            and sum(self.taken) == len(state.ground.temples) - left
        )

    def bag(self, state: State) -> int:
        """Return how many tiles the bag holds: at the start all but those of the board's temples (A-3, AB-5)."""
        return ALL - len(state.ground.temples) - self.drawn

    def _note_gains(self, event: Event) -> None:
        """Note points and treasures."""
        details, by = event.details, None if event.seat is None else SEATS.index(event.seat)
        if event.kind == "place" and "scores" in details:
            self.points[4 * SEATS.index(details["scores"]) + COLOURS.index(details["colour"])] += details.get("points", 1)
        elif by is None:
            return
        elif event.kind == "revolt_won":
            self.points[4 * by + codes.RED] += details["points"]
        elif event.kind in ("war_won", "income"):
            self.points[4 * by + COLOURS.index(details["colour"])] += details["points"]
        elif event.kind == "treasure":
            self.taken[by] += 1

    def _note_tiles(self, event: Event) -> None:
        """Note tiles drawn, committed, put away, removed from the board and flipped."""
        details = event.details
        if event.kind == "drawn":
            self.drawn += 1
        elif event.kind == "committed":
            self.gone[COLOURS.index(details["colour"])] += details["count"]
        elif event.kind == "swap" and "tiles" in details:
            for colour, count in details["tiles"].items():
                self.gone[COLOURS.index(colour)] += count
        for change in event.changes:
            if change.path[0] == "board" and isinstance(change.before, str):
                colour = change.before.removesuffix("*")
                after = str(change.after or "").removesuffix("*")
                if colour in COLOURS and after not in COLOURS:
                    self.gone[COLOURS.index(colour)] += 1
