"""Results of matches: win shares and their confidence intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingdoms.bots.crash import CRASH, winnings
from kingdoms.core.answers import Outcome
from kingdoms.core.record import Record

SURE = 1.959964
"""The z-score of a two-sided 95% confidence interval."""


def label(bots: Sequence[str]) -> dict[str, str]:
    """Return bot specs by label: bots that occur several times are numbered.

    Examples:
        >>> label(["greedy", "random", "random"])
        {'greedy': 'greedy', 'random 1': 'random', 'random 2': 'random'}
    """
    labels: dict[str, str] = {}
    for spec in bots:
        number = sum(previous == spec for previous in labels.values()) + 1
        labels[f"{spec} {number}" if bots.count(spec) > 1 else spec] = spec
    return labels


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the Wilson 95% confidence interval of a win share.

    Args:
        won: the number of games won; a shared victory counts as a fraction.
        games: the number of games played.

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
class PlayerStanding:
    """The results of one player.

    Attributes:
        wins: games that it won alone.
        shared: games that it won together with others.
        won: games won; a shared victory counts as a fraction.
        lost: games whose outcome names it as the loser; not every game names one.
        crashes: games that it has lost by a crash.
    """

    wins: int = 0
    shared: int = 0
    won: float = 0.0
    lost: int = 0
    crashes: int = 0


@dataclass
class Tally:
    """The results of games between the same players, who change seats from game to game.

    Args:
        players: the names of the players, all different.

    Attributes:
        standings: the results by player.
        by_seat: games won by seat; a shared victory counts as a fraction.
        reasons: how often games ended for each reason; "unfinished" for games that were stopped early, which have no winner.
        actions: the number of actions in all games, without those of chance.
    """

    players: Sequence[str]
    games: int = 0
    actions: int = 0
    standings: dict[str, PlayerStanding] = field(default_factory=dict)
    by_seat: dict[str, float] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    _hashes: set[int] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        self.standings = {player: PlayerStanding() for player in self.players}

    @property
    def distinct_games(self) -> int:
        """The number of distinct games: without chance, deterministic players repeat the same game."""
        return len(self._hashes)

    def add(self, record: Record, seating: Mapping[str, str], crashed: str | None = None) -> None:
        """Add the result of a game.

        Args:
            record: the record of the game.
            seating: the player of each seat.
            crashed: the seat that has lost the game by a crash, None for a game that was played to its end.
        """
        seats, outcome, shares = record.game.seats, record.state.outcome(), record.state.returns()
        if crashed is not None:
            shares = winnings(seats, crashed)
            outcome = Outcome(CRASH, tuple(seat for seat in seats if seat != crashed), crashed, {})
            self.standings[seating[crashed]].crashes += 1
        self.games += 1
        self.reasons[outcome.reason if outcome else "unfinished"] += 1
        self.actions += sum(entry.by in seating for entry in record.entries)
        self._hashes.add(hash((tuple(record.entries), tuple(seating.items()))))
        for seat, part in zip(seats, shares, strict=True):
            standing = self.standings[seating[seat]]
            standing.won += part
            self.by_seat[seat] = self.by_seat.get(seat, 0.0) + part
            if outcome is not None and seat == outcome.loser:
                standing.lost += 1
            if outcome is not None and seat in outcome.winners:
                standing.wins += len(outcome.winners) == 1
                standing.shared += len(outcome.winners) > 1

    def share(self, player: str) -> tuple[float, float, float]:
        """Return the share of games that a player has won, and the bounds of its 95% interval."""
        won = self.standings[player].won
        return (won / self.games if self.games else 0.0, *wilson(won, self.games))

    def to_json(self) -> dict[str, Any]:
        """Return the tally as JSON data."""
        players = []
        for player, standing in self.standings.items():
            share, low, high = (round(value, 4) for value in self.share(player))
            counts = {"wins": standing.wins, "shared": standing.shared, "won": round(standing.won, 4), "lost": standing.lost}
            counts |= {"crashes": standing.crashes}
            players.append({"bot": player, **counts, "share": share, "low": low, "high": high})
        return {
            "games": self.games,
            "different_games": self.distinct_games,
            "bots": players,
            "won_by_seat": {seat: round(won, 4) for seat, won in self.by_seat.items()},
            "reasons": dict(self.reasons),
            "actions": self.actions,
        }
