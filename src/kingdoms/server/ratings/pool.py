"""The ratings of all players of a game with a number of seats, and what rated games change in them.

Openskill's update is divided evenly among the opponents, and each part counts as far as it means something:

- A game counts as far as the people at the table are known: by the evidence of their own games, once enough people are
  settled. Accounts that have only played each other are unknown.
- It counts half as much for each earlier game within half a year against the same person, and likewise the part of a level for
  each earlier game against that level; within a week, people at one address count as one person.
- An opponent lifts a rating at most up to `BAND` above the opponent's own, and lowers it at most to `BAND` below.
- No rating rises without a share of the victory, or against a person who left early. Such a game is no evidence.

Nothing here knows the database, so that tests can simulate whole seasons; `settling` loads and stores pools.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kingdoms.bots.strength import Strength, level_strength, update_strengths

DAY: Final = 86400.0
WEEK: Final = 7 * DAY
"""Seconds for which addresses are compared; they are deleted afterwards."""
HALF_YEAR: Final = 26 * WEEK
"""Seconds for which earlier games against the same person or level lower the weight of a game."""
SETTLED_EVIDENCE: Final = 17.0
SETTLED_OPPONENTS: Final = 8
SETTLED_DAYS: Final = 3
"""What settles a rating: evidence, different opponents (each level is one), and days with complete games."""
YOUNG: Final = 12
"""Number of settled people from which on opponents have to be known. A younger pool takes its people on trust."""
BAND: Final = 3.0
"""How far above, or below, the rating of an opponent games against them can bring a rating."""


@dataclass(frozen=True)
class RatedPlayer:
    """A seat of a rated game.

    Attributes:
        person: the visitor, or None for a level.
        bot: the level, or None for a person.
        left_early: whether the person resigned, or ran out of time, in the first quarter of the game.
        met: seat -> number of earlier games against the opponent there (see `meetings`).
    """

    seat: str
    person: str | None
    bot: str | None
    share: float
    left_early: bool = False
    met: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The visitor or the level, which identifies the opponent."""
        return self.person or str(self.bot)


@dataclass(frozen=True)
class RatedGame:
    """A finished rated game.

    Attributes:
        at: when it ended, in seconds since 1970.
    """

    id: str
    at: float
    players: Sequence[RatedPlayer]

    @property
    def is_complete(self) -> bool:
        """Whether nobody left early."""
        return not any(player.left_early for player in self.players)


