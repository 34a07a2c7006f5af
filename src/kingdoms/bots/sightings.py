"""Observations of the seats of bots, collected between the decisions of each bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.state import State


class Sightings:
    """Collects the observations of each observing bot's seat, until the bot decides.

    Args:
        bots: the bots by seat; bots that do not observe cost nothing.
    """

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        # `hasattr` is fast, unlike `isinstance` with a protocol.
        self.observers = {seat: cast("Observer", bot) for seat, bot in bots.items() if hasattr(bot, "observe")}
        self.by_seat: dict[str, list[Seen]] = {seat: [] for seat in self.observers}

    def snapshot(self, state: State) -> State | None:
        """Return a copy of the state before an action, or None if no bot observes."""
        return state.clone() if self.observers else None

    def note(self, before: State | None, action: str, after: State) -> None:
        """Record an action as each observing seat sees it.

        Args:
            before: the result of `before`.
            action: the text of the action.
            after: the state after the action.
        """
        if before is None:
            return
        for seat, sightings in self.by_seat.items():
            sightings.append(Seen.from_seat(seat, before, action, after))

    def show(self, seat: str) -> None:
        """Pass the observations collected since the last call to the bot of a seat, if it observes."""
        if seat in self.observers:
            self.observers[seat].observe(self.by_seat[seat])
            self.by_seat[seat] = []
