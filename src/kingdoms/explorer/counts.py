"""Counts of what was played in openings, in memory; `file` writes them.

A game counts once, however often it is given: its digest is kept. Shares of the victory are whole numbers of `UNIT` parts, so
that sums are exact.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from kingdoms.core.game import Game
from kingdoms.core.record import Record, play_entry
from kingdoms.explorer.errors import ExplorerError
from kingdoms.texts import text

UNIT: Final = 2520
"""The parts of a whole victory: up to ten winners share it exactly."""
MOST_DECISIONS: Final = 16
"""The most decisions of each seat in the opening of a game, for games that set no end."""
TRIAL: Final = "trial"
"""The kind of player of an action that an arena has taken at random, to vary its games."""
PEOPLE: Final = "people"
"""The kind of player of rated people, before a colon and the lower end of their band of points."""
LEVELS: Final = ("level:6", "level:7", "level:8")
"""The bots whose games count."""

Key = tuple[int, int, int]
"""A position as a number, the image of an action, and a kind of player by its number."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game from its usual beginning.

    Attributes:
        record: its record.
        kinds: seat -> kind of player.
        tries: called at each decision of a seat with the legal actions; returns whether chance took the decision. None if the
            players took all of them.
    """

    record: Record
    kinds: Mapping[str, str]
    tries: Callable[[Sequence[int]], bool] | None = None

    @property
    def digest(self) -> bytes:
        """Eight bytes that differ between games in which anything different was played."""
        return digest_of(self.record.header(), (entry.to_json() for entry in self.record.entries))


def digest_of(header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the digest of a game, from the JSON data of its record's header and entries."""
    data = [[header[name] for name in ("game", "seats", "rulings")], list(entries)]
    return blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=8).digest()


def number_of(game: Game, key: bytes) -> int:
    """Return a position of an opening as a number of 64 bits, from its key."""
    head = f"{game.name} {game.num_players} ".encode()
    return int.from_bytes(blake2b(head + key, digest_size=8).digest(), "big")


@dataclass
class Counts:
    """What was played in the openings of many games.

    Attributes:
        kinds: the kinds of players, by number.
        played: position, action and kind -> [games, parts of the victory].
        games: game -> number of seats -> kind of player -> in how many games it had a seat; "" for all games.
        digests: the digests of the games.
        least: positions met less often than this have been left out.
    """

    kinds: list[str] = field(default_factory=list)
    played: dict[Key, list[int]] = field(default_factory=dict)
    games: dict[str, dict[int, Counter[str]]] = field(default_factory=dict)
    digests: set[bytes] = field(default_factory=set)
    least: int = 1

    def add(self, played: PlayedGame) -> bool:
        """Count the opening of a game, and return whether it is new."""
        digest = played.digest
        if digest in self.digests:
            return False
        for key, share in _decisions(played, self._number_of_kind):
            counted = self.played.setdefault(key, [0, 0])
            counted[0] += 1
            counted[1] += share
        game = played.record.game
        self._note(game.name, game.num_players, Counter({"": 1, **dict.fromkeys(played.kinds.values(), 1)}))
        self.digests.add(digest)
        return True

    def merge(self, other: Counts) -> None:
        """Add other counts.

        Raises:
            ExplorerError: both have counted the same game.
        """
        twice = len(self.digests & other.digests)
        if twice:
            raise ExplorerError(text("explorer.twice", n=twice))
        numbers = [self._number_of_kind(kind) for kind in other.kinds]
        for (position, action, kind), (games, share) in other.played.items():
            counted = self.played.setdefault((position, action, numbers[kind]), [0, 0])
            counted[0] += games
            counted[1] += share
        for game, seats in other.games.items():
            for number, kinds in seats.items():
                self._note(game, number, kinds)
        self.digests |= other.digests
        self.least = max(self.least, other.least)

    def drop(self, least: int) -> None:
        """Leave out the positions met in fewer games than `least`."""
        met: Counter[int] = Counter()
        for (position, _, _), (games, _) in self.played.items():
            met[position] += games
        self.played = {key: counted for key, counted in self.played.items() if met[key[0]] >= least}
        self.least = max(self.least, least)

    def _number_of_kind(self, kind: str) -> int:
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def _note(self, game: str, seats: int, kinds: Counter[str]) -> None:
        self.games.setdefault(game, {}).setdefault(seats, Counter()).update(kinds)


def _decisions(played: PlayedGame, number_of_kind: Callable[[str], int]) -> list[tuple[Key, int]]:
    """Return the decisions of seats in the opening of a game, each with the share of the victory, in parts."""
    record, decisions = played.record, list[tuple[Key, int]]()
    game, state = record.game, record.opening()
    shares = dict(zip(game.seats, (round(share * UNIT) for share in record.state.returns()), strict=True))
    for entry in record.entries:
        seat = state.to_move
        if seat in game.seats and entry.action is not None:
            opening = game.opening(state)
            if opening is None or len(decisions) == MOST_DECISIONS * game.num_players:
                break
            legal = state.legal_actions()
            tried = played.tries is not None and played.tries(legal)
            if len(legal) > 1:
                image = opening.image(game.string_to_action(entry.action))
                kind = number_of_kind(TRIAL if tried else played.kinds[seat])
                decisions.append(((number_of(game, opening.key), image, kind), shares[seat]))
        play_entry(state, entry)
    return decisions
