"""Counting who wins matches: shares, and how far they can be trusted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingdoms.core.game import Game
from kingdoms.core.record import Record
from kingdoms.core.rng import Random

SURE = 1.959964
"""Standard deviations to both sides that hold 95% of a normal distribution."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95% interval (Wilson's) of the share of games that somebody wins who has won so many.

    Args:
        won: games won; of a shared victory its part.
        games: games played.

    Examples:
        >>> "{:.3f} to {:.3f}".format(*wilson(30, 40))
        '0.598 to 0.858'
        >>> wilson(0, 0)
        (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    share, square = won / games, SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = SURE / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass
class Standing:
    """How one of several players has done.

    Attributes:
        wins: games that were its alone.
        shared: games that it won together with others.
        won: games won, of each shared one its part.
        lost: games in which it was the loser by name, where a game has such.
    """

    wins: int = 0
    shared: int = 0
    won: float = 0.0
    lost: int = 0


@dataclass
class Tally:
    """What has been counted in games between the same players, who change seats from game to game.

    Args:
        players: what they are called, each differently.

    Attributes:
        standings: by player.
        by_seat: games won by seat, of each shared one its part.
        reasons: how games ended, and how often; "unfinished" for those that were broken off, which nobody wins.
        actions: of all games together, chance's not among them.
    """

    players: Sequence[str]
    games: int = 0
    actions: int = 0
    standings: dict[str, Standing] = field(default_factory=dict)
    by_seat: dict[str, float] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    _seen: set[int] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        self.standings = {player: Standing() for player in self.players}

    @property
    def different(self) -> int:
        """How many of the games were different ones: without chance, the same players play the same game again and again."""
        return len(self._seen)

    def add(self, record: Record, seating: Mapping[str, str]) -> None:
        """Count a game.

        Args:
            record: the game.
            seating: which player held each seat.
        """
        outcome = record.state.outcome()
        self.games += 1
        self.reasons[outcome.reason if outcome else "unfinished"] += 1
        self.actions += sum(entry.by in seating for entry in record.entries)
        self._seen.add(hash((tuple(record.entries), tuple(seating.items()))))
        for seat, part in zip(record.game.seats, record.state.returns(), strict=True):
            standing = self.standings[seating[seat]]
            standing.won += part
            self.by_seat[seat] = self.by_seat.get(seat, 0.0) + part
            if outcome is not None and seat == outcome.loser:
                standing.lost += 1
            if outcome is not None and seat in outcome.winners:
                standing.wins += len(outcome.winners) == 1
                standing.shared += len(outcome.winners) > 1

    def share(self, player: str) -> tuple[float, float, float]:
        """Return the share of games that a player has won, and the ends of its 95% interval."""
        won = self.standings[player].won
        return (won / self.games if self.games else 0.0, *wilson(won, self.games))

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON data."""
        players = []
        for player, standing in self.standings.items():
            share, low, high = (round(value, 4) for value in self.share(player))
            counts = {"wins": standing.wins, "shared": standing.shared, "won": round(standing.won, 4), "lost": standing.lost}
            players.append({"bot": player, **counts, "share": share, "low": low, "high": high})
        return {
            "games": self.games,
            "different_games": self.different,
            "bots": players,
            "won_by_seat": {seat: round(won, 4) for seat, won in self.by_seat.items()},
            "reasons": dict(self.reasons),
            "actions": self.actions,
        }


def seatings(game: Game, players: Sequence[str], seed: int) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield without end the seed of each game, and who holds which seat in it.

    So many games as there are seats have the same seed, and each player holds each seat in one of them; then the next seed
    comes, with the players in another order.

    Examples:
        >>> import itertools, kingdoms
        >>> games = seatings(kingdoms.load_game("rivers", seats=2), ["one", "other"], seed=5)
        >>> [(seed, who["A"]) for seed, who in itertools.islice(games, 4)]
        [(5, 'one'), (5, 'other'), (6, 'other'), (6, 'one')]
    """
    while True:
        rng, order = Random(seed), list(players)
        for last in range(len(order) - 1, 0, -1):
            other = rng.roll(last + 1)
            order[last], order[other] = order[other], order[last]
        for first in range(len(order)):
            yield seed, dict(zip(game.seats, order[first:] + order[:first], strict=True))
        seed += 1