@dataclass
class RatingStanding:
    """The rating of a person, and what it rests on.

    Attributes:
        evidence: the number of games that it rests on, by their weights.
        settled: whether the rating is settled; it remains so.
        opponents: the different opponents: people and levels. Not updated once the rating is settled.
        days: the days with rated games, as numbers. Not updated once the rating is settled.
    """

    strength: Strength = field(default_factory=Strength)
    evidence: float = 0.0
    games: int = 0
    settled: bool = False
    opponents: set[str] = field(default_factory=set)
    days: set[int] = field(default_factory=set)

    @property
    def familiarity(self) -> float:
        """How far the person is known as an opponent, from 0 to 1. First games count least, so that accounts are not cheap."""
        return 1.0 if self.settled else min(1.0, self.evidence / SETTLED_EVIDENCE) ** 2

    def note(self, game: RatedGame, player: RatedPlayer, weight: float) -> bool:
        """Count a game; return whether it has settled the rating."""
        self.games += 1
        if not game.is_complete:
            return False
        self.evidence += weight
        if self.settled:
            return False
        self.opponents.update(opponent.name for opponent in game.players if opponent is not player)
        self.days.add(int(game.at // DAY))
        return self.settle()

    def settle(self) -> bool:
        """Mark the rating as settled if it is; return whether it is."""
        self.settled = (
            self.evidence >= SETTLED_EVIDENCE and len(self.opponents) >= SETTLED_OPPONENTS and len(self.days) >= SETTLED_DAYS
        )
        return self.settled


@dataclass(frozen=True)
class RatingStep:
    """What a rated game has changed for a person."""

    player: RatedPlayer
    before: Strength
    after: Strength


@dataclass
class RatingPool:
    """The ratings for a game with a number of seats, or the part of them that some rated games may change.

    Attributes:
        standings: person -> standing; new people are added.
        settled: the number of settled people, including those without a standing here.

    Examples:
        >>> pool = RatingPool("middlesea", 2)
        >>> won = RatedGame("a", 0.0, [RatedPlayer("N", "ida", None, 1.0), RatedPlayer("S", "bob", None, 0.0)])
        >>> [step.after.points for step in pool.play(won)]
        [1053, 947]
    """

    game: str
    seats: int
    standings: dict[str, RatingStanding] = field(default_factory=dict)
    settled: int = 0

    def play(self, game: RatedGame) -> list[RatingStep]:
        """Update the ratings by a game; return the change for each person in it.

        Nothing changes if a level has no rating.
        """
        strengths = {player.seat: strength for player in game.players if (strength := self._strength(player)) is not None}
        if len(strengths) < len(game.players):
            return []
        updates = update_strengths(list(strengths.values()), [player.share for player in game.players])
        steps, evidence = [], []
        for player, update in zip(game.players, updates, strict=True):
            if player.person is not None:
                weights = self._weights(game, player)
                before = strengths[player.seat]
                steps.append(RatingStep(player, before, _update_person(game, player, strengths, update, weights)))
                evidence.append(sum(weights.values()) / len(weights))
        for step, weight in zip(steps, evidence, strict=True):
            standing = self.standings[str(step.player.person)]
            standing.strength = step.after
            self.settled += standing.note(game, step.player, weight)
        return steps

    def _strength(self, player: RatedPlayer) -> Strength | None:
        if player.person is None:
            return level_strength(self.game, self.seats, str(player.bot))
        return self.standings.setdefault(player.person, RatingStanding()).strength

    def _weights(self, game: RatedGame, player: RatedPlayer) -> dict[str, float]:
        """Return how much the part of each opponent counts for a person, from 0 to 1.

        People could help each other against the others at the table, so the whole table counts as far as all people there are
        known and new to the person: by the geometric mean.
        """
        opponents = [opponent for opponent in game.players if opponent is not player]
        people = [self._weight(player, opponent) for opponent in opponents if opponent.person is not None]
        table = math.prod(people) ** (1 / len(people)) if people else 1.0
        return {
            opponent.seat: table if opponent.person is not None else table * self._weight(player, opponent)
            for opponent in opponents
        }

    def _weight(self, player: RatedPlayer, opponent: RatedPlayer) -> float:
        """Return how much a game against an opponent counts, by what is known of them and by earlier games against them."""
        has_to_be_known = opponent.person is not None and self.settled >= YOUNG
        knowledge = self.standings[str(opponent.person)].familiarity if has_to_be_known else 1.0
        return knowledge * 0.5 ** player.met.get(opponent.seat, 0)


def _update_person(
    game: RatedGame, player: RatedPlayer, strengths: Mapping[str, Strength], update: Strength, weights: Mapping[str, float]
) -> Strength:
    was = strengths[player.seat]
    gain = (update.rating - was.rating) / len(weights)
    narrowing = math.log(update.spread / was.spread) / len(weights)
    if player.share == 0:
        gain = min(gain, 0.0)
    rating, narrower = was.rating, 0.0
    for opponent in game.players:
        if opponent is player or (opponent.left_early and gain > 0):
            continue
        weight = weights[opponent.seat]
        narrower += weight * narrowing
        rating = _limit_change(rating, weight * gain, strengths[opponent.seat].rating)
    return Strength(rating, was.spread * math.exp(narrower))


def _limit_change(rating: float, part: float, opponent: float) -> float:
    """Return a rating after a part of an update, which brings it at most `BAND` above or below the rating of the opponent."""
    if part < 0:
        return max(rating + part, min(rating, opponent - BAND))
    return min(rating + part, max(rating, opponent + BAND))


@dataclass(frozen=True)
class EarlierSeat:
    """A seat of an earlier game.

    Attributes:
        at: when it ended, in seconds since 1970.
        name: the visitor or the level.
        place: the digest of the visitor's address, if it is known.
    """

    game_id: str
    at: float
    name: str
    place: str | None = None


def is_one_site(place: str | None, other_place: str | None) -> bool:
    """Return whether two digests are of one IPv4 address, or of addresses in one IPv6 /48 network.

    Digests of such a network begin alike (see `Identity.place`); half of a digest is enough to tell others apart.

    Examples:
        >>> is_one_site("0123abcd", "0123efef"), is_one_site("0123abcd", "4567abcd"), is_one_site(None, None)
        (True, False, False)
    """
    return place is not None and other_place is not None and place[: len(place) // 2] == other_place[: len(other_place) // 2]


def meetings(now: float, person: str, opponent: str, place: str | None, seats: Iterable[EarlierSeat]) -> int:
    """Return how many earlier games of a person were against an opponent (within half a year) or their site (within a week).

    Args:
        now: in seconds since 1970.
        opponent: the other visitor, or the level.
        place: the digest of the opponent's address; None if unknown.

    Examples:
        >>> earlier = [EarlierSeat("a", 0.0, "ida"), EarlierSeat("a", 0.0, "bob", "here")]
        >>> earlier += [EarlierSeat("b", 9.0, "ida"), EarlierSeat("b", 9.0, "eve", "here")]
        >>> [meetings(60.0, "ida", "eve", place, earlier) for place in (None, "here")]
        [1, 2]
    """
    recent = [seat for seat in seats if seat.at > now - HALF_YEAR]
    game_ids = {seat.game_id for seat in recent if seat.name == person}
    return len(
        {
            seat.game_id
            for seat in recent
            if seat.game_id in game_ids
            and seat.name != person
            and (seat.name == opponent or (seat.at > now - WEEK and is_one_site(seat.place, place)))
        }
    )
