"""The memory of a seat in Two Rivers: the gains of all seats, and the tiles that have left the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kingdoms.games.rivers.engine import codes
from kingdoms.games.rivers.engine.geometry import COLOURS, SEATS, TILES
from kingdoms.games.rivers.engine.state import State

if TYPE_CHECKING:
    from kingdoms.core.bot import Seen
    from kingdoms.core.event import Event

TILE_TOTAL: Final = sum(TILES)
"""Number of tiles in the game (A-3)."""


class Memory:
    """A running summary of the events that one seat has seen.

    Attributes:
        points: points gained, by 4 * seat + colour.
        treasures: treasures taken, by seat.
        hidden_tiles: tiles known to have left the game or to lie face down, by colour.
        draws: number of tiles drawn from the bag.
        from_start: whether the events include the start of the game.
    """

    def __init__(self) -> None:
        self.points = [0] * 16
        self.treasures = [0] * 4
        self.hidden_tiles = [0] * 4
        self.draws = 0
        self.from_start = False

    def note(self, sightings: Sequence[Seen]) -> None:
        """Record events in order; the start of a game clears the memory."""
        for sighting in sightings:
            for event in sighting.events:
                if event.kind == "first":
                    self.__init__()  # type: ignore[misc]
                    self.from_start = True
                self._note_gains(event)
                self._note_tiles(event)

    def is_complete(self, state: State, seat: int) -> bool:
        """Return whether the memory is complete up to a state, judged by the seat's own points and the treasures."""
        place, left = slice(4 * seat, 4 * seat + 4), state.treasures.bit_count()
        return (
            self.from_start
            and state.phase == codes.ACTION
            and self.points[place] == list(state.points[place])
            and self.treasures[seat] == state.treasures_taken[seat]
            and sum(self.treasures) == len(state.ground.temples) - left
        )

    def bag(self, state: State) -> int:
        """Return the number of tiles in the bag, which starts with all tiles except the board's temples (A-3, AB-5)."""
        return TILE_TOTAL - len(state.ground.temples) - self.draws

    def _note_gains(self, event: Event) -> None:
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
            self.treasures[by] += 1

    def _note_tiles(self, event: Event) -> None:
        """Record the tiles drawn, committed, swapped, removed from the board or flipped in an event."""
        details = event.details
        if event.kind == "drawn":
            self.draws += 1
        elif event.kind == "committed":
            self.hidden_tiles[COLOURS.index(details["colour"])] += details["count"]
        elif event.kind == "swap" and "tiles" in details:
            for colour, count in details["tiles"].items():
                self.hidden_tiles[COLOURS.index(colour)] += count
        for change in event.changes:
            if change.path[0] == "board" and isinstance(change.before, str):
                colour = change.before.removesuffix("*")
                after = str(change.after or "").removesuffix("*")
                if colour in COLOURS and after not in COLOURS:
                    self.hidden_tiles[COLOURS.index(colour)] += 1
