"""Statistics of an arena's games, computed in one pass and in constant memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import Any, Final

from openskill.models import PlackettLuce, PlackettLuceRating

from kingdoms.arena.plan import ArenaPlan
from kingdoms.arena.playing import FAILED, Row
from kingdoms.arena.sequential import Watch
from kingdoms.arena.shares import Share
from kingdoms.bots.crash import CRASH

MOST_NAMED: Final = 20
"""How many games that could not be played are listed; the rest are only counted."""


@dataclass
class Mean:
    """A running mean."""

    number: int = 0
    total: float = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.number += 1
        self.total += value

    @property
    def value(self) -> float | None:
        """The mean, None if nothing has been counted."""
        return self.total / self.number if self.number else None


@dataclass
class BotStanding:
    """The results of one bot.

    Attributes:
        rating: its rating, with uncertainty.
        games: the number of games it played in.
        share: its share of the points of the seats it held; an even share is one divided by the number of seats.
        ms: the mean time per decision, in milliseconds.
        lost_seats: how often it was a program that failed, so that another bot took its seat.
        crashes: how often it has lost a game by a crash.
    """

    rating: PlackettLuceRating
    games: int = 0
    share: Share = field(default_factory=Share)
    ms: Mean = field(default_factory=Mean)
    lost_seats: int = 0
    crashes: int = 0


class Count:
    """Statistics of the games of a plan, which must be added in the order of their numbers.

    Attributes:
        games: the number of games that were played, without failures.
        bots: the results of each bot.
        pairs: for each pair of bots, the first bot's share of the points that both won in games they met in.
        seats: the share of the points that each seat won.
        reasons: how often games ended for each reason.
        failed: the first games that could not be played, with the error.
        failures: the number of games that could not be played.
        versions: the number of games by version of this package.
        watch: the test of whether the first bot is stronger than the others, None unless the plan has a margin.
    """

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        # tau=0: bots do not change between games, so uncertainty does not grow back.
        self.model = PlackettLuce(tau=0.0)
        self.games = 0
        self.bots = {label: BotStanding(self.model.rating(name=label)) for label in plan.bots}
        self.pairs = {pair: Share() for pair in combinations(plan.bots, 2)}
        self.seats = {seat: Share() for seat in plan.seats}
        self.reasons: Counter[str] = Counter()
        self.versions: Counter[str] = Counter()
        self.rounds, self.actions = Mean(), Mean()
        self.failed: list[tuple[int, str]] = []
        self.failures = 0
        self.watch = None if plan.margin is None else Watch(plan)

    def add_all(self, rows: Iterable[Row]) -> Count:
        """Count games, and return self."""
        for _, opening in groupby(rows, key=lambda row: row["opening"]):
            self.add_opening(list(opening))
        return self

    def add_opening(self, rows: list[Row]) -> None:
        """Count the games on one opening."""
        won: Counter[str] = Counter()
        seat_counts: Counter[str] = Counter()
        of_pair: dict[tuple[str, str], list[float]] = {}
        of_seat: Counter[str] = Counter()
        played = [row for row in rows if row["reason"] != FAILED]
        for row in rows:
            self._add_game(row)
            if self.watch is not None:
                self.watch.add(row)
        for row in played:
            points: Counter[str] = Counter()
            for seat, label, share in zip(row["seats"], row["bots"], row["shares"], strict=True):
                points[label] += share
                seat_counts[label] += 1
                of_seat[seat] += share
            won.update(points)
            for pair in _pairs(self.plan, points):
                pair_points = of_pair.setdefault(pair, [0.0, 0.0])
                pair_points[0] += points[pair[0]]
                pair_points[1] += points[pair[0]] + points[pair[1]]
        for label, seats in seat_counts.items():
            self.bots[label].share.add(won[label], seats)
        for pair, (part, total) in of_pair.items():
            self.pairs[pair].add(part, total)
        for seat in self.plan.seats:
            self.seats[seat].add(of_seat[seat], len(played))

    def _add_game(self, row: Row) -> None:
        self.versions[row["version"]] += 1
        if row["reason"] == FAILED:
            self.failures += 1
            if len(self.failed) < MOST_NAMED:
                self.failed.append((row["number"], row["trouble"] or ""))
            return
        self.games += 1
        self.reasons[row["reason"]] += 1
        has_crashed = row["reason"] == CRASH
        self.actions.add(row["actions"])
        if row["rounds"] is not None:
            self.rounds.add(row["rounds"])
        for label in dict.fromkeys(row["bots"]):
            self.bots[label].games += 1
        for label, ms, failure in zip(row["bots"], row["ms"], row["failures"], strict=True):
            if not has_crashed:
                self.bots[label].ms.add(ms)
            self.bots[label].lost_seats += failure is not None and not has_crashed
            self.bots[label].crashes += failure is not None and has_crashed
        self._rate(row["bots"], row["shares"])

    def _rate(self, bots: list[str], shares: list[float]) -> None:
        """Update ratings after a game; bots with the same share of the win are tied."""
        if len(self.bots) < 2:
            return
        before = [self.bots[label].rating for label in bots]
        after = self.model.rate([[rating] for rating in before], ranks=[-share for share in shares])
        # A bot at several seats combines the updates of all of them.
        change = {label: [0.0, 1.0] for label in bots}
        for label, old, (new,) in zip(bots, before, after, strict=True):
            change[label][0] += new.mu - old.mu
            change[label][1] *= new.sigma / old.sigma
        for label, (more, narrower) in change.items():
            old = self.bots[label].rating
            self.bots[label].rating = self.model.rating(mu=old.mu + more, sigma=old.sigma * narrower, name=label)


def _pairs(plan: ArenaPlan, at_the_table: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of bots at a table, in the order of the plan."""
    labels = set(at_the_table)
    return combinations((label for label in plan.bots if label in labels), 2)


def report(count: Count) -> dict[str, Any]:
    """Return the statistics as JSON data."""
    plan = count.plan
    bots = []
    for label, standing in sorted(count.bots.items(), key=lambda item: -(item[1].share.value or 0)):
        bots.append(
            {
                "bot": label,
                "spec": plan.bots[label],
                "games": standing.games,
                **_share(standing.share),
                "rating": round(standing.rating.mu, 2),
                "rating_sigma": round(standing.rating.sigma, 2),
                "ms": _round(standing.ms.value),
                "lost_seats": standing.lost_seats,
                "crashes": standing.crashes,
            }
        )
    return {
        "plan": plan.to_json(),
        "games": count.games,
        "openings": max((seat.openings for seat in count.seats.values()), default=0),
        "fair_share": round(1 / len(plan.seats), 4),
        "bots": bots,
        "pairs": [{"bot": first, "against": second, **_share(share)} for (first, second), share in count.pairs.items()],
        "seats": [{"seat": seat, **_share(share)} for seat, share in count.seats.items()],
        "reasons": dict(count.reasons.most_common()),
        "rounds": _round(count.rounds.value),
        "actions": _round(count.actions.value),
        "versions": dict(count.versions),
        "failures": count.failures,
        "failed": [{"number": number, "trouble": trouble} for number, trouble in count.failed],
        "test": None if count.watch is None else count.watch.test.to_json(),
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval()
    return {"points": round(share.won, 4), "share": _round(share.value, 4), "low": round(low, 4), "high": round(high, 4)}


def _round(value: float | None, digits: int = 3) -> float | None:
    return None if value is None else round(value, digits)
