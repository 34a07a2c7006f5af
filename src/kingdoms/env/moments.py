"""States with the way to them, for interfaces whose states remember what each player has seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from kingdoms.core.rng import Random
from kingdoms.core.state import State
from kingdoms.env.past import SECRET

DIGEST: Final = 16
"""The length of a digest in bytes."""


class PlayerHistory(NamedTuple):
    """What a player has seen up to a moment.

    Attributes:
        digest: a digest of all of it.
        actions: the actions since the moment before, the latest first: their players, negative for chance, with the actions or
            `SECRET`.
    """

    digest: bytes
    actions: tuple[tuple[int, int], ...]


class LinkedMoment:
    """A state in the course of a game, linked to the one before it. Immutable, so any number of games can share it.

    Args:
        table: the state, which must not be changed.
        parent: the moment before it; None at the start.
        action: the action that led from there to here.
        decisions: the number of decisions of players so far.

    Attributes:
        table, parent, action, decisions: as above.
        sightings: player -> what the player has seen so far, if it has been asked for.

    Examples:
        >>> import kingdoms
        >>> start = LinkedMoment(kingdoms.load_game("rivers", seats=2).new_initial_state())
        >>> deal = start.child(start.table.legal_actions()[0])
        >>> red, blue = (deal.child(action) for action in deal.table.legal_actions()[:2])
        >>> red.observation_digest(0) == blue.observation_digest(0), red.observation_digest(1) == blue.observation_digest(1)
        (False, True)
        >>> red.latest_actions(1, 2)  # chance has dealt a tile in secret, after the starting seat
        [(-1, -1), (-1, 0)]
    """

    __slots__ = ("action", "decisions", "parent", "sightings", "table")

    def __init__(self, table: State, parent: LinkedMoment | None = None, action: int = -1, decisions: int = 0) -> None:
        self.table = table
        self.parent = parent
        self.action = action
        self.decisions = decisions
        self.sightings: dict[int, PlayerHistory] = {}

    def child(self, action: int, decided: int = 0) -> LinkedMoment:
        """Return the moment after a legal action.

        Args:
            action: the action.
            decided: 1 if a player has decided it, 0 if chance has.
        """
        table = self.table.clone()
        table.apply_trusted(action)
        return LinkedMoment(table, self, action, self.decisions + decided)

    def resample(self, player: int, rng: Random) -> LinkedMoment:
        """Return a random moment, without a way to it, that agrees with all that a player has seen.

        The other players have seen there what this one has, and besides what their own views show.
        """
        seat = self.table.game.seats[player]
        moment = LinkedMoment(self.table.view(seat).sample(rng), decisions=self.decisions)
        digest, actions = self.observation_digest(player), tuple(self.latest_actions(player, None))
        moment.sightings = {
            observer: PlayerHistory(digest if observer == player else _digest(digest, None, moment.table, observer), actions)
            for observer in range(len(moment.table.game.seats))
        }
        return moment

    def observation_digest(self, player: int) -> bytes:
        """Return a digest of what a player has seen so far, with perfect recall.

        It is the same exactly for games with the same `Record.information_state`, except for collisions, which are practically
        impossible.
        """
        way = []
        ancestor: LinkedMoment | None = self
        while ancestor is not None and player not in ancestor.sightings:
            way.append(ancestor)
            ancestor = ancestor.parent
        digest = b"" if ancestor is None else ancestor.sightings[player].digest
        for moment in reversed(way):
            text, actions = _last_observation(moment, player)
            digest = _digest(digest, text, moment.table, player)
            moment.sightings[player] = PlayerHistory(digest, actions)
        return digest

    def latest_actions(self, player: int, most: int | None) -> list[tuple[int, int]]:
        """Return the latest actions as a player was told of them, the last one first.

        Args:
            player: the player.
            most: the number of actions after which to stop; None for all.

        Returns:
            The player of each action, negative for chance, and the action, or `SECRET`.
        """
        self.observation_digest(player)
        return list(islice(chain.from_iterable(moment.sightings[player].actions for moment in self._way()), most))

    def _way(self) -> Iterator[LinkedMoment]:
        moment: LinkedMoment | None = self
        while moment is not None:
            yield moment
            moment = moment.parent

    def __deepcopy__(self, memo: dict[int, Any]) -> LinkedMoment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, without recursion along the way."""
        actions = []
        start = self
        while start.parent is not None:
            actions.append((start.action, start.decisions - start.parent.decisions))
            start = start.parent
        return _restore, (start.table, start.sightings, start.decisions, actions[::-1])


def _restore(
    table: State, observations: dict[int, PlayerHistory], decisions: int, actions: list[tuple[int, int]]
) -> LinkedMoment:
    moment = LinkedMoment(table, decisions=decisions)
    moment.sightings = observations
    for action, decided in actions:
        moment = moment.child(action, decided)
    return moment


def _last_observation(moment: LinkedMoment, player: int) -> tuple[str | None, tuple[tuple[int, int], ...]]:
    """Return the text of a moment's last action, None if it is secret, and the same action for `PlayerHistory.actions`."""
    if moment.parent is None:
        return None, ()
    before, game = moment.parent.table, moment.table.game
    action = game.action_to_string(moment.action)
    text = game.visible_action(before, action, moment.table, game.seats[player]) if game.has_secrets else action
    return text, ((before.current_player(), moment.action if text == action else SECRET),)


def _digest(digest: bytes, action: str | None, table: State, player: int) -> bytes:
    """Return a digest of a player's observations: those before, the last action as told, and the view of the state after it."""
    seat = table.game.seats[player]
    line = json.dumps([seat, action, table.view(seat).to_json()], sort_keys=True)
    return blake2b(digest + line.encode(), digest_size=DIGEST).digest()
