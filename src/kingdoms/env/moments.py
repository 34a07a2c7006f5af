"""States with the way to them, for interfaces whose states remember what each player has seen."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any, Final

from kingdoms.core.rng import Random
from kingdoms.core.state import State

DIGEST: Final = 16
"""The length of a digest in bytes."""


class Moment:
    """A state in the course of a game, linked to the one before it. Immutable, so any number of games can share it.

    Args:
        table: the state, which must not be changed.
        parent: the moment before it; None at the start.
        action: the action that led from there to here.
        decisions: the number of decisions of players so far.

    Attributes:
        table, parent, action, decisions: as above.
        known: player -> digest of what the player has seen so far, if it has been asked for.

    Examples:
        >>> import kingdoms
        >>> start = Moment(kingdoms.load_game("rivers", seats=2).new_initial_state())
        >>> deal = start.after(start.table.legal_actions()[0])
        >>> red, blue = (deal.after(action) for action in deal.table.legal_actions()[:2])
        >>> red.seen(0) == blue.seen(0), red.seen(1) == blue.seen(1)
        (False, True)
    """

    __slots__ = ("action", "decisions", "known", "parent", "table")

    def __init__(self, table: State, parent: Moment | None = None, action: int = -1, decisions: int = 0) -> None:
        self.table = table
        self.parent = parent
        self.action = action
        self.decisions = decisions
        self.known: dict[int, bytes] = {}

    def after(self, action: int, decided: int = 0) -> Moment:
        """Return the moment after a legal action.

        Args:
            action: the action.
            decided: 1 if a player has decided it, 0 if chance has.
        """
        table = self.table.clone()
        table.apply_trusted(action)
        return Moment(table, self, action, self.decisions + decided)

    def resampled(self, player: int, rng: Random) -> Moment:
        """Return a random moment, without a way to it, that agrees with all that a player has seen.

        The other players have seen there what this one has, and besides what their own views show.
        """
        seat = self.table.game.seats[player]
        found = Moment(self.table.view(seat).sample(rng), decisions=self.decisions)
        seen = self.seen(player)
        found.known = {
            other: seen if other == player else _digest(seen, found, other) for other in range(len(found.table.game.seats))
        }
        return found

    def seen(self, player: int) -> bytes:
        """Return a digest of what a player has seen so far, with perfect recall.

        It is the same exactly for games with the same `Record.information_state`, except for collisions, which are practically
        impossible.
        """
        way = []
        here: Moment | None = self
        while here is not None and player not in here.known:
            way.append(here)
            here = here.parent
        seen = b"" if here is None else here.known[player]
        for moment in reversed(way):
            seen = moment.known[player] = _digest(seen, moment, player)
        return seen

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, without recursion along the way."""
        actions = []
        start = self
        while start.parent is not None:
            actions.append((start.action, start.decisions - start.parent.decisions))
            start = start.parent
        return _restored, (start.table, start.known, start.decisions, actions[::-1])


def _restored(table: State, known: dict[int, bytes], decisions: int, actions: list[tuple[int, int]]) -> Moment:
    """Return a moment from its start and the actions after it."""
    moment = Moment(table, decisions=decisions)
    moment.known = known
    for action, decided in actions:
        moment = moment.after(action, decided)
    return moment


def _digest(seen: bytes, moment: Moment, player: int) -> bytes:
    """Return a digest of a player's observations: those before a moment, the last action as reported, and the view."""
    table, told = moment.table, None
    seat = table.game.seats[player]
    if moment.parent is not None:
        told = table.game.tell(moment.parent.table, table.game.action_to_string(moment.action), table, seat)[0]
    line = json.dumps([seat, told, table.view(seat).to_json()], sort_keys=True)
    return blake2b(seen + line.encode(), digest_size=DIGEST).digest()
