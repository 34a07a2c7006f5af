"""The ratings of all players of a game with a number of seats, and what rated games change in them.

Openskill's update is divided evenly among the opponents, and each part counts as far as it means something:

- The part of an opponent counts half as much for each earlier game against them, or against their address, within a week.
- The parts of people whose ratings are not settled count up to `LEEWAY` in all; the rest waits until they are settled.
- The part of a level lifts a rating only up to `BAND` above the level's own.
- Nothing is won against a person who left early.

Nothing here knows the database, so that tests can simulate whole seasons; `settling` loads and stores pools.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kingdoms.server.ratings.strength import LEVELS_SPREAD, Strength, after, of_level

DAY: Final = 86400.0
WEEK: Final = 7 * DAY
"""Seconds for which earlier games against the same opponent lower the weight of a game."""
SETTLED_GAMES: Final = 20
SETTLED_OPPONENTS: Final = 8
SETTLED_DAYS: Final = 3
"""What settles a rating: rated games, different opponents (each level is one), and days on which they were played."""
LEEWAY: Final = 4.0
"""How far opponents whose ratings are not settled can change a rating in all. With less, honest players are ordered worse."""
BAND: Final = 2 * LEVELS_SPREAD
"""How far above a level's rating games against it can lift a rating: as far as the level's own strength is certain."""


@dataclass(frozen=True)
class Player:
    """A seat of a rated game.

    Attributes:
        seat: the seat.
        person: the visitor, or None for a level.
        bot: the level, or None for a person.
        share: the share of the victory.
        left_early: whether the person resigned, or ran out of time, in the first quarter of the game.
        met: seat -> number of earlier games within a week against the opponent there.
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
        id: the identifier.
        at: when it ended, in seconds since 1970.
        players: the seats.
    """

    id: str
    at: float
    players: Sequence[Player]


@dataclass
class Standing:
    """The rating of a person, and what it rests on.

    Attributes:
        estimate: the rating by all games, including what waits.
        held: the part of the rating that comes from opponents whose ratings are not settled.
        games: the number of rated games.
        settled: whether the rating is settled; it remains so.
        opponents: the different opponents: people and levels. Not kept up once the rating is settled.
        days: the days with rated games, as numbers. Not kept up once the rating is settled.
    """

    estimate: Strength = field(default_factory=Strength)
    held: float = 0.0
    games: int = 0
    settled: bool = False
    opponents: set[str] = field(default_factory=set)
    days: set[int] = field(default_factory=set)

    @property
    def strength(self) -> Strength:
        """The rating that counts."""
        return Strength(self.estimate.rating - self.waiting, self.estimate.spread)

    @property
    def waiting(self) -> float:
        """The part of the rating that does not count yet."""
        return self.held - min(max(self.held, -LEEWAY), LEEWAY)

    @classmethod
    def of(cls, strength: Strength, *, held: float, games: int, settled: bool) -> Standing:
        """Return a standing by the rating that counts, and what is held."""
        standing = cls(strength, held, games, settled)
        standing.estimate = Strength(strength.rating + standing.waiting, strength.spread)
        return standing

    def note(self, game: RatedGame, player: Player) -> bool:
        """Count a game; return whether it has settled the rating."""
        self.games += 1
        if self.settled:
            return False
        self.opponents.update(each.name for each in game.players if each is not player)
        self.days.add(int(game.at // DAY))
        return self.settle()

    def settle(self) -> bool:
        """Mark the rating as settled if it is; return whether it is."""
        self.settled = (
            self.games >= SETTLED_GAMES and len(self.opponents) >= SETTLED_OPPONENTS and len(self.days) >= SETTLED_DAYS
        )
        return self.settled


@dataclass(frozen=True)
class Waiting:
    """A part of an update that is held until an opponent's rating is settled.

    Attributes:
        game_id: the game.
        seat: the seat of the person whose rating it will change.
        person: that person.
        against: the opponent.
        gain: the change of the rating.
    """

    game_id: str
    seat: str
    person: str
    against: str
    gain: float


@dataclass(frozen=True)
class Step:
    """What a rated game has changed for a person at once."""

    player: Player
    before: Strength
    after: Strength


@dataclass
class Pool:
    """The ratings for a game with a number of seats, or the part of them that some rated games may change.

    Attributes:
        game: the name of the game.
        seats: the number of seats.
        standings: person -> standing; new people are added.
        waiting: opponent -> the parts of updates that are held until their rating is settled.
        held: the parts that are held since a game that the pool has played.
        released: the opponents whose ratings a game has settled.

    Examples:
        >>> pool = Pool("middlesea", 2)
        >>> won = RatedGame("a", 0.0, [Player("N", "ida", None, 1.0), Player("S", None, "level:4", 0.0)])
        >>> (step,) = pool.play(won)
        >>> step.after.points > step.before.points == 1000
        True
    """

    game: str
    seats: int
    standings: dict[str, Standing] = field(default_factory=dict)
    waiting: dict[str, list[Waiting]] = field(default_factory=dict)
    held: list[Waiting] = field(default_factory=list)
    released: set[str] = field(default_factory=set)

    def play(self, game: RatedGame) -> list[Step]:
        """Update the ratings by a game; return the immediate change for each person in it.

        Nothing changes if a level has no rating.
        """
        before = [self._strength(player) for player in game.players]
        known = [strength for strength in before if strength is not None]
        if len(known) < len(before):
            return []
        steps = []
        for player, was, now in zip(game.players, known, after(known, [each.share for each in game.players]), strict=True):
            if player.person is not None:
                standing = self.standings[player.person]
                counted = standing.strength
                self._count(game, player, was, now)
                steps.append(Step(player, counted, standing.strength))
        for player in game.players:
            if player.person is not None and self.standings[player.person].note(game, player):
                self._release(player.person)
        return steps

    def _strength(self, player: Player) -> Strength | None:
        """Return the rating of a player, None for a level without one."""
        if player.person is None:
            return of_level(self.game, self.seats, str(player.bot))
        return self.standings.setdefault(player.person, Standing()).estimate

    def _count(self, game: RatedGame, player: Player, was: Strength, now: Strength) -> None:
        """Change the rating of a person by the parts of an update, and hold those of unsettled opponents."""
        standing = self.standings[str(player.person)]
        others = [each for each in game.players if each is not player]
        gain = (now.rating - was.rating) / len(others)
        narrowing = math.log(now.spread / was.spread) / len(others)
        rating, narrower = was.rating, 0.0
        for other in others:
            if other.left_early and gain > 0:
                continue
            weight = 0.5 ** player.met.get(other.seat, 0)
            narrower += weight * narrowing
            if other.person is None:
                rating = _limited(rating, weight * gain, of_level(self.game, self.seats, str(other.bot)) or was)
                continue
            rating += weight * gain
            if not self.standings[other.person].settled:
                kept = Waiting(game.id, player.seat, str(player.person), other.person, weight * gain)
                self.waiting.setdefault(other.person, []).append(kept)
                self.held.append(kept)
                standing.held += kept.gain
        standing.estimate = Strength(rating, was.spread * math.exp(narrower))

    def _release(self, person: str) -> None:
        """Count the results that were held back until the rating of a person was settled."""
        for kept in self.waiting.pop(person, []):
            self.standings[kept.person].held -= kept.gain
        self.released.add(person)


def _limited(rating: float, part: float, level: Strength) -> float:
    """Return a rating after a part of an update, which lifts it only up to `BAND` above a level's rating."""
    return rating + part if part < 0 else min(rating + part, max(rating, level.rating + BAND))


@dataclass(frozen=True)
class Met:
    """A seat of an earlier game.

    Attributes:
        game_id: the game.
        at: when it ended, in seconds since 1970.
        name: the visitor or the level.
        place: the digest of the visitor's address, if it is known.
    """

    game_id: str
    at: float
    name: str
    place: str | None = None


def meetings(now: float, person: str, opponent: str, place: str | None, seats: Sequence[Met]) -> int:
    """Return how many games of the last week a person has played against an opponent, or against the opponent's address.

    Args:
        now: in seconds since 1970.
        person: the person.
        opponent: the other visitor, or the level.
        place: the digest of the opponent's address; None if unknown.
        seats: the seats in earlier games.

    Examples:
        >>> earlier = [Met("a", 0.0, "ida"), Met("a", 0.0, "bob", "here"), Met("b", 9.0, "ida"), Met("b", 9.0, "eve", "here")]
        >>> [meetings(60.0, "ida", "eve", place, earlier) for place in (None, "here")]
        [1, 2]
    """
    own = {each.game_id for each in seats if each.name == person and each.at > now - WEEK}
    met = (each for each in seats if each.game_id in own and each.name != person)
    return len({each.game_id for each in met if each.name == opponent or (place is not None and each.place == place)})
