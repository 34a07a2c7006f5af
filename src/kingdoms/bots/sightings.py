"""What a bot's seat has seen since the bot last decided, for the bots that want to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from kingdoms.core.bot import Bot, Observer, Seen
from kingdoms.core.state import State


class Sightings:
    """Gathers what the seats of observing bots are told, until their bots decide.

    Args:
        bots: who plays, by seat; those that do not observe cost nothing.
    """

    def __init__(self, bots: Mapping[str, Bot]) -> None:
        # Asking for the method is quick, unlike asking whether a bot keeps to the protocol.
        self.observers = {seat: cast("Observer", bot) for seat, bot in bots.items() if hasattr(bot, "observe")}
        self.seen: dict[str, list[Seen]] = {seat: [] for seat in self.observers}

    def before(self, state: State) -> State | None:
        """Return a copy of the state that an action is about to change, None if nobody observes."""
        return state.clone() if self.observers else None

    def note(self, before: State | None, action: str, after: State) -> None:
        """Note what each observing seat is told of an action.

        Args:
            before: what `before` has returned.
            action: its text.
            after: the state that it led to.
        """
        if before is None:
            return
        for seat, seen in self.seen.items():
            told, events = before.game.tell(before, action, after, seat)
            seen.append(Seen(before.to_move or "chance", told, tuple(events)))

    def show(self, seat: str) -> None:
        """Give the bot of a seat, if it observes, what has been noted for it since the last time."""
        if seat in self.observers:
            self.observers[seat].observe(self.seen[seat])
            self.seen[seat] = []
